import { createOnnxAnswerRanker, loadAnswerRanker, openOnnxSession, rankAnswers, readCatBoost } from '@grasp/rerank';
import type { AnswerRankerModel, AnswerRanking, AnswerRow } from '@grasp/rerank';
import { z } from 'zod';

import { PipelineError } from '../pipeline-error.js';
import { readJsonFile } from '../read-json-file.js';
import { RELATIVE, rowNames } from './answer-features.js';

/** What orders the answers of questions. */
export interface NamedRanker {
  readonly name: string;
  /** Whether it ranks by what is known of an answer, and not by the pool alone. */
  readonly readsFeatures: boolean;
  /** Names of the features and vectors that it reads. */
  readonly features: readonly string[];
  rank(rows: readonly AnswerRow[], options?: { readonly signal?: AbortSignal }): Promise<readonly AnswerRanking[]>;
}

/** What `--ranker` takes. */
export const RANKER_HELP =
  "none, random, majority-vote, high:FEATURE or low:FEATURE (by one number), or a file: of grasp answers train, CatBoost's JSON export, or .onnx with FILE.onnx.json beside it";

const SEED = 1;

function modelOf(name: string): AnswerRankerModel | undefined {
  if (name === 'none' || name === 'majority-vote') return { kind: name };
  if (name === 'random') return { kind: 'random', seed: SEED };
  const [, prefer, feature] = /^(high|low):(.+)$/u.exec(name) ?? [];
  return feature === undefined ? undefined : { kind: 'single-feature', feature, prefer: prefer as 'high' | 'low' };
}

function featuresOf(model: AnswerRankerModel): readonly string[] {
  switch (model.kind) {
    case 'none':
    case 'random':
    case 'majority-vote':
      return [];
    case 'cosine':
      return model.vectors;
    case 'single-feature':
      return [model.feature];
    case 'catboost':
      return model.columns;
    case 'linear-regression':
    case 'logistic-regression':
    case 'softmax-regression':
      return model.scaling.features.map(({ name }) => name);
    case 'late-fusion':
      return [...new Set(model.rankers.flatMap(featuresOf))];
  }
}

function rankerOf(name: string, model: AnswerRankerModel): NamedRanker {
  const features = featuresOf(model);
  return {
    name,
    features,
    readsFeatures: features.length > 0,
    rank: (rows) => Promise.resolve(rankAnswers(model, rows)),
  };
}

/** What stands beside an ONNX file, which itself does not say what its numbers are. */
const onnxColumns = z.strictObject({
  columns: z.array(z.string().min(1)).min(1),
  inputName: z.string().min(1).optional(),
  outputName: z.string().min(1).optional(),
  outputColumn: z.int().min(0).optional(),
});

async function openOnnxRanker(file: string, signal: AbortSignal | undefined): Promise<NamedRanker> {
  const beside = `${file}.json`;
  const parsed = onnxColumns.safeParse(await readJsonFile(beside, signal));
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    const fault = `${path.join('.') || 'the file'}: ${message}`;
    throw new PipelineError(
      'invalid_input',
      `${beside}: expected { columns, outputName?, outputColumn? }, got ${fault}`,
    );
  }
  const { columns, inputName, outputName, outputColumn } = parsed.data;
  const ranker = createOnnxAnswerRanker(await openOnnxSession(file), {
    columns,
    ...(inputName === undefined ? {} : { inputName }),
    ...(outputName === undefined ? {} : { outputName }),
    ...(outputColumn === undefined ? {} : { outputColumn }),
  });
  return {
    name: file,
    features: columns,
    readsFeatures: true,
    async rank(rows, options) {
      try {
        return await ranker.rank(rows, options);
      } catch (cause) {
        options?.signal?.throwIfAborted();
        throw asInput(file, cause);
      }
    },
  };
}

const asInput = (file: string, cause: unknown): PipelineError =>
  new PipelineError('invalid_input', `${file}: ${(cause as Error).message}`, { cause });

/**
 * A ranker by its name, or from a file: what training wrote, CatBoost's own JSON export, or an ONNX model, whose columns are
 * named in a JSON file of the same name with `.json` behind it.
 *
 * @throws {@link PipelineError} `invalid_input` that names the file.
 */
export async function openAnswerRanker(name: string, signal?: AbortSignal): Promise<NamedRanker> {
  const model = modelOf(name);
  if (model !== undefined) return rankerOf(name, model);
  if (!/[./\\]/u.test(name)) throw new PipelineError('invalid_input', `expected ${RANKER_HELP}, got "${name}"`);
  const isOnnx = name.endsWith('.onnx');
  const saved = isOnnx ? undefined : await readJsonFile(name, signal);
  try {
    if (isOnnx) return await openOnnxRanker(name, signal);
    const isCatBoost = saved !== null && typeof saved === 'object' && 'features_info' in saved;
    return rankerOf(name, isCatBoost ? readCatBoost(saved) : loadAnswerRanker(saved));
  } catch (cause) {
    if (cause instanceof PipelineError) throw cause;
    throw asInput(name, cause);
  }
}

const COMPONENT = /\[\d+\]$/u;

/** @throws {@link PipelineError} `invalid_input` for a ranker by a feature or vector that no row has. */
export function checkRankerFeatures({ name, features }: NamedRanker, rows: readonly AnswerRow[]): void {
  if (rows.length === 0) return;
  const known = rowNames(rows);
  const unknown = features.filter((feature) => !known.has(feature) && !known.has(feature.replace(COMPONENT, '')));
  if (unknown.length === 0) return;
  const got = unknown.map((feature) => `"${feature}"`).join(', ');
  const plain = [...known].filter((feature) => !feature.startsWith(RELATIVE)).join(', ');
  const message = `${name}: expected features that the answers have, got ${got}; they have ${plain}, each also after "${RELATIVE}"`;
  throw new PipelineError('invalid_input', message);
}
