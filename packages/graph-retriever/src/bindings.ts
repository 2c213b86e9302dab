/** A node that an anchor may stand for. */
export interface Binding {
  readonly id: string;
  /** Cosine, −1 to 1. Execution takes any finite number up to 500 in size. */
  readonly score: number;
  /** What matched: the node's name, an alias, or its whole document. */
  readonly via: 'name' | 'alias' | 'doc';
  /** The name or alias that matched. */
  readonly text?: string;
}

/** The nodes that each anchor may stand for, by the anchor's variable. A missing variable is an unbound one. */
export type Bindings = Readonly<Record<string, readonly Binding[]>>;
