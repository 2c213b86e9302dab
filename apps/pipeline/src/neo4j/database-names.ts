import { quoteName } from '@grasp/cypher-compiler';
import { createVectorIndex, encodeAll } from '@grasp/encoders';
import type { Encoder, VectorIndex } from '@grasp/encoders';
import type { CypherRun, CypherRunOptions } from '@grasp/graph-retriever';
import { normalizeName } from '@grasp/skb';

import type { InspectedDatabase } from './inspect-neo4j.js';

interface NamedEntry {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly aliases: readonly string[];
}

/**
 * The names of a database, in memory: what questions may call its nodes. A node with several labels is here once for
 * each of them, so that a type is one range of indexes, in order of ids.
 */
export class DatabaseNames {
  readonly nodeCount: number;
  readonly #byName = new Map<string, number[]>();
  readonly #ranges = new Map<string, { start: number; end: number }>();
  #vectors: Promise<{ readonly index: VectorIndex; readonly firstRows: Uint32Array }> | undefined;

  constructor(readonly entries: readonly NamedEntry[]) {
    this.nodeCount = entries.length;
    for (const [index, { type, name, aliases }] of entries.entries()) {
      const range = this.#ranges.get(type);
      if (range === undefined) this.#ranges.set(type, { start: index, end: index + 1 });
      else range.end = index + 1;
      for (const key of new Set([name, ...aliases].map(normalizeName))) {
        if (key === '') continue;
        const known = this.#byName.get(key);
        if (known === undefined) this.#byName.set(key, [index]);
        else known.push(index);
      }
    }
  }

  has = (type: string): boolean => this.#ranges.has(type);
  idOf = (index: number): string => this.entries[index]!.id;
  node = (index: number): NamedEntry => this.entries[index]!;
  findByName = (text: string): readonly number[] => this.#byName.get(normalizeName(text)) ?? [];
  typeRange = (type: string): { readonly start: number; readonly end: number } =>
    this.#ranges.get(type) ?? { start: 0, end: 0 };

  /** Nearest names by vector; they are encoded when they are first asked for. */
  async search(
    encoder: Encoder,
    vector: Float32Array,
    options: { readonly start: number; readonly end: number; readonly count: number; readonly atLeast?: number },
  ): Promise<{ index: number; score: number; surface: number }[]> {
    this.#vectors ??= this.#encode(encoder);
    const { index, firstRows } = await this.#vectors;
    if (index.rowCount === 0) return [];
    return index
      .search(vector, options)
      .map(({ index: node, score, row }) => ({ index: node, score, surface: row - firstRows[node]! }));
  }

  async #encode(encoder: Encoder) {
    const owners: number[] = [];
    const firstRows = new Uint32Array(this.nodeCount);
    const texts = this.entries.flatMap(({ name, aliases }, index) => {
      firstRows[index] = owners.length;
      const own = [name, ...aliases];
      own.forEach(() => owners.push(index));
      return own;
    });
    const vectors = await encodeAll(encoder, texts, { count: texts.length });
    const { dimensions } = encoder;
    const index = createVectorIndex({ vectors, owners: Uint32Array.from(owners), dimensions, rounded: true });
    return { index, firstRows };
  }
}

/**
 * Reads the names of a database's nodes, smallest types first, as many whole types as have at most `limit` nodes together.
 * The others are in `leftOut`.
 */
export async function readDatabaseNames(
  run: CypherRun,
  { schema, idProperty, names, counts }: InspectedDatabase,
  { limit, ...options }: CypherRunOptions & { readonly limit: number },
): Promise<{ readonly names: DatabaseNames; readonly leftOut: readonly string[] }> {
  const id = idProperty === null ? 'elementId(n)' : `n.${quoteName(idProperty)}`;
  const sizeOf = (type: string): number => counts.nodes[type] ?? 0;
  const named = schema.nodeTypes.map(({ name }) => name).filter((type) => Object.hasOwn(names, type));
  let left = limit;
  const kept = new Set(
    [...named]
      .sort((a, b) => sizeOf(a) - sizeOf(b))
      .filter((type) => {
        left -= sizeOf(type);
        return left >= 0;
      }),
  );
  const entries: NamedEntry[] = [];
  for (const type of named.filter((each) => kept.has(each))) {
    const { name, aliases } = names[type]!;
    const others = aliases.map((key) => `n.${quoteName(key)}`).join(', ');
    const { rows } = await run(
      `MATCH (n:${quoteName(type)}) WHERE n.${quoteName(name)} IS NOT NULL
RETURN ${id} AS id, n.${quoteName(name)} AS name, [${others}] AS aliases LIMIT toInteger($limit)`,
      { limit },
      options,
    );
    const read = rows.flatMap((row): NamedEntry[] => {
      const own = row['name'];
      if (typeof own !== 'string' || own.trim() === '' || row['id'] === null) return [];
      const more = (row['aliases'] as unknown[]).flat().filter((text) => typeof text === 'string' && text !== '');
      return [{ id: String(row['id']), type, name: own, aliases: more as string[] }];
    });
    entries.push(...read.sort((a, b) => (a.id < b.id ? -1 : 1)));
  }
  return { names: new DatabaseNames(entries), leftOut: named.filter((type) => !kept.has(type)) };
}
