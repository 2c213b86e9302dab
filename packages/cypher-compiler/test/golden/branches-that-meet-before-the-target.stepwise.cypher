CYPHER 5
CALL () {
  UNWIND $anchor0 AS b0
  MATCH (n2:`author`)
  WHERE n2.`id` = b0.id
  WITH n2, toInteger(round(b0.score * 1000000000000.0)) AS s0
  MATCH (n2)-[r0:`writes`]-(n1:`paper`)
  WITH n1, r0, s0 AS s1 ORDER BY s1 DESC
  WITH n1, collect({edges: [r0], score: s1})[..3] AS l0
  RETURN n1, l0, null AS l1
  UNION ALL
  UNWIND $anchor1 AS b1
  MATCH (n3:`author`)
  WHERE n3.`id` = b1.id
  WITH n3, toInteger(round(b1.score * 1000000000000.0)) AS s2
  MATCH (n3)-[r1:`writes`]-(n1:`paper`)
  WITH n1, r1, s2 AS s3 ORDER BY s3 DESC
  WITH n1, collect({edges: [r1], score: s3})[..3] AS l1
  RETURN n1, null AS l0, l1
}
WITH n1, head(collect(l0)) AS l0, head(collect(l1)) AS l1
WHERE l0 IS NOT NULL
  AND l1 IS NOT NULL
UNWIND l0 AS e0
UNWIND l1 AS e1
WITH n1, e0, e1
WHERE e1.edges <> e0.edges
WITH n1, e0.edges + e1.edges AS edges, e0.score + e1.score AS s4 ORDER BY s4 DESC
WITH n1, collect({edges: edges, score: s4}) AS l2
MATCH (n1)-[r2:`writes`]-(n0:`author`)
WITH n0, max([x IN l2 WHERE NOT r2 IN x.edges | x.score][0]) AS s5
WHERE s5 IS NOT NULL
RETURN n0.`id` AS id, (s5) / 1000000000000.0 AS score
ORDER BY score DESC, id
