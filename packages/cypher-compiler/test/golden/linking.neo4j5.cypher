CYPHER 5
CALL db.index.vector.queryNodes($index, $fetch, $vector) YIELD node AS n
WITH n WHERE n:`field of study`
WITH n.`id` AS id, 2 * vector.similarity.cosine(n.`doc vector`, $vector) - 1 AS score
ORDER BY score DESC, id
WITH collect({id: id, score: score}) AS hits
WITH hits, hits[0].score AS best, coalesce(hits[$count - 1].score, -1) AS last
UNWIND hits AS hit
WITH hit, best, last WHERE best > 0 AND hit.score >= $ratio * best AND hit.score >= last
RETURN hit.id AS id, hit.score AS score
ORDER BY score DESC, id
