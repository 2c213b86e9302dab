CYPHER 5
UNWIND $anchor0 AS b0
MATCH (n0:`field of study`)-[r0:`has topic`]-(n1:`paper`)
WHERE n0.`id` = b0.id
  AND NOT EXISTS {
  MATCH (n1)-[:`cites`]->(n2:`paper`)
  MATCH (n3:`author`)-[r1:`writes`]-(n2),
        (n2)-[r2:`cites`]-(n4:`paper`)
  WHERE n3.`id` IN $anchor1
}
WITH n1, max(toInteger(round(b0.score * 1000000000000.0))) AS s0
RETURN n1.`id` AS id, (s0) / 1000000000000.0 AS score
ORDER BY score DESC, id
