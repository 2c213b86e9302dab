import type { FieldKind, Schema } from '@grasp/plan';

import type { ProblemTally } from './import-report.js';
import type { FieldValue, NodeRecord, Origin } from './source.js';

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

/** What is kept of a node beside its id, type and name. */
export interface CheckedContent {
  readonly aliases: readonly string[];
  /** JSON of aliases and fields; empty when it has neither. */
  readonly record: string;
}

/** The ids of a relation's ends, and the positions of their types in the schema. */
export interface TypedEnds {
  readonly from: string;
  readonly to: string;
  readonly fromType: number;
  readonly toType: number;
}

/** Checks records of imports and updates against a schema, and counts what is wrong with them. */
export class RecordChecker {
  readonly #schema: Schema;
  readonly #problems: ProblemTally;
  readonly #types: ReadonlyMap<string, number>;
  readonly #relations: ReadonlyMap<string, number>;
  readonly #fieldKinds: readonly ReadonlyMap<string, FieldKind>[];
  /** By relation, the pairs of node types that it connects: position of the first times number of types, plus the second. */
  readonly #endpoints: readonly ReadonlySet<number>[];

  constructor(schema: Schema, problems: ProblemTally) {
    this.#schema = schema;
    this.#problems = problems;
    this.#types = new Map(schema.nodeTypes.map(({ name }, position) => [name, position]));
    this.#relations = new Map(schema.relations.map(({ name }, position) => [name, position]));
    this.#fieldKinds = schema.nodeTypes.map(({ fields }) => new Map(fields.map(({ name, kind }) => [name, kind])));
    this.#endpoints = schema.relations.map(
      ({ endpoints }) =>
        new Set(endpoints.map(({ from, to }) => this.#types.get(from)! * this.#types.size + this.#types.get(to)!)),
    );
  }

  /** Position of a node's type in the schema; undefined when nothing can be kept of the node. */
  nodeType({ id, type, name, origin }: NodeRecord): number | undefined {
    if (!isId(id) || typeof name !== 'string') {
      this.#problems.add('malformed_row', () => 'expected a node with an id and a name', origin);
      return undefined;
    }
    const position = this.#types.get(type);
    if (position === undefined) {
      const describe = (): string => `node ${quote(id)}: the schema has no node type ${quote(String(type))}`;
      this.#problems.add('unknown_type', describe, origin);
    }
    return position;
  }

  /** The aliases and fields of a node of the type at a position of the schema, without those that do not fit. */
  content({ id, aliases, fields, origin }: NodeRecord, type: number): CheckedContent {
    const isStringList = aliases === undefined || suitsKind(aliases, 'text');
    if (!isStringList) {
      this.#problems.add('invalid_value', () => `node ${quote(id)}: expected aliases as a list of strings`, origin);
    }
    const keptAliases = isStringList ? (aliases ?? []) : [];
    const keptFields = this.#fields(id, type, fields ?? {}, origin);
    const rest = {
      ...(keptAliases.length > 0 && { aliases: keptAliases }),
      ...(keptFields.length > 0 && { fields: Object.fromEntries(keptFields) }),
    };
    return { aliases: keptAliases, record: Object.keys(rest).length > 0 ? JSON.stringify(rest) : '' };
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

  /** Whether the schema lists the relation from nodes of one type to those of another, by their positions. */
  connects(relation: number, fromType: number, toType: number): boolean {
    return this.#endpoints[relation]!.has(fromType * this.#types.size + toType);
  }

  /** Counts a relation between nodes of types that it does not connect. The ends are asked for only where they are shown. */
  addImpossible(relation: number, endsOf: () => TypedEnds, origin: Origin | undefined): void {
    const typeName = (type: number): string => quote(this.#schema.nodeTypes[type]!.name);
    const describe = (): string => {
      const { from, to, fromType, toType } = endsOf();
      return `${this.describe(relation, from, to)}: the schema does not list it from ${typeName(fromType)} to ${typeName(toType)}`;
    };
    this.#problems.add('impossible_endpoints', describe, origin);
  }

  /** A relation in words. */
  describe(relation: number, from: string, to: string): string {
    return `${quote(this.#schema.relations[relation]!.name)} from ${quote(from)} to ${quote(to)}`;
  }

  #fields(
    id: string,
    type: number,
    fields: Readonly<Record<string, FieldValue>>,
    origin: Origin | undefined,
  ): [string, FieldValue][] {
    const kinds = this.#fieldKinds[type]!;
    for (const field of Object.keys(fields)) {
      if (kinds.has(field)) continue;
      const describe = (): string =>
        `node ${quote(id)}: the type ${quote(this.#schema.nodeTypes[type]!.name)} has no field ${quote(field)}`;
      this.#problems.add('unknown_field', describe, origin);
    }
    const kept: [string, FieldValue][] = [];
    for (const [name, kind] of kinds) {
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
