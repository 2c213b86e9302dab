CYPHER 5
CALL () {
  UNWIND $anchor0 AS b0
  MATCH (n2:`field of study`)
  WHERE n2.`id` = b0.id
  WITH n2, toInteger(round(b0.score * 1000000000000.0)) AS s0
  MATCH (n2)-[r0:`has topic`]-(n1:`paper`)
  WITH n1, max(s0) AS s1
  RETURN n1, s1, null AS s2
  UNION ALL
  UNWIND $anchor1 AS b1
  MATCH (n1:`paper`)
  WHERE n1.`id` = b1.id
  WITH n1, toInteger(round(b1.score * 1000000000000.0)) AS s2
  RETURN n1, null AS s1, s2
}
WITH n1, max(s1) AS s1, max(s2) AS s2
WHERE s1 IS NOT NULL
  AND s2 IS NOT NULL
MATCH (n1)-[r1:`cites`]-(n0:`paper`)
WITH n0, max(s1 + s2) AS s3
RETURN n0.`id` AS id, (s3) / 1000000000000.0 AS score
ORDER BY score DESC, id
