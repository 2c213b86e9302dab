import { readFileSync } from 'node:fs';

import fc from 'fast-check';

import type { DiverseBeamSearchOptions, NextTokenLogProbabilities } from './diverse-beam-search.js';
import { diverseBeamSearch } from './diverse-beam-search.js';

interface Golden {
  start: number;
  pad: number;
  end: number;
  logits: number[][][];
  cases: {
    beams: number;
    groups: number;
    diversityPenalty: number;
    lengthPenalty: number;
    maxTokens: number;
    sequences: { tokens: number[]; score: number; ended: boolean }[];
  }[];
}

const golden = JSON.parse(
  readFileSync(new URL('../../test/fixtures/diverse-beams.json', import.meta.url), 'utf8'),
) as Golden;

function logSoftmax(logits: readonly number[]): number[] {
  const highest = Math.max(...logits);
  const sum = logits.reduce((total, logit) => total + Math.exp(logit - highest), 0);
  return logits.map((logit) => logit - highest - Math.log(sum));
}

/** A model whose next token depends on the last two. */
function tableModel(logits: readonly (readonly (readonly number[])[])[], start: number): NextTokenLogProbabilities {
  return (prefixes) =>
    prefixes.map((prefix) => logSoftmax(logits[prefix.at(-2) ?? start]![prefix.at(-1) ?? start]! as number[]));
}

/**
 * The definition, step by step and without economy: every continuation of every beam is written down and sorted. Beams are
 * strings of tokens; nothing is shared with the implementation.
 */
function slowSearch(
  model: (prefix: readonly number[]) => readonly number[],
  options: Required<Omit<DiverseBeamSearchOptions, 'signal' | 'count'>>,
): { tokens: number[]; score: number; group: number }[] {
  const { beams, groups, diversityPenalty, lengthPenalty, maxTokens, endToken } = options;
  const size = beams / groups;
  const state = Array.from({ length: groups }, () => ({
    open: [{ tokens: [] as number[], sum: 0 }],
    closed: [] as { tokens: number[]; score: number }[],
  }));
  for (let length = 1; length <= maxTokens; length++) {
    const history: number[] = [];
    for (const group of state) {
      if (group.open.length === 0) continue;
      const all = group.open.flatMap((beam) =>
        model(beam.tokens).map((value, token) => ({
          tokens: [...beam.tokens, token],
          sum: beam.sum + (value - diversityPenalty * history.filter((other) => other === token).length),
        })),
      );
      const top = all.sort((a, b) => b.sum - a.sum).slice(0, 2 * size);
      const ended = top.slice(0, size).filter(({ tokens }) => tokens.at(-1) === endToken);
      const going = top.filter(({ tokens }) => tokens.at(-1) !== endToken).slice(0, size);
      // An end behind the last beam that goes on is not seen.
      const last = going.length === size ? top.indexOf(going.at(-1)!) : top.length;
      for (const beam of ended.filter((each) => top.indexOf(each) < last)) {
        group.closed.push({ tokens: beam.tokens.slice(0, -1), score: beam.sum / length ** lengthPenalty });
      }
      group.closed = group.closed.sort((a, b) => b.score - a.score).slice(0, size);
      history.push(...going.map(({ tokens }) => tokens.at(-1)!));
      const isOver =
        group.closed.length === size && group.closed.at(-1)!.score >= top[0]!.sum / length ** lengthPenalty;
      group.open = isOver ? [] : going;
    }
  }
  return state
    .flatMap(({ open, closed }, group) => {
      const cut = open.map(({ tokens, sum }) => ({ tokens, score: sum / tokens.length ** lengthPenalty }));
      return [...closed, ...cut]
        .sort((a, b) => b.score - a.score)
        .slice(0, size)
        .map((sequence) => ({ ...sequence, group }));
    })
    .sort((a, b) => b.score - a.score || a.group - b.group);
}

describe('diverseBeamSearch', () => {
  const forbidden = golden.logits.map((rows) =>
    rows.map((row) => row.map((logit, token) => (token === golden.pad ? -1e9 : logit))),
  );

  it.each(golden.cases)('gives the sequences of transformers: $beams beams, $groups groups', async (expected) => {
    const { sequences, ...options } = expected;
    const found = await diverseBeamSearch(tableModel(forbidden, golden.start), { ...options, endToken: golden.end });
    expect(found.map(({ tokens, isFinished }) => ({ tokens, ended: isFinished }))).toEqual(
      sequences.map(({ tokens, ended }) => ({ tokens, ended })),
    );
    found.forEach(({ score }, place) => expect(score).toBeCloseTo(sequences[place]!.score, 4));
  });

  it('gives what the definition gives on random tables', async () => {
    const cell = fc.double({ min: -3, max: 3, noNaN: true });
    const table = fc.array(fc.array(fc.array(cell, { minLength: 9, maxLength: 9 }), { minLength: 9, maxLength: 9 }), {
      minLength: 9,
      maxLength: 9,
    });
    const settings = fc.record({
      size: fc.integer({ min: 1, max: 4 }),
      groups: fc.integer({ min: 1, max: 3 }),
      diversityPenalty: fc.constantFrom(0, 0.1, 0.7, 3),
      lengthPenalty: fc.constantFrom(-0.5, 0, 1, 2),
      maxTokens: fc.integer({ min: 1, max: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(table, settings, async (logits, { size, groups, ...rest }) => {
        const options = { ...rest, beams: size * groups, groups, endToken: 0 };
        const model = tableModel(logits, 1);
        const found = await diverseBeamSearch(model, options);
        const slow = slowSearch((prefix) => (model([prefix], {}) as readonly number[][])[0]!, options);
        expect(found.map(({ tokens, score, group }) => ({ tokens, score, group }))).toEqual(slow);
        for (const { tokens, logProbability, isFinished } of found) {
          const whole = isFinished ? [...tokens, 0] : tokens;
          const own = whole.map((token, place) => (model([whole.slice(0, place)], {}) as number[][])[0]![token]!);
          expect(logProbability).toBeCloseTo(
            own.reduce((sum, value) => sum + value, 0),
            9,
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  it('finds the most probable sequence when nothing is cut', async () => {
    // Tokens: 0 ends, 1 and 2. By hand: "1 end" 0.6 · 0.5, "2 end" 0.4 · 0.9.
    const model: NextTokenLogProbabilities = (prefixes) =>
      prefixes.map((prefix) =>
        (prefix.length === 0 ? [0, 0.6, 0.4] : prefix[0] === 1 ? [0.5, 0.5, 0] : [0.9, 0, 0.1]).map(Math.log),
      );
    const [first] = await diverseBeamSearch(model, {
      endToken: 0,
      beams: 3,
      groups: 1,
      lengthPenalty: 0,
      maxTokens: 3,
    });
    expect(first).toMatchObject({ tokens: [2], isFinished: true, group: 0 });
    expect(first!.logProbability).toBeCloseTo(Math.log(0.4 * 0.9), 12);
  });

  it('puts later groups off the tokens of earlier ones', async () => {
    const model: NextTokenLogProbabilities = (prefixes) => prefixes.map(() => [0, 0.4, 0.35, 0.25].map(Math.log));
    const found = await diverseBeamSearch(model, {
      endToken: 0,
      beams: 3,
      groups: 3,
      diversityPenalty: 1,
      maxTokens: 1,
    });
    expect(found.map(({ tokens }) => tokens)).toEqual([[1], [2], [3]]);
  });

  it('returns fewer sequences where the model forbids the rest, and no more than asked for', async () => {
    const onlyEnd: NextTokenLogProbabilities = (prefixes) => prefixes.map(() => [0, -Infinity]);
    const options = { endToken: 0, beams: 4, groups: 2 };
    expect(await diverseBeamSearch(onlyEnd, options)).toEqual([
      { tokens: [], score: 0, logProbability: 0, group: 0, isFinished: true },
      { tokens: [], score: 0, logProbability: 0, group: 1, isFinished: true },
    ]);
    expect(await diverseBeamSearch(onlyEnd, { ...options, count: 1 })).toHaveLength(1);
  });

  it('stops when told to', async () => {
    const controller = new AbortController();
    const model: NextTokenLogProbabilities = (prefixes) => {
      controller.abort(new Error('enough'));
      return prefixes.map(() => [-1, -1]);
    };
    const options = { endToken: 0, beams: 1, groups: 1, signal: controller.signal };
    await expect(diverseBeamSearch(model, options)).rejects.toThrow('enough');
  });

  it.each([
    ['beams that groups do not divide', { beams: 5, groups: 2 }],
    ['no groups', { groups: 0 }],
    ['a negative penalty', { diversityPenalty: -1 }],
    ['a length penalty that is not finite', { lengthPenalty: Infinity }],
    ['a fractional length', { maxTokens: 1.5 }],
    ['a negative end', { endToken: -1 }],
  ])('refuses %s', async (_, options) => {
    await expect(diverseBeamSearch(() => [], { endToken: 0, ...options })).rejects.toMatchObject({
      code: 'invalid_option',
    });
  });

  it.each([
    ['NaN', () => [[Number.NaN]]],
    ['too few answers', () => []],
  ])('refuses %s from the model', async (_, model) => {
    await expect(diverseBeamSearch(model, { endToken: 0, beams: 1, groups: 1 })).rejects.toMatchObject({
      code: 'invalid_response',
    });
  });
});
