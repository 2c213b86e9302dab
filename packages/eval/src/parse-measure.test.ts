import { EvaluationError } from './errors.js';
import { computeMeasure, MEASURE_FAMILIES, parseMeasure } from './parse-measure.js';

test.each([
  ['hit@1', 'hit@1', 'Hit@1'],
  ['HITS@10', 'hit@10', 'Hit@10'],
  ['nDCG@10', 'ndcg@10', 'nDCG@10'],
  ['ndcg_cut_10', 'ndcg@10', 'nDCG@10'],
  ['ndcg_cut.5', 'ndcg@5', 'nDCG@5'],
  ['NDCG', 'ndcg', 'nDCG'],
  ['R@20', 'recall@20', 'Recall@20'],
  ['recall_20', 'recall@20', 'Recall@20'],
  ['RR', 'mrr', 'MRR'],
  ['recip_rank', 'mrr', 'MRR'],
  ['mrr@10', 'mrr@10', 'MRR@10'],
  ['AP', 'map', 'MAP'],
  ['map_cut_100', 'map@100', 'MAP@100'],
  ['P_5', 'p@5', 'P@5'],
  ['precision@5', 'p@5', 'P@5'],
  ['Rprec', 'rprec', 'Rprec'],
  ['R-Precision', 'rprec', 'Rprec'],
  ['bpref', 'bpref', 'Bpref'],
  ['success@5', 'success@5', 'Success@5'],
  [' Judged@10 ', 'judged@10', 'Judged@10'],
])('%s is %s', (text, name, label) => {
  expect(parseMeasure(text)).toMatchObject({ name, label });
  expect(parseMeasure(parseMeasure(text).label).name).toBe(name);
});

test('a measure is plain data with a sentence and a definition', () => {
  const measure = parseMeasure('recall@20');
  expect(measure).toMatchObject({ family: 'recall', cutoff: 20 });
  expect(JSON.parse(JSON.stringify(measure))).toEqual(measure);
  expect(measure.description).toBe('Share of all relevant documents that are among the first 20.');
  for (const { describe: sentence, definition } of MEASURE_FAMILIES) {
    expect(sentence(10)).toMatch(/^\S.*\.$/u);
    expect(definition).not.toBe('');
  }
});

test.each([
  ['', 'unknown_measure'],
  ['err@20', 'unknown_measure'],
  ['@10', 'unknown_measure'],
  ['hit', 'invalid_cutoff'],
  ['hit@', 'invalid_cutoff'],
  ['hit@0', 'invalid_cutoff'],
  ['hit@-1', 'invalid_cutoff'],
  ['hit@1.5', 'unknown_measure'],
  ['hit@ten', 'invalid_cutoff'],
  ['bpref@10', 'invalid_cutoff'],
])('refuses "%s" with %s', (text, code) => {
  expect(() => parseMeasure(text)).toThrow(EvaluationError);
  expect(() => parseMeasure(text)).toThrow(expect.objectContaining({ code }));
});

test('a measure of another family needs another computer', () => {
  const measure = { ...parseMeasure('mrr'), name: 'mine', family: 'mine' };
  const ranking = { retrievedCount: 0, ranks: [], judgements: [], pool: [], relevanceLevel: 1, relevantCount: 0 };
  expect(() => computeMeasure(measure, ranking)).toThrow(expect.objectContaining({ code: 'unknown_measure' }));
});
