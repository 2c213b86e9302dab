import { DEFAULT_WEIGHTS, DRAWING_FORMATS, drawPlan, estimatePlan } from '@grasp/planner';
import type { CallEstimate, DrawingFormat, LlmPlanner, PlannerWeights, PlanOutcome } from '@grasp/planner';
import type { Hop, Plan } from '@grasp/plan';
import type { KnowledgeBase } from '@grasp/skb';
import { Option } from 'commander';
import type { Command } from 'commander';

import { PipelineError } from '../pipeline-error.js';
import type { Pipeline } from '../pipeline.js';
import { addPlannerOptions, openPlanner } from '../planner-options.js';
import type { OpenedPlanner, PlannerOptions } from '../planner-options.js';
import { readPlannerWeights, readTrainingRecord } from '../planner-weights.js';
import type { TrainingRecord } from '../planner-weights.js';
import { readQuestionFile } from '../read-evaluation-file.js';
import type { Terminal } from '../terminal.js';
import { ALL_NODES, withPipeline } from './open-for-questions.js';
import { UsageError } from '../usage-error.js';

interface PlanOptions extends PlannerOptions {
  readonly kb: string;
  readonly link: boolean;
  readonly questions?: string;
  readonly draw?: DrawingFormat;
  readonly explain: boolean;
  readonly estimate: boolean;
  readonly allNodes: boolean;
  readonly json: boolean;
}

type Planned = Extract<PlanOutcome, { readonly status: 'planned' }>;

type Features = Readonly<Record<string, number>>;

const FEATURES_SHOWN = 6;
const signed = (value: number): string => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(2)}`;

/** What the largest parts of a sum of weight times feature are. */
function partsOfScore(
  features: Features,
  { features: own, learned = {} }: PlannerWeights,
  others: Features = {},
): string {
  const table: Features = { ...learned, ...own };
  const parts = [...new Set([...Object.keys(features), ...Object.keys(others)])]
    .map((name) => ({ name, value: (table[name] ?? 0) * ((features[name] ?? 0) - (others[name] ?? 0)) }))
    .filter(({ value }) => Math.abs(value) >= 0.005)
    .sort((x, y) => Math.abs(y.value) - Math.abs(x.value));
  const rest = parts.slice(FEATURES_SHOWN).reduce((sum, { value }) => sum + value, 0);
  const shown = parts.slice(0, FEATURES_SHOWN).map(({ name, value }) => `${name} ${signed(value)}`);
  return [...shown, ...(parts.length > FEATURES_SHOWN ? [`the rest ${signed(rest)}`] : [])].join(', ');
}

/** The weights in use, and where they come from. */
interface WeightsInUse {
  readonly weights: PlannerWeights;
  readonly source: 'default' | 'trained';
  readonly training: TrainingRecord | undefined;
}

function weightsInUse(knowledgeBase: KnowledgeBase): WeightsInUse {
  const weights = readPlannerWeights(knowledgeBase);
  const source = weights === undefined ? 'default' : 'trained';
  return { weights: weights ?? DEFAULT_WEIGHTS, source, training: readTrainingRecord(knowledgeBase) };
}

function weightsLine({ source, training }: WeightsInUse): string {
  if (source === 'default') return "weights: the planner's own";
  if (training === undefined) return 'weights: trained, stored in the file';
  const { questions, generated, seed, heldOut } = training;
  const figures = `hit@1 ${heldOut.before.hitAt1.toFixed(3)} before, ${heldOut.after.hitAt1.toFixed(3)} after`;
  return `weights: trained on ${questions} ${generated ? 'generated' : 'given'} questions (seed ${seed}); on ${heldOut.questions} others ${figures}`;
}

/** The weights of the features of a plan and of the next best ones, for JSON. */
function shownWeights({ weights, source, training }: WeightsInUse, outcome: PlanOutcome): object {
  const scored = outcome.status === 'planned' ? [outcome, ...outcome.alternatives] : [];
  const names = new Set(scored.flatMap(({ features }) => Object.keys(features)));
  const own = Object.entries({ ...weights.learned, ...weights.features }).filter(([name]) => names.has(name));
  return { source, ...(training === undefined ? {} : { training }), features: Object.fromEntries(own) };
}

/** The plan for people: drawn, with the words behind each part, what was tried and repaired, why it was chosen, and the other plans. */
function explanationLines(outcome: Planned, inUse: WeightsInUse): string[] {
  const { plan, explanation, alternatives, attempts = [], probability, candidateCount, features, score } = outcome;
  const lines = drawPlan(plan).split('\n');
  if (candidateCount !== undefined) lines.push(`finds ${candidateCount}`);
  for (const { part, name, words } of explanation) lines.push(`${part}${name === '' ? '' : ` ${name}`}: "${words}"`);
  for (const { source, outcome: result, message, repairs = [] } of attempts) {
    lines.push(`${source}, ${result}: ${message}`, ...repairs.map((repair) => `  ${repair.message}`));
  }
  const isScored = Object.keys(features).length > 0;
  const isRelaxed = attempts.some(({ source }) => source === 'relaxation' || source === 'doc_search');
  if (isScored) {
    lines.push('', `${isRelaxed ? 'before it was relaxed: ' : ''}probability ${probability.toFixed(3)}`);
    lines.push(`score ${score.toFixed(2)}: ${partsOfScore(features, inUse.weights)}`, weightsLine(inUse));
  }
  for (const other of alternatives) {
    const isThis = other.features === features;
    const name = isThis ? 'the plan that was relaxed' : 'another plan';
    lines.push('', `${name}: probability ${other.probability.toFixed(3)}`);
    if (isScored && !isThis) {
      lines.push(`  score ${signed(other.score - score)}: ${partsOfScore(other.features, inUse.weights, features)}`);
    }
    if (other.candidateCount !== undefined) lines.push(`  finds ${other.candidateCount}`);
    lines.push(
      ...drawPlan(other.plan)
        .split('\n')
        .map((line) => `  ${line}`),
    );
  }
  return lines;
}

/** How many nodes each hop should leave by the sizes of the graph, and how many it leaves. */
interface SizeEstimate {
  /** Nodes that each anchor is linked to. */
  readonly linked: Readonly<Record<string, number>>;
  /** `found` is absent where a hop cannot be counted by itself. */
  readonly hops: readonly { readonly hop: Hop; readonly predicted: number; readonly found?: number }[];
  readonly candidates: { readonly predicted: number; readonly found: number };
}

async function estimateSizes(
  plan: Plan,
  pipeline: Pipeline,
  knowledgeBase: KnowledgeBase,
  signal: AbortSignal,
): Promise<SizeEstimate> {
  const bound = Object.entries(await pipeline.link(plan, { signal }));
  const linked = Object.fromEntries(bound.map(([variable, nodes]) => [variable, nodes.length]));
  const settings = { schema: knowledgeBase.schema, graph: knowledgeBase, bindings: linked };
  const { hops: predictions, expected } = estimatePlan(plan, settings);
  const hops: SizeEstimate['hops'][number][] = [];
  for (const { hop, expected: predicted, upTo } of predictions) {
    const counted = upTo === undefined ? {} : { found: await pipeline.count(upTo, { signal }) };
    hops.push({ hop: plan.hops[hop]!, predicted, ...counted });
  }
  return { linked, hops, candidates: { predicted: expected, found: await pipeline.count(plan, { signal }) } };
}

function sizeLines({ linked, hops, candidates }: SizeEstimate): string[] {
  const round = (count: number): string => (count < 10 ? count.toFixed(1) : String(Math.round(count)));
  return [
    ...Object.entries(linked).map(([variable, count]) => `${variable}: linked to ${count}`),
    ...hops.map(({ hop: { from, rel, to_var: to, negated }, predicted, found = 'not counted' }) => {
      return `${from} ${negated === true ? 'not ' : ''}${rel} ${to}: predicted ${round(predicted)}, found ${found}`;
    }),
    `candidates: predicted ${round(candidates.predicted)}, found ${candidates.found}`,
  ];
}

/** What asking a model about questions would take at most, before corrections. */
interface CostEstimate extends CallEstimate {
  readonly questions: number;
  /** How often each question is asked. */
  readonly samples: number;
}

function sumOfCosts(estimates: readonly CallEstimate[], samples: number): CostEstimate {
  const sum = (of: (estimate: CallEstimate) => number): number =>
    samples * estimates.reduce((total, each) => total + of(each), 0);
  return {
    questions: estimates.length,
    samples,
    promptTokens: sum((each) => each.promptTokens),
    completionTokens: sum((each) => each.completionTokens),
    ...(estimates[0]?.money === undefined ? {} : { money: sum((each) => each.money ?? 0) }),
  };
}

function costLine({ questions, samples, promptTokens, completionTokens, money }: CostEstimate): string {
  const times = samples === 1 ? '' : `, each asked ${samples} times`;
  const cost = money === undefined ? '' : `, costs at most ${money.toFixed(4)}`;
  const tokens = `${promptTokens} tokens of prompts and at most ${completionTokens} of answers`;
  return `${questions} questions${times}: ${tokens}${cost}, before corrections`;
}

async function planFile(file: string, options: PlanOptions, opened: OpenedPlanner, terminal: Terminal): Promise<void> {
  const { signal } = terminal;
  const questions = await readQuestionFile(file, signal);
  if (options.estimate) {
    const { makeModelPlanner } = opened;
    if (makeModelPlanner === undefined) {
      throw new PipelineError(
        'invalid_input',
        'expected --planner llm with --questions and --estimate: without a model nothing is paid for',
      );
    }
    let planner: LlmPlanner | undefined;
    await withPipeline(
      options.kb,
      terminal,
      async (pipeline) => {
        // The pipeline makes its planner when it is opened, which hands the parts to it.
        const estimates = questions.map(({ query }) => planner!.estimate(query));
        const cost = sumOfCosts(estimates, options.llmSamples);
        terminal.out(options.json ? JSON.stringify(cost, undefined, 2) : costLine(cost));
        return pipeline;
      },
      { plannerFor: (context) => (planner = makeModelPlanner(context)), allNodes: options.allNodes },
    );
    return;
  }
  await withPipeline(
    options.kb,
    terminal,
    async (pipeline) => {
      for (const [at, { id, query }] of questions.entries()) {
        const outcome = await pipeline.planOutcome(query, { signal });
        const plan = outcome.status === 'planned' ? outcome.plan : null;
        terminal.out(JSON.stringify({ id, question: query, plan, ...(options.json ? { outcome } : {}) }));
        terminal.progress(`question ${at + 1} of ${questions.length}`);
      }
    },
    { plannerFor: opened.make, allNodes: options.allNodes },
  );
}

async function planQuestion(
  question: string,
  options: PlanOptions,
  opened: OpenedPlanner,
  terminal: Terminal,
): Promise<void> {
  const { signal } = terminal;
  await withPipeline(
    options.kb,
    terminal,
    async (pipeline, knowledgeBase) => {
      const outcome = await pipeline.planOutcome(question, { signal });
      if (options.json && !options.estimate) {
        const weights = shownWeights(weightsInUse(knowledgeBase), outcome);
        terminal.out(JSON.stringify({ ...outcome, weights }, undefined, 2));
        return;
      }
      if (outcome.status !== 'planned') {
        terminal.note('no plan: the question holds no word that could be searched');
        terminal.out('null');
        return;
      }
      const { plan } = outcome;
      if (options.estimate) {
        const sizes = await estimateSizes(plan, pipeline, knowledgeBase, signal);
        if (options.json) terminal.out(JSON.stringify({ plan, ...sizes }, undefined, 2));
        else for (const line of sizeLines(sizes)) terminal.out(line);
      } else if (options.explain) {
        for (const line of explanationLines(outcome, weightsInUse(knowledgeBase))) terminal.out(line);
      } else if (options.draw !== undefined) terminal.out(drawPlan(plan, options.draw));
      else if (options.link) {
        terminal.out(JSON.stringify({ plan, bindings: await pipeline.link(plan, { signal }) }, undefined, 2));
      } else terminal.out(JSON.stringify(plan, undefined, 2));
    },
    { plannerFor: opened.make, allNodes: options.allNodes },
  );
}

async function plan(question: string | undefined, options: PlanOptions, terminal: Terminal): Promise<void> {
  if ((question === undefined) === (options.questions === undefined)) {
    throw new UsageError('expected a question or --questions with a file, and not both');
  }
  if (question === undefined && (options.explain || options.link || options.draw !== undefined)) {
    throw new UsageError('expected a single question with --explain, --link or --draw, got --questions');
  }
  const opened = await openPlanner(options, terminal);
  try {
    if (question !== undefined) await planQuestion(question, options, opened, terminal);
    else await planFile(options.questions!, options, opened, terminal);
  } finally {
    await opened.close();
  }
}

const FORMS = ['link', 'draw', 'explain', 'estimate', 'json'];

/** An option that says what to print; two of them contradict each other, but for an estimate as JSON. */
function form(flags: string, description: string): Option {
  const option = new Option(flags, description);
  const own = option.attributeName();
  const fits = (other: string): boolean => other === own || [own, other].sort().join() === 'estimate,json';
  return option.conflicts(FORMS.filter((other) => !fits(other)));
}

/** Adds `grasp plan`. */
export function definePlanCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('plan')
    .description('Prints the graph plan of a question as JSON, drawn, or explained.')
    .argument('[question]', 'the question in plain language')
    .requiredOption('--kb <file>', 'knowledge base file')
    .addOption(form('--link', 'print an object of the plan and the nodes that each anchor is linked to').default(false))
    .addOption(form('--draw <form>', 'print a drawing instead').choices(DRAWING_FORMATS))
    .addOption(
      form(
        '--explain',
        'print the drawing with the words behind it, what was tried and repaired, why it was chosen, and the other plans',
      ).default(false),
    )
    .addOption(
      form(
        '--estimate',
        'print how many nodes each hop should leave and leaves; with --questions, what the model would cost',
      ).default(false),
    )
    .option('--questions <file>', 'plan the questions of a file; prints lines that --plans reads')
    .option('--all-nodes', ALL_NODES, false)
    .addOption(form('--json', 'print all that the planner tells, or what --estimate says, as JSON').default(false));
  addPlannerOptions(command)
    .addHelpText('after', '\nExample:\n  grasp plan "Which genes cause Miyoshi myopathy?" --kb hpo.skb --explain')
    .action((question: string | undefined, options: PlanOptions) => plan(question, options, terminal));
}
