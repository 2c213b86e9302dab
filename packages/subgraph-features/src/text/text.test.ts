import fc from 'fast-check';

import type { NodeRole, Subgraph } from '../subgraph.js';
import { checkFaithfulness } from './check-faithfulness.js';
import { describeSubgraph } from './describe-subgraph.js';
import { linearText, PUBLISHED_HIGHLIGHT } from './linear-text.js';
import { GAP_CONNECTION, gapInput, sequenceInput } from './model-input.js';
import { neuralText } from './neural-text.js';
import { relationPattern, relationWords } from './phrase-fact.js';

const union: Subgraph = {
  nodes: [
    { id: 'Q458', name: 'European Union', role: 'question' },
    { id: 'Q142', name: 'France', role: 'answer' },
  ],
  edges: [
    { source: 0, target: 1, relation: 'P112', name: 'founded by' },
    { source: 1, target: 0, relation: 'P463', name: 'member of' },
    { source: 1, target: 1, relation: 'P17', name: 'country' },
  ],
};

describe('linearText', () => {
  it('is the published text', () => {
    const text = 'European Union,founded by,France,France,member of,European Union,France,country,France';
    expect(linearText(union)).toBe(text);
    expect(linearText({ ...union, edges: union.edges.toReversed() })).toBe(text);
    const marked = '[unused1]France[unused2]';
    expect(linearText(union, { highlight: PUBLISHED_HIGHLIGHT })).toBe(text.replaceAll('France', marked));
  });

  it('keeps the last of parallel edges, or all, and writes None for null', () => {
    const [first, ...rest] = union.edges;
    const parallel = { ...union, edges: [first!, { ...first!, relation: 'P1', name: null }, ...rest.slice(0, 1)] };
    expect(linearText(parallel)).toBe('European Union,None,France,France,member of,European Union');
    expect(linearText(parallel, { parallelEdges: 'all' })).toBe(
      'European Union,founded by,France,European Union,None,France,France,member of,European Union',
    );
    expect(linearText({ nodes: [], edges: [] })).toBe('');
  });
});

describe('describeSubgraph', () => {
  it('tells each edge in a sentence', () => {
    expect(describeSubgraph(union)).toBe(
      'The question is about European Union. The proposed answer is France. European Union is founded by France. ' +
        'France is member of European Union. The country of France is itself.',
    );
  });

  it('copes with missing names, several answers and no edges', () => {
    const nodes = [
      { id: 'Q1', name: null, role: 'answer' as const, isQuestion: true },
      { id: 'Q2', name: ' \n ', role: 'answer' as const },
      { id: 'Q3', name: 'a\nb', role: 'answer' as const },
    ];
    expect(describeSubgraph({ nodes, edges: [] })).toBe(
      'The question is about [Q1]. The proposed answers are [Q1], [Q2] and a b. No relation is known between them.',
    );
    expect(describeSubgraph({ nodes: [], edges: [] })).toBe('No relation is known between them.');
    const edge = { source: 0, target: 2, relation: '', name: null };
    expect(describeSubgraph({ nodes, edges: [edge] })).toContain('[Q1] is connected with a b.');
  });

  it.each([
    ['country of citizenship', 'relation of subject is object'],
    ['part of', 'subject is relation object'],
    ['has_author', 'subject relation object'],
    ['hasAuthor', 'subject relation object'],
    ['writes', 'subject relation object'],
    ['follows', 'subject relation object'],
    ['of', 'relation of subject is object'],
  ])('reads %s as "%s"', (relation, pattern) => {
    expect(relationPattern(relationWords(relation))).toBe(pattern);
  });
});

describe('inputs of models', () => {
  it('list the edges as triples', () => {
    expect(sequenceInput(union)).toBe(
      '[graph] [head] European Union [relation] founded by [tail] France ' +
        '[head] France [relation] member of [tail] European Union [head] France [relation] country [tail] France [text]',
    );
    expect(sequenceInput({ nodes: [], edges: [] })).toBe('[graph] [text]');
    const odd: Subgraph = {
      nodes: [{ id: 'Q1', name: null, role: 'answer' }],
      edges: [
        { source: 0, target: 0, relation: 'P1', name: 'likes' },
        { source: 0, target: 0, relation: 'P2', name: '' },
      ],
    };
    expect(sequenceInput({ ...odd, edges: odd.edges.slice(0, 1) })).toBe(
      '[graph] [head] unknown entity [relation] likes [tail] unknown entity [text]',
    );
    expect(sequenceInput({ ...odd, edges: odd.edges.slice(1) })).toBe('[graph] [text]');
  });

  it('drop edges of internal nodes first when there are too many names', () => {
    const nodes = (['answer', 'internal', 'question', 'internal'] as NodeRole[]).map((role, position) => ({
      id: `Q${position}`,
      name: `n${position}`,
      role,
    }));
    const edges = [0, 1, 2, 3].map((source) => ({
      source,
      target: source,
      relation: `P${source}`,
      name: `r${source}`,
    }));
    const namesOf = (maxNames: number): string => gapInput({ nodes, edges }, { maxNames }).names.join(' ');
    expect(namesOf(8)).toBe('n0 n1 n2 n3 r0 r1 r2 r3');
    expect(namesOf(7)).toBe('n0 n1 n2 r0 r1 r2');
    expect(namesOf(4)).toBe('n0 n2 r0 r2');
    expect(namesOf(2)).toBe('n0 r0');
    expect(namesOf(1)).toBe('');
    expect(() => gapInput({ nodes, edges }, { maxNames: 0 })).toThrow('maxNames');
    expect(() => gapInput({ nodes, edges }, { maxNames: Infinity })).toThrow('maxNames');
  });

  it('show connections in a matrix', () => {
    const chain: Subgraph = {
      nodes: ['a', 'b', 'c'].map((name, position) => ({
        id: name,
        name,
        role: position === 0 ? 'question' : 'internal',
      })),
      edges: [
        { source: 0, target: 1, relation: 'P1', name: 'r' },
        { source: 1, target: 2, relation: 'P2', name: 's' },
      ],
    };
    const { names, matrix, text, spans } = gapInput(chain);
    expect(names).toEqual(['a', 'b', 'c', 'r', 's']);
    expect(matrix).toEqual([
      [-1, 1, -1, 2, -1],
      [1, -1, 1, 2, 2],
      [-1, 1, -1, -1, 2],
      [-1, -1, -1, 10, -1],
      [-1, -1, -1, -1, 10],
    ]);
    expect(text).toBe(sequenceInput(chain));
    expect(spans.map(({ start, end, name, type }) => [text.slice(start, end), name, type])).toEqual([
      ['[graph]', -1, 0],
      ['[head]', -1, 1],
      ['a', 0, 1],
      ['[relation]', -1, 1],
      ['r', 3, 1],
      ['[tail]', -1, 1],
      ['b', 1, 1],
      ['[head]', -1, 0],
      ['b', 1, 0],
      ['[relation]', -1, 0],
      ['s', 4, 0],
      ['[tail]', -1, 0],
      ['c', 2, 0],
      ['[text]', -1, 0],
    ]);
    const relations = gapInput(chain, { connections: ['relationToEntity', 'relationToRelation'] });
    expect(relations.matrix).toEqual([
      [10, -1, -1, -1, -1],
      [-1, 10, -1, -1, -1],
      [-1, -1, 10, -1, -1],
      [3, 3, -1, 4, 4],
      [-1, 3, 3, 4, 4],
    ]);
    expect(GAP_CONNECTION.relationToEntity).toBe(3);
  });
});

describe('checkFaithfulness', () => {
  const problemsOf = (text: string, options = {}): string[] =>
    checkFaithfulness(text, union, options).problems.map(({ kind, text: part }) => `${kind}: ${part}`);

  it('passes what the subgraph holds', () => {
    expect(checkFaithfulness(describeSubgraph(union), union)).toEqual({
      isFaithful: true,
      problems: [],
      unnamedAnswers: [],
      statedEdges: 3,
    });
    expect(problemsOf("France's membership? The european union's founders and its members are known.")).toEqual([
      'relation: membership',
    ]);
    expect(problemsOf('France is a member of the European Union, which it founded.')).toEqual([]);
  });

  it('flags entities, relations and facts that it does not hold', () => {
    expect(problemsOf('France founded the European Union with West Germany in 1957.')).toEqual([
      'entity: West Germany',
      'entity: 1957',
    ]);
    expect(problemsOf('Bavaria is in France.')).toEqual(['relation: Bavaria']);
    expect(problemsOf('France borders the European Union.')).toEqual(['relation: borders']);
    expect(problemsOf('France is not a member of the European Union.')).toEqual(['negation: not']);
    expect(problemsOf('France adopted the currency of the European Union')).toEqual([
      'relation: adopted',
      'relation: currency',
    ]);
    expect(checkFaithfulness('The European Union.', union)).toMatchObject({
      isFaithful: false,
      problems: [],
      unnamedAnswers: ['Q142'],
    });
  });

  it('flags a relation between the wrong entities', () => {
    const three: Subgraph = {
      nodes: [...union.nodes, { id: 'Q183', name: 'Germany', role: 'internal' }],
      edges: [...union.edges, { source: 2, target: 1, relation: 'P47', name: 'shares border with' }],
    };
    const factsOf = (text: string): string[] => checkFaithfulness(text, three).problems.map(({ text: part }) => part);
    expect(factsOf('Germany shares a border with France.')).toEqual([]);
    expect(factsOf('Germany is a member of the European Union. France is its founder.')).toEqual([
      'Germany is a member of the European Union',
    ]);
    expect(factsOf('It shares a border with France.')).toEqual([]);
    expect(factsOf('It shares a border with the European Union.')).toEqual([
      'It shares a border with the European Union',
    ]);
  });

  it('accepts allowed text and synonyms', () => {
    expect(problemsOf('France has the largest area.')).toEqual(['relation: largest area']);
    expect(problemsOf('France has the largest area.', { allowedText: 'Which has the largest area?' })).toEqual([]);
    const relationSynonyms = { 'member of': ['belongs to', 'joined'] };
    expect(problemsOf('France joined the European Union.', { relationSynonyms })).toEqual([]);
  });

  it('catches the kind of contradiction that the paper shows', () => {
    const people: Subgraph = {
      nodes: [
        { id: 'Q1', name: 'Ann Lee', role: 'question' },
        { id: 'Q2', name: 'Sam Roe', role: 'answer' },
        { id: 'Q3', name: 'female', role: 'internal' },
      ],
      edges: [
        { source: 0, target: 2, relation: 'P21', name: 'sex or gender' },
        { source: 1, target: 2, relation: 'P21', name: 'sex or gender' },
      ],
    };
    expect(checkFaithfulness('Ann Lee and Sam Roe are both female.', people).isFaithful).toBe(true);
    expect(checkFaithfulness('Ann Lee and Sam Roe are both men.', people).problems).toMatchObject([{ text: 'men' }]);
  });

  it('bears out every deterministic description', () => {
    const words = ['Alda', 'Bern', 'Cato', 'Dore', 'Ebro'];
    const label = fc.constantFrom(
      'founded by',
      'member of',
      'country',
      'hasAuthor',
      'country of citizenship',
      'writes',
    );
    const subgraphs = fc.integer({ min: 1, max: 5 }).chain((size) =>
      fc.record({
        nodes: fc
          .array(fc.constantFrom<NodeRole>('question', 'answer', 'internal'), { minLength: size, maxLength: size })
          .map((roles) =>
            roles.map((role, index) => ({ id: `Q${index}`, name: `${words[index]} St. ${index}`, role })),
          ),
        edges: fc.array(
          fc.record({
            source: fc.nat(size - 1),
            target: fc.nat(size - 1),
            relation: fc.constant('P'),
            name: fc.option(label),
          }),
        ),
      }),
    );
    fc.assert(
      fc.property(subgraphs, (subgraph) => {
        const report = checkFaithfulness(describeSubgraph(subgraph), subgraph);
        expect(report).toMatchObject({ isFaithful: true, problems: [], statedEdges: subgraph.edges.length });
      }),
    );
  });

  it('does not read what is too long', () => {
    expect(problemsOf('x'.repeat(101), { maxLength: 100 })).toEqual([`too_long: ${'x'.repeat(40)}`]);
  });
});

describe('neuralText', () => {
  it('gives out a faithful text', async () => {
    const generate = jest.fn(async () => ' France is a member of the European Union. ');
    const { signal } = new AbortController();
    expect(await neuralText(union, generate, { signal })).toMatchObject({
      text: 'France is a member of the European Union.',
      origin: 'model',
      report: { isFaithful: true },
    });
    expect(generate).toHaveBeenCalledWith(sequenceInput(union), { signal });
  });

  it('falls back otherwise', async () => {
    expect(await neuralText(union, async () => 'Germany.')).toMatchObject({
      text: describeSubgraph(union),
      origin: 'fallback',
      modelText: 'Germany.',
      report: { isFaithful: false },
    });
    const failure = new Error('no model');
    const options = { toInput: () => 'in', toFallback: () => 'out' };
    expect(await neuralText(union, () => Promise.reject(failure), options)).toEqual({
      text: 'out',
      origin: 'fallback',
      modelText: null,
      report: null,
      failure,
    });
  });

  it('rejects when it is aborted', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const pending = neuralText(union, async () => controller.abort(reason) as unknown as string, {
      signal: controller.signal,
    });
    await expect(pending).rejects.toBe(reason);
    await expect(neuralText(union, async () => '', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
