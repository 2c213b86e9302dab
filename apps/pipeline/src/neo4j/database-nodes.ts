import { quoteName } from '@grasp/cypher-compiler';
import type { CypherRun, CypherRunOptions, FieldValue } from '@grasp/graph-retriever';
import type { Schema } from '@grasp/plan';

import type { InspectedDatabase } from './inspect-neo4j.js';
import { fieldValue } from './neo4j-source.js';

/** Edges of a node that are read for its text; a node may have millions. */
const EDGES_PER_NODE = 100;

interface FetchedNode {
  readonly id: string;
  readonly type: string;
  readonly labels: readonly string[];
  readonly name: string;
  readonly aliases: readonly string[];
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** Relation and index of the other end. */
  readonly edges: { readonly relation: string; readonly direction: 'out' | 'in'; readonly index: number }[];
}

/** The nodes of a database that one question has to do with, fetched as they are needed. */
export class DatabaseNodes {
  readonly schema: Schema;
  readonly #nodes: FetchedNode[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #types: readonly string[];

  /** @param preferred - Types by which a node with several labels is called, if it has them. */
  constructor(
    private readonly run: CypherRun,
    private readonly inspected: InspectedDatabase,
    preferred: readonly string[],
    private readonly options: CypherRunOptions,
  ) {
    this.schema = inspected.schema;
    this.#types = [...new Set([...preferred, ...inspected.schema.nodeTypes.map(({ name }) => name)])];
  }

  /** Fetches those that are not here yet. */
  async add(ids: Iterable<string>): Promise<void> {
    const wanted = [...new Set(ids)].filter((id) => !this.#indexes.has(id));
    if (wanted.length === 0) return;
    const { rows } = await this.run(
      `${this.#match(wanted.length)}\nRETURN ${this.#id('n')} AS id, labels(n) AS labels, properties(n) AS properties`,
      { ids: wanted },
      this.options,
    );
    for (const { id, labels, properties } of rows) {
      this.#keep(String(id), labels as string[], properties as Record<string, unknown>);
    }
  }

  /** Fetches some edges of nodes that are here, and the nodes at their other ends. */
  async addNeighbours(ids: readonly string[]): Promise<void> {
    const fresh = ids.filter((id) => this.#nodes[this.indexOf(id)]!.edges.length === 0);
    if (fresh.length === 0) return;
    const { rows } = await this.run(
      `${this.#match(fresh.length)}
CALL (n) { MATCH (n)-[r]-(m) RETURN type(r) AS relation, startNode(r) = n AS isOut, m LIMIT ${EDGES_PER_NODE} }
RETURN ${this.#id('n')} AS id, relation, isOut, ${this.#id('m')} AS other, labels(m) AS labels, properties(m) AS properties`,
      { ids: fresh },
      this.options,
    );
    for (const { id, relation, isOut, other, labels, properties } of rows) {
      if (other === null) continue;
      const index = this.#keep(String(other), labels as string[], properties as Record<string, unknown>);
      const direction = isOut === true ? 'out' : 'in';
      this.#nodes[this.indexOf(String(id))]!.edges.push({ relation: String(relation), direction, index });
    }
  }

  /** A node that the database does not have any more goes by its id. */
  indexOf(id: string): number {
    return this.#indexes.get(id) ?? this.#keep(id, [], {});
  }

  node(index: number): FetchedNode {
    return this.#nodes[index]!;
  }

  nameOf(index: number): string {
    return this.#nodes[index]!.name;
  }

  typeOf(index: number): string {
    return this.#nodes[index]!.type;
  }

  neighbours(index: number, relation: string, direction: 'out' | 'in'): number[] {
    const edges = this.#nodes[index]!.edges.filter(
      (edge) => edge.relation === relation && edge.direction === direction,
    );
    return [...new Set(edges.map((edge) => edge.index))].sort((a, b) => a - b);
  }

  /** Whether a node has one of the labels. */
  isOfType(id: string, types: readonly string[]): boolean {
    return this.#nodes[this.indexOf(id)]!.labels.some((label) => types.includes(label));
  }

  /** Name, aliases and fields: what is compared with a description. */
  textOf(id: string): string {
    const { name, aliases, fields } = this.#nodes[this.indexOf(id)]!;
    const values = Object.values(fields).map((value) => (Array.isArray(value) ? value.join('. ') : String(value)));
    return [name, ...aliases, ...values].join('. ');
  }

  #id(variable: string): string {
    const { idProperty } = this.inspected;
    return idProperty === null ? `elementId(${variable})` : `${variable}.${quoteName(idProperty)}`;
  }

  /** Clauses that bind `n` to the nodes with `$ids`, each once. */
  #match(count: number): string {
    const { idProperty, schema } = this.inspected;
    if (idProperty === null) return `MATCH (n) WHERE elementId(n) IN $ids WITH n LIMIT ${count}`;
    const parts = schema.nodeTypes.map(
      ({ name }) => `MATCH (n:${quoteName(name)}) WHERE n.${quoteName(idProperty)} IN $ids RETURN n`,
    );
    return `CALL () {\n${parts.join('\nUNION\n')}\n}\nWITH n`;
  }

  #keep(id: string, labels: readonly string[], properties: Readonly<Record<string, unknown>>): number {
    const known = this.#indexes.get(id);
    if (known !== undefined) return known;
    const type = this.#types.find((each) => labels.includes(each)) ?? '';
    const { names, schema } = this.inspected;
    const named = labels.map((label) => names[label]).find((each) => each !== undefined && each.name in properties);
    const texts = (value: unknown): string[] =>
      [value].flat().filter((each): each is string => typeof each === 'string' && each.trim() !== '');
    const declared = new Map(
      schema.nodeTypes
        .filter(({ name }) => labels.includes(name))
        .flatMap(({ fields }) => fields.map((field) => [field.name, field.kind])),
    );
    const fields = [...declared].flatMap(([field, kind]): [string, FieldValue][] => {
      const value = fieldValue(properties[field], kind);
      return value === undefined ? [] : [[field, value]];
    });
    const index = this.#nodes.length;
    this.#indexes.set(id, index);
    this.#nodes.push({
      id,
      type,
      labels,
      name: texts(named === undefined ? undefined : properties[named.name])[0] ?? id,
      aliases: (named?.aliases ?? []).flatMap((key) => texts(properties[key])),
      fields: Object.fromEntries(fields),
      edges: [],
    });
    return index;
  }
}
