// Random graphs, plans and bindings, the same ones for the same seed: small, dense, with hostile names, with most of
// what a plan can say. Written apart from the generators of the packages' own tests.

import { randomNumbers } from '../random-numbers.mjs';

export const TYPES = ['paper', 'gene/protein', 'odd `\\u0060 "name" // \\'];
export const RELATIONS = ['cites', 'part of', "`rel'\\u0027"];
export const schema = {
  nodeTypes: TYPES.map((name, index) => ({
    name,
    fields: [
      { name: 'year', kind: index === 2 ? 'keyword' : 'number' },
      { name: 'topics', kind: 'keyword' },
      { name: 'the `text`', kind: 'text' },
      ...(index === 0 ? [{ name: 'published', kind: 'date' }] : []),
    ],
  })),
  relations: RELATIONS.map((name) => ({
    name,
    endpoints: TYPES.flatMap((from) => TYPES.map((to) => ({ from, to }))),
  })),
};

/** What the generators below draw from. */
export function createChooser(seed) {
  const next = randomNumbers(seed);
  const whole = (low, high) => low + Math.floor(next() * (high - low + 1));
  const pick = (values) => values[whole(0, values.length - 1)];
  return { whole, pick, happens: (percent) => next() * 100 < percent };
}

/**
 * 3 to 9 nodes of the first `typeCount` types and up to some 30 relationships, no two of them alike, some of them
 * loops, some there and back.
 */
export function randomGraph({ whole, pick, happens }, typeCount) {
  const nodes = Array.from({ length: whole(3, 9) }, (_, index) => {
    const type = TYPES[whole(0, typeCount - 1)];
    return {
      id: `${pick(['n', 'é', "o'\\"])}${index}`,
      type,
      fields: {
        ...(happens(80) ? { year: type === TYPES[2] ? pick(['1', '2']) : pick([1, 2, 2.5, 3]) } : {}),
        ...(happens(80) ? { topics: ['X', 'Y', 'Z'].slice(whole(0, 2)) } : {}),
        ...(happens(60) ? { 'the `text`': pick(['Some Text', 'other', 'ÄRGER']) } : {}),
        ...(type === TYPES[0] && happens(80)
          ? { published: pick(['2001', '2001-05', '2001-05-03', '2001-05-03 10:00', '2002-01-01T00:00']) }
          : {}),
      },
    };
  });
  const edges = new Map();
  const add = (relation, from, to) => edges.set(JSON.stringify([relation, from, to]), { relation, from, to });
  for (let i = whole(6, 26); i > 0; i--) {
    const [relation, from, to] = [pick(RELATIONS), pick(nodes).id, pick(nodes).id];
    add(relation, from, to);
    if (happens(25)) add(relation, to, from);
  }
  return { schema, nodes, edges: [...edges.values()] };
}

const FILTERS = [
  ...['eq', 'ne', 'lt', 'lte', 'gt', 'gte'].map((op) => ({ field: 'year', op, value: 2 })),
  { field: 'year', op: 'in', value: [1, 3] },
  { field: 'year', op: 'eq', value: '2' },
  ...['eq', 'ne', 'contains'].map((op) => ({ field: 'topics', op, value: 'Y' })),
  { field: 'topics', op: 'in', value: ['Y', "it's"] },
  { field: 'the `text`', op: 'contains', value: 'ärG' },
  { field: 'the `text`', op: 'contains', value: 'TEXT' },
  ...['eq', 'ne', 'lt', 'lte', 'gt', 'gte'].map((op) => ({ field: 'published', op, value: '2001-05' })),
  { field: 'published', op: 'lte', value: '2001-05-03 10:00' },
  { field: 'published', op: 'in', value: ['2001-05-03', '2002'] },
];

/** A random tree of hops around `T`, some of its variables anchors, some anchors tied in once more. */
export function randomPlan({ whole, pick, happens }, graph) {
  const present = [...new Set(graph.nodes.map((node) => node.type))];
  const types = new Map([['T', pick(present)]]);
  const links = [];
  for (let i = whole(0, 5); i > 0; i--) {
    const near = happens(50) ? [...types.keys()].at(-1) : pick([...types.keys()]);
    types.set(`V ${i}`, pick(present));
    links.push([near, `V ${i}`, happens(12)]);
  }
  const isLeaf = (variable) => !links.some(([near]) => near === variable);
  const anchors = [...types.keys()].filter((variable) =>
    happens(variable === 'T' ? (links.length === 0 ? 100 : 15) : isLeaf(variable) ? 80 : 25),
  );
  const cut = anchors.filter((variable) => variable !== 'T');
  for (let i = happens(45) && cut.length > 0 ? whole(1, 2) : 0; i > 0; i--) {
    const [near, far] = [pick([...types.keys()]), pick(cut)];
    if (near !== far) links.push([near, far, happens(25)]);
  }
  const relations = RELATIONS.slice(0, pick([1, 1, 2, 3]));
  const hops = links.map(([near, far, negated]) => {
    const [from, to] = happens(50) && (far === 'T' || anchors.includes(far)) ? [far, near] : [near, far];
    const hop = { from, rel: pick(relations), to_var: to, to_label: types.get(to) };
    if (happens(15)) hop.direction = pick(['in', 'out']);
    if (negated) hop.negated = true;
    return hop;
  });
  const labels = happens(30) ? TYPES.filter((type) => type === types.get('T') || happens(50)) : [types.get('T')];
  return {
    anchors: anchors.map((variable) => ({ var: variable, text: 'x', label: types.get(variable), match_mode: 'name' })),
    hops: hops.sort(() => (happens(50) ? 1 : -1)),
    target: {
      var: 'T',
      labels,
      relevance_text: '',
      ...(happens(25) ? { filters: [pick(FILTERS)] } : {}),
    },
    risk_level: 'normal',
  };
}

/** Up to 5 bindings an anchor: some ids twice, some of the wrong type, some missing, some anchors bound to nothing. */
export function randomBindings({ whole, pick, happens }, graph, plan) {
  return Object.fromEntries(
    plan.anchors.map(({ var: variable, label }) => {
      const fitting = graph.nodes.filter((node) => node.type === label);
      return [
        variable,
        Array.from({ length: happens(3) ? 0 : whole(1, 5) }, () => ({
          id: happens(3) ? 'missing' : pick(fitting.length > 0 && happens(90) ? fitting : graph.nodes).id,
          score: pick([whole(-200, 1000) / 1000, 0.1, 0.2, 1]),
          via: 'name',
        })),
      ];
    }),
  );
}

/** Whether a node meets a plan's filters, by their plain meaning. */
export function meetsFilters(plan, { type, fields }) {
  return (plan.target.filters ?? []).every(({ field, op, value: wanted }) => {
    const kind = schema.nodeTypes.find(({ name }) => name === type).fields.find(({ name }) => name === field)?.kind;
    if (kind === undefined || fields[field] === undefined) return false;
    const read = (value) =>
      kind === 'number' ? Number(value) : kind === 'date' ? value.replace(' ', 'T') : String(value);
    return [fields[field]].flat().some((value) => {
      const isMet = (single) => {
        const [other, own] = [read(single), read(value)];
        const cut = kind === 'date' ? own.slice(0, other.length) : own;
        if (op === 'contains') return own.toLowerCase().includes(other.toLowerCase());
        if (op === 'eq' || op === 'in') return cut === other;
        if (op === 'ne') return cut !== other;
        return op === 'lt' ? cut < other : op === 'lte' ? cut <= other : op === 'gt' ? cut > other : cut >= other;
      };
      return [wanted].flat().some(isMet);
    });
  });
}

/** The graph as the memory engine reads it. */
export function indexGraph({ nodes, edges }) {
  const order = (node) => TYPES.indexOf(node.type);
  const sorted = [...nodes].sort((a, b) => order(a) - order(b) || (a.id < b.id ? -1 : 1));
  const indexes = new Map(sorted.map((node, index) => [node.id, index]));
  return {
    schema,
    nodeCount: sorted.length,
    indexOf: (id) => indexes.get(id),
    idOf: (index) => sorted[index].id,
    typeRange: (type) => {
      const start = sorted.filter((node) => order(node) < TYPES.indexOf(type)).length;
      return { start, end: start + sorted.filter((node) => node.type === type).length };
    },
    adjacency: (relation, direction) => {
      const lists = sorted.map(() => []);
      for (const edge of edges.filter((candidate) => candidate.relation === relation)) {
        const [from, to] = [indexes.get(edge.from), indexes.get(edge.to)];
        if (direction === 'out') lists[from].push(to);
        else lists[to].push(from);
      }
      const offsets = [0];
      for (const list of lists) offsets.push(offsets.at(-1) + list.sort((a, b) => a - b).length);
      return { offsets: Uint32Array.from(offsets), targets: Uint32Array.from(lists.flat()) };
    },
    node: (index) => ({ fields: sorted[index].fields }),
  };
}
