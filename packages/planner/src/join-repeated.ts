import { namesSame, overlaps } from './mention.js';
import type { Mention } from './mention.js';

/**
 * Adds, for nodes that the question names in several places, one mention of all of them: as two anchors they would ask for two
 * different ways to the same node. Best evidence first, as before.
 *
 * @param least - Mentions with less evidence are not joined.
 */
export function joinRepeated(mentions: readonly Mention[], least: number): Mention[] {
  const joined: Mention[] = [];
  const done = new Set<Mention>();
  for (const mention of mentions) {
    if (done.has(mention) || mention.evidence < least || mention.nodes.length === 0) continue;
    const same = [mention];
    for (const other of mentions) {
      if (other.evidence < least || !namesSame(mention, other)) continue;
      if (same.every((known) => known !== other && !overlaps(known, other))) same.push(other);
    }
    if (same.length === 1) continue;
    for (const known of same) done.add(known);
    const places = same.map(({ tokens }) => tokens).sort((a, b) => a[0]! - b[0]!);
    joined.push({ ...mention, tokens: places.flat().sort((a, b) => a - b), places });
  }
  return [...joined, ...mentions].sort((a, b) => b.evidence - a.evidence);
}
