CYPHER 5
MATCH (n0:`paper`)-[r0:`cites`]-(n1:`paper`),
      (n2:`author`)-[r1:`writes`]-(n0),
      (n3:`paper`)-[r2:`cites`]-(n1),
      (n4:`field of study`)-[r3:`has topic`]-(n3)
WHERE n2.`id` IN [b IN $anchor0 | b.id]
  AND n4.`id` IN [b IN $anchor1 | b.id]
WITH n1, max(toInteger(round([b IN $anchor0 WHERE b.id = n2.`id` | b.score][0] * 1000000000000.0)) + toInteger(round([b IN $anchor1 WHERE b.id = n4.`id` | b.score][0] * 1000000000000.0))) AS s0
RETURN n1.`id` AS id, (s0) / 1000000000000.0 AS score
ORDER BY score DESC, id
