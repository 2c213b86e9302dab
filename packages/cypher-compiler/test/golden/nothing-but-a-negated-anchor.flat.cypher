CYPHER 5
MATCH (n0:`paper`)
WHERE NOT EXISTS {
  MATCH (n1:`author`)-[:`writes`]-(n0)
  WHERE n1.`id` IN $anchor0
}
WITH n0, max(0) AS s0
RETURN n0.`id` AS id, (s0) / 1000000000000.0 AS score
ORDER BY score DESC, id
