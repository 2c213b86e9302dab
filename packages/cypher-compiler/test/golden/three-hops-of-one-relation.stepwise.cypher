CYPHER 5
UNWIND $anchor0 AS b0
MATCH (n3:`author`)
WHERE n3.`id` = b0.id
WITH n3, toInteger(round(b0.score * 1000000000000.0)) AS s0
MATCH (n3)-[r0:`writes`]-(n2:`paper`)
WITH n2, r0, s0 AS s1 ORDER BY s1 DESC
WITH n2, collect(r0)[0] AS e0, collect(s1)[0] AS s2, collect(s1)[1] AS s3
MATCH (n2)-[r1:`writes`]-(n1:`author`)
WITH n1, r1, CASE WHEN r1 = e0 THEN s3 ELSE s2 END AS s4 ORDER BY s4 DESC
WHERE s4 IS NOT NULL
WITH n1, collect(r1)[0] AS e1, collect(s4)[0] AS s5, collect(s4)[1] AS s6
MATCH (n1)-[r2:`writes`]-(n0:`paper`)
WITH n0, max(CASE WHEN r2 = e1 THEN s6 ELSE s5 END) AS s7
WHERE s7 IS NOT NULL
RETURN n0.`id` AS id, (s7) / 1000000000000.0 AS score
ORDER BY score DESC, id
