CYPHER 5
UNWIND $anchor0 AS b0
MATCH (n2:`paper`)
WHERE n2.`id` = b0.id
WITH n2, toInteger(round(b0.score * 1000000000000.0)) AS s0
MATCH (n2)-[r0:`writes`]-(n1:`author`)
WITH n1, r0, s0 AS s1 ORDER BY s1 DESC
WITH n1, collect(r0)[0] AS e0, collect(s1)[0] AS s2, collect(s1)[1] AS s3
MATCH (n1)-[r1:`writes`]-(n0:`paper`)
WITH n0, max(CASE WHEN r1 = e0 THEN s3 ELSE s2 END) AS s4
WHERE s4 IS NOT NULL
RETURN n0.`id` AS id, (s4) / 1000000000000.0 AS score
ORDER BY score DESC, id
