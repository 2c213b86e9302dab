import type { KnowledgeBase } from '../knowledge-base.js';
import { normalizeName } from '../normalize-name.js';

/** A name that several nodes of one type have. */
export interface SharedName {
  /** As one of the nodes has it. */
  readonly name: string;
  readonly count: number;
  /** Ids of the first nodes. */
  readonly ids: readonly string[];
}

/** Names of the nodes of one type, compared after `normalizeName`. */
export interface NameStatistics {
  /** Nodes whose name has nothing to compare by, such as none. */
  readonly unnamed: number;
  /** Different names that several nodes share. */
  readonly sharedNames: number;
  /** Nodes with a shared name. */
  readonly sharingNodes: number;
  /** The names that most nodes share; ties by the first node. */
  readonly examples: readonly SharedName[];
}

const IDS_SHOWN = 3;

/** 53 bits of hash, so that numbers can be sorted instead of texts. Two of 2 million names collide once in 4,000 files. */
function hashOf(text: string): number {
  let [first, second] = [0x811c_9dc5, 0x1234_5678];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    first = Math.imul(first ^ code, 0x0100_0193);
    second = Math.imul(second ^ code, 0x85eb_ca6b) ^ (second >>> 13);
  }
  first ^= first >>> 15;
  second ^= second >>> 16;
  return (first >>> 0) * 0x20_0000 + (second & 0x1f_ffff);
}

/** Counts names that nodes of a type share. Memory is 16 bytes a node. */
export function nameStatistics(knowledgeBase: KnowledgeBase, type: string, exampleCount: number): NameStatistics {
  const { start, end } = knowledgeBase.typeRange(type);
  const hashes = new Float64Array(end - start);
  let unnamed = 0;
  for (let index = start; index < end; index++) {
    const name = normalizeName(knowledgeBase.nameOf(index));
    if (name === '') unnamed++;
    hashes[index - start] = name === '' ? -1 : hashOf(name);
  }
  const sorted = hashes.slice().sort();
  let [sharedNames, sharingNodes] = [0, 0];
  const most: { readonly hash: number; readonly count: number }[] = [];
  for (let first = unnamed; first < sorted.length;) {
    let last = first + 1;
    while (last < sorted.length && sorted[last] === sorted[first]) last++;
    const count = last - first;
    if (count > 1) {
      sharedNames++;
      sharingNodes += count;
      // More than are shown: equal counts are told apart by their first nodes below.
      if (most.length < 1_000 || count > most.at(-1)!.count) {
        most.push({ hash: sorted[first]!, count });
        if (most.length > 2_000) most.sort((a, b) => b.count - a.count).splice(1_000);
      }
    }
    first = last;
  }
  const wanted = new Map(most.map(({ hash }) => [hash, [] as number[]]));
  for (let position = 0; wanted.size > 0 && position < hashes.length; position++) {
    const found = wanted.get(hashes[position]!);
    if (found !== undefined && found.length < IDS_SHOWN) found.push(start + position);
  }
  const examples = most
    .map(({ hash, count }) => ({ count, indexes: wanted.get(hash)! }))
    .sort((a, b) => b.count - a.count || a.indexes[0]! - b.indexes[0]!)
    .slice(0, exampleCount)
    .map(({ count, indexes }) => ({
      name: knowledgeBase.nameOf(indexes[0]!),
      count,
      ids: indexes.map((index) => knowledgeBase.idOf(index)),
    }));
  return { unnamed, sharedNames, sharingNodes, examples };
}
