import { quoteName } from '@grasp/cypher-compiler';
import { reciprocalRankFusion } from '@grasp/fusion';
import type { CypherRun, CypherRunOptions } from '@grasp/graph-retriever';

import type { Ranking } from '../fuse-runs.js';
import type { InspectedDatabase, InspectedIndex } from './inspect-neo4j.js';

/** The words of a text, as a query that has no operators for Lucene's parser to see: it is no Cypher parameter's job. */
export function fullTextQuery(text: string): string {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return [...new Set(words)].slice(0, 200).join(' ');
}

/** The full-text indexes over nodes of one of the types. */
export const fullTextIndexes = ({ indexes }: InspectedDatabase, types: readonly string[]): readonly InspectedIndex[] =>
  indexes.filter(
    ({ type, entity, labelsOrTypes }) =>
      type === 'FULLTEXT' && entity === 'NODE' && labelsOrTypes.some((label) => types.includes(label)),
  );

/** A statement that creates a full-text index over the names and texts of a type. */
export function fullTextStatement({ schema, names }: InspectedDatabase, type: string): string {
  const { fields } = schema.nodeTypes.find(({ name }) => name === type)!;
  const named = names[type];
  const texts = fields.filter(({ kind }) => kind === 'text' || kind === 'keyword').map(({ name }) => name);
  const properties = [...(named === undefined ? [] : [named.name, ...named.aliases]), ...texts];
  const list = properties.map((name) => `n.${quoteName(name)}`).join(', ');
  return `CREATE FULLTEXT INDEX FOR (n:${quoteName(type)}) ON EACH [${list}]`;
}

/**
 * The nodes of the types that match a text best, by the database's full-text indexes. Scores of different indexes cannot
 * be compared: several are fused by rank. Empty without an index.
 */
export async function searchTexts(
  run: CypherRun,
  inspected: InspectedDatabase,
  text: string,
  { types, count, ...options }: CypherRunOptions & { readonly types: readonly string[]; readonly count: number },
): Promise<Ranking> {
  const query = fullTextQuery(text);
  if (query === '') return [];
  const { idProperty } = inspected;
  const id = idProperty === null ? 'elementId(n)' : `n.${quoteName(idProperty)}`;
  const rankings: Ranking[] = [];
  for (const { name } of fullTextIndexes(inspected, types)) {
    const { rows } = await run(
      `CALL db.index.fulltext.queryNodes($index, $query, {limit: toInteger($count)}) YIELD node AS n, score
WHERE any(label IN labels(n) WHERE label IN $types)
RETURN ${id} AS id, score ORDER BY score DESC, id`,
      { index: name, query, count, types },
      options,
    );
    const ranking = rows.map((row) => ({ id: String(row['id']), score: Number(row['score']) }));
    rankings.push(ranking.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)));
  }
  if (rankings.length <= 1) return rankings[0] ?? [];
  const runs = rankings.map((ranking, index) => ({ name: String(index), weight: 1, ranking }));
  return reciprocalRankFusion(runs, { rankConstant: 60 }).map(({ id: each, score }) => ({ id: each, score }));
}
