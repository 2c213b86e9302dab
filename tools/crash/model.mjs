// A knowledge base as a map of nodes and a set of relations, and random changes of it. What crash.mjs and the tests of
// updates compare with.

export const schema = {
  nodeTypes: [
    {
      name: 'disease',
      fields: [
        { name: 'summary', kind: 'text' },
        { name: 'cases', kind: 'number' },
      ],
    },
    { name: 'sign', fields: [{ name: 'summary', kind: 'text' }] },
  ],
  relations: [
    { name: 'shows', endpoints: [{ from: 'disease', to: 'sign' }] },
    {
      name: 'like',
      endpoints: [
        { from: 'disease', to: 'disease' },
        { from: 'sign', to: 'sign' },
      ],
    },
  ],
};

const WORDS = 'fever heart failing sudden loss of hearing blue skin rare in infancy late onset kidney'.split(' ');
const ID_COUNT = 150;

export class Model {
  nodes = new Map();
  edges = new Set();

  copy() {
    const copy = new Model();
    copy.nodes = new Map(this.nodes);
    copy.edges = new Set(this.edges);
    return copy;
  }

  apply(changes) {
    const of = (kind) => changes.filter((change) => change.kind === kind);
    const deleted = new Set(of('delete-node').map(({ id }) => id));
    for (const id of deleted) this.nodes.delete(id);
    for (const { relation, from, to } of of('delete-relation')) this.edges.delete(JSON.stringify([relation, from, to]));
    this.#keepEdges((from, to) => !deleted.has(from) && !deleted.has(to));
    for (const node of of('node')) this.nodes.set(node.id, node);
    this.#keepEdges((from, to, relation) => this.#fits(relation, from, to));
    for (const { relation, from, to } of of('relation')) {
      if (this.#fits(relation, from, to)) this.edges.add(JSON.stringify([relation, from, to]));
    }
  }

  #keepEdges(keeps) {
    for (const edge of this.edges) {
      const [relation, from, to] = JSON.parse(edge);
      if (!keeps(from, to, relation)) this.edges.delete(edge);
    }
  }

  #fits(relation, from, to) {
    const [source, target] = [this.nodes.get(from)?.type, this.nodes.get(to)?.type];
    const { endpoints } = schema.relations.find(({ name }) => name === relation);
    return endpoints.some((pair) => pair.from === source && pair.to === target);
  }

  /** All that is there, as records. */
  records() {
    const relations = [...this.edges].map((edge) => {
      const [relation, from, to] = JSON.parse(edge);
      return { kind: 'relation', relation, from, to };
    });
    return [...this.nodes.values(), ...relations];
  }

  /** One text for one content. */
  toString() {
    const nodes = [...this.nodes.values()].map(({ id, type, name, aliases, fields }) =>
      JSON.stringify([id, type, name, aliases, fields]),
    );
    return [...nodes.sort(), ...[...this.edges].sort()].join('\n');
  }
}

/** {@link Model#toString} of a knowledge base. */
export function contentOf(knowledgeBase) {
  const nodes = [];
  const edges = [];
  for (const { id, index, type, name, aliases, fields } of knowledgeBase.nodes()) {
    nodes.push(JSON.stringify([id, type, name, aliases, fields]));
    for (const relation of schema.relations) {
      for (const other of knowledgeBase.neighbours(index, relation.name, 'out')) {
        edges.push(JSON.stringify([relation.name, id, knowledgeBase.idOf(other)]));
      }
    }
  }
  return [...nodes.sort(), ...edges.sort()].join('\n');
}

/** Random changes: of both kinds, or deletions alone. */
export function randomChanges(random, count, onlyDeletions = false) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const id = () => `n${Math.floor(random() * ID_COUNT)}`;
  const text = (length) => Array.from({ length: 1 + Math.floor(random() * length) }, () => pick(WORDS)).join(' ');
  const changes = new Map();
  for (let number = 0; number < count; number++) {
    const kind = onlyDeletions
      ? pick(['delete-node', 'delete-relation'])
      : pick(['node', 'node', 'relation', 'relation', 'relation', 'delete-node', 'delete-relation']);
    if (kind === 'node') {
      const change = {
        kind,
        type: pick(['disease', 'sign']),
        id: id(),
        name: text(4),
        aliases: random() < 0.3 ? [text(3)] : [],
        fields: random() < 0.7 ? { summary: text(30) } : {},
      };
      changes.set(`node ${change.id}`, change);
    } else if (kind === 'delete-node') {
      const change = { kind, id: id() };
      changes.set(`delete ${change.id}`, change);
    } else {
      const change = { kind, relation: pick(['shows', 'like', 'like']), from: id(), to: id() };
      changes.set(JSON.stringify(change), change);
    }
  }
  return [...changes.values()];
}

/** An encoder that costs nothing: counts of letters. */
export const letterEncoder = {
  id: 'letters',
  dimensions: 8,
  async encode(texts) {
    return texts.map((text) => {
      const vector = new Float32Array(8);
      for (let place = 0; place < text.length; place++) vector[text.charCodeAt(place) % 8] += 1;
      const length = Math.hypot(...vector);
      return length === 0 ? vector : vector.map((value) => value / length);
    });
  },
};
