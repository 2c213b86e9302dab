CYPHER 5
UNWIND $anchor0 AS b0
MATCH (n4:`field of study`)
WHERE n4.`id` = b0.id
WITH n4, toInteger(round(b0.score * 1000000000000.0)) AS s0
MATCH (n4)-[r0:`has topic`]-(n3:`paper`)
WITH n3, max(s0) AS s1
MATCH (n3)-[r1:`cites`]-(n2:`paper`)
WITH n2, r1, s1 AS s2 ORDER BY s2 DESC
WITH n2, collect({edges: [r1], score: s2})[..2] AS l0
MATCH (n2)-[r2:`cites`]-(n1:`paper`)
WITH n1, max([x IN l0 WHERE NOT r2 IN x.edges | x.score][0]) AS s3
WHERE s3 IS NOT NULL
MATCH (n1)-[r3:`writes`]-(n0:`author`)
WITH n0, max(s3) AS s4
RETURN n0.`id` AS id, (s4) / 1000000000000.0 AS score
ORDER BY score DESC, id
