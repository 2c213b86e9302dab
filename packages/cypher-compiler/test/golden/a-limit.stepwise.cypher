CYPHER 5
UNWIND $anchor0 AS b0
MATCH (n1:`author`)
WHERE n1.`id` = b0.id
WITH n1, toInteger(round(b0.score * 1000000000000.0)) AS s0
MATCH (n1)-[r0:`writes`]-(n0:`paper`)
WITH n0, max(s0) AS s1
WITH n0.`id` AS id, (s1) / 1000000000000.0 AS score ORDER BY score DESC, id
WITH collect({id: id, score: score}) AS rows
WITH rows[..$limit] AS rows, size(rows) AS candidateCount
UNWIND rows AS row
RETURN row.id AS id, row.score AS score, candidateCount
