CYPHER 5
MATCH (n0:`paper`)
WITH n0
WHERE NOT EXISTS {
  MATCH (n1:`author`)-[:`writes`]-(n0)
  WHERE n1.`id` IN $anchor0
}
RETURN n0.`id` AS id, (0) / 1000000000000.0 AS score
ORDER BY score DESC, id
