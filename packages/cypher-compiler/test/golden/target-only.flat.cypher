CYPHER 5
UNWIND $anchor0 AS b0
MATCH (n0:`paper`)
WHERE n0.`id` = b0.id
WITH n0, max(toInteger(round(b0.score * 1000000000000.0))) AS s0
RETURN n0.`id` AS id, (s0) / 1000000000000.0 AS score
ORDER BY score DESC, id
