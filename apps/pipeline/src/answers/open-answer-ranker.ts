import { loadAnswerRanker, rankAnswers } from '@grasp/rerank';
import type { AnswerRankerModel, AnswerRanking, AnswerRow } from '@grasp/rerank';

import { PipelineError } from '../pipeline-error.js';
import { readJsonFile } from '../read-json-file.js';

/** What orders the answers of questions. */
export interface NamedRanker {
  readonly name: string;
  readonly model: AnswerRankerModel;
  rank(rows: readonly AnswerRow[]): readonly AnswerRanking[];
}

/** What `--ranker` takes. */
export const RANKER_HELP =
  'none, random, majority-vote, high:FEATURE or low:FEATURE (by one number), or a file of grasp answers train';

const SEED = 1;

function modelOf(name: string): AnswerRankerModel | undefined {
  if (name === 'none' || name === 'majority-vote') return { kind: name };
  if (name === 'random') return { kind: 'random', seed: SEED };
  const [, prefer, feature] = /^(high|low):(.+)$/u.exec(name) ?? [];
  return feature === undefined ? undefined : { kind: 'single-feature', feature, prefer: prefer as 'high' | 'low' };
}

/** A ranker by its name, or from the file that training wrote. @throws {@link PipelineError} `invalid_input` that names the file. */
export async function openAnswerRanker(name: string, signal?: AbortSignal): Promise<NamedRanker> {
  let model = modelOf(name);
  if (model === undefined) {
    if (!/[./\\]/u.test(name)) throw new PipelineError('invalid_input', `expected ${RANKER_HELP}, got "${name}"`);
    const saved = await readJsonFile(name, signal);
    try {
      model = loadAnswerRanker(saved);
    } catch (cause) {
      throw new PipelineError('invalid_input', `${name}: ${(cause as Error).message}`, { cause });
    }
  }
  const opened = model;
  return { name, model, rank: (rows) => rankAnswers(opened, rows) };
}

/** @throws {@link PipelineError} `invalid_input` for a ranker by a feature that the rows do not have. */
export function checkRankerFeature({ model }: NamedRanker, rows: readonly AnswerRow[]): void {
  if (model.kind !== 'single-feature' || rows.length === 0) return;
  const names = [...new Set(rows.flatMap(({ features }) => Object.keys(features ?? {})))];
  if (names.includes(model.feature)) return;
  throw new PipelineError('invalid_input', `expected a feature among ${names.join(', ')}, got "${model.feature}"`);
}
