import type { Plan, Schema } from '@grasp/plan';

import { lexicon as library, schema as librarySchema } from '../test/library.js';
import { createTemplatePlanner } from './template-planner.js';

const text = [{ name: 'definition', kind: 'text' }] as const;
const schema: Schema = {
  nodeTypes: [
    { name: 'sign', aliases: ['symptom'], fields: text },
    { name: 'illness', aliases: ['condition'], fields: [] },
    { name: 'gene', fields: [] },
  ],
  relations: [
    { name: 'shows', aliases: ['show', 'with'], endpoints: [{ from: 'illness', to: 'sign' }] },
    { name: 'does not show', aliases: ['lacks', 'without sign'], endpoints: [{ from: 'illness', to: 'sign' }] },
    { name: 'causes', endpoints: [{ from: 'gene', to: 'illness' }] },
  ],
};
const nodes = [
  { type: 'sign', name: 'sickness and vomiting', aliases: [] },
  { type: 'sign', name: 'vomiting', aliases: [] },
  { type: 'sign', name: 'sickness', aliases: [] },
  { type: 'sign', name: 'broad thumb', aliases: ['extra thumb'] },
  { type: 'sign', name: 'low blood sugar', aliases: [] },
  { type: 'sign', name: 'high blood sugar', aliases: [] },
  { type: 'illness', name: 'Rook syndrome', aliases: [] },
  { type: 'gene', name: 'ABC1', aliases: [] },
  ...Array.from({ length: 40 }, (_, at) => ({ type: 'illness', name: `Other syndrome ${at}`, aliases: [] })),
];
const lexicon = {
  nodeCount: nodes.length,
  node: (index: number) => nodes[index]!,
  findByName: (name: string) =>
    nodes.flatMap((node, index) =>
      [node.name, ...node.aliases].some((own) => own.toLowerCase() === name.toLowerCase()) ? [index] : [],
    ),
};
const planner = createTemplatePlanner({ schema, lexicon });

async function planOf(question: string, from = planner): Promise<Plan> {
  const outcome = await from.plan(question);
  if (outcome.status !== 'planned') throw new Error('expected a plan');
  return outcome.plan;
}
const anchorsOf = async (question: string): Promise<string[]> =>
  (await planOf(question)).anchors.map((anchor) => anchor.text.toLowerCase());

describe('reading a question', () => {
  it('takes nodes that are named twice for one anchor, however they are called', async () => {
    expect(await anchorsOf('ABC1 is on the list. Which ABC1 conditions show a broad thumb?')).toEqual([
      'abc1',
      'broad thumb',
    ]);
    expect(await anchorsOf('Which ABC1 conditions show an extra thumb (a broad thumb)?')).toHaveLength(2);
  });

  it('denies what is denied in one of several places', async () => {
    const plan = await planOf('Never mind a broad thumb: which ABC1 conditions come without a broad thumb?');
    expect(plan.anchors).toHaveLength(2);
    expect(plan.hops.filter((hop) => hop.negated === true || hop.rel === 'does not show')).toHaveLength(1);
  });

  it('prefers a longer name to the shorter ones of which it consists', async () => {
    expect(await anchorsOf('Which conditions show sickness with vomiting?')).toEqual(['sickness and vomiting']);
    expect(await anchorsOf('Which conditions show vomiting?')).toEqual(['vomiting']);
  });

  it('takes a denial alone for the relation that denies, and not for all that is left', async () => {
    const plan = await planOf('Which symptoms is Rook syndrome recorded as not having?');
    expect(plan.hops.map((hop) => [hop.rel, hop.negated])).toEqual([['does not show', undefined]]);
  });

  it('takes a denial that is said to be on record for the relation that denies', async () => {
    const hopsOf = async (question: string) =>
      (await planOf(question)).hops.filter((hop) => hop.rel !== 'causes').map((hop) => [hop.rel, hop.negated]);
    expect(await hopsOf('Which ABC1 conditions are documented as not having a broad thumb?')).toEqual([
      ['does not show', undefined],
    ]);
    expect(await hopsOf('Which ABC1 conditions have no broad thumb?')).toEqual([['shows', true]]);
  });

  it('is asked for what opens the question', async () => {
    const plan = await planOf('Genes behind conditions with a broad thumb');
    expect(plan.target.labels).toEqual(['gene']);
  });

  it('takes no name for a paraphrase of its opposite', async () => {
    const near = [4, 5].map((index) => ({ index, score: 0.9 - index / 100, text: nodes[index]!.name }));
    const encoder = { encode: async (texts: readonly string[]) => texts.map(() => Float32Array.of(1)) };
    const own = createTemplatePlanner({ schema, lexicon, encoder, nameSearch: { search: () => near } });
    const plan = await planOf('Which conditions show raised sugar in blood?', own);
    expect(plan.anchors.map((anchor) => anchor.text)).toEqual(['high blood sugar']);
  });

  it('reads what a question says of a phrase after it before it takes an opposite', async () => {
    const walking = [...nodes, { type: 'sign', name: 'late learning to walk', aliases: [] }];
    const near = [{ index: nodes.length, score: 0.9, text: 'late learning to walk' }];
    const encoder = {
      encode: async (texts: readonly string[]) =>
        texts.map((words) => Float32Array.of(words === 'Learning to walk' ? 1 : 0)),
    };
    const own = createTemplatePlanner({
      schema,
      lexicon: { ...lexicon, nodeCount: walking.length, node: (index: number) => walking[index]! },
      encoder,
      nameSearch: { search: () => near },
    });
    const namesOf = async (question: string) => (await planOf(question, own)).anchors.map(({ text: name }) => name);
    const rest = 'Which ABC1 conditions are there?';
    expect(await namesOf(`Learning to walk was delayed. ${rest}`)).toContain('late learning to walk');
    expect(await namesOf(`Learning to walk was premature. ${rest}`)).toEqual(['ABC1']);
  });

  it('finds names of which a question leaves out words that many names have, unless they say what is so', async () => {
    const metals = Array.from({ length: 30 }, (_, at) => [`raised metal${at} level`, `low metal${at} level`]).flat();
    const measured = [...nodes, ...metals.map((name) => ({ type: 'sign', name, aliases: [] }))];
    const own = createTemplatePlanner({
      schema,
      lexicon: { ...lexicon, nodeCount: measured.length, node: (index: number) => measured[index]! },
    });
    const namesOf = async (question: string) => (await planOf(question, own)).anchors.map(({ text: name }) => name);
    expect(await namesOf('Which conditions show raised metal7?')).toEqual(['raised metal7 level']);
    expect(await namesOf('Which conditions show a metal7 level?')).not.toContain('raised metal7 level');
    // "increased" stands for "raised", not for "low".
    expect(await namesOf('Which conditions show an increased metal7 level?')).toEqual(['raised metal7 level']);
  });

  it('takes no name for one of which it leaves out what tells that from another', async () => {
    const kinds = Array.from({ length: 25 }, (_, at) => [
      `slow sort of twitch ${at}`,
      `quick sort of twitch ${at}`,
    ]).flat();
    const told = [...nodes, ...kinds.map((name) => ({ type: 'sign', name, aliases: [] }))];
    const own = createTemplatePlanner({
      schema,
      lexicon: { ...lexicon, nodeCount: told.length, node: (index: number) => told[index]! },
    });
    const namesOf = async (question: string) => (await planOf(question, own)).anchors.map(({ text: name }) => name);
    expect(await namesOf('Which conditions show a quick twitch 7?')).toEqual(['quick sort of twitch 7']);
    const unsaid = await namesOf('Which ABC1 conditions show the sort of twitch 7?');
    expect(unsaid).not.toContain('quick sort of twitch 7');
    expect(unsaid).not.toContain('slow sort of twitch 7');
  });

  it('takes what is said to be not as it should be for something that is there', async () => {
    const hopsOf = async (question: string) => (await planOf(question)).hops.map(({ negated, rel }) => [rel, negated]);
    expect(await hopsOf('Which conditions come with a broad thumb that is not right?')).toEqual([['shows', undefined]]);
    expect(await hopsOf('Which ABC1 conditions come with no broad thumb?')).toContainEqual(['shows', true]);
  });

  it('keeps the words that end a description', async () => {
    const plan = await planOf('Which sign of Rook syndrome is a tremor that goes on and on?');
    expect(plan.target.relevance_text).toBe('tremor that goes on and on');
  });
});

describe('a plan that finds nothing', () => {
  const question = 'Which papers on optics were written by Ada Quill?';
  const planning = (countCandidates: (plan: Plan) => number, relaxations = 12) =>
    createTemplatePlanner({
      schema: librarySchema,
      lexicon: library,
      countCandidates,
      relaxations,
    });

  it('is relaxed, with a lower risk level, and tells so', async () => {
    const outcome = await planning((plan) =>
      plan.anchors.every(({ match_mode: mode }) => mode === 'name') ? 0 : 3,
    ).plan(question);
    const strict = await planning(() => 5).plan(question);
    if (outcome.status !== 'planned' || strict.status !== 'planned') throw new Error('expected plans');
    expect(outcome.candidateCount).toBe(3);
    expect(outcome.plan.anchors.map((anchor) => anchor.match_mode)).toContain('doc');
    expect(outcome.attempts?.map(({ source, outcome: result }) => [source, result])).toEqual([
      ['relaxation', 'planned'],
    ]);
    const levels = ['no_trade', 'weak', 'normal', 'aggressive'];
    expect(levels.indexOf(outcome.plan.risk_level)).toBeLessThan(levels.indexOf(strict.plan.risk_level));
    expect(strict.attempts).toBeUndefined();
    const variables = outcome.plan.anchors.map((anchor) => anchor.var);
    for (const { part, name } of outcome.explanation) if (part === 'anchor') expect(variables).toContain(name);
  });

  it('gives way to a search of documents when nothing less finds anything', async () => {
    const outcome = await planning((plan) => (plan.hops.length > 0 ? 0 : 2)).plan(question);
    if (outcome.status !== 'planned') throw new Error('expected a plan');
    expect(outcome.plan.retrieval_mode).toBe('doc_search');
    expect(outcome.attempts?.map(({ source }) => source)).toEqual(['relaxation']);
  });

  it('stays when nothing at all is found, or when nothing may be tried', async () => {
    for (const [tries, attempts] of [
      [12, ['relaxation']],
      [0, undefined],
    ] as const) {
      const outcome = await planning(() => 0, tries).plan(question);
      if (outcome.status !== 'planned') throw new Error('expected a plan');
      expect(outcome.candidateCount).toBe(0);
      expect(outcome.attempts?.map(({ source }) => source)).toEqual(attempts);
    }
  });
});
