CYPHER 5
UNWIND $anchor0 AS b0
MATCH (n2:`field of study`)
WHERE n2.`id` = b0.id
WITH n2, toInteger(round(b0.score * 1000000000000.0)) AS s0
MATCH (n2)-[r0:`has topic`]-(n1:`paper`)
WITH n1, max(s0) AS s1
MATCH (n1)-[r1:`writes`]-(n0:`author`)
WITH n0, max(s1) AS s2
RETURN n0.`id` AS id, (s2) / 1000000000000.0 AS score
ORDER BY score DESC, id
