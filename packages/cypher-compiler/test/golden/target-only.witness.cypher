CYPHER 5
UNWIND $targets AS target
MATCH (n0:`paper`)
WHERE n0.`id` = target
  AND n0.`id` IN [b IN $anchor0 | b.id]
CALL (n0) {
  WITH n0
  RETURN toInteger(round([b IN $anchor0 WHERE b.id = n0.`id` | b.score][0] * 1000000000000.0)) AS s0
  ORDER BY s0 DESC
  LIMIT 1
}
RETURN target AS id, s0 / 1000000000000.0 AS score,
  [n0.`id`] AS nodes,
  [] AS forward
