CYPHER 5
UNWIND $anchor0 AS b0
MATCH (n0:`field of study`)-[r0:`has topic`]-(n1:`paper`),
      (n1)-[r1:`writes`]-(n2:`author`),
      (n1)-[r2:`writes`]-(n3:`author`)
WHERE n0.`id` = b0.id
WITH n1, max(toInteger(round(b0.score * 1000000000000.0))) AS s0
RETURN n1.`id` AS id, (s0) / 1000000000000.0 AS score
ORDER BY score DESC, id
