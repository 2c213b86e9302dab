import type { FieldKind, Schema } from '@grasp/plan';

import type { ProblemTally } from '../import-report.js';
import type { FieldValue, NodeRecord, Origin } from '../source.js';

const QUOTED_LENGTH = 80;

/** A text in quotes, cut when it is long. */
export const quote = (text: string): string =>
  JSON.stringify(text.length > QUOTED_LENGTH ? `${text.slice(0, QUOTED_LENGTH)}…` : text);

/** Whether something can be an id. */
export const isId = (value: unknown): value is string => typeof value === 'string' && value !== '';

function suitsKind(value: unknown, kind: FieldKind): value is FieldValue {
  if (kind === 'number') return typeof value === 'number' && Number.isFinite(value);
  return typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'));
}

/** A node as it is stored. */
export interface CheckedNode {
  readonly id: string;
  /** Position of its type in the schema. */
  readonly type: number;
  readonly name: string;
  /** JSON of aliases and fields; empty when it has neither. */
  readonly record: string;
}

/** Checks records against a schema as an import does, and counts what is wrong with them. */
export class RecordChecker {
  readonly #schema: Schema;
  readonly #problems: ProblemTally;
  readonly #types: ReadonlyMap<string, number>;
  readonly #relations: ReadonlyMap<string, number>;
  readonly #endpoints: readonly ReadonlySet<string>[];

  constructor(schema: Schema, problems: ProblemTally) {
    this.#schema = schema;
    this.#problems = problems;
    this.#types = new Map(schema.nodeTypes.map(({ name }, position) => [name, position]));
    this.#relations = new Map(schema.relations.map(({ name }, position) => [name, position]));
    this.#endpoints = schema.relations.map(
      ({ endpoints }) => new Set(endpoints.map(({ from, to }) => `${this.#types.get(from)} ${this.#types.get(to)}`)),
    );
  }

  /** The node without what does not fit; undefined when nothing can be kept of it. */
  node({ id, type, name, aliases, fields, origin }: NodeRecord): CheckedNode | undefined {
    if (!isId(id) || typeof name !== 'string') {
      this.#problems.add('malformed_row', () => 'expected a node with an id and a name', origin);
      return undefined;
    }
    const position = this.#types.get(type);
    if (position === undefined) {
      const describe = (): string => `node ${quote(id)}: the schema has no node type ${quote(String(type))}`;
      this.#problems.add('unknown_type', describe, origin);
      return undefined;
    }
    const isStringList = aliases === undefined || suitsKind(aliases, 'text');
    if (!isStringList) {
      this.#problems.add('invalid_value', () => `node ${quote(id)}: expected aliases as a list of strings`, origin);
    }
    const keptAliases = isStringList ? (aliases ?? []) : [];
    const keptFields = this.#fields(id, position, fields ?? {}, origin);
    const rest = {
      ...(keptAliases.length > 0 && { aliases: keptAliases }),
      ...(keptFields.length > 0 && { fields: Object.fromEntries(keptFields) }),
    };
    return { id, type: position, name, record: Object.keys(rest).length > 0 ? JSON.stringify(rest) : '' };
  }

  /** Position of a relation in the schema; undefined when it has none of this name or the ends are no ids. */
  relation(name: string, from: string, to: string, origin: Origin | undefined): number | undefined {
    const position = this.#relations.get(name);
    if (position === undefined) {
      const describe = (): string => `the schema has no relation ${quote(String(name))}`;
      this.#problems.add('unknown_relation', describe, origin);
    } else if (!isId(from) || !isId(to)) {
      this.#problems.add('malformed_row', () => 'expected a relation with two ids', origin);
      return undefined;
    }
    return position;
  }

  /** Whether the schema lists the relation between nodes of these types. Counts the problem otherwise. */
  endpoints(
    relation: number,
    ends: { readonly from: string; readonly to: string; readonly fromType: number; readonly toType: number },
    origin: Origin | undefined,
  ): boolean {
    if (this.#endpoints[relation]!.has(`${ends.fromType} ${ends.toType}`)) return true;
    const typeName = (type: number): string => quote(this.#schema.nodeTypes[type]!.name);
    const describe = (): string =>
      `${this.describe(relation, ends.from, ends.to)}: the schema does not list it from ${typeName(ends.fromType)} to ${typeName(ends.toType)}`;
    this.#problems.add('impossible_endpoints', describe, origin);
    return false;
  }

  describe(relation: number, from: string, to: string): string {
    return `${quote(this.#schema.relations[relation]!.name)} from ${quote(from)} to ${quote(to)}`;
  }

  #fields(
    id: string,
    type: number,
    fields: Readonly<Record<string, FieldValue>>,
    origin: Origin | undefined,
  ): [string, FieldValue][] {
    const { name: typeName, fields: known } = this.#schema.nodeTypes[type]!;
    for (const field of Object.keys(fields)) {
      if (known.some(({ name }) => name === field)) continue;
      const describe = (): string => `node ${quote(id)}: the type ${quote(typeName)} has no field ${quote(field)}`;
      this.#problems.add('unknown_field', describe, origin);
    }
    const kept: [string, FieldValue][] = [];
    for (const { name, kind } of known) {
      const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (value === undefined) continue;
      if (suitsKind(value, kind)) kept.push([name, value]);
      else {
        const expected = kind === 'number' ? 'a finite number' : 'a string or a list of strings';
        const describe = (): string => `node ${quote(id)}: the ${kind} field ${quote(name)} expects ${expected}`;
        this.#problems.add('invalid_value', describe, origin);
      }
    }
    return kept;
  }
}
