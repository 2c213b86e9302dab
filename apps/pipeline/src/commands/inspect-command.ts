import { candidatesOf, inspectKnowledgeBase, listEntries, openKnowledgeBase, starkSectionOf } from '@grasp/skb';
import type { EntrySize, KnowledgeBase, KnowledgeBaseInspection } from '@grasp/skb';
import type { Command } from 'commander';

import { checkAnswers } from '../check-answers.js';
import type { AnswerCheck } from '../check-answers.js';
import { wholeNumber } from '../option-values.js';
import { PipelineError } from '../pipeline-error.js';
import { readQuestionFile } from '../read-evaluation-file.js';
import type { Terminal } from '../terminal.js';
import { TEXT_INDEX, textIndexEncoder } from '../text-index.js';
import type { TextIndexMeta } from '../text-index.js';
import { count, fileSize } from './figures.js';

interface InspectOptions {
  readonly kb: string;
  readonly questions?: string;
  readonly sample: number;
  readonly examples: number;
  readonly json: boolean;
}

/** Who made the vectors of a file, and how many there are by what they are of. */
interface VectorInspection {
  readonly encoder: { readonly id: string; readonly dimensions: number } | null;
  readonly counts: Readonly<Record<string, number>>;
}

/** What `grasp inspect --json` prints. */
interface Inspection extends KnowledgeBaseInspection {
  readonly file: string;
  readonly bytes: number;
  /** Updates since the import. */
  readonly updates: number;
  readonly candidates: number | null;
  readonly stark: ReturnType<typeof starkSectionOf> | null;
  readonly vectors: VectorInspection;
  readonly entries: readonly EntrySize[];
  readonly answers: AnswerCheck | null;
}

const BASE_ENTRY = /^base\/(?!relation-)/u;
const ENTRIES_SHOWN = 12;

const share = (part: number, whole: number): string => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`);
const shown = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

function inspectVectors(knowledgeBase: KnowledgeBase, entries: readonly EntrySize[]): VectorInspection {
  const encoder = textIndexEncoder(knowledgeBase) ?? null;
  const indexed = knowledgeBase.json(TEXT_INDEX) as Partial<TextIndexMeta> | undefined;
  const counts: Record<string, number> = {};
  for (const { name } of entries) {
    const section = /^section\/(.+)\.vectors$/u.exec(name)?.[1];
    if (section === undefined || encoder === null || encoder.dimensions === 0) continue;
    // Vectors of fields are stored by their position in what the index says.
    const position = /^fields\.(\d+)$/u.exec(section)?.[1];
    const label = position === undefined ? section : `field ${indexed?.fields?.[Number(position)] ?? position}`;
    counts[label] = (knowledgeBase.array(`${section}.vectors`)?.length ?? 0) / encoder.dimensions;
  }
  return { encoder, counts };
}

function* typeLines({ types }: KnowledgeBaseInspection): Generator<string> {
  for (const { type, nodes, isolated, isolatedIds, names, lookedAt, withAliases, withoutText, fields } of types) {
    yield `${type}: ${count(nodes)} nodes`;
    if (isolated > 0) {
      const shownIds = [...isolatedIds.map(shown), ...(isolated > isolatedIds.length ? ['…'] : [])];
      yield `  without an edge: ${count(isolated)}: ${shownIds.join(', ')}`;
    }
    if (names.unnamed > 0) yield `  without a name: ${count(names.unnamed)}`;
    if (names.sharedNames > 0) {
      yield `  ${count(names.sharedNames)} names are shared by ${count(names.sharingNodes)} nodes`;
      for (const { name, count: sharing, ids } of names.examples) {
        yield `    "${shown(name)}": ${count(sharing)} nodes (${ids.map(shown).join(', ')}${sharing > ids.length ? ', …' : ''})`;
      }
    }
    if (nodes === 0) continue;
    if (lookedAt < nodes) yield `  of ${count(lookedAt)} looked at`;
    yield `  with aliases: ${share(withAliases, lookedAt)}; with a name and nothing else: ${share(withoutText, lookedAt)}`;
    for (const { field, kind, filled } of fields) yield `  ${field} (${kind}): ${share(filled, lookedAt)}`;
  }
}

function* relationLines({ relations, degrees }: KnowledgeBaseInspection): Generator<string> {
  for (const { relation, edges, toItself, inBothDirections } of relations) {
    const notes = [
      ...(toItself > 0 ? [`${count(toItself)} to itself`] : []),
      ...(inBothDirections > 0 ? [`${count(inBothDirections)} in both directions`] : []),
    ];
    yield `${relation}: ${count(edges)} edges${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`;
    for (const { direction, nodes, without, mean, median, percentile99, max, hubs } of degrees.filter(
      (each) => each.relation === relation,
    )) {
      const spread = `mean ${mean.toFixed(1)}, median ${count(median)}, 99 % ${count(percentile99)}, most ${count(max)}`;
      yield `  ${direction}: ${spread}; ${share(without, nodes)} of ${count(nodes)} nodes without`;
      const named = hubs.map(({ name, id, degree }) => `${shown(name === '' ? id : name)} (${count(degree)})`);
      if (named.length > 0) yield `    most: ${named.join(', ')}`;
    }
  }
}

/** Sizes by group, then the largest entries. */
function* sizeLines({ entries, bytes }: Inspection): Generator<string> {
  const groupOf = ({ name }: EntrySize): string => {
    if (BASE_ENTRY.test(name)) return name.split('/').slice(0, 2).join('/');
    if (name.startsWith('base/relation-')) return 'base/relations';
    return name.startsWith('section/') ? `section/${name.slice(8).split(/[./]/u)[0]!}` : name;
  };
  const groups = new Map<string, number>();
  for (const entry of entries) groups.set(groupOf(entry), (groups.get(groupOf(entry)) ?? 0) + entry.bytes);
  const sorted = [...groups].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  for (const [name, size] of sorted.slice(0, ENTRIES_SHOWN)) {
    yield `  ${name.padEnd(28)} ${fileSize(size).padStart(12)}  ${share(size, bytes)}`;
  }
  if (sorted.length > ENTRIES_SHOWN) yield `  … and ${sorted.length - ENTRIES_SHOWN} smaller ones; --json lists all`;
}

function* answerLines({
  questions,
  answers,
  unknown,
  noCandidates,
  unanswerable,
  examples,
}: AnswerCheck): Generator<string> {
  yield `answers: ${count(answers)} of ${count(questions)} questions; ${count(unknown)} are no nodes, ${count(noCandidates)} no candidates`;
  if (unanswerable > 0) yield `  ${count(unanswerable)} questions have no answer that can be found`;
  for (const { question, answer, why } of examples) {
    yield `  question ${shown(question)}: ${shown(answer)} is ${why === 'unknown' ? 'no node' : 'no candidate'}`;
  }
}

function* format(inspection: Inspection): Generator<string> {
  const { file, bytes, nodeCount, relationCount, updates, vectors, candidates, stark, answers } = inspection;
  yield `${file}: ${fileSize(bytes)}, ${count(nodeCount)} nodes, ${count(relationCount)} relations, ${count(updates)} updates since the import`;
  yield* typeLines(inspection);
  yield* relationLines(inspection);
  const dangling = inspection.relations.reduce((sum, each) => sum + each.dangling, 0);
  yield `edges to nodes that do not exist: ${count(dangling)} (an import leaves such rows out and counts them)`;
  if (stark !== null && stark !== undefined) {
    yield `STaRK: ${stark.dataSet}, text format ${stark.textFormat}, edges ${stark.edges}${stark.mergeAlsoView ? ', also_view merged' : ''}`;
  }
  yield `candidates: ${candidates === null ? 'every node' : count(candidates)}`;
  const { encoder } = vectors;
  const isEncoded = Object.values(vectors.counts).some((number) => number > 0);
  if (encoder === null || !isEncoded) yield 'vectors: none';
  else yield `vectors: ${encoder.id}, ${encoder.dimensions} dimensions`;
  for (const [section, number] of Object.entries(vectors.counts)) yield `  ${section}: ${count(number)}`;
  yield 'sizes';
  yield* sizeLines(inspection);
  if (answers !== null) yield* answerLines(answers);
}

async function inspect(options: InspectOptions, terminal: Terminal): Promise<void> {
  const { kb, questions, sample, examples, json } = options;
  const { signal } = terminal;
  const knowledgeBase = openKnowledgeBase(kb);
  let answers: AnswerCheck | null;
  try {
    const asked = questions === undefined ? undefined : await readQuestionFile(questions, signal);
    const entries = listEntries(kb);
    const found = await inspectKnowledgeBase(knowledgeBase, {
      sampleSize: sample,
      exampleCount: examples,
      signal,
      onProgress: ({ done, total }) => terminal.progress(`looking at types and relations: ${done} of ${total}`),
    });
    answers = asked === undefined ? null : checkAnswers(knowledgeBase, asked);
    const inspection: Inspection = {
      file: kb,
      bytes: knowledgeBase.report.bytes,
      updates: knowledgeBase.updates.length,
      ...found,
      candidates: candidatesOf(knowledgeBase)?.length ?? null,
      stark: starkSectionOf(knowledgeBase) ?? null,
      vectors: inspectVectors(knowledgeBase, entries),
      entries,
      answers,
    };
    if (json) terminal.out(JSON.stringify(inspection, undefined, 2));
    else for (const line of format(inspection)) terminal.out(line);
  } finally {
    knowledgeBase.close();
  }
  if (answers === null || answers.unknown + answers.noCandidates === 0) return;
  const wrong = `${count(answers.unknown + answers.noCandidates)} of ${count(answers.answers)} answers are none`;
  throw new PipelineError('invalid_input', `${questions!}: expected answers that are candidates of ${kb}, ${wrong}`);
}

/** Adds `grasp inspect`. */
export function defineInspectCommand(program: Command, terminal: Terminal): void {
  program
    .command('inspect')
    .description('Shows what a knowledge base file holds: counts, degrees, hubs, fields, sizes, and what looks wrong.')
    .requiredOption('--kb <file>', 'knowledge base file')
    .option('--questions <file>', 'also check that every answer of these questions may be one (.jsonl or STaRK .csv)')
    .option('--sample <number>', 'nodes of each type whose fields are looked at', wholeNumber(1, 1e9), 200_000)
    .option('--examples <number>', 'hubs, names and ids to show of each', wholeNumber(0, 1_000), 5)
    .option('--json', 'print everything as JSON', false)
    .addHelpText(
      'after',
      '\nExamples:\n  grasp inspect --kb hpo.skb\n  grasp inspect --kb prime.skb --questions stark_qa.csv',
    )
    .action((options: InspectOptions) => inspect(options, terminal));
}
