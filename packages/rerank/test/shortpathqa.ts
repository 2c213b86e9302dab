import { readFileSync } from 'node:fs';

import type { AnswerRow } from '../src/answers/answer-row.js';

/** The 3,818 candidates of the fixture as rows; empty cells are not defined. */
export function readShortPathQa(): readonly AnswerRow[] {
  const text = readFileSync(new URL('./fixtures/shortpathqa-features.tsv', import.meta.url), 'utf8');
  const [header, ...lines] = text.trimEnd().split('\n');
  const names = header!.split('\t').slice(3);
  return lines.map((line) => {
    const [questionId, answerId, correct, ...cells] = line.split('\t') as [string, string, string, ...string[]];
    const features = Object.fromEntries(names.map((name, at) => [name, cells[at] === '' ? null : Number(cells[at])]));
    return { questionId, answerId, isCorrect: correct === '1', features };
  });
}
