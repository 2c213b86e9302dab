import type { FieldKind, Schema } from '@grasp/plan';

import { buildRows, transposeRows } from './adjacency.js';
import { adjacencyEntries, columnEntries, NAME_ROWS } from './base-entries.js';
import type { ColumnName } from './base-entries.js';
import type { StoredValue } from './entry.js';
import { GrowableUint32 } from './growable-uint32.js';
import { ProblemTally } from './import-report.js';
import { Interner } from './interner.js';
import { normalizeName } from './normalize-name.js';
import { PendingRelations } from './pending-relations.js';
import type { FieldValue, ImportProblem, NodeRecord, Origin, RelationRecord } from './source.js';
import { StringColumnBuilder } from './string-column.js';

const QUOTED_LENGTH = 80;

const quote = (text: string): string =>
  JSON.stringify(text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH)}…` : text);

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';

function suitsKind(value: unknown, kind: FieldKind): value is FieldValue {
  if (kind === 'number') return typeof value === 'number' && Number.isFinite(value);
  return typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'));
}

/** What {@link KnowledgeBaseBuilder.build} gives. */
interface BuiltBase {
  readonly entries: Map<string, StoredValue>;
  readonly typeStarts: readonly number[];
  readonly relationCounts: readonly number[];
}

/**
 * Collects records in any order. Holds texts as bytes and relations as integers; nodes get their indexes at the end,
 * when all are known.
 */
export class KnowledgeBaseBuilder {
  readonly problems = new ProblemTally();
  /** Nodes kept so far. */
  nodeCount = 0;
  /** Relations read so far. */
  relationCount = 0;
  readonly #schema: Schema;
  readonly #typeNumbers: ReadonlyMap<string, number>;
  readonly #relationNumbers: ReadonlyMap<string, number>;
  readonly #fieldKinds: readonly ReadonlyMap<string, FieldKind>[];
  /** By relation, the pairs of node types that it connects: number of the first times number of types, plus the second. */
  readonly #endpoints: readonly ReadonlySet<number>[];
  readonly #pending: readonly PendingRelations[];
  readonly #ids = new Interner();
  /** By number of the id: position among the nodes that were kept, from 1; 0 for an id that no node has. */
  readonly #nodeOfId = new GrowableUint32();
  readonly #idOfNode = new GrowableUint32();
  readonly #typeOfNode = new GrowableUint32();
  readonly #names = new StringColumnBuilder();
  readonly #records = new StringColumnBuilder();
  readonly #nameKeys = new Interner();
  readonly #keyOfName = new GrowableUint32();
  readonly #nodeOfName = new GrowableUint32();

  constructor(schema: Schema) {
    this.#schema = schema;
    this.#typeNumbers = new Map(schema.nodeTypes.map(({ name }, number) => [name, number]));
    this.#relationNumbers = new Map(schema.relations.map(({ name }, number) => [name, number]));
    this.#fieldKinds = schema.nodeTypes.map(({ fields }) => new Map(fields.map(({ name, kind }) => [name, kind])));
    const typeNumber = (name: string): number => this.#typeNumbers.get(name)!;
    this.#endpoints = schema.relations.map(
      ({ endpoints }) =>
        new Set(endpoints.map(({ from, to }) => typeNumber(from) * schema.nodeTypes.length + typeNumber(to))),
    );
    this.#pending = schema.relations.map(() => new PendingRelations());
  }

  add(record: NodeRecord | RelationRecord | ImportProblem): void {
    if (record.kind === 'node') this.#addNode(record);
    else if (record.kind === 'relation') this.#addRelation(record);
    else this.problems.add(record.code, () => record.message, record.origin);
  }

  #addNode({ id, type, name, aliases, fields, origin }: NodeRecord): void {
    if (!isName(id) || typeof name !== 'string') {
      this.problems.add('malformed_row', () => 'expected a node with an id and a name', origin);
      return;
    }
    const typeNumber = this.#typeNumbers.get(type);
    if (typeNumber === undefined) {
      const describe = (): string => `node ${quote(id)}: the schema has no node type ${quote(String(type))}`;
      this.problems.add('unknown_type', describe, origin);
      return;
    }
    const idNumber = this.#idNumber(id);
    if (this.#nodeOfId.at(idNumber) !== 0) {
      this.problems.add('duplicate_node', () => `a second node has the id ${quote(id)}; the first is kept`, origin);
      return;
    }
    const isStringList = aliases === undefined || suitsKind(aliases, 'text');
    if (!isStringList) {
      this.problems.add('invalid_value', () => `node ${quote(id)}: expected aliases as a list of strings`, origin);
    }
    const keptAliases = isStringList ? (aliases ?? []) : [];
    const keptFields = this.#checkFields(id, typeNumber, fields ?? {}, origin);

    const node = this.nodeCount++;
    this.#nodeOfId.set(idNumber, node + 1);
    this.#idOfNode.push(idNumber);
    this.#typeOfNode.push(typeNumber);
    this.#names.push(name);
    const rest = {
      ...(keptAliases.length > 0 && { aliases: keptAliases }),
      ...(keptFields.length > 0 && { fields: Object.fromEntries(keptFields) }),
    };
    this.#records.push(Object.keys(rest).length > 0 ? JSON.stringify(rest) : '');
    for (const text of [name, ...keptAliases]) {
      const key = normalizeName(text);
      if (key === '') continue;
      this.#keyOfName.push(this.#nameKeys.number(key));
      this.#nodeOfName.push(node);
    }
  }

  #checkFields(
    id: string,
    typeNumber: number,
    fields: Readonly<Record<string, FieldValue>>,
    origin: Origin | undefined,
  ): [string, FieldValue][] {
    const kinds = this.#fieldKinds[typeNumber]!;
    for (const field of Object.keys(fields)) {
      if (kinds.has(field)) continue;
      const describe = (): string =>
        `node ${quote(id)}: the type ${quote(this.#schema.nodeTypes[typeNumber]!.name)} has no field ${quote(field)}`;
      this.problems.add('unknown_field', describe, origin);
    }
    const kept: [string, FieldValue][] = [];
    for (const [field, kind] of kinds) {
      const value = Object.hasOwn(fields, field) ? fields[field] : undefined;
      if (value === undefined) continue;
      if (suitsKind(value, kind)) kept.push([field, value]);
      else {
        const expected = kind === 'number' ? 'a finite number' : 'a string or a list of strings';
        const describe = (): string => `node ${quote(id)}: the ${kind} field ${quote(field)} expects ${expected}`;
        this.problems.add('invalid_value', describe, origin);
      }
    }
    return kept;
  }

  #addRelation({ relation, from, to, origin }: RelationRecord): void {
    const number = this.#relationNumbers.get(relation);
    if (number === undefined) {
      const describe = (): string => `the schema has no relation ${quote(String(relation))}`;
      this.problems.add('unknown_relation', describe, origin);
      return;
    }
    if (!isName(from) || !isName(to)) {
      this.problems.add('malformed_row', () => 'expected a relation with two ids', origin);
      return;
    }
    this.#pending[number]!.push(this.#idNumber(from), this.#idNumber(to), origin);
    this.relationCount++;
  }

  #idNumber(id: string): number {
    const number = this.#ids.number(id);
    if (number === this.#nodeOfId.length) this.#nodeOfId.push(0);
    return number;
  }

  /** Indexes everything. Problems of relations are counted here. Call it once, after the last record. */
  build(): BuiltBase {
    const entries = new Map<string, StoredValue>();
    const putColumn = (name: ColumnName, column: StringColumnBuilder): void => {
      const [target, data] = [columnEntries(name), column.build()];
      entries.set(target.bytes, data.bytes).set(target.offsets, data.offsets);
    };
    const order = this.#sortedNodes();
    const indexOfNode = new Uint32Array(order.length);
    const typeStarts = new Array<number>(this.#schema.nodeTypes.length + 1).fill(0);
    const [ids, names, records] = [new StringColumnBuilder(), new StringColumnBuilder(), new StringColumnBuilder()];
    order.forEach((node, index) => {
      indexOfNode[node] = index;
      typeStarts[this.#typeOfNode.at(node) + 1]!++;
      ids.push(this.#ids.texts[this.#idOfNode.at(node)]!);
      names.pushFrom(this.#names, node);
      records.pushFrom(this.#records, node);
    });
    for (let type = 0; type + 1 < typeStarts.length; type++) typeStarts[type + 1]! += typeStarts[type]!;
    putColumn('ids', ids);
    putColumn('names', names);
    putColumn('records', records);
    putColumn('name-keys', this.#putNames(entries, indexOfNode));
    const relationCounts = this.#pending.map((pending, relation) =>
      this.#putRelation(entries, relation, pending, indexOfNode),
    );
    return { entries, typeStarts, relationCounts };
  }

  #sortedNodes(): number[] {
    const idOf = (node: number): string => this.#ids.texts[this.#idOfNode.at(node)]!;
    return Array.from({ length: this.nodeCount }, (_, node) => node).sort(
      (a, b) => this.#typeOfNode.at(a) - this.#typeOfNode.at(b) || (idOf(a) < idOf(b) ? -1 : 1),
    );
  }

  #putNames(entries: Map<string, StoredValue>, indexOfNode: Uint32Array): StringColumnBuilder {
    const texts = this.#nameKeys.texts;
    const order = Array.from(texts, (_, number) => number).sort((a, b) => (texts[a]! < texts[b]! ? -1 : 1));
    const rowOfKey = new Uint32Array(order.length);
    const column = new StringColumnBuilder();
    order.forEach((number, row) => {
      rowOfKey[number] = row;
      column.push(texts[number]!);
    });
    const [from, to] = [new Uint32Array(this.#keyOfName.length), new Uint32Array(this.#keyOfName.length)];
    for (let position = 0; position < from.length; position++) {
      from[position] = rowOfKey[this.#keyOfName.at(position)]!;
      to[position] = indexOfNode[this.#nodeOfName.at(position)]!;
    }
    const { offsets, targets } = buildRows(from, to, order.length, this.nodeCount);
    entries.set(NAME_ROWS.offsets, offsets).set(NAME_ROWS.targets, targets);
    return column;
  }

  #putRelation(
    entries: Map<string, StoredValue>,
    relation: number,
    pending: PendingRelations,
    indexOfNode: Uint32Array,
  ): number {
    const count = pending.length;
    const positions = new Uint32Array(count);
    const [from, to] = [new Uint32Array(count), new Uint32Array(count)];
    let kept = 0;
    for (let position = 0; position < count; position++) {
      const [source, target] = [pending.from.at(position), pending.to.at(position)];
      if (!this.#checkRelation(relation, source, target, () => pending.originAt(position))) continue;
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

  /** Counts the problem when the ends of a relation are unknown or do not fit it. */
  #checkRelation(relation: number, source: number, target: number, origin: () => Origin | undefined): boolean {
    for (const end of [source, target]) {
      if (this.#nodeOfId.at(end) !== 0) continue;
      const describe = (): string =>
        `${this.#describe(relation, source, target)}: no node has the id ${quote(this.#ids.texts[end]!)}`;
      this.problems.add('dangling_relation', describe, origin());
      return false;
    }
    const from = this.#typeOfNode.at(this.#nodeOfId.at(source) - 1);
    const to = this.#typeOfNode.at(this.#nodeOfId.at(target) - 1);
    if (this.#endpoints[relation]!.has(from * this.#typeNumbers.size + to)) return true;
    const typeName = (type: number): string => quote(this.#schema.nodeTypes[type]!.name);
    const describe = (): string =>
      `${this.#describe(relation, source, target)}: the schema does not list it from ${typeName(from)} to ${typeName(to)}`;
    this.problems.add('impossible_endpoints', describe, origin());
    return false;
  }

  #describe(relation: number, source: number, target: number): string {
    const { name } = this.#schema.relations[relation]!;
    return `${quote(name)} from ${quote(this.#ids.texts[source]!)} to ${quote(this.#ids.texts[target]!)}`;
  }
}
