import { appendFile } from 'node:fs/promises';

import { generateQuestions } from '@grasp/eval';
import {
  createLlmPlanner,
  createOpenAiModel,
  createReplayPlanner,
  createVotingPlanner,
  loadLlamaModel,
  ModelError,
  PROMPT_NAMES,
  recordCalls,
  replayCalls,
} from '@grasp/planner';
import type {
  CallBudget,
  CallRecord,
  ChatModel,
  LlmPlanner,
  LlmPlannerMode,
  ModelErrorCode,
  Planner,
  PromptName,
  RecordedPlan,
  TokenPrice,
} from '@grasp/planner';
import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';

import { wholeNumber } from './option-values.js';
import { PipelineError } from './pipeline-error.js';
import type { PlannerContext } from './pipeline.js';
import { readJsonLines } from './read-json-lines.js';
import type { Terminal } from './terminal.js';

/** Name of the environment variable that holds the key of the model server. */
const KEY_VARIABLE = 'GRASP_LLM_KEY';

/** What a command line says about the planner. */
export interface PlannerOptions {
  readonly planner: 'template' | 'llm';
  readonly plans?: string;
  readonly llmUrl?: string;
  readonly llmModel?: string;
  readonly llmMode: LlmPlannerMode;
  readonly llmPrompt: PromptName;
  readonly llmExamples: number;
  readonly llmSamples: number;
  readonly llmBudget?: number;
  readonly llmMoney?: number;
  readonly llmSeconds?: number;
  readonly llmPrice?: TokenPrice;
  readonly record?: string;
  readonly replay?: string;
}

function price(value: string): TokenPrice {
  const [prompt, completion, ...rest] = value.split(',').map(Number);
  if (prompt! >= 0 && completion! >= 0 && rest.length === 0) return { prompt: prompt!, completion: completion! };
  throw new InvalidArgumentError('Expected two numbers with a comma between, for example 0.15,0.6.');
}

function positiveNumber(value: string): number {
  const number = Number(value);
  if (number > 0 && number < Infinity) return number;
  throw new InvalidArgumentError('Expected a number above 0.');
}

/** The budget of each sample of a question: an equal share. */
function budgetOf({ llmBudget: tokens, llmMoney: money, llmSeconds: seconds, llmSamples: samples }: PlannerOptions) {
  return {
    ...(tokens === undefined ? {} : { tokens: tokens / samples }),
    ...(money === undefined ? {} : { money: money / samples }),
    ...(seconds === undefined ? {} : { milliseconds: (seconds * 1_000) / samples }),
  } satisfies CallBudget;
}

/** Adds the options of {@link PlannerOptions} to a command. */
export function addPlannerOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--planner <planner>', 'what makes the plan: names and schema alone, or a language model')
        .choices(['template', 'llm'])
        .default('template'),
    )
    .option('--plans <file>', 'JSON lines with question and plan; other questions are planned as usual')
    .option(
      '--llm-url <url>',
      `OpenAI-compatible server, for example http://localhost:11434/v1; key in ${KEY_VARIABLE}`,
    )
    .option('--llm-model <model>', 'name of the model at the server, or without --llm-url a GGUF file (node-llama-cpp)')
    .addOption(
      new Option('--llm-mode <mode>', 'ask for the whole plan, or, of small models, for the names in the question')
        .choices(['whole', 'mentions'])
        .default('whole'),
    )
    .addOption(
      new Option('--llm-prompt <name>', 'the data set that the prompt is for').choices(PROMPT_NAMES).default('general'),
    )
    .option('--llm-examples <number>', 'worked examples made from the knowledge base', wholeNumber(0, 50), 4)
    .option(
      '--llm-samples <number>',
      'ask so many times and take the plan on which most answers agree',
      wholeNumber(1, 50),
      1,
    )
    .option('--llm-budget <tokens>', 'most tokens for one question', wholeNumber(1, 100_000_000))
    .option('--llm-money <amount>', 'most money for one question, in the currency of --llm-price', positiveNumber)
    .option('--llm-seconds <seconds>', 'most time for asking the model one question', positiveNumber)
    .option('--llm-price <prompt,answer>', 'price of a million tokens of each', price)
    .option('--record <file>', 'append every answer of the model to this file')
    .option('--replay <file>', 'take the answers from such a file and ask no server');
}

const needsFix: ReadonlySet<string> = new Set<ModelErrorCode>([
  'unreachable',
  'unauthorized',
  'unknown_model',
  'not_available',
  'not_recorded',
]);

/** Ends the command where every further question would fail in the same way, instead of quietly using another planner. */
function failingLoudly(planner: Planner): Planner {
  return {
    async plan(question, options) {
      const outcome = await planner.plan(question, options);
      const failed = outcome.attempts?.find(({ code }) => code !== undefined && needsFix.has(code));
      if (failed === undefined) return outcome;
      const message = failed.message.replace(/^@grasp\/planner: /u, '');
      throw new ModelError(failed.code as ModelErrorCode, `${message}; without --planner llm no model is needed`);
    },
  };
}

async function openModel(options: PlannerOptions, terminal: Terminal) {
  const { llmUrl: url, llmModel: name, record, replay } = options;
  if (name === undefined) {
    throw new PipelineError('invalid_input', 'expected --llm-model with --planner llm, got none');
  }
  const key = process.env[KEY_VARIABLE];
  let model: ChatModel;
  let close = async (): Promise<void> => undefined;
  if (replay !== undefined) {
    model = replayCalls(name, (await readJsonLines(replay, terminal.signal)) as CallRecord[]);
  } else if (url !== undefined) {
    if (!URL.canParse(url))
      throw new PipelineError('invalid_input', `expected --llm-url with an address, got "${url}"`);
    if (new URL(url).username !== '' || new URL(url).password !== '') {
      throw new PipelineError(
        'invalid_input',
        `expected --llm-url without credentials; the key goes into ${KEY_VARIABLE}`,
      );
    }
    model = createOpenAiModel({ url, model: name, ...(key === undefined ? {} : { apiKey: key }) });
  } else if (/\.gguf$/iu.test(name)) {
    const loaded = await loadLlamaModel({ modelPath: name, contextSize: 8_192 });
    model = { ...loaded, id: name };
    close = loaded.close;
  } else {
    throw new PipelineError(
      'invalid_input',
      `expected --llm-url, or --llm-model with a GGUF file, got the model "${name}"`,
    );
  }
  if (record !== undefined) model = recordCalls(model, (line) => appendFile(record, `${JSON.stringify(line)}\n`));
  return { model, close };
}

/** A planner for {@link PlannerContext}, and what it would cost. */
export interface OpenedPlanner {
  /** Undefined for the pipeline's own. */
  readonly make?: (context: PlannerContext) => Planner;
  /** With a language model only. */
  readonly makeModelPlanner?: (context: PlannerContext, seed?: number) => LlmPlanner;
  readonly close: () => Promise<void>;
}

const SAMPLING_TEMPERATURE = 0.7;
const EXAMPLES_SEED = 11;

/**
 * Opens the planner that the options ask for.
 *
 * @throws {@link PipelineError} `invalid_input` for options that do not fit together; ModelError for a model that cannot be loaded.
 */
export async function openPlanner(options: PlannerOptions, terminal: Terminal): Promise<OpenedPlanner> {
  const records =
    options.plans === undefined ? undefined : ((await readJsonLines(options.plans, terminal.signal)) as RecordedPlan[]);
  const replaying = (planner: Planner, { knowledgeBase }: PlannerContext): Planner =>
    records === undefined
      ? planner
      : createReplayPlanner(records, { schema: knowledgeBase.schema, otherwise: planner });
  if (options.planner === 'template') {
    const close = async (): Promise<void> => undefined;
    return records === undefined ? { close } : { close, make: (context) => replaying(context.template, context) };
  }
  const { model, close } = await openModel(options, terminal);
  const { llmPrice, llmSamples } = options;
  if (options.llmMoney !== undefined && llmPrice === undefined) {
    throw new PipelineError('invalid_input', 'expected --llm-price with --llm-money, got none');
  }
  const makeModelPlanner = (context: PlannerContext, seed?: number): LlmPlanner => {
    const { knowledgeBase, template, countCandidates } = context;
    const isGeneral = options.llmPrompt === 'general';
    const generated = { count: isGeneral ? options.llmExamples : 0, seed: EXAMPLES_SEED, maximumAnswers: 10 };
    const examples = generateQuestions(knowledgeBase, generated).questions.map(({ query, plan }) => ({
      question: query,
      plan: plan!,
    }));
    return createLlmPlanner({
      schema: knowledgeBase.schema,
      lexicon: knowledgeBase,
      model,
      mode: options.llmMode,
      prompt: options.llmPrompt,
      examples,
      template,
      countCandidates,
      budget: budgetOf(options),
      ...(llmPrice === undefined ? {} : { price: llmPrice }),
      ...(seed === undefined ? {} : { seed, temperature: SAMPLING_TEMPERATURE }),
    });
  };
  const make = (context: PlannerContext): Planner => {
    const planner =
      llmSamples === 1
        ? makeModelPlanner(context)
        : createVotingPlanner(
            Array.from({ length: llmSamples }, (_, at) => ({ planner: makeModelPlanner(context, at + 1) })),
            { countCandidates: context.countCandidates },
          );
    return replaying(failingLoudly(planner), context);
  };
  return { make, makeModelPlanner, close };
}
