CYPHER 5
CALL () {
  UNWIND $anchor0 AS b0
  MATCH (n1:`author`)
  WHERE n1.`id` = b0.id
  WITH n1, toInteger(round(b0.score * 1000000000000.0)) AS s0
  MATCH (n1)-[r0:`writes`]-(n0:`paper`)
  WITH n0, max(s0) AS s1
  RETURN n0, s1, null AS s3
  UNION ALL
  UNWIND $anchor1 AS b1
  MATCH (n2:`field of study`)
  WHERE n2.`id` = b1.id
  WITH n2, toInteger(round(b1.score * 1000000000000.0)) AS s2
  MATCH (n2)-[r1:`has topic`]-(n0:`paper`)
  WITH n0, max(s2) AS s3
  RETURN n0, null AS s1, s3
}
WITH n0, max(s1) AS s1, max(s3) AS s3
WHERE s1 IS NOT NULL
  AND s3 IS NOT NULL
RETURN n0.`id` AS id, (s1 + s3) / 1000000000000.0 AS score
ORDER BY score DESC, id
