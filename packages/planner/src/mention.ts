/** Words of the question that may name nodes of one type. */
export interface Mention {
  /** Positions of its words in the question, ascending; they need not be neighbours. */
  readonly tokens: readonly number[];
  readonly type: string;
  /** All nodes of that type that the words may mean, ascending. */
  readonly nodes: readonly number[];
  /** What the plan's anchor says: a text that the knowledge base finds by name. */
  readonly text: string;
  /** How the words were recognised; a `description` names nothing, but nodes whose documents fit it are meant. */
  readonly via: 'exact' | 'variant' | 'spelling' | 'vector' | 'description';
  /**
   * Log-likelihood ratio, in nats, of "these words name this" against "they stand there by chance". The length of the
   * name, letter case, gaps, order and inflection enter it.
   */
  readonly evidence: number;
  /** Where it stands, when the question names the same nodes several times; `tokens` are those of all places. */
  readonly places?: readonly (readonly number[])[];
}

/** Symbols and codes ("WAS", "XK-120"): a word without small letters. They name, they never describe. */
export const isSymbol = (name: string): boolean => !/\s/u.test(name) && name === name.toUpperCase();

/** Share of the evidence of a mention whose nodes are named before in the same plan: that they are meant is known. */
export const REPEATED_SHARE = 0.2;

/** Whether two mentions name the same nodes: said twice, or in two ways ("an extra thumb (preaxial polydactyly)"). */
export const namesSame = (a: Mention, b: Mention): boolean =>
  a.type === b.type && a.nodes.length === b.nodes.length && a.nodes.every((node, at) => node === b.nodes[at]);

/** Whether two mentions use the same word. */
export function overlaps(a: Mention, b: Mention): boolean {
  let [i, j] = [0, 0];
  while (i < a.tokens.length && j < b.tokens.length) {
    if (a.tokens[i] === b.tokens[j]) return true;
    if (a.tokens[i]! < b.tokens[j]!) i++;
    else j++;
  }
  return false;
}
