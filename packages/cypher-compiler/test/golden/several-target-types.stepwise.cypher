CYPHER 5
UNWIND $anchor0 AS b0
MATCH (n3:`paper`)
WHERE n3.`id` = b0.id
WITH n3, toInteger(round(b0.score * 1000000000000.0)) AS s0
MATCH (n3)-[r0:`writes`]-(n2:`author`)
WITH n2, max(s0) AS s1
MATCH (n2)-[r1:`knows`]-(n1:`author`)
WITH n1, max(s1) AS s2
MATCH (n1)-[r2:`writes`]-(n0:`paper`)
WITH n0, max(s2) AS s3
RETURN n0.`id` AS id, (s3) / 1000000000000.0 AS score
ORDER BY score DESC, id
