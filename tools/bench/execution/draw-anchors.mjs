/** Position of the node to which an edge at `edge` belongs: the last one whose offset is not beyond it. */
function ownerOf(offsets, edge) {
  let low = 0;
  let high = offsets.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (offsets[middle] <= edge) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * Bindings for the anchors of a plan, each node with a chance in proportion to its degree in the hop that leaves the
 * anchor: so a node of 10⁵ edges comes 10⁵ times as often as one of one edge. Scores are from 0.95 to 1.
 *
 * @param knowledgeBase - With `schema`, `typeRange`, `idOf` and `adjacency`.
 * @param random - A `SeededRandom`.
 * @param count - Nodes for each anchor; fewer when the same is drawn again and again.
 */
export function drawAnchors(knowledgeBase, plan, random, count) {
  const bindings = {};
  for (const { var: variable, label } of plan.anchors) {
    const { start, end } = knowledgeBase.typeRange(label);
    const hop = plan.hops.find(({ from, to_var }) => from === variable || to_var === variable);
    const drawn = new Set();
    for (let attempt = 0; attempt < 200 * count && drawn.size < count; attempt++) {
      let node = start + random.below(end - start);
      if (hop !== undefined) {
        const { offsets, targets } = knowledgeBase.adjacency(hop.rel, 'out');
        const edge = random.below(targets.length);
        node = random.below(2) === 0 ? targets[edge] : ownerOf(offsets, edge);
      }
      if (node >= start && node < end) drawn.add(node);
    }
    bindings[variable] = [...drawn].map((node, position) => ({
      id: knowledgeBase.idOf(node),
      score: position === 0 ? 1 : 1 - random.below(1000) / 20_000,
      via: 'name',
    }));
  }
  return bindings;
}
