import type { Binding, Linker } from '@grasp/graph-retriever';
import type { Anchor } from '@grasp/plan';

/** Anchors whose nodes are kept. */
const REMEMBERED = 1_000;

const keyOf = ({ text, label, match_mode: mode, breadth }: Anchor): string =>
  JSON.stringify([text, label, mode, breadth]);

/**
 * A linker that searches for an anchor once: for one question a planner links the same few names in every plan that it
 * counts. What the linker searches must not change.
 *
 * @param limit - Anchors that are kept; those that were not asked for the longest go first.
 */
export function rememberLinks(linker: Linker, limit = REMEMBERED): Linker {
  const known = new Map<string, readonly Binding[]>();
  return {
    async link({ anchors }, options = {}) {
      options.signal?.throwIfAborted();
      const open = anchors.filter((anchor) => !known.has(keyOf(anchor)));
      const found = open.length === 0 ? {} : await linker.link({ anchors: open }, options);
      const linked = anchors.map((anchor) => [anchor, found[anchor.var] ?? known.get(keyOf(anchor))!] as const);
      for (const [anchor, bindings] of linked) {
        known.delete(keyOf(anchor));
        known.set(keyOf(anchor), bindings);
      }
      for (const key of known.keys()) {
        if (known.size <= limit) break;
        known.delete(key);
      }
      return Object.fromEntries(linked.map(([anchor, bindings]) => [anchor.var, bindings]));
    },
  };
}
