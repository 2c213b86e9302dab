import { sampleAnswers } from '@grasp/answer-candidates';
import { createOpenAiModel } from '@grasp/planner';
import { saveAnswerRanker } from '@grasp/rerank';
import type { AnswerRow } from '@grasp/rerank';

import { Option } from 'commander';
import type { Command } from 'commander';

import { answerEvidence } from '../answers/answer-evidence.js';
import { answerFeatures, ANSWER_FEATURE_SETS, DEFAULT_FEATURES, rowNames } from '../answers/answer-features.js';
import { readAnswerQuestions } from '../answers/answer-questions.js';
import type { AnswerQuestion } from '../answers/answer-questions.js';
import { entityIndexes, linkEntities, linkGiven, nearestNode } from '../answers/answer-rows.js';
import type { CheckedAnswer } from '../answers/check-answer.js';
import { drawingFor } from '../answers/draw-subgraph.js';
import { ANSWER_MEASURES, evaluateAnswers } from '../answers/evaluate-answers.js';
import type { AnswerFigures } from '../answers/evaluate-answers.js';
import { openAnswerRanker, RANKER_HELP } from '../answers/open-answer-ranker.js';
import { explanationLines, rankedQuestionLines, rankedQuestionRecord } from '../answers/print-answers.js';
import { checkEvidence, orderOf, rankQuestion } from '../answers/rank-question.js';
import { labelledRows, trainAnswerRanker, TRAINED_RANKERS } from '../answers/train-answers.js';
import { asGiven, repeated, wholeNumber, wordList } from '../option-values.js';
import { PipelineError } from '../pipeline-error.js';
import { readJsonLines } from '../read-json-lines.js';
import { checkResultFile, writeResultFile } from '../result-file.js';
import type { Terminal } from '../terminal.js';
import { gatherAllEvidence, withAnswerGraph } from './with-answer-graph.js';

interface ExplainOptions {
  readonly kb: string;
  readonly entities?: readonly string[];
  readonly out?: string;
  readonly json: boolean;
}

async function explain(question: string, answer: string, options: ExplainOptions, terminal: Terminal): Promise<void> {
  const { signal } = terminal;
  const draw = options.out === undefined ? undefined : drawingFor(options.out);
  if (options.out !== undefined) await checkResultFile(options.out);
  await withAnswerGraph(options.kb, terminal, async (graph) => {
    const entities = await linkEntities(graph, { question, entities: options.entities, place: '--entities' }, signal);
    if (entities.length === 0) {
      throw new PipelineError(
        'invalid_input',
        'expected a question that names an entity, got none; name some with --entities',
      );
    }
    const indexes = entityIndexes(entities);
    const { nodes } = await linkGiven(graph, answer, 'answer', signal);
    const node = nearestNode(graph, indexes, nodes)!;
    const linked = { text: answer, nodes: [node, ...nodes.filter((other) => other !== node)] };
    const evidence = answerEvidence(graph, question, indexes, node.index, signal);
    if (draw !== undefined) await writeResultFile(options.out!, await draw(evidence.subgraph), signal);
    if (options.json) terminal.out(JSON.stringify({ question, entities, answer: linked, ...evidence }, null, 2));
    else for (const line of explanationLines(entities, linked, evidence, options.out)) terminal.out(line);
  });
}

interface RankOptions {
  readonly kb: string;
  readonly questions: string;
  readonly ranker: string;
  readonly explain: boolean;
  readonly out?: string;
}

async function rank(options: RankOptions, terminal: Terminal): Promise<void> {
  const { signal } = terminal;
  const questions = await readAnswerQuestions(options.questions, signal);
  const ranker = await openAnswerRanker(options.ranker, signal);
  if (options.out !== undefined) await checkResultFile(options.out);
  const records: string[] = [];
  await withAnswerGraph(options.kb, terminal, async (graph, pipeline) => {
    for (const [at, question] of questions.entries()) {
      signal.throwIfAborted();
      terminal.progress(`question ${at + 1} of ${questions.length}`);
      const ranked = await rankQuestion(graph, pipeline, question, ranker, signal);
      const record = JSON.stringify(rankedQuestionRecord(ranked));
      if (options.out !== undefined) records.push(`${record}\n`);
      if (options.explain) for (const line of rankedQuestionLines(ranked)) terminal.out(line);
      else if (options.out === undefined) terminal.out(record);
      await new Promise(setImmediate);
    }
  });
  if (options.out !== undefined) await writeResultFile(options.out, records.join(''), signal);
}

/** Questions for measuring and learning, all of which tell what is right. */
async function readJudged(file: string, signal: AbortSignal): Promise<AnswerQuestion[]> {
  const questions = await readAnswerQuestions(file, signal);
  const unjudged = questions.find(({ answers }) => answers === undefined);
  if (unjudged === undefined) return questions;
  throw new PipelineError('invalid_input', `${unjudged.place}: expected "answers", the right ones, got none`);
}

function figureLines(
  all: readonly { readonly ranker: string; readonly figures: readonly AnswerFigures[] }[],
): string[] {
  const header = ['ranker', 'type', 'questions', ...ANSWER_MEASURES, 'mrr, 95 % interval'];
  const rows = all.flatMap(({ ranker, figures }) =>
    figures.map(({ type, questions, means, intervals }) => [
      ranker,
      type,
      String(questions),
      ...ANSWER_MEASURES.map((measure) => means[measure].toFixed(3)),
      `${intervals.mrr.low.toFixed(3)} to ${intervals.mrr.high.toFixed(3)}`,
    ]),
  );
  const widths = header.map((_, at) => Math.max(...[header, ...rows].map((row) => row[at]!.length)));
  return [header, ...rows].map((row) =>
    row.map((cell, at) => (at < 2 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  '),
  );
}

interface EvalOptions {
  readonly kb: string;
  readonly questions: string;
  readonly ranker: readonly string[];
  readonly json: boolean;
}

async function evaluate(options: EvalOptions, terminal: Terminal): Promise<void> {
  const questions = await readJudged(options.questions, terminal.signal);
  const rankers = await Promise.all(options.ranker.map((name) => openAnswerRanker(name, terminal.signal)));
  const { evidence, checks } = await withAnswerGraph(options.kb, terminal, async (graph, pipeline) => {
    const gathered = await gatherAllEvidence(graph, questions, terminal);
    const found: (CheckedAnswer | undefined)[] = [];
    for (const each of gathered) found.push(await checkEvidence(graph, pipeline, each, terminal.signal));
    return { evidence: gathered, checks: found };
  });
  const all: { ranker: string; figures: AnswerFigures[] }[] = [];
  for (const ranker of rankers) {
    const orderings: string[][][] = [];
    for (const [at, each] of evidence.entries()) {
      const order = await orderOf(each, ranker, { checked: checks[at], signal: terminal.signal });
      orderings.push([order.map(({ id }) => id)]);
    }
    all.push({ ranker: ranker.name, figures: evaluateAnswers(evidence, orderings) });
  }
  if (options.json) terminal.out(JSON.stringify(all, null, 2));
  else for (const line of figureLines(all)) terminal.out(line);
  const kept = evidence.filter((each) => each.kept !== undefined).length;
  if (kept === 0) return;
  const checked = checks.filter((check) => check !== undefined).length;
  const told = checked === 0 ? '' : `, ${checked} of them after what the graph itself says`;
  terminal.note(`${kept} of ${evidence.length} questions are not reranked and keep the generator's order${told}`);
}

interface TrainOptions {
  readonly kb: string;
  readonly questions: string;
  readonly ranker: (typeof TRAINED_RANKERS)[number];
  readonly features: readonly string[];
  readonly folds: number;
  readonly repetitions: number;
  readonly seed: number;
  readonly rows?: string;
  readonly out: string;
}

/** A row as a line of a file, with the vectors among the features only: they are long. */
function rowLine({ vectors = {}, ...row }: AnswerRow, features: readonly string[]): string {
  const named = Object.entries(vectors).filter(([name]) => features.includes(name));
  const written = Object.fromEntries(named.map(([name, vector]) => [name, Array.from(vector)]));
  return `${JSON.stringify(named.length === 0 ? row : { ...row, vectors: written })}\n`;
}

async function train(options: TrainOptions, terminal: Terminal): Promise<void> {
  const { signal } = terminal;
  const questions = await readJudged(options.questions, signal);
  for (const file of [options.rows, options.out]) if (file !== undefined) await checkResultFile(file);
  const evidence = await withAnswerGraph(options.kb, terminal, (graph) =>
    gatherAllEvidence(graph, questions, terminal),
  );
  const rows = labelledRows(evidence);
  const features = answerFeatures(options.features, rowNames(rows));
  terminal.progress('cross-validation');
  const { folds, repetitions, seed } = options;
  const recipe = { kind: options.ranker, features };
  const trained = await trainAnswerRanker(evidence, recipe, { folds, repetitions, seed, signal });
  if (options.rows !== undefined) {
    await writeResultFile(options.rows, rows.map((row) => rowLine(row, features)).join(''), signal);
  }
  await writeResultFile(options.out, `${JSON.stringify(saveAnswerRanker(trained.model))}\n`, signal);
  terminal.out(`${trained.questions} questions, ${trained.rows} answers, ${features.length} features`);
  terminal.out(`${repetitions} × ${folds}-fold cross-validation by question:`);
  for (const line of figureLines(trained.figures)) terminal.out(line);
  terminal.out(options.out);
}

interface SampleOptions {
  readonly questions: string;
  readonly llmUrl: string;
  readonly llmModel: string;
  readonly samples: number;
  readonly beamSearch: boolean;
  readonly out: string;
}

async function sample(options: SampleOptions, terminal: Terminal): Promise<void> {
  const { signal } = terminal;
  const lines = await readJsonLines(options.questions, signal);
  await checkResultFile(options.out);
  const apiKey = process.env['GRASP_LLM_KEY'];
  const model = createOpenAiModel({
    url: options.llmUrl,
    model: options.llmModel,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  const sampled: string[] = [];
  for (const [at, line] of lines.entries()) {
    const { question } = line as { readonly question?: unknown };
    if (typeof question !== 'string' || question.trim() === '') {
      throw new PipelineError('invalid_input', `${options.questions}: expected "question" in line ${at + 1}, got none`);
    }
    terminal.progress(`question ${at + 1} of ${lines.length}`);
    const { samples: count, beamSearch } = options;
    const answers = await sampleAnswers(model, question, { count, beamSearch, signal });
    const candidates = answers.map(({ text, count: times }) => ({ text, count: times }));
    sampled.push(`${JSON.stringify({ ...line, candidates })}\n`);
  }
  await writeResultFile(options.out, sampled.join(''), signal);
  terminal.out(`${options.out}: ${lines.length} questions`);
}

const KB = ['--kb <file>', 'knowledge base file'] as const;
const QUESTIONS = [
  '--questions <file>',
  'JSON lines with question and candidates (texts, or text, id and count), optionally id, entities, type and answers',
] as const;

/** Adds `grasp answers` with its commands. */
export function defineAnswersCommand(program: Command, terminal: Terminal): void {
  const answers = program
    .command('answers')
    .description("Reranks a language model's answers by their subgraphs between question and answer.");
  answers
    .command('explain')
    .description('Shows how a question and an answer are connected: triples, features and text.')
    .argument('<question>', 'the question')
    .argument('<answer>', 'name or id of the answer')
    .requiredOption(...KB)
    .option('--entities <names...>', "names or ids of the question's entities; default: the names in the question")
    .option('--out <file>', 'also draw the subgraph: .dot, .svg, .json (node-link) or .graphml')
    .option('--json', 'print everything as JSON', false)
    .addHelpText(
      'after',
      '\nExample:\n  grasp answers explain "Which EU country is largest?" France --kb wikidata.skb --out france.svg',
    )
    .action((question: string, answer: string, options: ExplainOptions) =>
      explain(question, answer, options, terminal),
    );
  answers
    .command('rank')
    .description('Puts the candidate answers of questions in order.')
    .requiredOption(...KB)
    .requiredOption(...QUESTIONS)
    .requiredOption('--ranker <ranker>', RANKER_HELP)
    .option('--explain', 'print the answers with their subgraphs for people', false)
    .option('--out <file>', 'write JSON lines to this file instead of printing them')
    .addHelpText(
      'after',
      '\nExample:\n  grasp answers rank --kb wikidata.skb --questions pool.jsonl --ranker high:katz --explain',
    )
    .action((options: RankOptions) => rank(options, terminal));
  answers
    .command('eval')
    .description('Measures rankers on questions with known answers, by type of question.')
    .requiredOption(...KB)
    .requiredOption(...QUESTIONS)
    .requiredOption('--ranker <ranker>', `${RANKER_HELP}; may be given several times`, repeated(asGiven))
    .option('--json', 'print the figures as JSON and nothing else', false)
    .action((options: EvalOptions) => evaluate(options, terminal));
  answers
    .command('train')
    .description('Learns a ranker from questions with known answers, and cross-validates it.')
    .requiredOption(...KB)
    .requiredOption(...QUESTIONS)
    .addOption(new Option('--ranker <kind>', 'kind of ranker').choices(TRAINED_RANKERS).default('softmax-regression'))
    .option(
      '--features <names>',
      `features, or sets of them (${Object.keys(ANSWER_FEATURE_SETS).join(', ')}); "relative:" before a name compares with the question's other answers`,
      wordList,
      [...DEFAULT_FEATURES],
    )
    .option('--folds <number>', 'parts of the cross-validation', wholeNumber(2, 1000), 10)
    .option('--repetitions <number>', 'how often it is repeated', wholeNumber(1, 1000), 10)
    .option('--seed <number>', 'of the parts', wholeNumber(0, 4_294_967_295), 1)
    .option('--rows <file>', 'also write the rows learned from, as JSON lines, for other trainers')
    .requiredOption('--out <file>', 'where the ranker is written')
    .addHelpText(
      'after',
      '\nExample:\n  grasp answers train --kb wikidata.skb --questions judged.jsonl --out ranker.json',
    )
    .action((options: TrainOptions) => train(options, terminal));
  answers
    .command('sample')
    .description('Asks a language model for candidate answers.')
    .requiredOption('--questions <file>', 'JSON lines with question')
    .requiredOption(
      '--llm-url <url>',
      'OpenAI-compatible server, for example http://localhost:11434/v1; key in GRASP_LLM_KEY',
    )
    .requiredOption('--llm-model <model>', 'name of the model at the server')
    .option('--samples <number>', 'answers to each question, repetitions included', wholeNumber(1, 1000), 20)
    .option('--beam-search', 'ask for the best of a beam search (vLLM) instead of samples', false)
    .requiredOption('--out <file>', 'the questions with their candidates, as JSON lines')
    .addHelpText(
      'after',
      '\nExample:\n  grasp answers sample --questions questions.jsonl --llm-url http://localhost:8000/v1 --llm-model qwen --out pool.jsonl',
    )
    .action((options: SampleOptions) => sample(options, terminal));
}
