CYPHER 5
UNWIND $targets AS target
MATCH (n0:`paper`)
WHERE n0.`id` = target
CALL (n0) {
  MATCH (n1:`author`)-[r0:`writes`]-(n0)
  WHERE n1.`id` IN [b IN $anchor0 | b.id]
  WITH n0, n1, r0
  WHERE NOT EXISTS {
    MATCH (n2:`paper`)-[:`cites`]-(n0)
    MATCH (n1)-[r1:`writes`]-(n2)
  }
  RETURN n1, r0, toInteger(round([b IN $anchor0 WHERE b.id = n1.`id` | b.score][0] * 1000000000000.0)) AS s0
  ORDER BY s0 DESC
  LIMIT 1
}
RETURN target AS id, s0 / 1000000000000.0 AS score,
  [n0.`id`, n1.`id`] AS nodes,
  [startNode(r0) = n1] AS forward
