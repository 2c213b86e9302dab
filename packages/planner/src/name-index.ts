import { boundedEditDistance } from './edit-distance.js';
import type { Lexicon } from './lexicon.js';
import { nameWords } from './tokenize.js';

/** A name all of whose words occur among those looked up. */
export interface NameMatch {
  readonly node: number;
  /** The name or alias as the knowledge base writes it. */
  readonly text: string;
}

/**
 * Finds names by their words, whatever the order and inflection, and knows which words occur in names at all.
 * Built once from a {@link Lexicon}.
 */
export interface NameIndex {
  /** Names all of whose words have a root in `roots`; nodes ascending, a node's names in their order. */
  findByRoots(roots: ReadonlySet<string>): NameMatch[];
  /** Words of names nearest to a misspelt word: one edit apart from 5 letters on, two from 9 on; at most `count`. */
  correct(folded: string, count: number): readonly string[];
  hasWord(folded: string): boolean;
  /** Number of names that contain a word with this root. */
  frequency(root: string): number;
  /**
   * How likely a word of a longer name is also by itself the whole name of a node of this type, between 0 and 1. Near 1
   * (a dictionary) a single word that is a name proves nothing; near 0 it is hardly a coincidence.
   */
  singleWordDensity(type: string): number;
}

const LONGEST_NAME = 24;

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

/**
 * Builds the index of all names. Each name stands under the root of its rarest word only, so that one lookup touches
 * few names; memory is about 4 bytes a word and 12 a name. Names longer than 24 words are left out.
 */
export function buildNameIndex(lexicon: Lexicon): NameIndex {
  const rootIds = new Map<string, number>();
  const words = new Map<string, number>();
  const wholeNames = new Map<string, Set<string>>();
  const [nodes, ordinals, offsets, roots] = [
    new GrowingList(),
    new GrowingList(),
    new GrowingList(),
    new GrowingList(),
  ];
  const counts: number[] = [];
  for (let node = 0; node < lexicon.nodeCount; node++) {
    const { type, name, aliases } = lexicon.node(node);
    let whole = wholeNames.get(type);
    if (whole === undefined) wholeNames.set(type, (whole = new Set()));
    for (let ordinal = 0; ordinal <= aliases.length; ordinal++) {
      const text = ordinal === 0 ? name : aliases[ordinal - 1]!;
      if (ordinal > 0 && text === name) continue;
      const forms = nameWords(text);
      if (forms.length === 0 || forms.length > LONGEST_NAME) continue;
      if (forms.length === 1) whole.add(forms[0]!.folded);
      nodes.push(node);
      ordinals.push(ordinal);
      offsets.push(roots.length);
      const ids = new Set<number>();
      for (const { folded, root } of forms) {
        words.set(folded, (words.get(folded) ?? 0) + (forms.length > 1 ? 1 : 0));
        let id = rootIds.get(root);
        if (id === undefined) {
          id = rootIds.size;
          rootIds.set(root, id);
          counts.push(0);
        }
        ids.add(id);
      }
      for (const id of ids) {
        counts[id]!++;
        roots.push(id);
      }
    }
  }
  offsets.push(roots.length);

  const nameNodes = nodes.trimmed();
  const nameOrdinals = ordinals.trimmed();
  const rootOffsets = offsets.trimmed();
  const nameRoots = roots.trimmed();
  const byRarest = new Map<number, number[]>();
  for (let entry = 0; entry < nameNodes.length; entry++) {
    const own = nameRoots.subarray(rootOffsets[entry], rootOffsets[entry + 1]);
    const rarest = own.reduce((a, b) => (counts[b]! < counts[a]! ? b : a));
    const entries = byRarest.get(rarest);
    if (entries === undefined) byRarest.set(rarest, [entry]);
    else entries.push(entry);
  }

  let inLongerNames = 0;
  const alsoWhole = new Map<string, number>();
  const byLength = new Map<number, string[]>();
  for (const [word, count] of words) {
    inLongerNames += count;
    for (const [type, whole] of wholeNames) {
      if (whole.has(word)) alsoWhole.set(type, (alsoWhole.get(type) ?? 0) + count);
    }
    const group = byLength.get(word.length);
    if (group === undefined) byLength.set(word.length, [word]);
    else group.push(word);
  }

  return {
    findByRoots(wanted) {
      const ids = new Set<number>();
      for (const root of wanted) {
        const id = rootIds.get(root);
        if (id !== undefined) ids.add(id);
      }
      const matched: number[] = [];
      for (const id of ids) {
        for (const entry of byRarest.get(id) ?? []) {
          let all = true;
          for (let at = rootOffsets[entry]!; all && at < rootOffsets[entry + 1]!; at++) all = ids.has(nameRoots[at]!);
          if (all) matched.push(entry);
        }
      }
      return matched
        .sort((a, b) => a - b)
        .map((entry) => {
          const { name, aliases } = lexicon.node(nameNodes[entry]!);
          const ordinal = nameOrdinals[entry]!;
          return { node: nameNodes[entry]!, text: ordinal === 0 ? name : aliases[ordinal - 1]! };
        });
    },
    correct(folded, count) {
      if (folded.length < 5 || folded.length > 40) return [];
      const limit = folded.length < 9 ? 1 : 2;
      const found: { word: string; distance: number }[] = [];
      for (let length = folded.length - limit; length <= folded.length + limit; length++) {
        for (const word of byLength.get(length) ?? []) {
          const distance = boundedEditDistance(folded, word, limit);
          if (distance <= limit) found.push({ word, distance });
        }
      }
      found.sort(
        (a, b) =>
          a.distance - b.distance ||
          words.get(b.word)! - words.get(a.word)! ||
          (a.word < b.word ? -1 : a.word > b.word ? 1 : 0),
      );
      return found.slice(0, count).map(({ word }) => word);
    },
    hasWord: (folded) => words.has(folded),
    frequency: (root) => counts[rootIds.get(root) ?? -1] ?? 0,
    // Pseudo-counts, so that a tiny knowledge base is neither certain nor impossible.
    singleWordDensity: (type) => ((alsoWhole.get(type) ?? 0) + 1) / (inLongerNames + 10),
  };
}
