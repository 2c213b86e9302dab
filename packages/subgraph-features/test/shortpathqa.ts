import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import type { Subgraph } from '../src/index.js';
import { fromNodeLink, parsePythonLiteral } from '../src/index.js';

const folder = join(__dirname, '../../../datasets/wikidata-shortpathqa/data');

const read = (file: string): string => {
  const bytes = readFileSync(join(folder, file));
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
};

/** Rows of a table without quoting, as objects from column to text. */
function readTable(file: string): Record<string, string>[] {
  const [header = '', ...lines] = read(file).trimEnd().split('\n');
  const columns = header.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(columns.map((column, position) => [column, cells[position] ?? '']));
  });
}

export interface ShortPathRow {
  readonly question: string;
  readonly answer: string;
  readonly answerId: string;
  readonly questionIds: readonly string[];
  readonly isCorrect: boolean;
  readonly subgraph: Subgraph;
  readonly reference: Readonly<Record<string, string>>;
}

const unquote = (cell: string): string =>
  cell.startsWith('"') && cell.endsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;

/** The 3,818 published rows with the features that networkx gives for them. */
export function readShortPathRows(): ShortPathRow[] {
  const references = readTable('networkx_features.tsv.gz');
  return readTable('human_annotated_test.tsv.gz').map((cells, row) => ({
    question: unquote(cells['question']!),
    answer: unquote(cells['answerEntity']!),
    answerId: cells['answerEntityId']!,
    questionIds: cells['questionEntityId']!.split(',').map((id) => id.trim()),
    isCorrect: cells['correct'] === 'True',
    subgraph: fromNodeLink(parsePythonLiteral(unquote(cells['graph']!.trimEnd()))),
    reference: references[row]!,
  }));
}

export const readEntities = (): Record<string, string>[] => readTable('entities.tsv');
export const readRelations = (): Record<string, string>[] => readTable('relations.tsv');
export const readTriples = (): Record<string, string>[] => readTable('triples.tsv');
