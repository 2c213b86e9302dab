CYPHER 5
CALL () {
  UNWIND $anchor0 AS b0
  MATCH (n1:`author`)
  WHERE n1.`id` = b0.id
  WITH n1, toInteger(round(b0.score * 1000000000000.0)) AS s0
  MATCH (n1)-[r0:`writes`]-(n0:`paper`)
  WITH n0, r0, s0 AS s1 ORDER BY s1 DESC
  WITH n0, collect({edges: [r0], score: s1})[..3] AS l0
  RETURN n0, l0, null AS l1, null AS l2
  UNION ALL
  UNWIND $anchor1 AS b1
  MATCH (n2:`author`)
  WHERE n2.`id` = b1.id
  WITH n2, toInteger(round(b1.score * 1000000000000.0)) AS s2
  MATCH (n2)-[r1:`writes`]-(n0:`paper`)
  WITH n0, r1, s2 AS s3 ORDER BY s3 DESC
  WITH n0, collect({edges: [r1], score: s3})[..3] AS l1
  RETURN n0, null AS l0, l1, null AS l2
  UNION ALL
  UNWIND $anchor2 AS b2
  MATCH (n3:`author`)
  WHERE n3.`id` = b2.id
  WITH n3, toInteger(round(b2.score * 1000000000000.0)) AS s4
  MATCH (n3)-[r2:`writes`]-(n0:`paper`)
  WITH n0, r2, s4 AS s5 ORDER BY s5 DESC
  WITH n0, collect({edges: [r2], score: s5})[..3] AS l2
  RETURN n0, null AS l0, null AS l1, l2
}
WITH n0, head(collect(l0)) AS l0, head(collect(l1)) AS l1, head(collect(l2)) AS l2
WHERE l0 IS NOT NULL
  AND l1 IS NOT NULL
  AND l2 IS NOT NULL
UNWIND l0 AS e0
UNWIND l1 AS e1
WITH n0, l2, e0, e1
WHERE e1.edges <> e0.edges
UNWIND l2 AS e2
WITH n0, e0, e1, e2
WHERE e2.edges <> e0.edges
  AND e2.edges <> e1.edges
WITH n0, max(e0.score + e1.score + e2.score) AS s6
RETURN n0.`id` AS id, (s6) / 1000000000000.0 AS score
ORDER BY score DESC, id
