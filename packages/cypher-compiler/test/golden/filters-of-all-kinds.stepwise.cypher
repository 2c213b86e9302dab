CYPHER 5
UNWIND $anchor0 AS b0
MATCH (n1:`author`)
WHERE n1.`id` = b0.id
WITH n1, toInteger(round(b0.score * 1000000000000.0)) AS s0
MATCH (n1)-[r0:`writes`]-(n0:`paper`)
WITH n0, max(s0) AS s1
WITH n0, s1
WHERE any(x IN [] + n0.`year` WHERE toFloatOrNull(x) >= $filter0)
  AND any(x IN [] + n0.`year` WHERE toFloatOrNull(x) <> $filter1 AND NOT isNaN(toFloatOrNull(x)))
  AND any(x IN [] + n0.`year` WHERE toFloatOrNull(x) IN $filter2)
  AND any(x IN [] + n0.`venue` WHERE toStringOrNull(x) = $filter3)
  AND any(x IN [] + n0.`venue` WHERE toStringOrNull(x) IN $filter4)
  AND any(x IN [] + n0.`published` WHERE left(replace(trim(toStringOrNull(x)), ' ', 'T'), size($filter5)) < $filter5)
  AND any(x IN [] + n0.`published` WHERE any(y IN $filter6 WHERE left(replace(trim(toStringOrNull(x)), ' ', 'T'), size(y)) = y))
  AND any(x IN [] + n0.`abstract` WHERE toLower(toStringOrNull(x)) CONTAINS $filter7)
RETURN n0.`id` AS id, (s1) / 1000000000000.0 AS score
ORDER BY score DESC, id
