CYPHER 5
UNWIND $anchor0 AS b0
MATCH (n0:`author`)-[r0:`writes`]-(n1:`paper`)
WHERE elementId(n0) = b0.id
WITH n1, max(toInteger(round(b0.score * 1000000000000.0))) AS s0
RETURN elementId(n1) AS id, (s0) / 1000000000000.0 AS score
ORDER BY score DESC, id
