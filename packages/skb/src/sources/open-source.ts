import { basename, resolve } from 'node:path';

import type { Schema } from '@grasp/plan';

import type { KnowledgeBaseSource } from '../source.js';
import { hpoSource } from './hpo-source.js';
import { oboSource } from './obo-source.js';
import { rdfSource } from './rdf/rdf-source.js';
import { readDescription } from './read-description.js';
import type { FormatChoice } from './read-description.js';
import { starkSource } from './stark/stark-source.js';
import { tablesSource } from './tables-source.js';
import { wordNetSource } from './wordnet-source.js';

/** Options of {@link openSource}. */
export interface OpenSourceOptions extends FormatChoice {
  /**
   * The schema of the knowledge base that is to be updated from tables: columns whose kind grasp.json does not declare are
   * read as it says. Default: their kind is found from their values.
   */
  readonly schema?: Schema | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Opens a folder of data by its grasp.json: tables (JSONL, CSV, TSV, Parquet), a graph of STaRK, RDF, an ontology in OBO,
 * an HPO release, or WordNet. `datasets/README.md` is the reference of grasp.json. Opening reads as much as the schema needs; `records` reads the rest, as a stream.
 *
 * @throws {SourceError} when the folder cannot be read as it stands; the signal's reason.
 */
export async function openSource(folder: string, options: OpenSourceOptions = {}): Promise<KnowledgeBaseSource> {
  const { signal, schema } = options;
  const { description, fault } = await readDescription(folder, signal, options);
  const name = description.name ?? basename(resolve(folder));
  switch (description.format) {
    case 'hpo':
      return hpoSource(folder, name, description, fault);
    case 'wordnet':
      return wordNetSource(folder, name, description, fault);
    case 'stark':
      return starkSource(folder, name, description, fault, signal);
    case 'rdf':
      return rdfSource(folder, name, description, fault, signal);
    case 'obo':
      return oboSource(folder, name, description, fault, signal);
    case 'tables':
      return tablesSource(folder, name, description, fault, signal, schema);
  }
}
