import { boundedEditDistance } from './edit-distance.js';
import type { Lexicon } from './lexicon.js';
import { buildNameIndexData, isNameIndexMeta } from './name-index-data.js';
import type { NameIndexArrays, NameIndexData } from './name-index-data.js';
import { TextTable } from './text-table.js';

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

/** Builds the index of all names of a lexicon. */
export function buildNameIndex(lexicon: Lexicon): NameIndex {
  return openNameIndex(lexicon, buildNameIndexData(lexicon));
}

/**
 * The index over data that {@link buildNameIndexData} gave for the same lexicon, in no time: nothing is read before it is
 * asked for.
 *
 * @throws TypeError when `data.meta` is not of the format that this version reads
 */
export function openNameIndex(
  lexicon: Pick<Lexicon, 'node'>,
  { meta, arrays }: NameIndexData,
  wordSearch?: WordSearch,
): NameIndex {
  if (!isNameIndexMeta(meta)) throw new TypeError('@grasp/planner: expected an index of names that this version wrote');
  const roots = new TextTable({ bytes: arrays['roots.bytes'], offsets: arrays['roots.offsets'] });
  const words = new TextTable({ bytes: arrays['words.bytes'], offsets: arrays['words.offsets'] });
  let search = wordSearch;
  let common: ReadonlySet<string> | undefined;
  const wordCount = (word: string): number => arrays['words.counts'][words.search(word)] ?? 0;

  return {
    findByRoots: (wanted) =>
      namesOfRoots(
        arrays,
        Array.from(wanted, (root) => roots.search(root)).filter((root) => root >= 0),
      ).map((entry) => {
        const node = arrays['names.nodes'][entry]!;
        const ordinal = arrays['names.ordinals'][entry]!;
        const { name, aliases } = lexicon.node(node);
        return { node, text: ordinal === 0 ? name : aliases[ordinal - 1]! };
      }),
    correct(folded, count) {
      if (folded.length < 5 || folded.length > 40) return [];
      search ??= compareWithAll(words);
      const known = words.search(folded) >= 0 ? [{ text: folded, edits: 0 }] : [];
      const found = [...known, ...search.search(folded, folded.length < 9 ? 1 : 2)].map(({ text, edits }) => ({
        text,
        edits,
        count: wordCount(text),
      }));
      found.sort((a, b) => a.edits - b.edits || b.count - a.count || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
      return found.slice(0, count).map(({ text }) => text);
    },
    frequency: (root) => arrays['roots.counts'][roots.search(root)] ?? 0,
    commonRoots: () => (common ??= rootsFrom(roots, arrays, COMMON_SHARE)),
    // Pseudo-counts, so that a tiny knowledge base is neither certain nor impossible.
    singleWordDensity: (type) =>
      ((Object.hasOwn(meta.wholeNames, type) ? meta.wholeNames[type]! : 0) + 1) / (meta.wordsInLongerNames + 10),
  };
}

/** The roots that at least this share of all names contain. */
function rootsFrom(roots: TextTable, arrays: NameIndexArrays, share: number): ReadonlySet<string> {
  const least = Math.max(LEAST_COMMON, share * arrays['names.nodes'].length);
  const found = new Set<string>();
  arrays['roots.counts'].forEach((count, root) => {
    if (count >= least) found.add(roots.at(root));
  });
  return found;
}

/** The names all of whose roots are among `roots`, ascending. */
function namesOfRoots(arrays: NameIndexArrays, roots: readonly number[]): number[] {
  const wanted = new Set(roots);
  const [offsets, nameRoots] = [arrays['names.offsets'], arrays['names.roots']];
  const [rarestOffsets, rarestNames] = [arrays['rarest.offsets'], arrays['rarest.names']];
  const matched: number[] = [];
  for (const root of wanted) {
    for (let at = rarestOffsets[root]!; at < rarestOffsets[root + 1]!; at++) {
      const name = rarestNames[at]!;
      let all = true;
      for (let own = offsets[name]!; all && own < offsets[name + 1]!; own++) all = wanted.has(nameRoots[own]!);
      if (all) matched.push(name);
    }
  }
  return matched.sort((a, b) => a - b);
}

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
