import { setTimeout as delay } from 'node:timers/promises';

import { quoteName } from '@grasp/cypher-compiler';
import type { CypherRun, CypherRunOptions } from '@grasp/graph-retriever';
import type { Schema } from '@grasp/plan';

import { PipelineError } from '../pipeline-error.js';
import { loadedDocuments, loadedNames, OWN_PREFIX, TEXT_INDEX_NAME } from './neo4j-layout.js';

/** What a load needs while it writes: ids are unique. Vector indexes come last, see {@link createSearchIndexes}. */
export async function createConstraints(
  run: CypherRun,
  { nodeTypes }: Schema,
  withNames: boolean,
  options: CypherRunOptions,
): Promise<void> {
  for (const { name } of nodeTypes) {
    const labels = withNames ? [name, loadedNames(name).label] : [name];
    for (const label of labels) {
      await run(`CREATE CONSTRAINT IF NOT EXISTS FOR (n:${quoteName(label)}) REQUIRE n.id IS UNIQUE`, {}, options);
    }
  }
}

/** Takes away the vector indexes of an earlier load, whose vectors another encoder made. */
export async function dropVectorIndexes(run: CypherRun, options: CypherRunOptions): Promise<void> {
  const { rows } = await run('SHOW VECTOR INDEXES YIELD name RETURN name', {}, options);
  for (const name of rows.map((row) => String(row['name'])).filter((each) => each.startsWith(OWN_PREFIX))) {
    await run(`DROP INDEX ${quoteName(name)} IF EXISTS`, {}, options);
  }
}

/**
 * Creates the indexes that only searches need: full text over names, aliases and fields of words; and of names and
 * documents by vector, with cosine and without quantisation, which would make the scores wrong.
 */
export async function createSearchIndexes(
  run: CypherRun,
  { nodeTypes }: Schema,
  dimensions: number | undefined,
  options: CypherRunOptions,
): Promise<void> {
  const words = nodeTypes.flatMap(({ fields }) =>
    fields.filter(({ kind }) => kind !== 'number').map(({ name }) => name),
  );
  const properties = [...new Set(['name', 'aliases', ...words])].map((name) => `n.${quoteName(name)}`);
  const labels = nodeTypes.map(({ name }) => quoteName(name));
  const fulltext = `CREATE FULLTEXT INDEX ${quoteName(TEXT_INDEX_NAME)} IF NOT EXISTS`;
  await run(`${fulltext} FOR (n:${labels.join('|')}) ON EACH [${properties.join(', ')}]`, {}, options);
  if (dimensions === undefined) return;
  const config = `{\`vector.dimensions\`: ${dimensions}, \`vector.similarity_function\`: 'cosine', \`vector.quantization.enabled\`: false}`;
  for (const { name: type } of nodeTypes) {
    const names = loadedNames(type);
    const [key, label] = [`${OWN_PREFIX}keys:${type}`, quoteName(names.label)];
    await run(`CREATE INDEX ${quoteName(key)} IF NOT EXISTS FOR (n:${label}) ON (n.${names.key!})`, {}, options);
    for (const [holder, { index, property }] of [
      [names.label, names.vectors],
      [type, loadedDocuments(type)],
    ] as const) {
      await run(
        `CREATE VECTOR INDEX ${quoteName(index)} IF NOT EXISTS FOR (n:${quoteName(holder)}) ON (n.${quoteName(property)}) OPTIONS {indexConfig: ${config}}`,
        {},
        options,
      );
    }
  }
}

/**
 * Waits until every index of the database can be used.
 *
 * @throws PipelineError `database_mismatch` when one has failed
 */
export async function awaitIndexes(
  run: CypherRun,
  options: CypherRunOptions,
  onProgress: (online: number, total: number) => void,
): Promise<void> {
  for (;;) {
    const { rows } = await run('SHOW INDEXES YIELD name, state, populationPercent RETURN *', {}, options);
    const failed = rows.find(({ state }) => state === 'FAILED');
    if (failed !== undefined) {
      const advice = 'the log of the server says why; drop the index and load again';
      throw new PipelineError('database_mismatch', `the index "${String(failed['name'])}" has failed; ${advice}`);
    }
    const waiting = rows.filter(({ state }) => state !== 'ONLINE');
    const parts = waiting.reduce((sum, row) => sum + Number(row['populationPercent'] ?? 0) / 100, 0);
    onProgress(rows.length - waiting.length + parts, rows.length);
    if (waiting.length === 0) return;
    await delay(200, undefined, options.signal === undefined ? {} : { signal: options.signal }).catch(() =>
      options.signal?.throwIfAborted(),
    );
  }
}
