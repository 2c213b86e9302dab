CYPHER 5
UNWIND $anchor0 AS b0
MATCH (c0:`author`)
WHERE c0.`id` = b0.id
CALL (c0) {
  MATCH (c0)-[r0:`writes`]-(n0:`paper`)
  WITH n0, max(0) AS s0
  WITH n0, s0
  WHERE NOT EXISTS {
    MATCH (n1:`paper`)-[:`cites`]-(n0)
    MATCH (c0)-[r1:`writes`]-(n1)
  }
  RETURN n0, s0 AS s1
}
WITH n0, max(s1 + toInteger(round(b0.score * 1000000000000.0))) AS s2
RETURN n0.`id` AS id, (s2) / 1000000000000.0 AS score
ORDER BY score DESC, id
