CYPHER 5
UNWIND $anchor0 AS b0
MATCH (n4:`field of study`)
WHERE n4.`id` = b0.id
WITH n4, toInteger(round(b0.score * 1000000000000.0)) AS s0
MATCH (n4)-[r0:`has topic`]-(n3:`paper`)
WITH n3, max(s0) AS s1
MATCH (n3)-[r1:`cites`]-(n2:`paper`)
WITH n2, r1, s1 AS s2 ORDER BY s2 DESC
WITH n2, collect(r1)[0] AS e0, collect(s2)[0] AS s3, collect(s2)[1] AS s4
MATCH (n2)-[r2:`cites`]-(n1:`paper`)
WITH n1, max(CASE WHEN r2 = e0 THEN s4 ELSE s3 END) AS s5
WHERE s5 IS NOT NULL
MATCH (n1)-[r3:`writes`]-(n0:`author`)
WITH n0, max(s5) AS s6
RETURN n0.`id` AS id, (s6) / 1000000000000.0 AS score
ORDER BY score DESC, id
