CYPHER 5
UNWIND $anchor0 AS b0
MATCH (n1:`author`)
WHERE n1.`id` = b0.id
WITH n1, toInteger(round(b0.score * 1000000000000.0)) AS s0
MATCH (n1)-[r0:`writes`]-(n0:`paper`)
WITH n0, r0, s0 AS s1 ORDER BY s1 DESC
WITH n0, collect({edges: [r0], score: s1})[..2] AS l0
WITH n0, l0, COLLECT {
  MATCH (n0)-[r1:`writes`]-(n2:`author`)
  WITH DISTINCT r1 LIMIT 2
  RETURN {edges: [r1], score: 0}
} AS l1
UNWIND l0 AS e0
UNWIND l1 AS e1
WITH n0, e0, e1
WHERE e1.edges <> e0.edges
WITH n0, max(e0.score + e1.score) AS s2
RETURN n0.`id` AS id, (s2) / 1000000000000.0 AS score
ORDER BY score DESC, id
