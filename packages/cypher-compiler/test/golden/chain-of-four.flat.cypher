CYPHER 5
UNWIND $anchor0 AS b0
MATCH (n0:`paper`)-[r0:`writes`]-(n1:`author`),
      (n2:`paper`)-[r1:`cites`]-(n0),
      (n3:`paper`)-[r2:`cites`]-(n2),
      (n4:`field of study`)-[r3:`has topic`]-(n3)
WHERE n4.`id` = b0.id
WITH n1, max(toInteger(round(b0.score * 1000000000000.0))) AS s0
RETURN n1.`id` AS id, (s0) / 1000000000000.0 AS score
ORDER BY score DESC, id
