import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { loadStaticEncoder } from '@grasp/encoders';
import { generateQuestions } from '@grasp/eval';
import { DEFAULT_WEIGHTS } from '@grasp/planner';
import { openKnowledgeBase, openSource, verifyKnowledgeBase } from '@grasp/skb';

import { buildKnowledgeBase } from './build-knowledge-base.js';
import { openPlannerNames } from './planner-names.js';
import { readPlannerWeights, storePlannerWeights } from './planner-weights.js';
import { trainPlanner } from './train-planner.js';
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
    return { weights: readPlannerWeights(knowledgeBase), hasNames: openPlannerNames(knowledgeBase) !== undefined };
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
  await compactKnowledgeBaseFile(file, { encoder });
  expect(stored()).toEqual({ weights, hasNames: true });
  await storePlannerWeights(file, undefined, encoder);
  expect(stored()).toEqual({ weights: undefined, hasNames: true });
});

it('refuses trained weights that are worse on questions that it did not see', async () => {
  const knowledgeBase = openKnowledgeBase(file);
  try {
    const { questions } = generateQuestions(knowledgeBase, { count: 16, seed: 3 });
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
