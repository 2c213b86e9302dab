import type { SectionWriter } from '../../import-knowledge-base.js';
import type { KnowledgeBase } from '../../knowledge-base.js';
import { NO_NODE } from '../../updates/node-numbering.js';
import { STARK_DATA_SETS } from './stark-data-sets.js';
import type { StarkDataSetName } from './stark-data-sets.js';

/** The section that says how a graph of STaRK was read. */
export const STARK_SECTION = 'stark';

/** The section with the indexes of the nodes that may be answers, ascending. */
export const CANDIDATES_SECTION = 'candidates';

/**
 * The form of documents: 1 is `get_doc_info` of STaRK at its commit b246b94 (2026-02-05). Raised whenever a document
 * would come out otherwise, because vectors of it would, too.
 */
export const STARK_TEXT_FORMAT = 1;

/** What became of the rows of one relation. */
export interface StarkRelationCounts {
  /** Rows in the file. */
  readonly rows: number;
  /** Edges that were added in the other direction. */
  readonly reversed: number;
  /** Rows of also_view left out because also_buy connects the same two products. */
  readonly merged: number;
  /** Rows left out because the edge stands in the other direction, too. */
  readonly leftOut: number;
}

/** The value of {@link STARK_SECTION}. */
export interface StarkSection {
  readonly dataSet: StarkDataSetName;
  readonly textFormat: number;
  readonly edges: 'once' | 'both' | 'stored';
  readonly mergeAlsoView: boolean;
  readonly isStoredInBothDirections: boolean;
  /** By relation. */
  readonly relations: Readonly<Record<string, StarkRelationCounts>>;
  readonly candidateCount: number;
}

/** How a graph of STaRK was read; undefined for any other knowledge base. */
export function starkSectionOf(knowledgeBase: Pick<KnowledgeBase, 'json'>): StarkSection | undefined {
  const section = knowledgeBase.json(STARK_SECTION) as StarkSection | undefined;
  return section !== undefined && Object.hasOwn(STARK_DATA_SETS, section.dataSet) ? section : undefined;
}

/**
 * The indexes of the nodes that may be answers, ascending; undefined when the source does not say, so that all may. A node
 * that an update added may be one when all nodes of its type may that were there before.
 */
export function candidatesOf(
  knowledgeBase: Pick<KnowledgeBase, 'array' | 'numbering' | 'schema' | 'typeRange'>,
): Uint32Array | undefined {
  const candidates = knowledgeBase.array(CANDIDATES_SECTION);
  if (!(candidates instanceof Uint32Array)) return undefined;
  const { numbering, schema } = knowledgeBase;
  if (numbering.isIdentity) return candidates;
  const flags = new Uint8Array(numbering.nodeCount);
  for (const slot of candidates) {
    const index = numbering.indexOf(slot);
    if (index !== NO_NODE) flags[index] = 1;
  }
  for (const { name } of schema.nodeTypes) {
    const { start, end } = knowledgeBase.typeRange(name);
    let [imported, accepted] = [0, 0];
    for (let index = start; index < end; index++) {
      if (numbering.slotOf(index) >= numbering.importedCount) continue;
      imported++;
      accepted += flags[index]!;
    }
    if (imported > 0 && imported === accepted) flags.fill(1, start, end);
  }
  const indexes = new Uint32Array(flags.reduce((sum, flag) => sum + flag, 0));
  let filled = 0;
  flags.forEach((flag, index) => {
    if (flag === 1) indexes[filled++] = index;
  });
  return indexes;
}

/** Stores in a compacted file what the old one says of its graph of STaRK, if it is one. */
export function copyStarkSections(writer: SectionWriter, old: KnowledgeBase): void {
  const section = starkSectionOf(old);
  if (section === undefined) return;
  const candidates = candidatesOf(old);
  if (candidates !== undefined) writer.putArray(CANDIDATES_SECTION, candidates);
  writer.putJson(STARK_SECTION, { ...section, candidateCount: candidates?.length ?? section.candidateCount });
}
