CYPHER 5
UNWIND $anchor0 AS b0
MATCH (c0:`author`)
WHERE c0.`id` = b0.id
CALL (c0) {
  CALL (c0) {
    MATCH (c0)-[r0:`knows`]-(n1:`author`)
    WITH n1, max(0) AS s0
    MATCH (n1)-[r1:`writes`]-(n0:`paper`)
    WITH n0, r1, s0 AS s1 ORDER BY s1 DESC
    WITH n0, collect({edges: [r1], score: s1})[..2] AS l0
    RETURN n0, l0, null AS l1
    UNION ALL
    MATCH (c0)-[r2:`writes`]-(n0:`paper`)
    WITH n0, r2, 0 AS s2 ORDER BY s2 DESC
    WITH n0, collect({edges: [r2], score: s2})[..2] AS l1
    RETURN n0, null AS l0, l1
  }
  WITH n0, head(collect(l0)) AS l0, head(collect(l1)) AS l1
  WHERE l0 IS NOT NULL
    AND l1 IS NOT NULL
  UNWIND l0 AS e0
  UNWIND l1 AS e1
  WITH n0, e0, e1
  WHERE e1.edges <> e0.edges
  WITH n0, max(e0.score + e1.score) AS s3
  RETURN n0, s3 AS s4
}
WITH n0, max(s4 + toInteger(round(b0.score * 1000000000000.0))) AS s5
RETURN n0.`id` AS id, (s5) / 1000000000000.0 AS score
ORDER BY score DESC, id
