CYPHER 5
UNWIND $targets AS target
MATCH (n0:`author`)
WHERE n0.`id` = target
CALL (n0) {
  MATCH (n1:`paper`)-[r0:`writes`]-(n0),
        (n2:`paper`)-[r1:`cites`]-(n1),
        (n3:`paper`)-[r2:`cites`]-(n2),
        (n4:`field of study`)-[r3:`has topic`]-(n3)
  WHERE n4.`id` IN [b IN $anchor0 | b.id]
  WITH n0, n1, n2, n3, n4, r0, r1, r2, r3
  RETURN n1, n2, n3, n4, r0, r1, r2, r3, toInteger(round([b IN $anchor0 WHERE b.id = n4.`id` | b.score][0] * 1000000000000.0)) AS s0
  ORDER BY s0 DESC
  LIMIT 1
}
RETURN target AS id, s0 / 1000000000000.0 AS score,
  [n0.`id`, n1.`id`, n2.`id`, n3.`id`, n4.`id`] AS nodes,
  [startNode(r0) = n1, startNode(r1) = n2, startNode(r2) = n3, startNode(r3) = n4] AS forward
