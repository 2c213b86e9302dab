import type { Subgraph } from '../subgraph.js';
import type { Word } from './words.js';
import { formsAmong } from './words.js';

/** A node of a tree of names, one word a step. */
interface NameTree {
  readonly next: Map<string, NameTree>;
  /** Positions of the nodes whose name ends here. */
  readonly nodes: number[];
}

export interface NameMatch {
  /** Number of words. */
  readonly length: number;
  /** Positions of all nodes of that name. */
  readonly nodes: readonly number[];
}

/** Finds names and ids of a subgraph's nodes among the words of a text. */
export class NameMatcher {
  readonly #root: NameTree = { next: new Map(), nodes: [] };

  /** Names that cannot stand in a text of `textLength` characters with these words are left out. */
  constructor({ nodes }: Subgraph, words: readonly Word[], textLength: number) {
    const known = new Set(words.map(({ form }) => form));
    nodes.forEach(({ id, name }, position) => {
      this.#add(id, position, known, textLength);
      if (name !== null && name !== id) this.#add(name, position, known, textLength);
    });
  }

  #add(label: string, position: number, known: ReadonlySet<string>, textLength: number): void {
    // Normalisation can shorten a name, but not to less than a quarter.
    if (label.length > 4 * textLength) return;
    let tree = this.#root;
    for (const form of formsAmong(label, known) ?? []) {
      let next = tree.next.get(form);
      if (next === undefined) tree.next.set(form, (next = { next: new Map(), nodes: [] }));
      tree = next;
    }
    if (tree !== this.#root && tree.nodes.at(-1) !== position) tree.nodes.push(position);
  }

  longestAt(words: readonly Word[], place: number): NameMatch | undefined {
    let found: NameMatch | undefined;
    let tree: NameTree | undefined = this.#root;
    for (let length = 0; tree !== undefined; length++) {
      if (tree.nodes.length > 0) found = { length, nodes: tree.nodes };
      const word: Word | undefined = words[place + length];
      tree = word === undefined ? undefined : tree.next.get(word.form);
    }
    return found;
  }
}
