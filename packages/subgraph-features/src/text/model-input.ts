import { checkLimit } from '../check-option.js';
import { SubgraphError } from '../subgraph-error.js';
import type { NodeRole, Subgraph, SubgraphEdge } from '../subgraph.js';
import { matrixOrder } from './linear-text.js';

/** Name of a node without a name in model inputs. */
const UNKNOWN = 'unknown entity';

export interface ModelInputOptions {
  /** Most names (entities and relations); edges of the lowest role are dropped from the end until they fit. At least 1. */
  readonly maxNames?: number;
}

/** Characters from `start` to `end`, exclusive. */
export interface GapSpan {
  readonly start: number;
  readonly end: number;
  /** Position in `names`; -1 for a mark such as `[head]`. */
  readonly name: number;
  /** Role of the start of the edge that it belongs to: 0 internal, 1 question, 2 answer; 0 for the first and last mark. */
  readonly type: number;
}

export interface GapInput {
  /** As {@link sequenceInput}. */
  readonly text: string;
  /** Distinct names: those of edges' starts in order, then those of their ends, then relations. */
  readonly names: readonly string[];
  /** Where names and marks stand in `text`, in order. */
  readonly spans: readonly GapSpan[];
  /** Kinds of connection between names, square; see {@link GAP_CONNECTION}. */
  readonly matrix: readonly (readonly number[])[];
}

/** Values of the matrix; `only` is the diagonal of a name without other connections from it. */
export const GAP_CONNECTION = Object.freeze({
  none: -1,
  entityToEntity: 1,
  entityToRelation: 2,
  relationToEntity: 3,
  relationToRelation: 4,
  only: 10,
});

export interface GapInputOptions extends ModelInputOptions {
  /** Which kinds of connection the matrix shows; the paper's are the first two. */
  readonly connections?: readonly ('entityToEntity' | 'entityToRelation' | 'relationToEntity' | 'relationToRelation')[];
}

/** The paper's limit: 50 names and one more. */
export const MODEL_INPUT_LIMIT = 51;

/** A matrix of more names than this is refused: no model reads it. */
const LARGEST_MATRIX = 2048;

const ROLES: readonly NodeRole[] = ['internal', 'question', 'answer'];

/**
 * The input of a text-to-text model trained on WebNLG (paper, section 3.4): `[graph]`, for each edge `[head]` start
 * `[relation]` relation `[tail]` end, then `[text]`, separated by single spaces. A node without a name is "unknown entity";
 * an edge whose relation has an empty name is left out. The end token and the cut to 256 tokens are the tokenizer's.
 */
export function sequenceInput(subgraph: Subgraph, options: ModelInputOptions = {}): string {
  return ['[graph]', ...fittingEdges(subgraph, options).flatMap((edge) => entryOf(subgraph, edge)), '[text]'].join(' ');
}

/** The input of the GAP model (Colas, Alvandipour and Wang, COLING 2022): the sequence and a matrix of connections for its attention. */
export function gapInput(subgraph: Subgraph, options: GapInputOptions = {}): GapInput {
  const { connections = ['entityToEntity', 'entityToRelation'] } = options;
  if ((options.maxNames ?? 0) > LARGEST_MATRIX) {
    throw new SubgraphError('invalid_option', `maxNames of at most ${LARGEST_MATRIX} for a matrix`, options.maxNames);
  }
  const edges = fittingEdges(subgraph, options);
  const triples = edges.map((edge) => tripleOf(subgraph, edge));
  const names = distinctNames(triples);
  const positions = new Map(names.map((name, position) => [name, position]));
  const matrix = names.map(() => names.map((): number => GAP_CONNECTION.none));
  const shows = new Set(connections);
  for (const triple of triples) {
    const [head, relation, tail] = triple.map((name) => positions.get(name)!) as [number, number, number];
    if (shows.has('entityToEntity')) {
      matrix[head]![tail] = matrix[tail]![head] = GAP_CONNECTION.entityToEntity;
    }
    for (const entity of [head, tail]) {
      if (shows.has('entityToRelation')) matrix[entity]![relation] = GAP_CONNECTION.entityToRelation;
      if (shows.has('relationToEntity')) matrix[relation]![entity] = GAP_CONNECTION.relationToEntity;
      if (!shows.has('entityToRelation') && !shows.has('entityToEntity')) matrix[entity]![entity] = GAP_CONNECTION.only;
    }
    if (!shows.has('relationToEntity') && !shows.has('relationToRelation')) {
      matrix[relation]![relation] = GAP_CONNECTION.only;
    }
  }
  if (shows.has('relationToRelation')) connectRelations(triples, positions, matrix);
  const types = edges.map(({ source }) => ROLES.indexOf(subgraph.nodes[source]!.role));
  return { ...textWithSpans(triples, types, positions), names, matrix };
}

/** Relations that share an entity, and each with itself. */
function connectRelations(
  triples: readonly Triple[],
  positions: ReadonlyMap<string, number>,
  matrix: number[][],
): void {
  const relationsAt = new Map<string, Set<number>>();
  for (const [head, relation, tail] of triples) {
    for (const entity of [head, tail]) {
      const relations = relationsAt.get(entity) ?? new Set();
      relationsAt.set(entity, relations.add(positions.get(relation)!));
    }
  }
  for (const relations of relationsAt.values()) {
    for (const left of relations) {
      for (const right of relations) matrix[left]![right] = GAP_CONNECTION.relationToRelation;
    }
  }
}

type Triple = readonly [head: string, relation: string, tail: string];

const tripleOf = ({ nodes }: Subgraph, { source, target, name }: SubgraphEdge): Triple => [
  nodes[source]!.name ?? UNKNOWN,
  name ?? UNKNOWN,
  nodes[target]!.name ?? UNKNOWN,
];

function entryOf(subgraph: Subgraph, edge: SubgraphEdge): string[] {
  const [head, relation, tail] = tripleOf(subgraph, edge);
  return ['[head]', head, '[relation]', relation, '[tail]', tail];
}

function distinctNames(triples: readonly Triple[]): string[] {
  const heads = triples.map(([head]) => head);
  const tails = triples.map(([, , tail]) => tail);
  const relations = triples.map(([, relation]) => relation);
  return [...new Set([...heads, ...tails, ...relations])];
}

/** The edges in order, without those that have to go. An edge has the role of its start. */
function fittingEdges(subgraph: Subgraph, { maxNames = MODEL_INPUT_LIMIT }: ModelInputOptions): SubgraphEdge[] {
  checkLimit('maxNames', maxNames, 1);
  const edges = matrixOrder(subgraph, 'last').filter(({ name }) => name !== '');
  const uses = new Map<string, number>();
  for (const edge of edges)
    for (const name of new Set(tripleOf(subgraph, edge))) uses.set(name, (uses.get(name) ?? 0) + 1);
  const dropped = new Set<SubgraphEdge>();
  for (const role of ROLES) {
    for (const edge of edges.toReversed()) {
      if (uses.size <= maxNames) break;
      if (subgraph.nodes[edge.source]!.role !== role) continue;
      dropped.add(edge);
      for (const name of new Set(tripleOf(subgraph, edge))) {
        const left = uses.get(name)! - 1;
        if (left === 0) uses.delete(name);
        else uses.set(name, left);
      }
    }
  }
  return edges.filter((edge) => !dropped.has(edge));
}

function textWithSpans(
  triples: readonly Triple[],
  types: readonly number[],
  positions: ReadonlyMap<string, number>,
): Pick<GapInput, 'text' | 'spans'> {
  const spans: GapSpan[] = [];
  const parts: string[] = [];
  let length = 0;
  const add = (part: string, name: number, type: number): void => {
    parts.push(part);
    spans.push({ start: length, end: length + part.length, name, type });
    length += part.length + 1;
  };
  add('[graph]', -1, 0);
  triples.forEach((triple, place) => {
    const type = types[place]!;
    (['[head]', '[relation]', '[tail]'] as const).forEach((mark, part) => {
      add(mark, -1, type);
      add(triple[part]!, positions.get(triple[part]!)!, type);
    });
  });
  add('[text]', -1, 0);
  return { text: parts.join(' '), spans };
}
