import type { NameIndexData } from './name-index-data.js';
import { TextTable } from './text-table.js';

/** Names as {@link NameIndexData} has them: which are made of given words, and how often each word occurs. */
export class StoredNames {
  readonly roots: TextTable;
  readonly words: TextTable;
  readonly nameCount: number;
  readonly #data: NameIndexData;

  constructor(data: NameIndexData) {
    const { arrays } = data;
    this.#data = data;
    this.roots = new TextTable({ bytes: arrays['roots.bytes'], offsets: arrays['roots.offsets'] });
    this.words = new TextTable({ bytes: arrays['words.bytes'], offsets: arrays['words.offsets'] });
    this.nameCount = arrays['names.nodes'].length;
  }

  /** Number of words in names of more than one word. */
  get wordsInLongerNames(): number {
    return this.#data.meta.wordsInLongerNames;
  }

  /** How many of those words are by themselves the whole name of a node of a type. */
  wholeNameWords(type: string): number {
    const { wholeNames } = this.#data.meta;
    return Object.hasOwn(wholeNames, type) ? wholeNames[type]! : 0;
  }

  /** Number of names that contain a word with this root. */
  rootCount(root: string): number {
    return this.rootCountAt(this.roots.search(root));
  }

  /** The same by the rank of the root among all. */
  rootCountAt(rank: number): number {
    return this.#data.arrays['roots.counts'][rank] ?? 0;
  }

  /** How often a word occurs in names of more than one word. */
  wordCount(word: string): number {
    return this.#data.arrays['words.counts'][this.words.search(word)] ?? 0;
  }

  /** By type, how many names are this word. */
  wholeNames(word: string): ReadonlyMap<string, number> {
    const { meta, arrays } = this.#data;
    const counts = new Map<string, number>();
    const row = this.words.search(word);
    if (row < 0) return counts;
    const offsets = arrays['whole.offsets'];
    for (let at = offsets[row]!; at < offsets[row + 1]!; at++) {
      counts.set(meta.types[arrays['whole.types'][at]!]!, arrays['whole.counts'][at]!);
    }
    return counts;
  }

  /** The names all of whose words have a root in `wanted`: node, and 0 for its name or n for its nth alias; ascending. */
  madeOf(wanted: Iterable<string>): { readonly node: number; readonly ordinal: number }[] {
    const { arrays } = this.#data;
    const ranks = new Set(Array.from(wanted, (root) => this.roots.search(root)).filter((rank) => rank >= 0));
    const [offsets, nameRoots] = [arrays['names.offsets'], arrays['names.roots']];
    const [rarestOffsets, rarestNames] = [arrays['rarest.offsets'], arrays['rarest.names']];
    const matched: number[] = [];
    for (const root of ranks) {
      for (let at = rarestOffsets[root]!; at < rarestOffsets[root + 1]!; at++) {
        const name = rarestNames[at]!;
        let all = true;
        for (let own = offsets[name]!; all && own < offsets[name + 1]!; own++) all = ranks.has(nameRoots[own]!);
        if (all) matched.push(name);
      }
    }
    return matched
      .sort((a, b) => a - b)
      .map((name) => ({ node: arrays['names.nodes'][name]!, ordinal: arrays['names.ordinals'][name]! }));
  }
}
