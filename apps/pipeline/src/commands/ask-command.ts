import { loadStaticEncoder } from '@grasp/encoders';
import { createCypherRun } from '@grasp/graph-retriever';
import type { CypherRun } from '@grasp/graph-retriever';
import { Option } from 'commander';
import type { Command } from 'commander';

import { createDatabasePipeline, DATABASE_PIPELINE_DEFAULTS } from '../neo4j/database-pipeline.js';
import { inspectNeo4j } from '../neo4j/inspect-neo4j.js';
import type { InspectedDatabase } from '../neo4j/inspect-neo4j.js';
import { neo4jExecutorOver } from '../neo4j/neo4j-executor-over.js';
import { readInspected } from '../neo4j/read-inspected.js';
import { withNeo4j } from '../neo4j/with-neo4j.js';
import type { Answer, AskOptions as PipelineOptions, Pipeline } from '../pipeline.js';
import { wholeNumber, wordList } from '../option-values.js';
import { PipelineError } from '../pipeline-error.js';
import { readJsonFile } from '../read-json-file.js';
import { formatExplanation } from '../format-explanation.js';
import { addPlannerOptions, openPlanner } from '../planner-options.js';
import type { OpenedPlanner, PlannerOptions } from '../planner-options.js';
import type { Terminal } from '../terminal.js';
import { ALL_NODES, fusePlansOption, withPipeline } from './open-for-questions.js';
import { UsageError } from '../usage-error.js';

function formatAnswer({ hits }: Answer, isExplained: boolean): string[] {
  if (hits.length === 0) return ['no answers'];
  return hits.flatMap((hit, position) => {
    const line = `${String(position + 1).padStart(2)}. ${hit.name}  (${hit.type}, ${hit.id})  ${hit.score.toFixed(5)}`;
    return isExplained ? [line, ...formatExplanation(hit).map((detail) => `      ${detail}`), ''] : [line];
  });
}

interface AskOptions extends PlannerOptions {
  readonly kb?: string;
  readonly count: number;
  readonly plan?: string;
  readonly types?: readonly string[];
  readonly allNodes: boolean;
  readonly engine: 'memory' | 'neo4j';
  readonly url?: string;
  readonly database?: string;
  readonly schema?: string;
  readonly names: number;
  readonly fusePlans: number;
  readonly json: boolean;
  readonly explain: boolean;
}

type Answering = Pick<Pipeline, 'ask'>;

async function answerWith(
  { kb, engine, url, database, schema, names, allNodes, fusePlans: fusedPlans }: AskOptions,
  terminal: Terminal,
  { make }: OpenedPlanner,
  use: (pipeline: Answering) => Promise<Answer>,
): Promise<Answer> {
  const refuse = (expected: string, got: string): never => {
    throw new UsageError(`expected ${expected}, got ${got}`);
  };
  if (engine === 'memory') {
    if (url !== undefined || schema !== undefined) return refuse('--engine neo4j with --url', 'the engine memory');
    if (kb === undefined) return refuse('--kb, or --engine neo4j with --url', 'neither');
    return withPipeline(kb, terminal, use, { plannerFor: make, allNodes, fusedPlans });
  }
  if (url === undefined) return refuse('--url with --engine neo4j', 'none');
  if (kb === undefined && make !== undefined) return refuse('--kb with --planner llm or --plans', 'none');
  if (kb === undefined && fusedPlans !== 1) return refuse('--kb with --fuse-plans', 'none');
  if (kb !== undefined && schema !== undefined) return refuse('either --kb or --schema', 'both');
  const where = database === undefined ? {} : { database };
  return withNeo4j(url, async (driver) => {
    const { note, signal } = terminal;
    if (kb !== undefined) {
      return withPipeline(kb, terminal, use, {
        executorFor: (knowledgeBase) => neo4jExecutorOver(knowledgeBase, driver, { note, ...where }),
        plannerFor: make,
        allNodes,
        fusedPlans,
      });
    }
    const run = createCypherRun(driver, where);
    const inspected = schema === undefined ? await inspectNow(run, terminal) : await readInspected(schema, signal);
    terminal.progress('reading names');
    const encoder = await loadStaticEncoder({ signal });
    const pipeline = await createDatabasePipeline({ run, inspected, encoder, nameLimit: names, note, signal });
    terminal.progress('');
    return use(pipeline);
  });
}

/** Without a file that says what is in the database, it is looked at again for each question. */
async function inspectNow(run: CypherRun, { progress, note, signal }: Terminal): Promise<InspectedDatabase> {
  const inspected = await inspectNeo4j(run, {
    signal,
    onProgress: ({ done, total }) => progress(`looking at the database: ${done} of ${total}`),
  });
  progress('');
  if (inspected.schema.nodeTypes.length === 0) {
    throw new PipelineError('database_mismatch', 'expected a database with labelled nodes, got one without any');
  }
  note('looked at the database first; grasp neo4j inspect --out grasp.json and --schema grasp.json spare that');
  return inspected;
}

async function ask(question: string, options: AskOptions, terminal: Terminal): Promise<void> {
  const { signal } = terminal;
  const plan = options.plan === undefined ? undefined : await readJsonFile(options.plan, signal);
  const settings: PipelineOptions = {
    count: options.count,
    signal,
    ...(plan === undefined ? {} : { plan, planName: options.plan! }),
    ...(options.types === undefined ? {} : { types: options.types }),
  };
  const opened = await openPlanner(options, terminal);
  const answer = await answerWith(options, terminal, opened, (pipeline) => pipeline.ask(question, settings)).finally(
    () => opened.close(),
  );
  if (options.json) {
    const { plan: usedPlan, attempts, hits, typeAlternatives, timings } = answer;
    terminal.out(JSON.stringify({ question, plan: usedPlan, attempts, hits, typeAlternatives, timings }, undefined, 2));
    return;
  }
  for (const { text, label, type, ids } of answer.typeAlternatives ?? []) {
    terminal.note(`no ${label} has the name "${text}", but of type ${type}: ${ids.slice(0, 5).join(', ')}`);
  }
  if (options.explain) {
    terminal.out(`plan      ${JSON.stringify(answer.plan)}`);
    for (const { source, outcome, message } of answer.attempts ?? []) {
      terminal.out(`          ${source}, ${outcome}: ${message}`);
    }
    terminal.out('');
  }
  for (const line of formatAnswer(answer, options.explain)) terminal.out(line);
  if (options.explain) {
    const times = Object.entries(answer.timings).map(([stage, ms]) => `${stage} ${ms.toFixed(1)}`);
    terminal.out(`milliseconds: ${times.join(', ')}`);
  }
}

/** Adds `grasp ask`. */
export function defineAskCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('ask')
    .description('Answers a question with a ranked list of nodes.')
    .argument('<question>', 'the question in plain language')
    .option('--kb <file>', 'knowledge base file; without it, --engine neo4j answers from a database as it is')
    .option('-n, --count <number>', 'how many answers', wholeNumber(1, 10_000), 10)
    .option('--plan <file>', 'use the plan in this JSON file instead of making one')
    .option('--types <types>', 'node types that may be answers, separated by commas', wordList)
    .option('--all-nodes', ALL_NODES, false)
    .addOption(fusePlansOption())
    .addOption(
      new Option('--engine <engine>', 'what executes plans; with --kb, linking and text come from the file')
        .choices(['memory', 'neo4j'])
        .default('memory'),
    )
    .option('--url <url>', 'address of Neo4j; NEO4J_USER and NEO4J_PASSWORD in the environment are the credentials')
    .option('--database <name>', "Neo4j's database (default: the user's own)")
    .option('--schema <file>', 'what grasp neo4j inspect wrote of a database to be asked without --kb')
    .addOption(
      new Option('--names <number>', 'names read of a database that is asked without --kb')
        .argParser(wholeNumber(0, 10_000_000))
        .default(DATABASE_PIPELINE_DEFAULTS.nameLimit),
    )
    .option('--json', 'print { question, plan, hits, timings } as JSON and nothing else', false)
    .option('--explain', 'print for each answer why it is there', false);
  addPlannerOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  grasp ask "Which genes cause Miyoshi myopathy?" --kb hpo.skb --explain
  grasp ask "Which genes cause Miyoshi myopathy?" --kb hpo.skb --engine neo4j --url bolt://localhost:7687
  grasp ask "Which films did Ridley Scott direct?" --engine neo4j --url bolt://localhost:7687 --schema grasp.json`,
    )
    .action((question: string, options: AskOptions) => ask(question, options, terminal));
}
