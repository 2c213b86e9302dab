import fc from 'fast-check';

import { PLAN_ISSUE_CODES } from './plan-issue.js';
import type { PlanIssueCode } from './plan-issue.js';
import type { Schema } from './schema.js';
import { validatePlan } from './validate-plan.js';

const schema: Schema = {
  nodeTypes: [
    {
      name: 'paper',
      fields: [
        { name: 'abstract', kind: 'text' },
        { name: 'year', kind: 'number' },
        { name: 'venue', kind: 'keyword' },
        { name: 'published', kind: 'date' },
      ],
    },
    { name: 'author', fields: [] },
    { name: 'institution', fields: [] },
  ],
  relations: [
    { name: 'writes', endpoints: [{ from: 'author', to: 'paper' }] },
    { name: 'affiliated with', endpoints: [{ from: 'author', to: 'institution' }] },
    { name: 'cites', endpoints: [{ from: 'paper', to: 'paper' }] },
  ],
};

const anchor = (variable: string, label: string) => ({ var: variable, text: 'x', label, match_mode: 'name' });
const hop = (from: string, rel: string, to: string, label: string, more = {}) => ({
  from,
  rel,
  to_var: to,
  to_label: label,
  ...more,
});
const target = (labels = ['paper'], more = {}) => ({ var: 'T', labels, relevance_text: '', ...more });

const coAuthors = {
  anchors: [anchor('A', 'paper')],
  hops: [hop('A', 'writes', 'X', 'author'), hop('X', 'writes', 'T', 'paper')],
  target: target(),
  risk_level: 'normal',
};

function codesOf(value: unknown): PlanIssueCode[] {
  const outcome = validatePlan(value, schema);
  return outcome.ok ? [] : outcome.issues.map((issue) => issue.code);
}

describe('validatePlan', () => {
  it('returns a valid plan unchanged', () => {
    expect(validatePlan(coAuthors, schema)).toEqual({ ok: true, plan: coAuthors, warnings: [] });
  });

  it('fills in defaults and drops unknown keys', () => {
    const short = {
      anchors: [{ var: 'T', text: 'graph retrieval', label: 'paper', note: 1 }],
      hops: [],
      target: { labels: ['paper'] },
    };
    expect(validatePlan(short, schema)).toMatchObject({
      ok: true,
      plan: {
        anchors: [{ var: 'T', text: 'graph retrieval', label: 'paper', match_mode: 'name' }],
        target: { var: 'T', labels: ['paper'], relevance_text: '' },
        risk_level: 'normal',
      },
    });
    expect(JSON.stringify(validatePlan(short, schema))).not.toContain('note');
  });

  it('accepts hops in either writing direction, branches from one anchor and existential leaves', () => {
    const anchors = [anchor('A', 'author')];
    const accepted = [
      [hop('T', 'writes', 'A', 'author')],
      [hop('A', 'writes', 'T', 'paper'), hop('A', 'affiliated with', 'X', 'institution')],
      [hop('A', 'writes', 'X', 'paper'), hop('X', 'cites', 'T', 'paper'), hop('A', 'writes', 'T', 'paper')],
      [hop('A', 'writes', 'T', 'paper'), hop('T', 'cites', 'X', 'paper')],
    ];
    for (const hops of accepted) expect(codesOf({ anchors, hops, target: target() })).toEqual([]);
  });

  it('does not look into a plan that is to be skipped', () => {
    expect(codesOf({ anchors: [], hops: [], target: target(), retrieval_mode: 'skip' })).toEqual([]);
  });

  it('warns when everything is negated', () => {
    const plan = {
      anchors: [anchor('A', 'author')],
      hops: [hop('A', 'writes', 'T', 'paper', { negated: true })],
      target: target(),
    };
    expect(validatePlan(plan, schema)).toMatchObject({ ok: true, warnings: [expect.stringContaining('negated')] });
  });

  interface Fault {
    readonly code: PlanIssueCode;
    readonly change: object;
    readonly suggestions?: readonly string[];
  }
  const fault = (code: PlanIssueCode, change: object, suggestions?: readonly string[]): Fault => ({
    code,
    change,
    ...(suggestions === undefined ? {} : { suggestions }),
  });
  const faults: readonly Fault[] = [
    fault('malformed', { anchors: 'A' }),
    fault('malformed', { risk_level: 'reckless' }, ['no_trade', 'weak', 'normal', 'aggressive']),
    fault('too_large', { anchors: Array.from({ length: 17 }, (_, index) => anchor(`V${index}`, 'paper')) }),
    fault('too_large', { anchors: [{ ...anchor('A', 'paper'), text: 'x'.repeat(10_001) }] }),
    fault('unknown_type', { anchors: [anchor('A', 'Paper')] }, ['paper', 'author', 'institution']),
    fault('unknown_relation', { hops: [hop('A', 'CITE', 'T', 'paper')] }, ['cites', 'writes', 'affiliated with']),
    fault('unknown_field', { target: target(['paper'], { filters: [{ field: 'yaer', op: 'gt', value: 1 }] }) }),
    fault('invalid_filter', {
      target: target(['paper'], { filters: [{ field: 'year', op: 'contains', value: 'x' }] }),
    }),
    fault('invalid_filter', { target: target(['paper'], { filters: [{ field: 'year', op: 'gt', value: '2015' }] }) }),
    fault('invalid_filter', { target: target(['paper'], { filters: [{ field: 'year', op: 'in', value: 2015 }] }) }),
    fault('invalid_filter', {
      target: target(['paper'], { filters: [{ field: 'published', op: 'gt', value: 'May' }] }),
    }),
    fault('duplicate_variable', { anchors: [anchor('A', 'paper'), anchor('A', 'paper')] }),
    fault('conflicting_labels', { hops: [hop('A', 'writes', 'X', 'author'), hop('X', 'writes', 'T', 'author')] }),
    fault('undefined_variable', { hops: [hop('A', 'cites', 'T', 'paper'), hop('Z', 'cites', 'T', 'paper')] }),
    fault('impossible_endpoints', { hops: [hop('A', 'writes', 'T', 'paper')] }, ['cites']),
    fault(
      'wrong_direction',
      { hops: [hop('A', 'writes', 'X', 'author', { direction: 'out' }), hop('X', 'writes', 'T', 'paper')] },
      ['in'],
    ),
    fault('cycle', {
      hops: [hop('A', 'cites', 'X', 'paper'), hop('X', 'cites', 'T', 'paper'), hop('T', 'cites', 'X', 'paper')],
    }),
    fault('cycle', { hops: [hop('A', 'cites', 'T', 'paper'), hop('T', 'cites', 'T', 'paper')] }),
    fault('unbound_target', { anchors: [], hops: [] }),
    fault('disconnected_anchor', { anchors: [anchor('A', 'paper'), anchor('B', 'author')] }),
    fault('disconnected_hop', {
      hops: [hop('A', 'cites', 'T', 'paper'), hop('X', 'cites', 'Y', 'paper'), hop('Y', 'cites', 'X', 'paper')],
    }),
    fault('ambiguous_negation', {
      anchors: [anchor('A', 'paper'), anchor('B', 'paper')],
      hops: [
        hop('A', 'cites', 'T', 'paper'),
        hop('B', 'cites', 'T', 'paper'),
        hop('A', 'cites', 'X', 'paper'),
        hop('B', 'cites', 'Y', 'paper'),
        hop('X', 'cites', 'Y', 'paper', { negated: true }),
      ],
    }),
  ];

  it.each(faults)('finds $code', ({ code, change, suggestions }) => {
    const outcome = validatePlan({ ...coAuthors, ...change }, schema);
    expect(outcome.ok).toBe(false);
    if (outcome.ok) return;
    const issue = outcome.issues.find((candidate) => candidate.code === code);
    expect(issue).toBeDefined();
    expect(issue!.message).not.toBe('');
    if (suggestions !== undefined) expect(issue!.suggestions).toEqual(suggestions);
  });

  it('has a fault above for every code', () => {
    expect(new Set(faults.map(({ code }) => code))).toEqual(new Set(PLAN_ISSUE_CODES));
  });

  it('never throws, and what it accepts it accepts again unchanged', () => {
    const variable = fc.constantFrom('A', 'B', 'X', 'T', '');
    const label = fc.constantFrom('paper', 'author', 'institution', 'Paper', '');
    const rel = fc.constantFrom('writes', 'affiliated with', 'cites', 'write');
    const plans = fc.record(
      {
        anchors: fc.array(
          fc.record({ var: variable, text: fc.string(), label, match_mode: fc.constantFrom('name', 'doc', 'x') }),
          { maxLength: 3 },
        ),
        hops: fc.array(
          fc.record(
            { from: variable, rel, to_var: variable, to_label: label, direction: fc.constantFrom('out', 'in') },
            { requiredKeys: ['from', 'rel', 'to_var', 'to_label'] },
          ),
          { maxLength: 4 },
        ),
        target: fc.record(
          { var: fc.constantFrom('T', 'X'), labels: fc.array(label, { maxLength: 2 }), relevance_text: fc.string() },
          { requiredKeys: ['labels'] },
        ),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(plans, fc.jsonValue()), (value) => {
        const outcome = validatePlan(value, schema);
        if (outcome.ok) expect(validatePlan(JSON.parse(JSON.stringify(outcome.plan)), schema)).toEqual(outcome);
        else for (const issue of outcome.issues) expect(PLAN_ISSUE_CODES).toContain(issue.code);
      }),
      { numRuns: 2_000 },
    );
  });
});
