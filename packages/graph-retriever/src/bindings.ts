/** A node that an anchor may stand for. */
export interface Binding {
  readonly id: string;
  /** Cosine, −1 to 1. Execution takes any finite number up to 500 in size. */
  readonly score: number;
  /** What matched: the node's name, an alias, or its whole document. */
  readonly via: 'name' | 'alias' | 'doc';
  /** The name or alias that matched. */
  readonly text?: string;
  /** How many typing errors the anchor's text differs from `text`; then the score is the share of letters that agree. */
  readonly edits?: number;
  /** More nodes than were asked for have a score as good as the last one's, and this is one that ties with it. */
  readonly tied?: true;
}

/** The nodes that each anchor may stand for, by the anchor's variable. A missing variable is an unbound one. */
export type Bindings = Readonly<Record<string, readonly Binding[]>>;
