// Neo4j's own rule about relationships against that of a plan. Within one MATCH Neo4j takes no relationship twice (a
// trail); across several it may (a walk). A plan's rule lies between: two hops that share a variable take different
// relationships, two that share none may take the same one.
import { quoteName } from '@grasp/cypher-compiler';
import { planTree } from '@grasp/plan';

const TOLERANCE = 1e-6;

/** A plan's hops as Neo4j users write them: all in one MATCH, or each in a MATCH of its own. Best way per target. */
function plainText(plan, { isOneMatch }) {
  const { labels } = planTree(plan);
  const names = new Map();
  const nodeOf = (variable) => {
    if (names.has(variable)) return `(${names.get(variable)})`;
    names.set(variable, `n${names.size}`);
    return `(${names.get(variable)}:${labels.get(variable).map(quoteName).join('|')})`;
  };
  const patterns = plan.hops.map(({ from, rel, to_var: to, direction }, hop) => {
    const [left, right] = direction === undefined ? ['-', '-'] : direction === 'out' ? ['-', '->'] : ['<-', '-'];
    return `${nodeOf(from)}${left}[r${hop}:${quoteName(rel)}]${right}${nodeOf(to)}`;
  });
  const anchors = plan.anchors.filter((anchor) => names.has(anchor.var));
  const conditions = anchors.map((anchor) => `${names.get(anchor.var)}.id = b${plan.anchors.indexOf(anchor)}.id`);
  const ways = plan.hops.map(({ rel, from }, hop) => {
    const ends = `startNode(r${hop}).id, endNode(r${hop}).id`;
    return `[${plan.hops.findIndex((other) => other.rel === rel)}, ${ends}, ${names.get(from)}.id]`;
  });
  return [
    'CYPHER 5',
    ...plan.anchors.map((_, index) => `UNWIND $anchor${index} AS b${index}`),
    ...(isOneMatch ? [`MATCH ${patterns.join(',\n      ')}`] : patterns.map((pattern) => `MATCH ${pattern}`)),
    `WITH * WHERE ${conditions.join(' AND ')}`,
    `WITH n${[...names.keys()].indexOf('T')}.id AS id, ${plan.anchors.map((_, index) => `b${index}.score`).join(' + ')} AS score,`,
    `     [${ways.join(', ')}] AS way`,
    'ORDER BY score DESC',
    'WITH id, collect({score: score, way: way})[0] AS best',
    'RETURN id, best.score AS score, best.way AS way',
  ].join('\n');
}

/** Pairs of hops that take the same relationship, and whether they share a variable. */
function repeats(plan, edges) {
  const pairs = [];
  edges.forEach((edge, one) => {
    for (let two = 0; two < one; two++) {
      if (edge === undefined || edge !== edges[two]) continue;
      const ends = [plan.hops[one].from, plan.hops[one].to_var];
      const areNeighbours = ends.includes(plan.hops[two].from) || ends.includes(plan.hops[two].to_var);
      pairs.push({ hops: [two, one], edge, areNeighbours });
    }
  });
  return pairs;
}

const edgesOfPath = (plan, path) => {
  const edges = plan.hops.map(() => undefined);
  for (const { hop, relation, from, to, direction } of path) {
    edges[hop] = JSON.stringify([relation, ...(direction === 'out' ? [from, to] : [to, from])]);
  }
  return edges;
};

/** Whether the rule can matter: no negation, and a relation that occurs twice. Filters play no part. */
export const isComparable = (plan) =>
  plan.hops.length >= 2 &&
  plan.hops.every((hop) => hop.negated !== true) &&
  new Set(plan.hops.map((hop) => hop.rel)).size < plan.hops.length;

/**
 * Compares what a plan gives with what one MATCH and what a MATCH per hop give, and explains each target that differs
 * by the relationship that is taken twice.
 *
 * @returns {Promise<{ trail: object[], walk: object[], problems: string[] }>} The differences, and what contradicts
 *   the explanation.
 */
export async function compareRules(run, plan, parameters, candidates) {
  const problems = [];
  const own = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const rowsOf = async (options) => {
    const rows = await run(plainText(plan, options), parameters);
    return new Map(rows.map((row) => [row.id, row]));
  };
  const isSame = (one, two) => one !== undefined && two !== undefined && Math.abs(one.score - two.score) <= TOLERANCE;

  const trail = [];
  const trailRows = await rowsOf({ isOneMatch: true });
  for (const [id, row] of trailRows) {
    if (!(own.get(id)?.score >= row.score - TOLERANCE)) problems.push(`one MATCH gives ${id} more than the plan does`);
  }
  for (const [id, { score, path }] of own) {
    const other = trailRows.get(id);
    if (isSame(other, { score })) continue;
    const pairs = repeats(plan, edgesOfPath(plan, path));
    if (pairs.length === 0 || pairs.some(({ areNeighbours }) => areNeighbours)) {
      problems.push(`one MATCH gives ${id} less than the plan does, for no known reason`);
    }
    trail.push({ id, plan: score, oneMatch: other?.score, pairs });
  }

  const walk = [];
  const walkRows = await rowsOf({ isOneMatch: false });
  for (const [id, { score }] of own) {
    if (!(walkRows.get(id)?.score >= score - TOLERANCE))
      problems.push(`a MATCH per hop gives ${id} less than the plan`);
  }
  for (const [id, row] of walkRows) {
    if (isSame(own.get(id), row)) continue;
    const edges = row.way.map(([rel, start, end]) => JSON.stringify([plan.hops[Number(rel)].rel, start, end]));
    const pairs = repeats(plan, edges).filter(({ areNeighbours }) => areNeighbours);
    if (pairs.length === 0) problems.push(`a MATCH per hop gives ${id} more than the plan does, for no known reason`);
    walk.push({ id, plan: own.get(id)?.score, matchPerHop: row.score, pairs });
  }
  return { trail, walk, problems };
}

const hopText = ({ from, rel, to_var: to }) => `${from} -[${rel}]- ${to}`;

/** One difference in words. */
export function explain(plan, { id, plan: own, oneMatch, matchPerHop, pairs }) {
  const { hops, edge } = pairs[0];
  const [relation, start, end] = JSON.parse(edge);
  const [first, second] = hops.map((hop) => hopText(plan.hops[hop]));
  const what = `the relationship ${start} -[${relation}]-> ${end}`;
  const scored = (score) => (score === undefined ? 'no row' : `score ${score}`);
  if (matchPerHop === undefined) {
    return `target ${id}: the plan gives ${scored(own)}, one MATCH ${scored(oneMatch)}. The best way takes ${what} in the hops ${first} and ${second}, which share no variable; one MATCH never takes it twice.`;
  }
  return `target ${id}: the plan gives ${scored(own)}, a MATCH per hop ${scored(matchPerHop)}. That takes ${what} in the hops ${first} and ${second}, which share a variable: it turns back on the way it came, which a plan never does.`;
}
