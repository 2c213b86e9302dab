import type { Lexicon } from './lexicon.js';
import { encodeTextTable } from './text-table.js';
import { nameWords } from './tokenize.js';

const FORMAT = 'grasp-name-index-3';
const LONGEST_NAME = 24;

/** What of a stored index is no array. */
export interface NameIndexMeta {
  readonly format: typeof FORMAT;
  /** Number of words in names of more than one word. */
  readonly wordsInLongerNames: number;
  /** The types of the nodes. */
  readonly types: readonly string[];
  /** By type, how many of those words are by themselves the whole name of a node of that type. */
  readonly wholeNames: Readonly<Record<string, number>>;
}

/** The arrays of a stored index. About 28 bytes a name, 4 a word of a name, and the vocabulary. */
export interface NameIndexArrays {
  /** The roots of all words, sorted; a root's rank is its number. */
  readonly 'roots.bytes': Uint8Array;
  readonly 'roots.offsets': Uint32Array;
  /** By root, the number of names that contain it. */
  readonly 'roots.counts': Uint32Array;
  /** All words of names, sorted. */
  readonly 'words.bytes': Uint8Array;
  readonly 'words.offsets': Uint32Array;
  /** By word, how often it occurs in names of more than one word. */
  readonly 'words.counts': Uint32Array;
  /** By word, where the types of which it is a whole name start in `whole.types`; one more for the end. */
  readonly 'whole.offsets': Uint32Array;
  /** Positions in `types` of {@link NameIndexMeta}, and how many names of that type are this word. */
  readonly 'whole.types': Uint32Array;
  readonly 'whole.counts': Uint32Array;
  /** By name, its node and which of the node's names it is: 0 the name, n the nth alias. */
  readonly 'names.nodes': Uint32Array;
  readonly 'names.ordinals': Uint32Array;
  /** By name, where its roots start in `names.roots`; one more for the end. */
  readonly 'names.offsets': Uint32Array;
  readonly 'names.roots': Uint32Array;
  /** By root, where the names of which it is the rarest start in `rarest.names`; one more for the end. */
  readonly 'rarest.offsets': Uint32Array;
  readonly 'rarest.names': Uint32Array;
}

/** A {@link NameIndex} as plain data, to be stored and opened again. */
export interface NameIndexData {
  readonly meta: NameIndexMeta;
  readonly arrays: NameIndexArrays;
}

/** Whether a value is a {@link NameIndexMeta} of the format that this version reads. */
export const isNameIndexMeta = (value: unknown): value is NameIndexMeta =>
  typeof value === 'object' && value !== null && (value as Partial<NameIndexMeta>).format === FORMAT;

/** A list of numbers that grows, for building typed arrays of unknown length. */
class GrowingList {
  #data = new Uint32Array(1024);
  length = 0;
  push(value: number): void {
    if (this.length === this.#data.length) {
      const larger = new Uint32Array(this.length * 2);
      larger.set(this.#data);
      this.#data = larger;
    }
    this.#data[this.length++] = value;
  }
  trimmed(): Uint32Array {
    return this.#data.slice(0, this.length);
  }
}

/** The rank of each text of a map from texts to numbers from 0, by number, and the texts in order. */
function ranked(numbers: ReadonlyMap<string, number>): { readonly sorted: string[]; readonly ranks: Uint32Array } {
  const sorted = [...numbers.keys()].sort();
  const ranks = new Uint32Array(sorted.length);
  sorted.forEach((text, rank) => {
    ranks[numbers.get(text)!] = rank;
  });
  return { sorted, ranks };
}

/**
 * Reads all names. Each name stands under the root of its rarest word only, so that one lookup touches few names. Names
 * longer than 24 words are left out.
 */
export function buildNameIndexData(lexicon: Lexicon): NameIndexData {
  const rootNumbers = new Map<string, number>();
  const words = new Map<string, number>();
  const wholeNames = new Map<string, Map<string, number>>();
  const [nodes, ordinals, offsets, roots] = [
    new GrowingList(),
    new GrowingList(),
    new GrowingList(),
    new GrowingList(),
  ];
  for (let node = 0; node < lexicon.nodeCount; node++) {
    const { type, name, aliases } = lexicon.node(node);
    let whole = wholeNames.get(type);
    if (whole === undefined) wholeNames.set(type, (whole = new Map<string, number>()));
    for (let ordinal = 0; ordinal <= aliases.length; ordinal++) {
      const text = ordinal === 0 ? name : aliases[ordinal - 1]!;
      if (ordinal > 0 && text === name) continue;
      const forms = nameWords(text);
      if (forms.length === 0 || forms.length > LONGEST_NAME) continue;
      if (forms.length === 1) whole.set(forms[0]!.folded, (whole.get(forms[0]!.folded) ?? 0) + 1);
      nodes.push(node);
      ordinals.push(ordinal);
      offsets.push(roots.length);
      const numbers = new Set<number>();
      for (const { folded, root } of forms) {
        words.set(folded, (words.get(folded) ?? 0) + (forms.length > 1 ? 1 : 0));
        let number = rootNumbers.get(root);
        if (number === undefined) rootNumbers.set(root, (number = rootNumbers.size));
        numbers.add(number);
      }
      for (const number of numbers) roots.push(number);
    }
  }
  offsets.push(roots.length);

  const { sorted: sortedRoots, ranks } = ranked(rootNumbers);
  const counts = new Uint32Array(sortedRoots.length);
  const nameRoots = roots.trimmed();
  for (let at = 0; at < nameRoots.length; at++) counts[(nameRoots[at] = ranks[nameRoots[at]!]!)]!++;
  const nameOffsets = offsets.trimmed();
  const rootTable = encodeTextTable(sortedRoots);
  const sortedWords = [...words.keys()].sort();
  const wordTable = encodeTextTable(sortedWords);
  const rarest = groupByRarest(nameOffsets, nameRoots, counts);
  return {
    meta: { format: FORMAT, types: [...wholeNames.keys()], ...countWholeNames(words, wholeNames) },
    arrays: {
      'roots.bytes': rootTable.bytes,
      'roots.offsets': rootTable.offsets,
      'roots.counts': counts,
      'words.bytes': wordTable.bytes,
      'words.offsets': wordTable.offsets,
      'words.counts': Uint32Array.from(sortedWords, (word) => words.get(word)!),
      ...listWholeNames(sortedWords, [...wholeNames.values()]),
      'names.nodes': nodes.trimmed(),
      'names.ordinals': ordinals.trimmed(),
      'names.offsets': nameOffsets,
      'names.roots': nameRoots,
      'rarest.offsets': rarest.offsets,
      'rarest.names': rarest.names,
    },
  };
}

function groupByRarest(
  nameOffsets: Uint32Array,
  nameRoots: Uint32Array,
  counts: Uint32Array,
): { readonly offsets: Uint32Array; readonly names: Uint32Array } {
  const nameCount = nameOffsets.length - 1;
  const rarestOf = new Uint32Array(nameCount);
  const offsets = new Uint32Array(counts.length + 1);
  for (let name = 0; name < nameCount; name++) {
    let rarest = nameRoots[nameOffsets[name]!]!;
    for (let at = nameOffsets[name]! + 1; at < nameOffsets[name + 1]!; at++) {
      if (counts[nameRoots[at]!]! < counts[rarest]!) rarest = nameRoots[at]!;
    }
    rarestOf[name] = rarest;
    offsets[rarest + 1]!++;
  }
  for (let root = 0; root < counts.length; root++) offsets[root + 1]! += offsets[root]!;
  const next = offsets.slice();
  const names = new Uint32Array(nameCount);
  for (let name = 0; name < nameCount; name++) names[next[rarestOf[name]!]!++] = name;
  return { offsets, names };
}

function listWholeNames(
  words: readonly string[],
  byType: readonly ReadonlyMap<string, number>[],
): Pick<NameIndexArrays, 'whole.offsets' | 'whole.types' | 'whole.counts'> {
  const [types, counts] = [new GrowingList(), new GrowingList()];
  const offsets = new Uint32Array(words.length + 1);
  words.forEach((word, row) => {
    byType.forEach((whole, type) => {
      const count = whole.get(word);
      if (count === undefined) return;
      types.push(type);
      counts.push(count);
    });
    offsets[row + 1] = types.length;
  });
  return { 'whole.offsets': offsets, 'whole.types': types.trimmed(), 'whole.counts': counts.trimmed() };
}

function countWholeNames(
  words: ReadonlyMap<string, number>,
  wholeNames: ReadonlyMap<string, ReadonlyMap<string, number>>,
): Pick<NameIndexMeta, 'wordsInLongerNames' | 'wholeNames'> {
  let wordsInLongerNames = 0;
  const counts = new Map<string, number>();
  for (const [word, count] of words) {
    wordsInLongerNames += count;
    for (const [type, whole] of wholeNames) {
      if (whole.has(word)) counts.set(type, (counts.get(type) ?? 0) + count);
    }
  }
  return { wordsInLongerNames, wholeNames: Object.fromEntries(counts) };
}
