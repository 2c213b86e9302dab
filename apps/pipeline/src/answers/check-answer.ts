import { createMemoryExecutor } from '@grasp/graph-retriever';
import { validatePlan } from '@grasp/plan';
import type { Plan } from '@grasp/plan';

import type { Pipeline } from '../pipeline.js';
import type { AnswerGraph, LinkedText } from './answer-graph.js';

/** A yes/no or count answer that the graph itself gives. */
export interface CheckedAnswer {
  /** For a count how many nodes the plan finds; for yes/no whether it finds any. False is: not in the graph. */
  readonly value: number | boolean;
  readonly plan: Plan;
}

const WORD = /\p{L}{3,}/gu;
const LEAST_SHARED = 4;
const LONGEST_ENDING = 3;

/** Whether two words are forms of one: "director" and "directed", "members" and "member". */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  let shared = 0;
  while (shared < Math.min(a.length, b.length) && a[shared] === b[shared]) shared++;
  return shared >= LEAST_SHARED && shared >= Math.max(a.length, b.length) - LONGEST_ENDING;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

/** Relations all of whose words the question says outside of its names; those with most words first, then schema order. */
function namedRelations(graph: AnswerGraph, question: string, entities: readonly LinkedText[]): string[] {
  const rest = wordsOf(entities.reduce((text, entity) => text.replace(entity.text, ' '), question));
  const wordCount = ({ name, aliases = [] }: { readonly name: string; readonly aliases?: readonly string[] }): number =>
    Math.max(
      ...[name, ...aliases].map((phrase) => {
        const words = wordsOf(phrase);
        return words.every((word) => rest.some((other) => isSameWord(word, other))) ? words.length : 0;
      }),
    );
  return graph.knowledgeBase.schema.relations
    .map((relation) => ({ name: relation.name, words: wordCount(relation) }))
    .filter(({ words }) => words > 0)
    .sort((a, b) => b.words - a.words)
    .map(({ name }) => name);
}

/**
 * Whether the relation that a yes/no question names connects the two entities that it names, either way round; undefined when
 * it does not name exactly two, or no relation that is possible between them.
 */
export async function checkExistence(
  graph: AnswerGraph,
  question: string,
  entities: readonly LinkedText[],
  signal?: AbortSignal,
): Promise<CheckedAnswer | undefined> {
  if (entities.length !== 2) return undefined;
  const { knowledgeBase } = graph;
  const executor = createMemoryExecutor(knowledgeBase);
  const [from, to] = entities.map(({ text, nodes }) => ({
    text,
    id: nodes[0]!.id,
    type: knowledgeBase.typeOf(nodes[0]!.index),
  }));
  let absent: CheckedAnswer | undefined;
  for (const relation of namedRelations(graph, question, entities)) {
    const validation = validatePlan(
      {
        anchors: [
          { var: 'A', text: from!.text, label: from!.type, match_mode: 'name' },
          { var: 'T', text: to!.text, label: to!.type, match_mode: 'name' },
        ],
        hops: [{ from: 'A', rel: relation, to_var: 'T', to_label: to!.type }],
        target: { var: 'T', labels: [to!.type], relevance_text: '' },
        risk_level: 'normal',
      },
      knowledgeBase.schema,
    );
    if (!validation.ok) continue;
    const { plan } = validation;
    const bind = ({ id }: { readonly id: string }) => [{ id, score: 1, via: 'name' as const }];
    const bindings = { A: bind(from!), T: bind(to!) };
    const options = { limit: 0, ...(signal === undefined ? {} : { signal }) };
    const { candidateCount } = await executor.execute(plan, bindings, options);
    if (candidateCount > 0) return { value: true, plan };
    absent ??= { value: false, plan };
  }
  return absent;
}

/**
 * How many nodes the planner's plan for a count question finds; undefined when it is unsure: no plan, one that searches
 * texts, one that leaves words of the question over, or one that finds nothing.
 */
export async function checkCount(
  pipeline: Pick<Pipeline, 'plan' | 'count'>,
  question: string,
  signal?: AbortSignal,
): Promise<CheckedAnswer | undefined> {
  const options = signal === undefined ? {} : { signal };
  // What is counted is what "Which …" asks for.
  const plan = await pipeline.plan(question.replace(/\bhow many\b/iu, 'which'), options);
  if (plan === null || plan.hops.length === 0 || plan.retrieval_mode === 'skip') return undefined;
  if (plan.target.relevance_text !== '' || plan.anchors.some(({ match_mode }) => match_mode === 'doc'))
    return undefined;
  const value = await pipeline.count(plan, options);
  return value === 0 ? undefined : { value, plan };
}
