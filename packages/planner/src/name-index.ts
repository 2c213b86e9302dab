import { boundedEditDistance } from './edit-distance.js';
import type { Lexicon, NamedNode } from './lexicon.js';
import { buildNameIndexData, isNameIndexMeta } from './name-index-data.js';
import type { NameIndexData } from './name-index-data.js';
import { StoredNames } from './stored-names.js';
import type { TextTable } from './text-table.js';

/** A name all of whose words occur among those looked up. */
export interface NameMatch {
  readonly node: number;
  /** The name or alias as the knowledge base writes it. */
  readonly text: string;
}

/** Finds names by their words, whatever the order and inflection, and knows which words occur in names at all. */
export interface NameIndex {
  /** Names all of whose words have a root in `roots`; nodes ascending, a node's names in their order. */
  findByRoots(roots: ReadonlySet<string>): NameMatch[];
  /** Words of names nearest to a misspelt word: one edit apart from 5 letters on, two from 9 on; at most `count`. */
  correct(folded: string, count: number): readonly string[];
  /** Number of names that contain a word with this root. */
  frequency(root: string): number;
  /** Roots that so many names contain that each says little: "level", "type". */
  commonRoots(): ReadonlySet<string>;
  /**
   * How likely a word of a longer name is also by itself the whole name of a node of this type, between 0 and 1. Near 1
   * (a dictionary) a single word that is a name proves nothing; near 0 it is hardly a coincidence.
   */
  singleWordDensity(type: string): number;
}

/** Search in the words of a stored index: what {@link openNameIndex} uses instead of comparing with all of them. */
export interface WordSearch {
  /** The words from 1 to `maxEdits` edits from `word`, in any order; swapped neighbours are one edit. */
  search(word: string, maxEdits: number): readonly { readonly text: string; readonly edits: number }[];
}

/** From this share of all names on, a word is common; a knowledge base with few names has no such words. */
const COMMON_SHARE = 0.007;
const LEAST_COMMON = 20;

/** What changed in a lexicon after its index was stored. */
export interface NameIndexRevision {
  /** The nodes as they were stored that are no more, or have other names now. */
  readonly removed: readonly NamedNode[];
  /** The nodes of the lexicon that are new, or had other names when the index was stored; each once, in any order. */
  readonly added: readonly number[];
  /** The index in the lexicon of a node of the stored index; undefined for one that was removed. Keeps the order. */
  indexOf(node: number): number | undefined;
}

/** Builds the index of all names of a lexicon. */
export function buildNameIndex(lexicon: Lexicon): NameIndex {
  return openNameIndex(lexicon, buildNameIndexData(lexicon));
}

/**
 * The index over data that {@link buildNameIndexData} gave for the same lexicon, in no time: nothing is read before it is
 * asked for. With a `revision` it is that of the lexicon as it is now, in the time that it takes to index what changed.
 *
 * @throws TypeError when `data.meta` is not of the format that this version reads
 */
export function openNameIndex(
  lexicon: Pick<Lexicon, 'node'>,
  data: NameIndexData,
  wordSearch?: WordSearch,
  revision?: NameIndexRevision,
): NameIndex {
  if (!isNameIndexMeta(data.meta)) {
    throw new TypeError('@grasp/planner: expected an index of names that this version wrote');
  }
  const stored = new StoredNames(data);
  const added = revision && indexNodes(revision.added.map((index) => lexicon.node(index)));
  const removed = revision && indexNodes(revision.removed);
  const total = (count: (names: StoredNames) => number): number =>
    count(stored) + (added === undefined ? 0 : count(added)) - (removed === undefined ? 0 : count(removed));
  const wordCount = (word: string): number => total((names) => names.wordCount(word));
  const isWholeName = (word: string, type: string): boolean =>
    total((names) => names.wholeNames(word).get(type) ?? 0) > 0;
  const types = [...new Set([...data.meta.types, ...(revision?.added ?? []).map((index) => lexicon.node(index).type)])];
  const occurs = (word: string): boolean => wordCount(word) > 0 || types.some((type) => isWholeName(word, type));
  const touched = new Set([...textsOf(added?.words), ...textsOf(removed?.words)]);
  let common: ReadonlySet<string> | undefined;
  let search: WordSearch['search'] | undefined;
  const searchWords = (): WordSearch['search'] => {
    const old = (wordSearch ?? compareWithAll(stored.words)).search;
    if (added === undefined) return old;
    const fresh = compareWithAll(added.words).search;
    return (word, maxEdits) => {
      const found = [...old(word, maxEdits), ...fresh(word, maxEdits)].filter(({ text }) => occurs(text));
      return [...new Map(found.map((match) => [match.text, match])).values()];
    };
  };
  const wholeNameWords = (type: string): number => {
    let words = stored.wholeNameWords(type);
    for (const word of touched) {
      if ((stored.wholeNames(word).get(type) ?? 0) > 0) words -= stored.wordCount(word);
      if (isWholeName(word, type)) words += wordCount(word);
    }
    return words;
  };
  const densities = new Map<string, number>();

  return {
    findByRoots(wanted) {
      const found = stored.madeOf(wanted);
      const names =
        revision === undefined
          ? found
          : [
              ...found.flatMap(({ node, ordinal }) => {
                const index = revision.indexOf(node);
                return index === undefined ? [] : [{ node: index, ordinal }];
              }),
              ...added!.madeOf(wanted).map(({ node, ordinal }) => ({ node: revision.added[node]!, ordinal })),
            ].sort((a, b) => a.node - b.node || a.ordinal - b.ordinal);
      return names.map(({ node, ordinal }) => {
        const { name, aliases } = lexicon.node(node);
        return { node, text: ordinal === 0 ? name : aliases[ordinal - 1]! };
      });
    },
    correct(folded, count) {
      if (folded.length < 5 || folded.length > 40) return [];
      search ??= searchWords();
      const known = occurs(folded) ? [{ text: folded, edits: 0 }] : [];
      const found = [...known, ...search(folded, folded.length < 9 ? 1 : 2)].map(({ text, edits }) => ({
        text,
        edits,
        count: wordCount(text),
      }));
      found.sort((a, b) => a.edits - b.edits || b.count - a.count || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
      return found.slice(0, count).map(({ text }) => text);
    },
    frequency: (root) => total((names) => names.rootCount(root)),
    commonRoots() {
      if (common !== undefined) return common;
      const least = Math.max(LEAST_COMMON, COMMON_SHARE * total((names) => names.nameCount));
      const often = new Set<string>();
      for (const names of added === undefined ? [stored] : [stored, added]) {
        // Only what may have become common is looked up elsewhere.
        const others = names === stored ? (added?.nameCount ?? 0) : stored.nameCount;
        for (let rank = 0; rank < names.roots.length; rank++) {
          if (names.rootCountAt(rank) + others < least) continue;
          const root = names.roots.at(rank);
          if (total((every) => every.rootCount(root)) >= least) often.add(root);
        }
      }
      return (common = often);
    },
    singleWordDensity(type) {
      let density = densities.get(type);
      if (density === undefined) {
        // Pseudo-counts, so that a tiny knowledge base is neither certain nor impossible.
        density = (wholeNameWords(type) + 1) / (total((names) => names.wordsInLongerNames) + 10);
        densities.set(type, density);
      }
      return density;
    },
  };
}

const indexNodes = (nodes: readonly NamedNode[]): StoredNames =>
  new StoredNames(
    buildNameIndexData({ nodeCount: nodes.length, node: (index) => nodes[index]!, findByName: () => [] }),
  );

const textsOf = (table: TextTable | undefined): string[] =>
  Array.from({ length: table?.length ?? 0 }, (_, row) => table!.at(row));

/** Which letters a word holds, one bit for each 32nd of them: one edit changes two bits at most. */
function letters(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

function differences(a: number, b: number): number {
  let count = 0;
  for (let bits = a ^ b; bits !== 0; bits &= bits - 1) count++;
  return count;
}

/** Compares a word with every word of about its length and letters. */
function compareWithAll(table: TextTable): WordSearch {
  const byLength = new Map<number, { words: string[]; letters: number[] }>();
  for (let row = 0; row < table.length; row++) {
    const word = table.at(row);
    let group = byLength.get(word.length);
    if (group === undefined) byLength.set(word.length, (group = { words: [], letters: [] }));
    group.words.push(word);
    group.letters.push(letters(word));
  }
  return {
    search(word, maxEdits) {
      const found: { text: string; edits: number }[] = [];
      const own = letters(word);
      for (let length = word.length - maxEdits; length <= word.length + maxEdits; length++) {
        const group = byLength.get(length);
        for (let at = 0; group !== undefined && at < group.words.length; at++) {
          if (differences(own, group.letters[at]!) > 2 * maxEdits) continue;
          const text = group.words[at]!;
          const edits = boundedEditDistance(word, text, maxEdits);
          if (edits > 0 && edits <= maxEdits) found.push({ text, edits });
        }
      }
      return found;
    },
  };
}
