import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { loadStaticEncoder } from '@grasp/encoders';
import { generateQuestions } from '@grasp/eval';
import { DEFAULT_WEIGHTS } from '@grasp/planner';
import { openKnowledgeBase, openSource, verifyKnowledgeBase } from '@grasp/skb';

import { buildKnowledgeBase } from './build-knowledge-base.js';
import { openPlannerNames } from './planner-names.js';
import { readPlannerWeights, readTrainingRecord, storePlannerWeights } from './planner-weights.js';
import type { TrainingRecord } from './planner-weights.js';
import { LEAST_TRAINING_QUESTIONS, trainPlanner } from './train-planner.js';
import type { PlannerTraining, TrainPlannerOptions } from './train-planner.js';
import { checkTextIndexUpdates } from './text-index-update.js';
import { compactKnowledgeBaseFile } from './update-knowledge-base-file.js';

const folder = mkdtempSync(join(tmpdir(), 'grasp-planner-weights-'));
const file = join(folder, 'products.skb');
const products = join(import.meta.dirname, '../../../datasets/products');
const weights = {
  ...DEFAULT_WEIGHTS,
  features: { ...DEFAULT_WEIGHTS.features, returns: -1 },
  learned: { 'walk:brand has brand product|from': 0.5 } as const,
};

beforeAll(async () => {
  await buildKnowledgeBase(await openSource(products), file, { encoder: await loadStaticEncoder() });
});
afterAll(() => rmSync(folder, { recursive: true }));

const stored = () => {
  const knowledgeBase = openKnowledgeBase(file);
  try {
    const record = readTrainingRecord(knowledgeBase);
    const hasNames = openPlannerNames(knowledgeBase) !== undefined;
    return { weights: readPlannerWeights(knowledgeBase), ...(record === undefined ? {} : { record }), hasNames };
  } finally {
    knowledgeBase.close();
  }
};

const train = async (count: number, options: TrainPlannerOptions = {}): Promise<PlannerTraining> => {
  const knowledgeBase = openKnowledgeBase(file);
  try {
    const { questions } = generateQuestions(knowledgeBase, { count, seed: 3 });
    return await trainPlanner(knowledgeBase, await loadStaticEncoder(), questions, options);
  } finally {
    knowledgeBase.close();
  }
};

it('stores weights in the file, keeps them when it is compacted, and goes back', async () => {
  const encoder = await loadStaticEncoder();
  expect(stored()).toEqual({ weights: undefined, hasNames: true });
  await storePlannerWeights(file, weights, encoder);
  expect(stored()).toEqual({ weights, hasNames: true });
  expect((await verifyKnowledgeBase(file)).updateCount).toBe(1);
  const figures = { hitAt1: 0.5, precision: 0.5 };
  const training: TrainingRecord = {
    questions: 70,
    generated: true,
    seed: 1,
    heldOut: { questions: 30, before: figures, after: { ...figures, hitAt1: 0.75 } },
  };
  await storePlannerWeights(file, weights, encoder, { training });
  expect(stored()).toEqual({ weights, record: training, hasNames: true });
  await compactKnowledgeBaseFile(file, { encoder });
  expect(stored()).toEqual({ weights, record: training, hasNames: true });
  await storePlannerWeights(file, undefined, encoder);
  expect(stored()).toEqual({ weights: undefined, hasNames: true });
});

it('can tell beforehand that a file cannot take weights', async () => {
  const encoder = await loadStaticEncoder();
  const knowledgeBase = openKnowledgeBase(file);
  try {
    checkTextIndexUpdates(knowledgeBase, encoder);
    const other = { ...encoder, id: 'other', dimensions: encoder.dimensions, encode: encoder.encode.bind(encoder) };
    expect(() => checkTextIndexUpdates(knowledgeBase, other)).toThrow(
      expect.objectContaining({ code: 'encoder_mismatch' }),
    );
    await expect(storePlannerWeights(file, weights, other)).rejects.toMatchObject({ code: 'encoder_mismatch' });
  } finally {
    knowledgeBase.close();
  }
});

it('refuses trained weights that are worse on questions that it did not see', async () => {
  const knowledgeBase = openKnowledgeBase(file);
  try {
    const { questions } = generateQuestions(knowledgeBase, { count: 24, seed: 3 });
    const training = await trainPlanner(knowledgeBase, await loadStaticEncoder(), questions, { check: questions });
    const { settings, chosen, heldOut, checked } = training;
    expect(settings[0]!.strength).toBe(Infinity);
    expect(settings).toContain(chosen);
    const isWorse = [heldOut, checked].some(
      (part) =>
        part !== undefined && (part.after.hitAt1 < part.before.hitAt1 || part.after.precision < part.before.precision),
    );
    expect(training.weights).toEqual(isWorse ? undefined : training.tried);
    if (training.tried !== undefined) expect(chosen.precision).toBeGreaterThan(settings[0]!.precision);
  } finally {
    knowledgeBase.close();
  }
});

it('gives the same weights again for the same questions and seed, to the byte', async () => {
  const first = await train(24, { seed: 2 });
  expect(first.telling).toBeGreaterThan(0);
  expect(JSON.stringify(await train(24, { seed: 2 }))).toBe(JSON.stringify(first));
});

it('says when there are too few questions or too little memory for their plans', async () => {
  const tooFew = `expected at least ${LEAST_TRAINING_QUESTIONS} questions to train with, got 19`;
  await expect(train(19)).rejects.toMatchObject({ code: 'invalid_input', message: tooFew });
  await expect(train(24, { memory: 1000 })).rejects.toMatchObject({
    code: 'not_enough_memory',
    message: expect.stringMatching(/^expected to train with .* train with at most \d+ questions/u) as string,
  });
});

it.each(['training questions', 'fitting weights'])('stops while it is at %s', async (phase) => {
  const controller = new AbortController();
  const reason = new Error('enough');
  const phases = new Set<string>();
  const stopping = train(24, {
    signal: controller.signal,
    onProgress: ({ phase: current }) => {
      phases.add(current);
      if (current === phase) controller.abort(reason);
    },
  });
  await expect(stopping).rejects.toBe(reason);
  expect([...phases].at(-1)).toBe(phase);
});
