import type { AnswerRow } from '@grasp/rerank';

import { PipelineError } from '../pipeline-error.js';

const GRAPH = ['nodes', 'edges', 'density', 'cycles', 'bridges', 'katz', 'pageRank', 'averagePathLength'];
const CONNECTION = [
  'questionEntities',
  'answerInQuestion',
  'sourcesReached',
  'averageDistance',
  'directEdges',
  'shortestPaths',
  'discountedPaths',
  'rarestPath',
  'restartedPageRank',
  'selfLoops',
  'strongComponents',
  'weakComponents',
];

const QUESTION = ['offered', 'relationWords', 'lastRelationWords', 'relationIn', 'relationOut', 'relationFit'];

/** Sets of features by name: the paper's in both conventions, ours of `@grasp/subgraph-features`, what the generator thinks of an answer, the cosines of texts, and their vectors. */
export const ANSWER_FEATURE_SETS: Readonly<Record<string, readonly string[]>> = Object.freeze({
  graph: GRAPH,
  published: GRAPH.map((name) => `published:${name}`),
  connection: CONNECTION,
  question: QUESTION,
  asked: ['askedOut', 'askedIn'],
  pool: ['namesakes', 'containedIn', 'contains'],
  generator: ['votes', 'place'],
  cosines: ['cosine:answer', 'cosine:questionAnswer', 'cosine:linearText'],
  text: ['vector:questionAnswer'],
  linearText: ['vector:linearText'],
  description: ['vector:description'],
});

/** What is learned from when nothing is named: what was chosen on half of ShortPathQA's questions (README of `@grasp/rerank`). */
export const DEFAULT_FEATURES: readonly string[] = Object.freeze([
  'graph',
  'relative:graph',
  'relative:averageDistance',
  'relative:discountedPaths',
  'question',
  'relative:relationIn',
  'relative:relationOut',
  'relative:relationFit',
  'relative:asked',
  'pool',
]);

/** Before the name of a feature: how far from the question's other answers. */
export const RELATIVE = 'relative:';

/** Names of the features and vectors that rows have. */
export const rowNames = (rows: readonly AnswerRow[]): Set<string> =>
  new Set(rows.flatMap(({ features = {}, vectors = {} }) => [...Object.keys(features), ...Object.keys(vectors)]));

/**
 * The features that a list of names and of sets stands for; `relative:` before either compares with the question's other
 * answers.
 *
 * @throws {@link PipelineError} `invalid_input` for a name that no row has.
 */
export function answerFeatures(wanted: readonly string[], known: ReadonlySet<string>): string[] {
  return [
    ...new Set(
      wanted.flatMap((name) => {
        const isRelative = name.startsWith(RELATIVE);
        const bare = isRelative ? name.slice(RELATIVE.length) : name;
        const names = Object.hasOwn(ANSWER_FEATURE_SETS, bare) ? ANSWER_FEATURE_SETS[bare]! : [bare];
        return names.map((each) => {
          const full = isRelative ? `${RELATIVE}${each}` : each;
          if (known.has(full)) return full;
          const sets = Object.keys(ANSWER_FEATURE_SETS).join(', ');
          const plain = [...known].filter((other) => !other.startsWith(RELATIVE)).join(', ');
          const message = `expected a set (${sets}) or a feature (${plain}), each also after "${RELATIVE}", got "${name}"`;
          throw new PipelineError('invalid_input', message);
        });
      }),
    ),
  ];
}
