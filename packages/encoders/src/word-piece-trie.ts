/**
 * A trie over the UTF-16 code units of word pieces, in three typed arrays: edges lie in an open hash table under
 * (node, code unit), so that a step allocates nothing.
 */
export class WordPieceTrie {
  /** Where the pieces that start a word begin. */
  static readonly ROOT = 0;

  private readonly mask: number;
  private readonly edgeNode: Int32Array;
  private readonly edgeUnit: Uint16Array;
  private readonly edgeTarget: Int32Array;
  private readonly rowOfNode: Int32Array;
  private nodes = 1;

  /** Where the pieces that go on within a word begin: behind `##`. −1 if there is none. */
  readonly continuation: number;

  constructor(pieces: readonly string[]) {
    const units = pieces.reduce((sum, piece) => sum + piece.length, 1);
    // At most half full, so that a search ends soon.
    const capacity = 2 ** Math.ceil(Math.log2(2 * units + 1));
    this.mask = capacity - 1;
    this.edgeNode = new Int32Array(capacity).fill(-1);
    this.edgeUnit = new Uint16Array(capacity);
    this.edgeTarget = new Int32Array(capacity);
    this.rowOfNode = new Int32Array(units).fill(-1);
    pieces.forEach((piece, row) => this.add(piece, row));
    const first = this.step(WordPieceTrie.ROOT, 0x23);
    this.continuation = first < 0 ? -1 : this.step(first, 0x23);
  }

  /** The node behind `node` along `unit`, or −1. */
  step(node: number, unit: number): number {
    const slot = this.slot(node, unit);
    return this.edgeNode[slot] === -1 ? -1 : this.edgeTarget[slot]!;
  }

  /** The row of the piece that ends at `node`, or −1. */
  row(node: number): number {
    return this.rowOfNode[node]!;
  }

  private slot(node: number, unit: number): number {
    let slot = Math.imul(Math.imul(node, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b), 0xc2b2ae35) >>> 7;
    slot &= this.mask;
    while (this.edgeNode[slot] !== -1 && (this.edgeNode[slot] !== node || this.edgeUnit[slot] !== unit)) {
      slot = (slot + 1) & this.mask;
    }
    return slot;
  }

  private add(piece: string, row: number): void {
    let node = WordPieceTrie.ROOT;
    for (let index = 0; index < piece.length; index += 1) {
      const unit = piece.charCodeAt(index);
      const slot = this.slot(node, unit);
      if (this.edgeNode[slot] === -1) {
        this.edgeNode[slot] = node;
        this.edgeUnit[slot] = unit;
        this.edgeTarget[slot] = this.nodes;
        this.nodes += 1;
      }
      node = this.edgeTarget[slot]!;
    }
    this.rowOfNode[node] = row;
  }
}
