CYPHER 5
UNWIND $anchor0 AS b0
MATCH (n1:`field of study`)
WHERE n1.`id` = b0.id
WITH n1, toInteger(round(b0.score * 1000000000000.0)) AS s0
MATCH (n1)-[r0:`has topic`]-(n0:`paper`)
WITH n0, max(s0) AS s1
WITH n0, s1
WHERE EXISTS {
  MATCH (n0)-[r1:`writes`]-(n2:`author`),
        (n0)-[r2:`writes`]-(n3:`author`)
}
RETURN n0.`id` AS id, (s1) / 1000000000000.0 AS score
ORDER BY score DESC, id
