import type { Plan } from '@grasp/plan';
import fc from 'fast-check';

import { plan, question, schema } from '../test/library.js';
import { canonicalPlan } from './canonical-plan.js';
import type { ChatModel, ChatRequest } from './llm/chat-model.js';
import { createLlmPlanner } from './llm/llm-planner.js';
import { callKey, recordCalls, replayCalls } from './llm/recorded-model.js';
import type { CallRecord } from './llm/recorded-model.js';
import type { Planner } from './planner.js';
import { createReplayPlanner } from './replay-planner.js';
import { createVotingPlanner } from './voting-planner.js';

const other: Plan = { ...plan, anchors: [plan.anchors[0]!], hops: [plan.hops[0]!] };
const fixed = (value: Plan, candidateCount?: number): Planner => ({
  plan: async () => ({
    status: 'planned',
    plan: value,
    explanation: [],
    alternatives: [],
    score: 0,
    probability: 1,
    features: {},
    ...(candidateCount === undefined ? {} : { candidateCount }),
    timing: { totalMs: 0 },
  }),
});
const none: Planner = { plan: async () => ({ status: 'skipped', reason: 'no_words', timing: { totalMs: 0 } }) };

describe('canonicalPlan', () => {
  it('does not depend on names of variables, order, case, or from which end a hop is written', () => {
    const directed: Plan = {
      ...plan,
      hops: [
        { from: 'A', rel: 'writes', to_var: 'X', to_label: 'paper', direction: 'out' },
        { from: 'X', rel: 'cites', to_var: 'T', to_label: 'paper', direction: 'in', negated: true },
        { from: 'B', rel: 'about', to_var: 'X', to_label: 'paper' },
      ],
    };
    const variables = fc.uniqueArray(
      fc.stringMatching(/^[B-Z]\d?$/u).filter((name) => name !== 'T'),
      { minLength: 3, maxLength: 3 },
    );
    fc.assert(
      fc.property(variables, fc.boolean(), fc.infiniteStream(fc.boolean()), ([a, b, x], reversed, turns) => {
        const names: Record<string, string> = { A: a!, B: b!, X: x!, T: 'T' };
        const labels: Record<string, string> = { A: 'author', B: 'topic', X: 'paper', T: 'paper' };
        const hops = directed.hops.map((hop, at) => {
          const [from, to] = [names[hop.from]!, names[hop.to_var]!];
          // Some hop must lead to a node that is not named.
          if (at === 0 || !turns.next().value) return { ...hop, from, to_var: to };
          const turned =
            hop.direction === undefined
              ? {}
              : { direction: hop.direction === 'out' ? ('in' as const) : ('out' as const) };
          return { ...hop, from: to, to_var: from, to_label: labels[hop.from]!, ...turned };
        });
        const anchors = directed.anchors.map((anchor) => ({
          ...anchor,
          var: names[anchor.var]!,
          text: ` ${anchor.text.toUpperCase()} `,
        }));
        const changed = {
          ...directed,
          anchors,
          hops: reversed ? hops.toReversed() : hops,
          risk_level: 'weak' as const,
        };
        expect(canonicalPlan(changed)).toBe(canonicalPlan(directed));
      }),
    );
  });

  it('tells plans apart that ask for something else', () => {
    const [first, second] = plan.hops as [Plan['hops'][0], Plan['hops'][0]];
    const texts = [
      plan,
      other,
      { ...plan, hops: [first, { ...second, negated: true as const }] },
      { ...plan, hops: [{ ...first, direction: 'out' as const }, second] },
      { ...plan, target: { ...plan.target, labels: ['author'] } },
      { ...plan, anchors: [{ ...plan.anchors[0]!, text: 'Bo Marsh' }, plan.anchors[1]!] },
      { ...plan, anchors: [{ ...plan.anchors[0]!, breadth: 'wide' as const }, plan.anchors[1]!] },
      { ...plan, target: { ...plan.target, filters: [{ field: 'year', op: 'eq' as const, value: 2015 }] } },
    ].map(canonicalPlan);
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe('createVotingPlanner', () => {
  it('takes the plan that most voters make, and keeps the others', async () => {
    const outcome = await createVotingPlanner([
      { planner: fixed(other) },
      { planner: fixed(plan) },
      { planner: none },
      { planner: fixed({ ...plan, hops: plan.hops.toReversed() }) },
    ]).plan(question);
    expect(outcome).toMatchObject({
      status: 'planned',
      plan,
      probability: 2 / 3,
      alternatives: [{ plan: other, probability: 1 / 3 }],
    });
  });

  it('prefers weight, then what finds something, then the earlier voter', async () => {
    const choose = async (...voters: Parameters<typeof createVotingPlanner>[0]): Promise<unknown> => {
      const outcome = await createVotingPlanner(voters, { countCandidates: (value) => value.hops.length - 1 }).plan(
        question,
      );
      return outcome.status === 'planned' ? outcome.plan : outcome.reason;
    };
    expect(await choose({ planner: fixed(plan) }, { planner: fixed(other), weight: 2 })).toEqual(other);
    expect(await choose({ planner: fixed(other) }, { planner: fixed(plan) })).toEqual(plan);
    expect(await choose({ planner: fixed(other, 5) }, { planner: fixed(plan) })).toEqual(other);
    expect(await choose({ planner: none })).toBe('no_words');
  });

  it('does not let a search of documents outvote a plan', async () => {
    const search: Plan = {
      ...plan,
      anchors: [{ var: 'T', text: 'x', label: 'paper', match_mode: 'doc' }],
      hops: [],
      retrieval_mode: 'doc_search',
    };
    const voters = [fixed(search), fixed(search), fixed(plan)].map((planner) => ({ planner }));
    expect(await createVotingPlanner(voters).plan(question)).toMatchObject({ plan });
    expect(await createVotingPlanner(voters.slice(0, 2)).plan(question)).toMatchObject({ plan: search });
  });
});

describe('createReplayPlanner', () => {
  const records = [
    { question: 'Old', plan: other },
    { question: 'old ', plan: { ...plan, hops: [{ ...plan.hops[0], rel: 'WRITES' }, plan.hops[1]] } },
    { question: 'Broken', plan: 'no plan' },
  ];

  it('gives recorded plans, repaired, the last of each question', async () => {
    const outcome = await createReplayPlanner(records, { schema }).plan('OLD');
    expect(outcome).toMatchObject({
      status: 'planned',
      plan,
      attempts: [{ source: 'record', outcome: 'planned', issues: [{ code: 'unknown_relation' }] }],
    });
  });

  it('skips or asks another planner for the rest', async () => {
    const planner = createReplayPlanner(records, { schema });
    expect(await planner.plan('New')).toMatchObject({
      status: 'skipped',
      reason: 'not_recorded',
      attempts: [{ outcome: 'failed' }],
    });
    expect(await planner.plan('broken')).toMatchObject({ status: 'skipped', attempts: [{ outcome: 'invalid' }] });
    const both = createReplayPlanner(records, { schema, otherwise: fixed(other) });
    expect(await both.plan('New')).toMatchObject({ status: 'planned', plan: other, attempts: [{ source: 'record' }] });
  });
});

describe('recorded calls', () => {
  const model: ChatModel = {
    id: 'm',
    complete: async () => ({ text: JSON.stringify(plan), usage: { promptTokens: 3, completionTokens: 2 } }),
  };

  it('repeat a run without the model, down to the byte', async () => {
    const lines: string[] = [];
    const recorded = await createLlmPlanner({
      schema,
      model: recordCalls(model, (record) => void lines.push(JSON.stringify(record))),
    }).plan(question);
    const records = lines.map((line) => JSON.parse(line) as CallRecord);
    const replayed = await createLlmPlanner({ schema, model: replayCalls('m', records) }).plan(question);
    const withoutTimes = (value: unknown): string =>
      JSON.stringify(value, (key, part: unknown) => (/Ms$/u.test(key) ? 0 : part));
    expect(withoutTimes(replayed)).toBe(withoutTimes(recorded));
    const missing = await createLlmPlanner({ schema, model: replayCalls('m', []) }).plan(question);
    expect(missing).toMatchObject({
      attempts: [{ outcome: 'failed', code: 'not_recorded' }, { source: 'doc_search' }],
    });
    const live = await createLlmPlanner({ schema, model: replayCalls('m', [], model) }).plan(question);
    expect(live).toMatchObject({ plan });
  });

  it('are known by model, messages, schema and parameters, whatever the order of keys', () => {
    const request: ChatRequest = {
      messages: [{ role: 'user', content: 'a' }],
      schema: { type: 'object', enum: [1] },
      temperature: 0,
      maxTokens: 5,
    };
    const key = callKey('m', request);
    expect(key).toMatch(/^[\da-f]{64}$/u);
    expect(
      callKey('m', { ...request, schema: { enum: [1], type: 'object' }, signal: new AbortController().signal }),
    ).toBe(key);
    const others = [
      callKey('n', request),
      callKey('m', { ...request, messages: [{ role: 'user', content: 'b' }] }),
      callKey('m', { ...request, schema: { type: 'array' } }),
      callKey('m', { ...request, temperature: 1 }),
      callKey('m', { ...request, maxTokens: 6 }),
      callKey('m', { ...request, seed: 1 }),
    ];
    expect(new Set([key, ...others]).size).toBe(7);
  });
});
