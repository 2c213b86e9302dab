import type { Plan, PlanIssue, Schema } from '@grasp/plan';

import { canonicalPlan } from '../canonical-plan.js';
import { documentPlan } from '../document-plan.js';
import type { Lexicon } from '../lexicon.js';
import type { PlanAttempt, Planner, PlanOutcome, ScoredPlan } from '../planner.js';
import { relaxEmptyPlan } from '../repair/relax-plan.js';
import type { CandidateCounter, TemplatePlanner } from '../template-planner.js';
import { tokenize } from '../tokenize.js';
import { mentionsJsonSchema, planJsonSchema } from './answer-schemas.js';
import { costOf, estimatePromptTokens, openAccount } from './call-budget.js';
import type { CallAccount, CallBudget, TokenPrice } from './call-budget.js';
import { toChatModel } from './chat-model.js';
import type { ChatFunction, ChatMessage, ChatModel, JsonSchema, TokenUsage } from './chat-model.js';
import { explainAnchors } from './explain-anchors.js';
import { fillIn } from './fill-in.js';
import { ModelError } from './model-error.js';
import { mentionsPrompt, planPrompt } from './plan-prompt.js';
import type { PlanExample, PromptName } from './plan-prompt.js';
import { PROMPTS } from './prompts.generated.js';
import { isMentionsAnswer, readMentions } from './read-mentions.js';
import { isPlanAnswer, readPlan } from './read-plan.js';
import type { ReadPlan } from './read-plan.js';
import { readJsonAnswer } from './read-json-answer.js';

/** What the model is asked for: the plan, or only the names in the question, from which the template planner makes it. */
export type LlmPlannerMode = 'whole' | 'mentions';

export interface LlmPlannerOptions {
  readonly schema: Schema;
  readonly model: ChatModel | ChatFunction;
  /** Default `whole`. `mentions` needs `template` and suits models of a few billion parameters and fewer. */
  readonly mode?: LlmPlannerMode;
  /** Draws the hops in the mode `mentions`, and makes the plan when the model gives none. */
  readonly template?: TemplatePlanner;
  /** The nodes' names: they put wrong types of named anchors right. */
  readonly lexicon?: Lexicon;
  /** A plan that finds nothing is then relaxed, asked for again, or replaced. */
  readonly countCandidates?: CandidateCounter;
  /** Default `general`. */
  readonly prompt?: PromptName;
  /** Worked examples for the prompt; those that do not fit the schema are left out. */
  readonly examples?: readonly PlanExample[];
  /** Further turns after the first, in which the model is shown what was wrong; default 1. */
  readonly corrections?: number;
  /** How many relaxed plans are executed at most; default 16. */
  readonly relaxations?: number;
  /** Default 0. */
  readonly temperature?: number;
  /** Tells samples apart; default none. */
  readonly seed?: number;
  /** Most tokens of one answer; default 1,024. */
  readonly maxTokens?: number;
  /** For one question; default none. */
  readonly budget?: CallBudget;
  readonly price?: TokenPrice;
}

/** The default numbers of {@link createLlmPlanner}. */
export const LLM_PLANNER_DEFAULTS = Object.freeze({
  corrections: 1,
  relaxations: 16,
  temperature: 0,
  maxTokens: 1_024,
});

/** What a question would cost, before any call is made. */
export interface CallEstimate {
  /** Of the first turn, estimated from above. */
  readonly promptTokens: number;
  /** The most that the answer may have. */
  readonly completionTokens: number;
  /** With a price only. */
  readonly money?: number;
}

/** A {@link Planner} that asks a language model. */
export interface LlmPlanner extends Planner {
  /** What the first turn for this question costs at most. */
  estimate(question: string): CallEstimate;
}

/** A plan that may be answered with, from whichever source. */
interface Found {
  readonly plan: Plan;
  readonly scored?: ScoredPlan;
  readonly alternatives?: readonly ScoredPlan[];
  readonly candidateCount?: number;
}

const issueLines = (issues: readonly PlanIssue[]): string =>
  issues
    .slice(0, 12)
    .map(({ path, message, suggestions }) => {
      const hint =
        suggestions.length === 0 ? '' : ` Valid there: ${suggestions.map((name) => `"${name}"`).join(', ')}.`;
      return `- ${path.join('.') || 'the whole'}: ${message}.${hint}`;
    })
    .join('\n');

const LONGEST_QUOTE = 4_000;

/**
 * A planner that asks a language model and is never at a loss: what the model says is read with tolerance, repaired by the
 * closed list of issues, sent back once with what is wrong, and at last replaced by the template planner's plan or a search
 * of documents. A plan that finds nothing is relaxed with care, then asked for again, then replaced, then relaxed further.
 * Everything that was tried is in `attempts`. It never throws on a question or on a model; only `signal` ends it.
 */
export function createLlmPlanner(options: LlmPlannerOptions): LlmPlanner {
  const { schema, template, lexicon, countCandidates, mode = 'whole', budget = {}, price } = options;
  const { corrections, relaxations, temperature, maxTokens } = { ...LLM_PLANNER_DEFAULTS, ...options };
  if (mode === 'mentions' && template === undefined) {
    throw new TypeError('@grasp/planner: expected a template planner for the mode "mentions", got none');
  }
  const model = toChatModel(options.model);
  const prompt = { prompt: options.prompt ?? 'general', examples: options.examples ?? [] };
  const isAmazon = options.prompt === 'stark-amazon';
  const form: JsonSchema =
    mode === 'whole' ? planJsonSchema(schema, { retrievalMode: isAmazon }) : mentionsJsonSchema(schema);
  const typesOfName =
    lexicon === undefined
      ? undefined
      : (text: string): string[] => [...new Set(lexicon.findByName(text).map((node) => lexicon.node(node).type))];

  const messagesFor = (question: string): ChatMessage[] =>
    (mode === 'whole' ? planPrompt : mentionsPrompt)(schema, question, prompt);

  /** Asks once; the reply's text, or the attempt that says why there is none. */
  const ask = async (
    messages: readonly ChatMessage[],
    account: CallAccount,
    signal: AbortSignal | undefined,
  ): Promise<
    { text: string; usage: TokenUsage } | { outcome: 'failed' | 'refused'; message: string; code?: string }
  > => {
    const refusal = account.refusal(messages, maxTokens);
    if (refusal !== undefined) return { outcome: 'refused', message: refusal };
    const left = account.millisecondsLeft;
    const deadline = left === undefined ? undefined : AbortSignal.timeout(Math.ceil(left));
    const ends = [signal, deadline].filter((end) => end !== undefined);
    try {
      const reply = await model.complete({
        messages,
        schema: form,
        temperature,
        maxTokens,
        ...(options.seed === undefined ? {} : { seed: options.seed }),
        ...(ends.length === 0 ? {} : { signal: ends.length === 1 ? ends[0]! : AbortSignal.any(ends) }),
      });
      return { text: reply.text, usage: account.add(messages, reply) };
    } catch (error) {
      signal?.throwIfAborted();
      if (deadline?.aborted === true) {
        const message = `no answer came within the budget of ${budget.milliseconds} ms`;
        return { outcome: 'failed', message, code: 'timeout' };
      }
      const message = error instanceof Error ? error.message : String(error);
      return { outcome: 'failed', message, ...(error instanceof ModelError ? { code: error.code } : {}) };
    }
  };

  /** What the model's text says, made into plans. */
  const read = async (text: string, question: string, signal: AbortSignal | undefined): Promise<ReadPlan> => {
    const value = readJsonAnswer(text, mode === 'whole' ? isPlanAnswer : isMentionsAnswer);
    if (value === undefined) return { kind: 'unreadable' };
    if (mode === 'whole') return readPlan(value, question, schema, typesOfName === undefined ? {} : { typesOfName });
    return readMentions(value, question, schema, template!, signal);
  };

  const count = async (plan: Plan, signal: AbortSignal | undefined): Promise<number | undefined> =>
    countCandidates === undefined ? undefined : countCandidates(plan, signal === undefined ? {} : { signal });

  const planFromTemplate = async (question: string, signal: AbortSignal | undefined): Promise<Found | undefined> => {
    if (template === undefined) return undefined;
    const outcome = await template.plan(question, signal === undefined ? {} : { signal });
    if (outcome.status !== 'planned') return undefined;
    const { alternatives, ...scored } = outcome;
    const { candidateCount } = outcome;
    return { plan: outcome.plan, scored, alternatives, ...(candidateCount === undefined ? {} : { candidateCount }) };
  };

  return {
    estimate(question) {
      const usage = { promptTokens: estimatePromptTokens(messagesFor(question)), completionTokens: maxTokens };
      return price === undefined ? usage : { ...usage, money: costOf(usage, price) };
    },

    async plan(question, { signal } = {}): Promise<PlanOutcome> {
      signal?.throwIfAborted();
      const start = performance.now();
      const account = openAccount(budget, price);
      const attempts: PlanAttempt[] = [];
      let lap = start;
      const note = (attempt: Omit<PlanAttempt, 'durationMs'>): void => {
        const now = performance.now();
        attempts.push({ ...attempt, durationMs: now - lap });
        lap = now;
      };
      const told = () => ({ attempts, usage: account.usage, timing: { totalMs: performance.now() - start } });
      if (schema.nodeTypes.length === 0) return { status: 'skipped', reason: 'no_types', ...told() };
      if (tokenize(question.slice(0, 20_000), 1).length === 0)
        return { status: 'skipped', reason: 'no_words', ...told() };

      const finish = ({ plan, scored, alternatives = [], candidateCount }: Found): PlanOutcome => ({
        status: 'planned',
        plan,
        explanation: scored?.explanation ?? explainAnchors(question, plan),
        alternatives,
        score: scored?.score ?? 0,
        probability: scored?.probability ?? 1,
        features: scored?.features ?? {},
        ...(candidateCount === undefined ? {} : { candidateCount }),
        ...told(),
      });

      const relax = async (plan: Plan, kinds: 'gentle' | 'all'): Promise<Found | undefined> => {
        if (countCandidates === undefined) return undefined;
        const relaxed = await relaxEmptyPlan(plan, {
          schema,
          countCandidates,
          tries: relaxations,
          ...(kinds === 'gentle' ? { kinds: ['direction', 'bindings', 'document'] as const } : {}),
          ...(signal === undefined ? {} : { signal }),
        });
        const asked = kinds === 'gentle' ? 'the same, less strictly' : 'less';
        if (relaxed === undefined) {
          note({ source: 'relaxation', outcome: 'empty', message: `a plan that asks ${asked} finds nothing either` });
          return undefined;
        }
        const message = relaxed.relaxations.map((step) => step.message).join('; ');
        note({ source: 'relaxation', outcome: 'planned', message });
        return { plan: relaxed.plan, candidateCount: relaxed.candidateCount };
      };

      const messages = messagesFor(question);
      let reduced: Found | undefined;
      let empty: Found | undefined;
      for (let turn = 0; turn <= corrections; turn++) {
        const source = turn === 0 ? 'model' : 'correction';
        const isLast = turn === corrections;
        const reply = await ask(messages, account, signal);
        if (!('text' in reply)) {
          note({ source, ...reply });
          // An answer without text may come right when asked again; all else was tried again already.
          if (reply.outcome === 'failed' && reply.code === 'empty_reply') continue;
          break;
        }
        const { usage } = reply;
        const said = await read(reply.text, question, signal);
        messages.push({ role: 'assistant', content: reply.text.slice(0, LONGEST_QUOTE) });
        if (said.kind === 'unreadable') {
          note({ source, outcome: 'unreadable', message: 'the answer holds no plan in JSON', usage });
          messages.push({ role: 'user', content: PROMPTS.unreadable });
          continue;
        }
        const { issues, repairs } = said;
        const findings = {
          usage,
          ...(issues.length > 0 ? { issues } : {}),
          ...(repairs.length > 0 ? { repairs } : {}),
        };
        const correction = {
          role: 'user',
          content: fillIn(PROMPTS.correction, {
            issues: issueLines(issues) || `- ${said.kind === 'invalid' ? said.message : 'it lost a part'}.`,
          }),
        } as const;
        if (said.kind === 'invalid') {
          note({ source, outcome: 'invalid', message: said.message, ...findings });
          messages.push(correction);
          continue;
        }
        const { found } = said;
        const candidateCount = found.candidateCount ?? (await count(found.plan, signal));
        const counted: Found = { ...found, ...(candidateCount === undefined ? {} : { candidateCount }) };
        if (candidateCount === 0) {
          note({ source, outcome: 'empty', message: 'the plan is valid and finds nothing', ...findings });
          const isRepeated = empty !== undefined && canonicalPlan(empty.plan) === canonicalPlan(counted.plan);
          empty ??= counted;
          const gentle = isRepeated || reduced !== undefined ? undefined : await relax(counted.plan, 'gentle');
          if (gentle !== undefined) return finish(gentle);
          // With the names known, a plan that finds nothing was the best of many already.
          if (mode === 'mentions') break;
          messages.push({ role: 'user', content: PROMPTS.emptyResult });
          continue;
        }
        if (said.isReduced && !isLast) {
          note({ source, outcome: 'reduced', message: 'the plan lost a part by repair', ...findings });
          reduced ??= counted;
          messages.push(correction);
          continue;
        }
        note({ source, outcome: 'planned', message: said.message, ...findings });
        return finish(counted);
      }
      if (reduced !== undefined) {
        note({ source: 'model', outcome: 'planned', message: 'the reduced plan is the best that the model gave' });
        return finish(reduced);
      }

      const other = await planFromTemplate(question, signal);
      // Without an anchor it is a search of documents, which is there anyway when nothing else is.
      const isGraphPlan =
        other !== undefined && other.plan.retrieval_mode !== 'doc_search' && other.candidateCount !== 0;
      if (isGraphPlan) {
        note({ source: 'fallback', outcome: 'planned', message: 'the template planner made the plan' });
        return finish(other);
      }
      const relaxed = empty === undefined ? undefined : await relax(empty.plan, 'all');
      if (relaxed !== undefined) return finish(relaxed);
      const last = other ?? { plan: documentPlan(question, schema)! };
      note({ source: 'doc_search', outcome: 'planned', message: 'the question itself is searched for in documents' });
      return finish(last);
    },
  };
}
