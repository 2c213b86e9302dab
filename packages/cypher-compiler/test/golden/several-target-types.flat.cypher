CYPHER 5
UNWIND $anchor0 AS b0
MATCH (n0:`author`)-[r0:`writes`]-(n1:`paper`),
      (n2:`author`)-[r1:`knows`]-(n0)
MATCH (n3:`paper`)-[r2:`writes`]-(n2)
WHERE n3.`id` = b0.id
WITH n1, max(toInteger(round(b0.score * 1000000000000.0))) AS s0
RETURN n1.`id` AS id, (s0) / 1000000000000.0 AS score
ORDER BY score DESC, id
