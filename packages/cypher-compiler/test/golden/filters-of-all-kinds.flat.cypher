CYPHER 5
UNWIND $anchor0 AS b0
MATCH (n0:`author`)-[r0:`writes`]-(n1:`paper`)
WHERE n0.`id` = b0.id
  AND any(x IN [] + n1.`year` WHERE toFloatOrNull(x) >= $filter0)
  AND any(x IN [] + n1.`year` WHERE toFloatOrNull(x) <> $filter1 AND NOT isNaN(toFloatOrNull(x)))
  AND any(x IN [] + n1.`year` WHERE toFloatOrNull(x) IN $filter2)
  AND any(x IN [] + n1.`venue` WHERE toStringOrNull(x) = $filter3)
  AND any(x IN [] + n1.`venue` WHERE toStringOrNull(x) IN $filter4)
  AND any(x IN [] + n1.`published` WHERE left(replace(trim(toStringOrNull(x)), ' ', 'T'), size($filter5)) < $filter5)
  AND any(x IN [] + n1.`published` WHERE any(y IN $filter6 WHERE left(replace(trim(toStringOrNull(x)), ' ', 'T'), size(y)) = y))
  AND any(x IN [] + n1.`abstract` WHERE toLower(toStringOrNull(x)) CONTAINS $filter7)
WITH n1, max(toInteger(round(b0.score * 1000000000000.0))) AS s0
RETURN n1.`id` AS id, (s0) / 1000000000000.0 AS score
ORDER BY score DESC, id
