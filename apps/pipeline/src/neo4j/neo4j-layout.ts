import type { Neo4jNames, Neo4jVectors } from '@grasp/graph-retriever';
import { normalizeName } from '@grasp/skb';

/** Labels, properties and indexes of ours begin with this, so that they are not taken for those of the graph. */
export const OWN_PREFIX = 'grasp:';

/** Label of the one node that says what was loaded, and how far. */
export const LOAD_LABEL = `${OWN_PREFIX}load`;

/** Property of a node with the vector of its document. */
export const DOCUMENT_PROPERTY = `${OWN_PREFIX}document`;

/** The full-text index over names, aliases and fields. */
export const TEXT_INDEX_NAME = `${OWN_PREFIX}text`;

/** Longer names are found by their vector only: Neo4j's indexes do not take long values. */
export const LONGEST_KEY = 1_000;

/**
 * Where names of a node type are. A node property holds one vector, but a node may have many names: each name and alias
 * is a node of its own, without relationships, with a label by type.
 */
export function loadedNames(type: string): Neo4jNames & { readonly vectors: Neo4jVectors } {
  return {
    label: `${OWN_PREFIX}name:${type}`,
    text: 'text',
    owner: 'of',
    surface: 'surface',
    key: 'key',
    fold: normalizeName,
    vectors: { property: 'vector', index: `${OWN_PREFIX}names:${type}` },
  };
}

/** Where the document vectors of a node type are. */
export const loadedDocuments = (type: string): Neo4jVectors => ({
  property: DOCUMENT_PROPERTY,
  index: `${OWN_PREFIX}documents:${type}`,
});
