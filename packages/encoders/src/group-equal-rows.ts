/** The rows from `start` up to `end` in groups of equal vectors, each ascending; by their first row. */
export function groupEqualRows(vectors: Float32Array, dimensions: number, start: number, end: number): number[][] {
  const bits = new Uint32Array(vectors.buffer, vectors.byteOffset, vectors.length);
  const isEqual = (one: number, other: number): boolean => {
    for (let index = 0; index < dimensions; index += 1) {
      if (bits[one * dimensions + index] !== bits[other * dimensions + index]) return false;
    }
    return true;
  };
  const groups: number[][] = [];
  const groupsByHash = new Map<number, number[]>();
  for (let row = start; row < end; row += 1) {
    let hash = 0x811c9dc5;
    for (let index = row * dimensions; index < (row + 1) * dimensions; index += 1) {
      hash = Math.imul(hash ^ bits[index]!, 0x01000193) ^ (hash >>> 15);
    }
    const known = groupsByHash.get(hash);
    const group = known?.find((number) => isEqual(groups[number]![0]!, row));
    if (group !== undefined) groups[group]!.push(row);
    else {
      if (known === undefined) groupsByHash.set(hash, [groups.length]);
      else known.push(groups.length);
      groups.push([row]);
    }
  }
  return groups;
}
