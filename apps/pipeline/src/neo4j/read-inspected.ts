import { schemaSchema } from '@grasp/plan';

import { PipelineError } from '../pipeline-error.js';
import { readJsonFile } from '../read-json-file.js';
import type { InspectedDatabase } from './inspect-neo4j.js';

/**
 * Reads what `grasp neo4j inspect` wrote; people may have corrected it.
 *
 * @throws PipelineError `invalid_input`
 */
export async function readInspected(file: string, signal: AbortSignal): Promise<InspectedDatabase> {
  const value = (await readJsonFile(file, signal)) as Partial<InspectedDatabase> | null;
  const refuse = (got: string): never => {
    throw new PipelineError('invalid_input', `${file}: expected what grasp neo4j inspect --out writes, got ${got}`);
  };
  if (typeof value !== 'object' || value === null || value.format !== 'neo4j') return refuse('another file');
  const parsed = schemaSchema.safeParse(value.schema);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refuse(`a schema with a mistake at ${issue!.path.join('.')}: ${issue!.message}`);
  }
  const { idProperty, names, counts, indexes, loaded, skipped } = value;
  if (idProperty !== null && typeof idProperty !== 'string') return refuse('none or another idProperty');
  if (typeof names !== 'object' || names === null || Array.isArray(names)) return refuse('no names');
  for (const [type, named] of Object.entries(names)) {
    const isNamed = typeof named?.name === 'string' && Array.isArray(named.aliases);
    if (!isNamed) return refuse(`names of "${type}" that are not { name, aliases }`);
  }
  if (!Array.isArray(indexes)) return refuse('no list of indexes');
  return {
    format: 'neo4j',
    schema: value.schema!,
    idProperty,
    names,
    loaded: loaded ?? null,
    counts: { nodes: counts?.nodes ?? {}, relations: counts?.relations ?? {} },
    indexes,
    skipped: skipped ?? [],
  };
}
