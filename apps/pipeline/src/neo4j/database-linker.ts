import { createVectorIndex, encodeAll } from '@grasp/encoders';
import type { Encoder } from '@grasp/encoders';
import { createLinker, createNeo4jLinker } from '@grasp/graph-retriever';
import type { Binding, Bindings, CypherRun, Linker } from '@grasp/graph-retriever';
import type { Anchor } from '@grasp/plan';

import { DatabaseNodes } from './database-nodes.js';
import type { DatabaseNames } from './database-names.js';
import { searchTexts } from './database-texts.js';
import type { InspectedDatabase } from './inspect-neo4j.js';
import { loadedDocuments, loadedNames } from './neo4j-layout.js';

/** How many of the nodes that a full-text index finds are compared by vector. */
const FULL_TEXT_HITS = 100;
const REMEMBERED_ANCHORS = 1_000;

/** Whether the database holds vectors of this encoder, because `grasp neo4j load` wrote them. */
export const hasVectorsOf = ({ loaded }: InspectedDatabase, { id }: Encoder): boolean => loaded?.encoder === id;

/**
 * Links anchors to the nodes of a database that others filled. By name: as in memory, over the names that were read;
 * names of other types exactly as they are written. By document: what a full-text index finds, compared by the vectors
 * of names and fields, which are made now. A database with our own vectors is asked for them instead.
 */
export function createDatabaseLinker(
  run: CypherRun,
  inspected: InspectedDatabase,
  names: DatabaseNames,
  encoder: Encoder,
): Linker {
  const { idProperty } = inspected;
  const none = { search: () => [] };
  const inMemory = createLinker({
    graph: names,
    names: { search: (vector, options) => names.search(encoder, vector, options) },
    documents: none,
    encoder,
  });
  const inDatabase = hasVectorsOf(inspected, encoder)
    ? createNeo4jLinker({ run, encoder, idProperty, names: loadedNames, documents: loadedDocuments })
    : undefined;
  const exactly = createNeo4jLinker({
    run,
    encoder,
    idProperty,
    names: (type) => {
      const named = inspected.names[type];
      return named && { label: type, text: named.name, owner: idProperty };
    },
    documents: () => undefined,
  });

  const byDocument = async (anchor: Anchor, cancel: { readonly signal?: AbortSignal }): Promise<readonly Binding[]> => {
    const { label, text } = anchor;
    const hits = await searchTexts(run, inspected, text, { types: [label], count: FULL_TEXT_HITS, ...cancel });
    const ids = hits.map(({ id }) => id).sort();
    const nodes = new DatabaseNodes(run, inspected, [label], cancel);
    await nodes.add(ids);
    const texts = ids.map((id) => nodes.textOf(id));
    const vectors = await encodeAll(encoder, texts, { count: ids.length, ...cancel });
    const linker = createLinker({
      graph: {
        idOf: (index) => ids[index]!,
        typeRange: () => ({ start: 0, end: ids.length }),
        node: (index) => nodes.node(nodes.indexOf(ids[index]!)),
        findByName: () => [],
      },
      names: none,
      documents: createVectorIndex({ vectors, dimensions: encoder.dimensions }),
      encoder,
    });
    return (await linker.link({ anchors: [anchor] }, cancel))[anchor.var]!;
  };

  const remembered = new Map<string, readonly Binding[]>();
  const linkOne = async (anchor: Anchor, cancel: { readonly signal?: AbortSignal }): Promise<readonly Binding[]> => {
    const { label, text, match_mode: mode, breadth, var: variable } = anchor;
    const key = JSON.stringify([label, text, mode, breadth]);
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const linker = inDatabase ?? (mode === 'doc' ? undefined : names.has(label) ? inMemory : exactly);
    const found =
      linker === undefined
        ? await byDocument(anchor, cancel)
        : (await linker.link({ anchors: [anchor] }, cancel))[variable]!;
    if (remembered.size >= REMEMBERED_ANCHORS) remembered.clear();
    remembered.set(key, found);
    return found;
  };
  return {
    async link({ anchors }, { signal } = {}) {
      const bindings: [string, readonly Binding[]][] = [];
      for (const anchor of anchors) {
        bindings.push([anchor.var, await linkOne(anchor, signal === undefined ? {} : { signal })]);
      }
      return Object.fromEntries(bindings) satisfies Bindings;
    },
  };
}
