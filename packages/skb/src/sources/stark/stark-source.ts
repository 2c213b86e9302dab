import type { Endpoints, Relation, Schema } from '@grasp/plan';

import { firstPosition } from '../../first-position.js';
import type { KnowledgeBase } from '../../knowledge-base.js';
import type { SectionWriter } from '../../import-knowledge-base.js';
import type { ImportProblem, KnowledgeBaseSource, NodeRecord, RelationRecord } from '../../source.js';
import type { DescriptionFault } from '../read-description.js';
import { readLines } from '../read-lines.js';
import { ReadMeter } from '../read-meter.js';
import { withSchemaWords } from '../schema-words.js';
import type { StarkDescription } from '../source-description.js';
import { SourceError } from '../source-error.js';
import { oneByOne } from '../one-by-one.js';
import { STARK_DATA_SETS, starkDataSetOf } from './stark-data-sets.js';
import { CANDIDATES_SECTION, STARK_SECTION, STARK_TEXT_FORMAT } from './stark-sections.js';
import type { StarkRelationCounts, StarkSection } from './stark-sections.js';
import { starkLayout } from './stark-layout.js';
import type { StarkLayout } from './stark-layout.js';
import type { StarkDataSet } from './stark-node.js';
import { MAX_STARK_ID, starkEdges, starkNodes } from './stark-rows.js';
import { StarkTypes, surveyStark } from './stark-survey.js';
import type { StarkSurvey } from './stark-survey.js';

type SourceRecord = NodeRecord | RelationRecord | ImportProblem;

/** The pairs of a relation without their order, to be asked for later; 8 bytes each. */
class PairSet {
  #keys = new Float64Array(1 << 12);
  #count = 0;
  #isSorted = true;

  add(a: number, b: number): void {
    if (this.#count === this.#keys.length) {
      const grown = new Float64Array(2 * this.#keys.length);
      grown.set(this.#keys);
      this.#keys = grown;
    }
    this.#keys[this.#count++] = PairSet.#key(a, b);
    this.#isSorted = false;
  }

  has(a: number, b: number): boolean {
    if (!this.#isSorted) this.#keys.subarray(0, this.#count).sort();
    this.#isSorted = true;
    const key = PairSet.#key(a, b);
    const place = firstPosition(0, this.#count, (position) => this.#keys[position]! < key);
    return place < this.#count && this.#keys[place] === key;
  }

  static #key(a: number, b: number): number {
    return Math.min(a, b) * (MAX_STARK_ID + 1) + Math.max(a, b);
  }
}

function relationsOf(
  layout: StarkLayout,
  { tuples, isUndirected }: StarkSurvey,
  dataSet: StarkDataSet,
  edges: StarkDescription['edges'],
): Relation[] {
  return layout.relations.flatMap((starkName, number) => {
    const pairs = new Map<string, Endpoints>();
    const add = (from: number, to: number): void => {
      const pair = { from: layout.nodeTypes[from]!, to: layout.nodeTypes[to]! };
      pairs.set(`${from} ${to}`, pair);
    };
    for (const [from, relation, to] of tuples) {
      if (relation !== number) continue;
      if (edges === 'once' && isUndirected) add(Math.min(from, to), Math.max(from, to));
      else add(from, to);
      if (edges === 'both') add(to, from);
    }
    if (pairs.size === 0) return [];
    const words = dataSet.relations[starkName];
    const name = words?.name ?? starkName;
    return [
      {
        name,
        ...(words === undefined ? {} : { description: words.description }),
        ...(name === starkName ? {} : { aliases: [starkName] }),
        endpoints: [...pairs.values()],
      },
    ];
  });
}

function schemaOf(layout: StarkLayout, dataSet: StarkDataSet, relations: readonly Relation[]): Schema {
  return {
    nodeTypes: layout.nodeTypes.map((name) => {
      const description = dataSet.descriptions.nodeTypes[name];
      return { name, ...(description === undefined ? {} : { description }), fields: dataSet.fields(name) };
    }),
    relations,
  };
}

/**
 * A graph of STaRK in the layout in which it is passed on: Amazon, MAG or Prime. Nodes keep STaRK's ids, as strings.
 * `edges` says what becomes of directions:
 *
 * - `once` (default): each edge once. A graph that stores both directions (Prime) keeps that from the type that
 *   schema.json lists first, and of one type from the lower id.
 * - `both`: STaRK's undirected step: a graph that is not stored in both directions gets every edge turned round, too.
 * - `stored`: rows as they are.
 *
 * With `mergeAlsoView` two products that are connected by also_buy in either direction lose their also_view, as in STaRK,
 * which keeps one relation a pair. What is left out is counted in the section `stark`. Memory: one byte a node, and
 * 8 bytes for each row of also_buy.
 *
 * @throws {SourceError} when the folder is not of the layout or of another data set; the signal's reason.
 */
export async function starkSource(
  folder: string,
  name: string,
  description: StarkDescription,
  fault: DescriptionFault,
  signal?: AbortSignal,
): Promise<KnowledgeBaseSource> {
  const layout = await starkLayout(folder, signal);
  const dataSetName = description.dataSet ?? starkDataSetOf(layout.nodeTypes);
  if (dataSetName === undefined) {
    const expected = 'expected the node types of Amazon (product), MAG (paper) or Prime (gene/protein)';
    throw new SourceError('invalid_file', 'schema.json', `${expected}, got ${layout.nodeTypes.join(', ')}`);
  }
  const dataSet = STARK_DATA_SETS[dataSetName];
  const { tuples, isUndirected } = layout;
  const survey =
    tuples === undefined || isUndirected === undefined
      ? await surveyStark(folder, layout, signal)
      : { tuples, isUndirected };
  const { edges, mergeAlsoView } = description;
  const schema = withSchemaWords(
    schemaOf(layout, dataSet, relationsOf(layout, survey, dataSet, edges)),
    description.schema,
    fault,
  );
  const nameOf = (number: number): string => {
    const starkName = layout.relations[number]!;
    return dataSet.relations[starkName]?.name ?? starkName;
  };
  let counts: Record<string, StarkRelationCounts> = {};
  let candidates: Uint8Array | undefined;
  const meter = new ReadMeter();

  async function* nodeBatches(types: StarkTypes, stop?: AbortSignal): AsyncGenerator<SourceRecord[]> {
    for (const file of layout.nodeFiles) {
      for await (const rows of starkNodes(meter.file(folder, file), layout.nodeTypes, stop)) {
        yield rows.map((row): SourceRecord => {
          if (row.kind === 'problem') return row;
          const type = layout.nodeTypes[row.type]!;
          if (types.at(row.id) < 0) types.set(row.id, row.type);
          const origin = { file, line: row.line };
          return { kind: 'node', type, id: String(row.id), ...dataSet.text(type, row.attributes), origin };
        });
      }
    }
  }

  /** Whether an edge that stands in both directions is the one that is kept. */
  const isFirst = (types: StarkTypes, source: number, target: number): boolean => {
    const [from, to] = [types.at(source), types.at(target)];
    return from === to ? source <= target : from < to;
  };

  async function* edgeBatches(types: StarkTypes, stop?: AbortSignal): AsyncGenerator<SourceRecord[]> {
    const bought = new PairSet();
    for (const { file, relation: number } of layout.edgeFiles) {
      const relation = nameOf(number);
      const count = { rows: 0, reversed: 0, merged: 0, leftOut: 0 };
      counts[relation] = count;
      const isBuy = mergeAlsoView && relation === 'also_buy';
      const isView = mergeAlsoView && relation === 'also_view';
      for await (const batch of starkEdges(meter.file(folder, file), stop)) {
        const records: SourceRecord[] = [...batch.problems];
        count.rows += batch.count;
        for (let position = 0; position < batch.count; position++) {
          const [source, target] = [batch.sources[position]!, batch.targets[position]!];
          if (isBuy) bought.add(source, target);
          if (isView && bought.has(source, target)) {
            count.merged++;
            continue;
          }
          if (edges === 'once' && survey.isUndirected && !isFirst(types, source, target)) {
            count.leftOut++;
            continue;
          }
          const origin = { file, line: batch.lines[position]! };
          const [from, to] = [String(source), String(target)];
          records.push({ kind: 'relation', relation, from, to, origin });
          if (edges !== 'both' || survey.isUndirected || from === to) continue;
          count.reversed++;
          records.push({ kind: 'relation', relation, from: to, to: from, origin });
        }
        yield records;
      }
    }
  }

  async function* readCandidates(types: StarkTypes, stop?: AbortSignal): AsyncGenerator<ImportProblem[]> {
    const file = layout.candidateFile;
    if (file === undefined) return;
    let flags = new Uint8Array(1 << 16);
    for await (const { firstLine, lines, faults } of readLines(meter.file(folder, file), stop)) {
      const problems: ImportProblem[] = [];
      for (const [index, text] of lines.entries()) {
        const line = firstLine + index;
        if (text.trim() === '' && !faults.has(line)) continue;
        const id = /^\d{1,9}$/u.test(text.trim()) ? Number(text) : -1;
        if (types.at(id) < 0) {
          const message = faults.get(line) ?? `expected the id of a node, got ${JSON.stringify(text.slice(0, 60))}`;
          problems.push({ kind: 'problem', code: 'invalid_value', message, origin: { file, line } });
          continue;
        }
        if (id >= flags.length) {
          const grown = new Uint8Array(Math.max(id + 1, 2 * flags.length));
          grown.set(flags);
          flags = grown;
        }
        flags[id] = 1;
      }
      yield problems;
    }
    candidates = flags;
  }

  function candidateIndexes(knowledgeBase: KnowledgeBase): Uint32Array {
    const indexes: number[] = [];
    for (const { name: type } of knowledgeBase.schema.nodeTypes) {
      const isCandidateType = dataSet.candidateTypes?.includes(type) ?? true;
      const { start, end } = knowledgeBase.typeRange(type);
      for (let index = start; index < end; index++) {
        if (candidates === undefined ? isCandidateType : candidates[Number(knowledgeBase.idOf(index))] === 1) {
          indexes.push(index);
        }
      }
    }
    return Uint32Array.from(indexes);
  }

  async function* batches(options: { readonly signal?: AbortSignal } = {}): AsyncGenerator<SourceRecord[]> {
    counts = {};
    candidates = undefined;
    const files = [...layout.nodeFiles, ...layout.edgeFiles.map(({ file }) => file)];
    await meter.start(folder, layout.candidateFile === undefined ? files : [...files, layout.candidateFile]);
    const types = new StarkTypes();
    yield* nodeBatches(types, options.signal);
    yield* edgeBatches(types, options.signal);
    yield* readCandidates(types, options.signal);
  }

  return {
    name,
    schema,
    batches,
    records: (options) => oneByOne(batches(options)),
    position: () => meter.position(),
    decorate(writer: SectionWriter, knowledgeBase: KnowledgeBase) {
      const indexes = candidateIndexes(knowledgeBase);
      writer.putArray(CANDIDATES_SECTION, indexes);
      writer.putJson(STARK_SECTION, {
        dataSet: dataSetName,
        textFormat: STARK_TEXT_FORMAT,
        edges,
        mergeAlsoView,
        isStoredInBothDirections: survey.isUndirected,
        relations: counts,
        candidateCount: indexes.length,
      } satisfies StarkSection);
    },
  };
}
