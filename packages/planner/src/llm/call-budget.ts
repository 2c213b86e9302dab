import type { ChatMessage, ChatReply, TokenUsage } from './chat-model.js';

/** What one question may cost; a call that could exceed it is not made. */
export interface CallBudget {
  /** Tokens of prompts and answers together. */
  readonly tokens?: number;
  /** In the currency of the price; needs `price`. */
  readonly money?: number;
  /** From the start of planning; a call that is still going on then is ended. */
  readonly milliseconds?: number;
}

/** Price of a million tokens. */
export interface TokenPrice {
  readonly prompt: number;
  readonly completion: number;
}

/** A token is rarely shorter than this many bytes in English; other scripts have more bytes a letter, so the bound holds. */
const BYTES_PER_TOKEN = 3.2;
const TOKENS_PER_MESSAGE = 6;

/** Tokens of a text, estimated from above without the model's tokenizer. */
export const estimateTokens = (text: string): number =>
  Math.ceil(new TextEncoder().encode(text).length / BYTES_PER_TOKEN);

export const estimatePromptTokens = (messages: readonly ChatMessage[]): number =>
  messages.reduce((sum, { content }) => sum + TOKENS_PER_MESSAGE + estimateTokens(content), 0);

export const costOf = (usage: TokenUsage, price: TokenPrice): number =>
  (usage.promptTokens * price.prompt + usage.completionTokens * price.completion) / 1e6;

/** Keeps account of one question's calls. */
export interface CallAccount {
  readonly usage: TokenUsage;
  /** Milliseconds left for calls; undefined without a limit. */
  readonly millisecondsLeft: number | undefined;
  /** Why the next call is not allowed; undefined when it is. */
  refusal(messages: readonly ChatMessage[], maxTokens: number): string | undefined;
  /** Counts a call; without figures from the server it is estimated. */
  add(messages: readonly ChatMessage[], reply: ChatReply): TokenUsage;
}

/** Opens an account that starts now. */
export function openAccount(budget: CallBudget, price: TokenPrice | undefined): CallAccount {
  const start = performance.now();
  let used: TokenUsage = { promptTokens: 0, completionTokens: 0 };
  const plus = (more: TokenUsage): TokenUsage => ({
    promptTokens: used.promptTokens + more.promptTokens,
    completionTokens: used.completionTokens + more.completionTokens,
  });
  const millisecondsLeft = (): number | undefined =>
    budget.milliseconds === undefined ? undefined : Math.max(0, budget.milliseconds - (performance.now() - start));
  return {
    get usage() {
      return used;
    },
    get millisecondsLeft() {
      return millisecondsLeft();
    },
    refusal(messages, maxTokens) {
      const worst = plus({ promptTokens: estimatePromptTokens(messages), completionTokens: maxTokens });
      const tokens = worst.promptTokens + worst.completionTokens;
      if (budget.tokens !== undefined && tokens > budget.tokens) {
        return `the call could bring the question to ${tokens} tokens, more than the budget of ${budget.tokens}`;
      }
      const money = price === undefined ? 0 : costOf(worst, price);
      if (budget.money !== undefined && money > budget.money) {
        return `the call could bring the question to a cost of ${money}, more than the budget of ${budget.money}`;
      }
      if (millisecondsLeft() === 0) {
        return `the budget of ${budget.milliseconds} ms is used up`;
      }
      return undefined;
    },
    add(messages, { text, usage }) {
      const own = usage ?? { promptTokens: estimatePromptTokens(messages), completionTokens: estimateTokens(text) };
      used = plus(own);
      return own;
    },
  };
}
