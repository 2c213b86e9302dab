CYPHER 5
UNWIND $anchor1 AS b0
UNWIND $anchor0 AS b1
MATCH (n0:`paper`)-[r0:`cites`]-(n1:`paper`),
      (n2:`author`)-[r1:`writes`]-(n0)
WHERE n2.`id` = b1.id
MATCH (n3:`author`)-[r2:`writes`]-(n1)
WHERE n3.`id` = b0.id
  AND NOT EXISTS {
  MATCH (n3)-[:`writes`]-(n0)
}
WITH n1, max(toInteger(round(b0.score * 1000000000000.0)) + toInteger(round(b1.score * 1000000000000.0))) AS s0
RETURN n1.`id` AS id, (s0) / 1000000000000.0 AS score
ORDER BY score DESC, id
