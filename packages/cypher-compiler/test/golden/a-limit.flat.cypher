CYPHER 5
UNWIND $anchor0 AS b0
MATCH (n0:`author`)-[r0:`writes`]-(n1:`paper`)
WHERE n0.`id` = b0.id
WITH n1, max(toInteger(round(b0.score * 1000000000000.0))) AS s0
WITH n1.`id` AS id, (s0) / 1000000000000.0 AS score ORDER BY score DESC, id
WITH collect({id: id, score: score}) AS rows
WITH rows[..$limit] AS rows, size(rows) AS candidateCount
UNWIND rows AS row
RETURN row.id AS id, row.score AS score, candidateCount
