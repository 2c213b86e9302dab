import { mergePlannerWeights } from '@grasp/planner';
import type { PlannerWeights } from '@grasp/planner';
import { updateKnowledgeBase } from '@grasp/skb';
import type { KnowledgeBase, SectionWriter } from '@grasp/skb';
import type { Encoder } from '@grasp/encoders';
import { z } from 'zod';

import { writeTextIndexUpdate } from './text-index-update.js';

const SECTION = 'planner-weights';

const figures = z.object({ hitAt1: z.number(), precision: z.number() });
const trainingRecord = z.object({
  questions: z.number(),
  generated: z.boolean(),
  seed: z.number(),
  heldOut: z.object({ questions: z.number(), before: figures, after: figures }),
});

/** How stored weights came about: the questions learned from, and the figures on those that had no part in it. */
export type TrainingRecord = z.infer<typeof trainingRecord>;

/** The last that was stored, by an update or with the file. */
function stored(knowledgeBase: KnowledgeBase): unknown {
  for (const update of [...knowledgeBase.updates].reverse()) {
    const value = update.json(SECTION);
    if (value !== undefined) return value;
  }
  return knowledgeBase.json(SECTION);
}

/** The planner's weights that were trained for a knowledge base and stored in its file; undefined when there are none. */
export function readPlannerWeights(knowledgeBase: KnowledgeBase): PlannerWeights | undefined {
  const value = stored(knowledgeBase);
  return value === undefined || value === null ? undefined : mergePlannerWeights(value);
}

/** How the stored weights came about; undefined when there are none, or they do not tell. */
export function readTrainingRecord(knowledgeBase: KnowledgeBase): TrainingRecord | undefined {
  return z.object({ training: trainingRecord }).safeParse(stored(knowledgeBase)).data?.training;
}

/** Stores the trained weights of another file, if it has any. */
export function copyPlannerWeights(writer: SectionWriter, from: KnowledgeBase): void {
  const value = stored(from);
  if (value !== undefined && value !== null) writer.putJson(SECTION, value);
}

/**
 * Stores the planner's weights in a knowledge base file, as an update without other changes.
 *
 * @param weights - Undefined goes back to the planner's own.
 * @param encoder - The encoder with which the file was built.
 * @param options - `training` says how they came about.
 * @throws what `updateKnowledgeBase` of `@grasp/skb` throws.
 */
export async function storePlannerWeights(
  file: string,
  weights: PlannerWeights | undefined,
  encoder: Encoder,
  options: { readonly training?: TrainingRecord; readonly signal?: AbortSignal } = {},
): Promise<void> {
  const { training, ...cancel } = options;
  await updateKnowledgeBase(file, [], {
    ...cancel,
    writesAlways: true,
    async decorate(writer, update) {
      await writeTextIndexUpdate(writer, update, encoder, cancel);
      const trained = weights && {
        features: weights.features,
        learned: weights.learned ?? {},
        ...(training === undefined ? {} : { training }),
      };
      writer.putJson(SECTION, trained ?? null);
    },
  });
}
