import { Option } from 'commander';
import type { Command } from 'commander';

import { neo4jExecutorOver } from '../neo4j/neo4j-executor-over.js';
import { withNeo4j } from '../neo4j/with-neo4j.js';
import type { Answer, AskOptions as PipelineOptions, Pipeline } from '../pipeline.js';
import { wholeNumber, wordList } from '../option-values.js';
import { PipelineError } from '../pipeline-error.js';
import { readJsonFile } from '../read-json-file.js';
import { formatExplanation } from '../format-explanation.js';
import type { Terminal } from '../terminal.js';
import { withPipeline } from './open-for-questions.js';

function formatAnswer({ hits }: Answer, isExplained: boolean): string[] {
  if (hits.length === 0) return ['no answers'];
  return hits.flatMap((hit, position) => {
    const line = `${String(position + 1).padStart(2)}. ${hit.name}  (${hit.type}, ${hit.id})  ${hit.score.toFixed(5)}`;
    return isExplained ? [line, ...formatExplanation(hit).map((detail) => `      ${detail}`), ''] : [line];
  });
}

interface AskOptions {
  readonly kb: string;
  readonly count: number;
  readonly plan?: string;
  readonly types?: readonly string[];
  readonly engine: 'memory' | 'neo4j';
  readonly url?: string;
  readonly database?: string;
  readonly json: boolean;
  readonly explain: boolean;
}

function answerWith(
  { kb, engine, url, database }: AskOptions,
  terminal: Terminal,
  use: (pipeline: Pipeline) => Promise<Answer>,
): Promise<Answer> {
  if (engine === 'memory') {
    if (url === undefined) return withPipeline(kb, terminal, use);
    throw new PipelineError('invalid_input', 'expected --engine neo4j with --url, got the engine memory');
  }
  if (url === undefined) throw new PipelineError('invalid_input', 'expected --url with --engine neo4j, got none');
  return withNeo4j(url, (driver) =>
    withPipeline(kb, terminal, use, (knowledgeBase) =>
      neo4jExecutorOver(knowledgeBase, driver, {
        note: terminal.note,
        ...(database === undefined ? {} : { database }),
      }),
    ),
  );
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
  const answer = await answerWith(options, terminal, (pipeline) => pipeline.ask(question, settings));
  if (options.json) {
    const { plan: usedPlan, hits, timings } = answer;
    terminal.out(JSON.stringify({ question, plan: usedPlan, hits, timings }, undefined, 2));
    return;
  }
  if (options.explain) terminal.out(`plan      ${JSON.stringify(answer.plan)}\n`);
  for (const line of formatAnswer(answer, options.explain)) terminal.out(line);
  if (options.explain) {
    const times = Object.entries(answer.timings).map(([stage, ms]) => `${stage} ${ms.toFixed(1)}`);
    terminal.out(`milliseconds: ${times.join(', ')}`);
  }
}

/** Adds `grasp ask`. */
export function defineAskCommand(program: Command, terminal: Terminal): void {
  program
    .command('ask')
    .description('Answers a question with a ranked list of nodes.')
    .argument('<question>', 'the question in plain language')
    .requiredOption('--kb <file>', 'knowledge base file')
    .option('-n, --count <number>', 'how many answers', wholeNumber(1, 10_000), 10)
    .option('--plan <file>', 'use the plan in this JSON file instead of making one')
    .option('--types <types>', 'node types that may be answers, separated by commas', wordList)
    .addOption(
      new Option('--engine <engine>', 'what executes plans; linking and text always come from the file')
        .choices(['memory', 'neo4j'])
        .default('memory'),
    )
    .option('--url <url>', 'address of Neo4j, filled by grasp neo4j load; NEO4J_USER, NEO4J_PASSWORD for credentials')
    .option('--database <name>', "Neo4j's database (default: the user's own)")
    .option('--json', 'print { question, plan, hits, timings } as JSON and nothing else', false)
    .option('--explain', 'print for each answer why it is there', false)
    .addHelpText('after', '\nExample:\n  grasp ask "Which genes cause Miyoshi myopathy?" --kb hpo.skb --explain')
    .action((question: string, options: AskOptions) => ask(question, options, terminal));
}
