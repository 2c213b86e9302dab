import { candidatesOf } from '@grasp/skb';
import type { KnowledgeBase } from '@grasp/skb';

/** The nodes of a knowledge base that may be answers, where not all may. */
export interface CandidateScope {
  /** How many there are. */
  readonly count: number;
  /** Types with at least one of them, in the schema's order. */
  readonly types: readonly string[];
  accepts(index: number): boolean;
  /** As ids: what evaluation counts. */
  has(id: string): boolean;
  /** {@link accepts}, or undefined when all nodes of these types may be answers. */
  acceptsAmong(types: readonly string[]): ((index: number) => boolean) | undefined;
}

const scopes = new WeakMap<KnowledgeBase, { readonly scope: CandidateScope | undefined }>();

/** The candidate set of a graph of STaRK, read once; undefined when every node may be an answer. One byte a node. */
export function candidateScopeOf(knowledgeBase: KnowledgeBase): CandidateScope | undefined {
  let known = scopes.get(knowledgeBase);
  if (known === undefined) scopes.set(knowledgeBase, (known = { scope: readScope(knowledgeBase) }));
  return known.scope;
}

function readScope(knowledgeBase: KnowledgeBase): CandidateScope | undefined {
  const candidates = candidatesOf(knowledgeBase);
  const { nodeCount, schema } = knowledgeBase;
  if (candidates === undefined || candidates.length === nodeCount) return undefined;
  const flags = new Uint8Array(nodeCount);
  for (const index of candidates) flags[index] = 1;
  const inType = (type: string): { readonly size: number; readonly accepted: number } => {
    const { start, end } = knowledgeBase.typeRange(type);
    let accepted = 0;
    for (let index = start; index < end; index++) accepted += flags[index]!;
    return { size: end - start, accepted };
  };
  const counts = schema.nodeTypes.map(({ name }) => ({ name, ...inType(name) }));
  const whole = new Set(counts.filter(({ size, accepted }) => size === accepted).map(({ name }) => name));
  const accepts = (index: number): boolean => flags[index] === 1;
  return {
    count: candidates.length,
    types: counts.filter(({ accepted }) => accepted > 0).map(({ name }) => name),
    accepts,
    has(id) {
      const index = knowledgeBase.indexOf(id);
      return index !== undefined && accepts(index);
    },
    acceptsAmong: (types) => (types.every((type) => whole.has(type)) ? undefined : accepts),
  };
}
