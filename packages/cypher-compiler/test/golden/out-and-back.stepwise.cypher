CYPHER 5
UNWIND $anchor0 AS b0
MATCH (n2:`paper`)
WHERE n2.`id` = b0.id
WITH n2, toInteger(round(b0.score * 1000000000000.0)) AS s0
MATCH (n2)-[r0:`writes`]-(n1:`author`)
WITH n1, r0, s0 AS s1 ORDER BY s1 DESC
WITH n1, collect({edges: [r0], score: s1})[..2] AS l0
MATCH (n1)-[r1:`writes`]-(n0:`paper`)
WITH n0, max([x IN l0 WHERE NOT r1 IN x.edges | x.score][0]) AS s2
WHERE s2 IS NOT NULL
RETURN n0.`id` AS id, (s2) / 1000000000000.0 AS score
ORDER BY score DESC, id
