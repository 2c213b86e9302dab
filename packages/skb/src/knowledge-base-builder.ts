import type { Schema } from '@grasp/plan';

import { buildRows, transposeRows } from './adjacency.js';
import { adjacencyEntries, columnEntries, NAME_ROWS, SIMILAR_NAMES } from './base-entries.js';
import type { ColumnName } from './base-entries.js';
import type { WritableValue } from './entry.js';
import { GrowableUint32 } from './growable-uint32.js';
import { ProblemTally } from './import-report.js';
import { Interner } from './interner.js';
import { buildSimilarTextArrays } from './names/similar-texts.js';
import { SortedTexts } from './names/sorted-texts.js';
import { normalizeName } from './normalize-name.js';
import { PendingRelations } from './pending-relations.js';
import { quote, RecordChecker } from './record-checker.js';
import { sortTexts } from './sort-texts.js';
import type { ImportProblem, NodeRecord, Origin, RelationRecord } from './source.js';
import { StringColumnBuilder } from './string-column.js';

const NODES_PER_TURN = 1 << 14;

/** What {@link KnowledgeBaseBuilder.build} gives. */
interface BuiltBase {
  readonly entries: Map<string, WritableValue>;
  readonly typeStarts: readonly number[];
  readonly relationCounts: readonly number[];
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Collects records in any order. Holds ids and relations in memory, as bytes and integers, and of names and texts at most
 * 64 MiB each, the rest in temporary files; nodes get their indexes at the end, when all are known.
 */
export class KnowledgeBaseBuilder {
  readonly problems = new ProblemTally();
  /** Nodes kept so far. */
  nodeCount = 0;
  /** Relations read so far. */
  relationCount = 0;
  readonly #schema: Schema;
  readonly #checker: RecordChecker;
  /** Taken away once it is in the entries. */
  readonly #pending: (PendingRelations | undefined)[];
  readonly #ids = new Interner();
  /** By number of the id: position among the nodes that were kept, from 1; 0 for an id that no node has. */
  readonly #nodeOfId = new GrowableUint32();
  readonly #idOfNode = new GrowableUint32();
  readonly #typeOfNode = new GrowableUint32();
  readonly #spoolStem: string;
  readonly #columns: StringColumnBuilder[] = [];
  readonly #names: StringColumnBuilder;
  readonly #records: StringColumnBuilder;
  readonly #nameKeys = new Interner();
  readonly #keyOfName = new GrowableUint32();
  readonly #nodeOfName = new GrowableUint32();

  #lastFrom = '';
  #lastFromNumber = -1;

  /** @param spoolStem - Begins the names of temporary files. {@link close} the builder to remove them. */
  constructor(schema: Schema, spoolStem: string) {
    this.#schema = schema;
    this.#spoolStem = spoolStem;
    this.#names = this.#newColumn();
    this.#records = this.#newColumn();
    this.#checker = new RecordChecker(schema, this.problems);
    this.#pending = schema.relations.map(() => new PendingRelations());
  }

  add(record: NodeRecord | RelationRecord | ImportProblem): void {
    if (record.kind === 'node') this.#addNode(record);
    else if (record.kind === 'relation') this.#addRelation(record);
    else this.problems.add(record.code, () => record.message, record.origin);
  }

  #addNode(record: NodeRecord): void {
    const type = this.#checker.nodeType(record);
    if (type === undefined) return;
    const { id, name, origin } = record;
    const idNumber = this.#idNumber(id);
    if (this.#nodeOfId.at(idNumber) !== 0) {
      this.problems.add('duplicate_node', () => `a second node has the id ${quote(id)}; the first is kept`, origin);
      return;
    }
    const { aliases, record: content } = this.#checker.content(record, type);

    const node = this.nodeCount++;
    this.#nodeOfId.set(idNumber, node + 1);
    this.#idOfNode.push(idNumber);
    this.#typeOfNode.push(type);
    this.#names.push(name);
    this.#records.push(content);
    for (const text of [name, ...aliases]) {
      const key = normalizeName(text);
      if (key === '') continue;
      this.#keyOfName.push(this.#nameKeys.number(key));
      this.#nodeOfName.push(node);
    }
  }

  #addRelation({ relation, from, to, origin }: RelationRecord): void {
    const number = this.#checker.relation(relation, from, to, origin);
    if (number === undefined) return;
    // Rows of a file mostly come in the order of what they start at.
    if (from !== this.#lastFrom) [this.#lastFrom, this.#lastFromNumber] = [from, this.#idNumber(from)];
    this.#pending[number]!.push(this.#lastFromNumber, this.#idNumber(to), origin);
    this.relationCount++;
  }

  #idNumber(id: string): number {
    const number = this.#ids.number(id);
    if (number === this.#nodeOfId.length) this.#nodeOfId.push(0);
    return number;
  }

  /**
   * Indexes everything, with a turn of the event loop now and then. Problems of relations are counted here. Call it once,
   * after the last record. `onProgress` is told how much of the nodes and relations is done, 0 to 1.
   *
   * @throws the signal's reason when it is aborted.
   */
  async build({
    signal,
    onProgress,
  }: {
    readonly signal?: AbortSignal | undefined;
    readonly onProgress?: (share: number) => void;
  } = {}): Promise<BuiltBase> {
    const total = Math.max(1, this.nodeCount + this.relationCount);
    let done = 0;
    const entries = new Map<string, WritableValue>();
    const pause = async (): Promise<void> => {
      await nextTurn();
      signal?.throwIfAborted();
    };
    const putColumn = (name: ColumnName, column: StringColumnBuilder): void => {
      column.build().forEach(({ bytes, offsets }, chunk) => {
        const target = columnEntries(name, chunk);
        entries.set(target.bytes, bytes).set(target.offsets, offsets);
      });
    };
    const { order, typeStarts } = this.#sortedNodes();
    await pause();
    const indexOfNode = new Uint32Array(order.length);
    const [ids, names, records] = [this.#newColumn(), this.#newColumn(), this.#newColumn()];
    for (let index = 0; index < order.length; index++) {
      const node = order[index]!;
      indexOfNode[node] = index;
      ids.push(this.#ids.text(this.#idOfNode.at(node)));
      names.pushFrom(this.#names, node);
      records.pushFrom(this.#records, node);
      if (index % NODES_PER_TURN !== 0) continue;
      if (index > 0) onProgress?.(index / total);
      await pause();
    }
    this.#names.close();
    this.#records.close();
    putColumn('ids', ids);
    putColumn('names', names);
    putColumn('records', records);
    putColumn('name-keys', this.#putNames(entries, indexOfNode));
    const relationCounts: number[] = [];
    for (let relation = 0; relation < this.#pending.length; relation++) {
      onProgress?.((this.nodeCount + done) / total);
      await pause();
      done += this.#pending[relation]!.length;
      relationCounts.push(this.#putRelation(entries, relation, this.#pending[relation]!, indexOfNode));
      this.#pending[relation] = undefined;
    }
    return { entries, typeStarts, relationCounts };
  }

  /** Removes temporary files. The entries that {@link build} gave cannot be read any more. */
  close(): void {
    for (const column of this.#columns) column.close();
  }

  #newColumn(): StringColumnBuilder {
    const column = new StringColumnBuilder(`${this.#spoolStem}-${this.#columns.length}.spool`);
    this.#columns.push(column);
    return column;
  }

  /** Nodes by type in the schema's order, and by id within a type. */
  #sortedNodes(): { readonly order: Uint32Array; readonly typeStarts: number[] } {
    const nodesOfTypes = this.#schema.nodeTypes.map((): number[] => []);
    for (let node = 0; node < this.nodeCount; node++) nodesOfTypes[this.#typeOfNode.at(node)]!.push(node);
    const order = new Uint32Array(this.nodeCount);
    const typeStarts = [0];
    for (const nodes of nodesOfTypes) {
      const start = typeStarts.at(-1)!;
      const sorted = sortTexts(nodes.map((node) => this.#ids.text(this.#idOfNode.at(node))));
      for (let rank = 0; rank < sorted.length; rank++) order[start + rank] = nodes[sorted[rank]!]!;
      typeStarts.push(start + nodes.length);
    }
    return { order, typeStarts };
  }

  #putNames(entries: Map<string, WritableValue>, indexOfNode: Uint32Array): StringColumnBuilder {
    const texts = Array.from({ length: this.#nameKeys.length }, (_, number) => this.#nameKeys.text(number));
    const order = sortTexts(texts);
    const rowOfKey = new Uint32Array(order.length);
    const column = this.#newColumn();
    for (let row = 0; row < order.length; row++) {
      rowOfKey[order[row]!] = row;
      column.push(texts[order[row]!]!);
    }
    const [from, to] = [new Uint32Array(this.#keyOfName.length), new Uint32Array(this.#keyOfName.length)];
    for (let position = 0; position < from.length; position++) {
      from[position] = rowOfKey[this.#keyOfName.at(position)]!;
      to[position] = indexOfNode[this.#nodeOfName.at(position)]!;
    }
    const { offsets, targets } = buildRows(from, to, order.length, this.nodeCount);
    entries.set(NAME_ROWS.offsets, offsets).set(NAME_ROWS.targets, targets);
    const similar = buildSimilarTextArrays(new SortedTexts(order.length, (row) => texts[order[row]!]!));
    entries.set(SIMILAR_NAMES.signatures, similar.signatures);
    entries.set(SIMILAR_NAMES.starts, similar.starts).set(SIMILAR_NAMES.rows, similar.rows);
    return column;
  }

  #putRelation(
    entries: Map<string, WritableValue>,
    relation: number,
    pending: PendingRelations,
    indexOfNode: Uint32Array,
  ): number {
    const count = pending.length;
    const positions = new Uint32Array(count);
    const [from, to] = [new Uint32Array(count), new Uint32Array(count)];
    let kept = 0;
    for (let position = 0; position < count; position++) {
      const source = pending.from.at(position);
      const target = pending.to.at(position);
      if (!this.#fits(relation, source, target)) {
        this.#reportUnfit(relation, source, target, pending.originAt(position));
        continue;
      }
      positions[kept] = position;
      from[kept] = indexOfNode[this.#nodeOfId.at(source) - 1]!;
      to[kept] = indexOfNode[this.#nodeOfId.at(target) - 1]!;
      kept++;
    }
    const rows = buildRows(from.subarray(0, kept), to.subarray(0, kept), this.nodeCount, this.nodeCount);
    for (const duplicate of rows.duplicates) {
      const position = positions[duplicate]!;
      const describe = (): string =>
        `${this.#describe(relation, pending.from.at(position), pending.to.at(position))} is there already`;
      this.problems.add('duplicate_relation', describe, pending.originAt(position));
    }
    const incoming = transposeRows(rows, this.nodeCount);
    for (const [direction, adjacency] of [['out', rows] as const, ['in', incoming] as const]) {
      const target = adjacencyEntries(relation, direction);
      entries.set(target.offsets, adjacency.offsets).set(target.targets, adjacency.targets);
    }
    return rows.targets.length;
  }

  /** Whether both ends of a relation are nodes, of types that it may connect. */
  #fits(relation: number, source: number, target: number): boolean {
    const from = this.#nodeOfId.at(source) - 1;
    const to = this.#nodeOfId.at(target) - 1;
    if (from < 0 || to < 0) return false;
    return this.#checker.connects(relation, this.#typeOfNode.at(from), this.#typeOfNode.at(to));
  }

  #reportUnfit(relation: number, source: number, target: number, origin: Origin | undefined): void {
    const missing = [source, target].find((end) => this.#nodeOfId.at(end) === 0);
    if (missing !== undefined) {
      const describe = (): string =>
        `${this.#describe(relation, source, target)}: no node has the id ${quote(this.#ids.text(missing))}`;
      this.problems.add('dangling_relation', describe, origin);
      return;
    }
    const typeOf = (end: number): number => this.#typeOfNode.at(this.#nodeOfId.at(end) - 1);
    const endsOf = () => ({
      from: this.#ids.text(source),
      to: this.#ids.text(target),
      fromType: typeOf(source),
      toType: typeOf(target),
    });
    this.#checker.addImpossible(relation, endsOf, origin);
  }

  #describe(relation: number, source: number, target: number): string {
    return this.#checker.describe(relation, this.#ids.text(source), this.#ids.text(target));
  }
}
