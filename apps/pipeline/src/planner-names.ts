import { buildNameIndexData, isNameIndexMeta, openNameIndex } from '@grasp/planner';
import type { NameIndex, NameIndexArrays, NameIndexRevision } from '@grasp/planner';
import { buildTextSearch, NO_NODE, openTextSearch } from '@grasp/skb';
import type { KnowledgeBase, SectionWriter } from '@grasp/skb';

const SECTION = 'planner-names';
const ARRAYS = [
  'roots.bytes',
  'roots.offsets',
  'roots.counts',
  'words.bytes',
  'words.offsets',
  'words.counts',
  'whole.offsets',
  'whole.types',
  'whole.counts',
  'names.nodes',
  'names.ordinals',
  'names.offsets',
  'names.roots',
  'rarest.offsets',
  'rarest.names',
] as const satisfies readonly (keyof NameIndexArrays)[];
const WORD_SEARCH = ['signatures', 'starts', 'rows'] as const;

/** Stores the planner's index of names, so that no process has to build it. */
export function writePlannerNames(writer: SectionWriter, knowledgeBase: KnowledgeBase): void {
  const { meta, arrays } = buildNameIndexData(knowledgeBase);
  writer.putJson(SECTION, meta);
  for (const name of ARRAYS) writer.putArray(`${SECTION}.${name}`, arrays[name]);
  const search = buildTextSearch({ bytes: arrays['words.bytes'], offsets: arrays['words.offsets'] });
  for (const name of WORD_SEARCH) writer.putArray(`${SECTION}.word-search.${name}`, search[name]);
}

/**
 * The planner's index of names as it was stored, with what updates changed; that takes as long as indexing the nodes that
 * they wrote. Undefined for a file without one: the planner then builds it.
 */
export function openPlannerNames(knowledgeBase: KnowledgeBase): NameIndex | undefined {
  const meta = knowledgeBase.json(SECTION);
  if (!isNameIndexMeta(meta)) return undefined;
  const read = <Name extends string>(names: readonly Name[], prefix: string) => {
    const found = names.map((name) => [name, knowledgeBase.array(`${prefix}.${name}`)] as const);
    return found.some(([, array]) => array === undefined) ? undefined : Object.fromEntries(found);
  };
  const arrays = read(ARRAYS, SECTION) as NameIndexArrays | undefined;
  const search = read(WORD_SEARCH, `${SECTION}.word-search`) as ReturnType<typeof buildTextSearch> | undefined;
  if (arrays === undefined || search === undefined) return undefined;
  const words = { bytes: arrays['words.bytes'], offsets: arrays['words.offsets'] };
  return openNameIndex(knowledgeBase, { meta, arrays }, openTextSearch(words, search), revisionOf(knowledgeBase));
}

/** What updates changed of the names that were stored; undefined when they changed no node. */
function revisionOf(knowledgeBase: KnowledgeBase): NameIndexRevision | undefined {
  const { numbering, updates } = knowledgeBase;
  const changed = new Set(updates.flatMap(({ written, deleted }) => [...written, ...deleted]));
  if (changed.size === 0) return undefined;
  const slots = [...changed];
  const indexes = slots.map((slot) => numbering.indexOf(slot));
  return {
    removed: slots.flatMap((slot) => (slot < numbering.importedCount ? [knowledgeBase.importedNode(slot)] : [])),
    added: indexes.filter((index) => index !== NO_NODE),
    indexOf(node) {
      const index = changed.has(node) ? NO_NODE : numbering.indexOf(node);
      return index === NO_NODE ? undefined : index;
    },
  };
}
