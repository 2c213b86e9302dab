CYPHER 5
UNWIND $anchor0 AS b0
UNWIND $anchor1 AS b1
MATCH (n0:`paper`)-[r0:`writes`]-(n1:`author`),
      (n2:`author`)-[r1:`writes`]-(n0),
      (n3:`author`)-[r2:`writes`]-(n0)
WHERE n2.`id` = b0.id
  AND n3.`id` = b1.id
WITH n1, max(toInteger(round(b0.score * 1000000000000.0)) + toInteger(round(b1.score * 1000000000000.0))) AS s0
RETURN n1.`id` AS id, (s0) / 1000000000000.0 AS score
ORDER BY score DESC, id
