import { bindParameters, checkVector } from './bind-parameters.js';
import type { CypherQuery } from './compile.js';

const query: CypherQuery = {
  text: '',
  parameters: { limit: 10n },
  anchors: [
    { variable: 'A', parameter: 'anchor0', form: 'bindings', isRequired: true },
    { variable: 'toString', parameter: 'anchor1', form: 'ids', isRequired: false },
  ],
  needs: [],
  columns: ['id', 'score'],
};

const failure = (code: string) => expect.objectContaining({ name: 'CypherCompilerError', code });

describe('bindParameters', () => {
  it('adds the bindings to the parameters of the query, of equal ids the best', () => {
    const bindings = {
      A: [
        { id: 'x', score: 0.5, via: 'name' },
        { id: 'y', score: 1 },
        { id: 'x', score: 0.75 },
      ],
      toString: [
        { id: 'z', score: 0 },
        { id: 'z', score: 1 },
      ],
      unused: [{ id: 'u', score: 1 }],
    };
    expect(bindParameters(query, bindings)).toEqual({
      parameters: {
        limit: 10n,
        anchor0: [
          { id: 'x', score: 0.75 },
          { id: 'y', score: 1 },
        ],
        anchor1: ['z'],
      },
      unbound: [],
    });
  });

  it('names the anchors without which there are no rows', () => {
    expect(bindParameters(query, {})).toEqual({
      parameters: { limit: 10n, anchor0: [], anchor1: [] },
      unbound: ['A'],
    });
  });

  it.each([NaN, Infinity, -Infinity, 501, undefined as unknown as number, '1' as unknown as number])(
    'refuses the score %s',
    (score) => {
      expect(() => bindParameters(query, { A: [{ id: 'x', score }] })).toThrow(failure('invalid_binding'));
    },
  );

  it('refuses a binding without an id', () => {
    const bindings = { A: [{ id: 7 as unknown as string, score: 1 }] };
    expect(() => bindParameters(query, bindings)).toThrow(failure('invalid_binding'));
  });

  it('adds what else the query needs', () => {
    const both: CypherQuery = { ...query, anchors: [], needs: ['relevance', 'targets'] };
    const { parameters } = bindParameters(both, {}, { relevance: Float32Array.of(0.5, 0), targets: ['t'] });
    expect(parameters).toEqual({ limit: 10n, relevance: [0.5, 0], targets: ['t'] });
    expect(() => bindParameters(both, {}, { targets: ['t'] })).toThrow(failure('invalid_parameter'));
    expect(() => bindParameters(both, {}, { relevance: [1] })).toThrow(failure('invalid_parameter'));
  });
});

describe('checkVector', () => {
  it.each([[[]], [[0, 0]], [[1, NaN]], [[Infinity]], [undefined]])('refuses %j', (vector) => {
    expect(() => checkVector('vector', vector)).toThrow(failure('invalid_parameter'));
  });
});
