import type { Subgraph } from '../subgraph.js';
import type { Word } from './words.js';
import { wordsOf } from './words.js';

interface NamedNodes {
  readonly forms: readonly string[];
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
  /** By first word; the longest name first. */
  readonly #names = new Map<string, NamedNodes[]>();

  /** Names that are too long to stand in a text of `textLength` characters are left out. */
  constructor({ nodes }: Subgraph, textLength: number) {
    const byForms = new Map<string, NamedNodes>();
    nodes.forEach(({ id, name }, position) => {
      for (const label of new Set([id, name ?? id])) {
        // Normalisation can shorten a name, but not to less than a quarter.
        if (label.length > 4 * textLength) continue;
        const forms = wordsOf(label).map(({ form }) => form);
        if (forms.length === 0) continue;
        const key = forms.join(' ');
        const known = byForms.get(key);
        if (known === undefined) byForms.set(key, { forms, nodes: [position] });
        else known.nodes.push(position);
      }
    });
    for (const named of byForms.values()) {
      const list = this.#names.get(named.forms[0]!);
      if (list === undefined) this.#names.set(named.forms[0]!, [named]);
      else list.push(named);
    }
    for (const list of this.#names.values()) list.sort((left, right) => right.forms.length - left.forms.length);
  }

  longestAt(words: readonly Word[], place: number): NameMatch | undefined {
    const found = this.#names
      .get(words[place]!.form)
      ?.find(({ forms }) => forms.every((form, offset) => words[place + offset]?.form === form));
    return found === undefined ? undefined : { length: found.forms.length, nodes: found.nodes };
  }
}
