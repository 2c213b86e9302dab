import type { CypherRun, CypherRunOptions } from '@grasp/graph-retriever';
import { quoteName } from '@grasp/cypher-compiler';

import { LOAD_LABEL } from './neo4j-layout.js';

/** What a load has written; kept in the database, in the transactions that write. */
export interface LoadMarker {
  /** Name of the source of the knowledge base. */
  readonly source: string;
  /** Tells builds of a knowledge base apart. */
  readonly build: string;
  readonly isComplete: boolean;
  /** Which of the steps is under way, from 0, and how many of its rows are written. */
  readonly step: number;
  readonly done: number;
  /** The encoder of the vectors, and their length; null without vectors. */
  readonly encoder: string | null;
  readonly dimensions: number | null;
}

const MARKER = `(m:${quoteName(LOAD_LABEL)} {id: 'load'})`;

/** Writes what `$marker` holds; stands at the end of each statement that writes a batch. */
export const MARKER_CLAUSE = `MERGE ${MARKER} SET m += $marker`;

/** Reads the marker; undefined for a database into which nothing was loaded. */
export async function readLoadMarker(run: CypherRun, options: CypherRunOptions = {}): Promise<LoadMarker | undefined> {
  const { rows } = await run(`MATCH ${MARKER} RETURN properties(m) AS marker`, {}, options);
  const marker = rows[0]?.['marker'] as Record<keyof LoadMarker, unknown> | undefined;
  if (marker === undefined) return undefined;
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const dimensions = marker.dimensions ?? null;
  return {
    source: text(marker.source) ?? '',
    build: text(marker.build) ?? '',
    isComplete: marker.isComplete === true,
    step: Number(marker.step),
    done: Number(marker.done),
    encoder: text(marker.encoder),
    dimensions: dimensions === null ? null : Number(dimensions),
  };
}
