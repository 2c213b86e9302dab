CYPHER 5
UNWIND $anchor1 AS b0
MATCH (c0:`author`)
WHERE c0.`id` = b0.id
CALL (c0) {
  CALL (c0) {
    UNWIND $anchor0 AS b1
    MATCH (n2:`author`)
    WHERE n2.`id` = b1.id
    WITH n2, toInteger(round(b1.score * 1000000000000.0)) AS s0
    MATCH (n2)-[r0:`writes`]-(n1:`paper`)
    WITH n1, max(s0) AS s1
    WITH n1, s1
    WHERE NOT EXISTS {
      MATCH (c0)-[:`writes`]-(n1)
    }
    MATCH (n1)-[r1:`cites`]-(n0:`paper`)
    WITH n0, max(s1) AS s2
    RETURN n0, s2, null AS s3
    UNION ALL
    MATCH (c0)-[r2:`writes`]-(n0:`paper`)
    WITH n0, max(0) AS s3
    RETURN n0, null AS s2, s3
  }
  WITH n0, max(s2) AS s2, max(s3) AS s3
  WHERE s2 IS NOT NULL
    AND s3 IS NOT NULL
  RETURN n0, s2 + s3 AS s4
}
WITH n0, max(s4 + toInteger(round(b0.score * 1000000000000.0))) AS s5
RETURN n0.`id` AS id, (s5) / 1000000000000.0 AS score
ORDER BY score DESC, id
