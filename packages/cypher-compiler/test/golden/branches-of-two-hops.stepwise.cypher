CYPHER 5
CALL () {
  UNWIND $anchor0 AS b0
  MATCH (n2:`author`)
  WHERE n2.`id` = b0.id
  WITH n2, toInteger(round(b0.score * 1000000000000.0)) AS s0
  MATCH (n2)-[r0:`writes`]-(n1:`paper`)
  WITH n1, max(s0) AS s1
  MATCH (n1)-[r1:`cites`]-(n0:`paper`)
  WITH n0, r1, s1 AS s2 ORDER BY s2 DESC
  WITH n0, collect({edges: [r1], score: s2})[..2] AS l0
  RETURN n0, l0, null AS l1
  UNION ALL
  UNWIND $anchor1 AS b1
  MATCH (n4:`field of study`)
  WHERE n4.`id` = b1.id
  WITH n4, toInteger(round(b1.score * 1000000000000.0)) AS s3
  MATCH (n4)-[r2:`has topic`]-(n3:`paper`)
  WITH n3, max(s3) AS s4
  MATCH (n3)-[r3:`cites`]-(n0:`paper`)
  WITH n0, r3, s4 AS s5 ORDER BY s5 DESC
  WITH n0, collect({edges: [r3], score: s5})[..2] AS l1
  RETURN n0, null AS l0, l1
}
WITH n0, head(collect(l0)) AS l0, head(collect(l1)) AS l1
WHERE l0 IS NOT NULL
  AND l1 IS NOT NULL
UNWIND l0 AS e0
UNWIND l1 AS e1
WITH n0, e0, e1
WHERE e1.edges <> e0.edges
WITH n0, max(e0.score + e1.score) AS s6
RETURN n0.`id` AS id, (s6) / 1000000000000.0 AS score
ORDER BY score DESC, id
