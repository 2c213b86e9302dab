import { mergePlannerWeights } from '@grasp/planner';
import type { PlannerWeights } from '@grasp/planner';
import { updateKnowledgeBase } from '@grasp/skb';
import type { KnowledgeBase, SectionWriter } from '@grasp/skb';
import type { Encoder } from '@grasp/encoders';

import { writeTextIndexUpdate } from './text-index-update.js';

const SECTION = 'planner-weights';

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
 * @throws what `updateKnowledgeBase` of `@grasp/skb` throws.
 */
export async function storePlannerWeights(
  file: string,
  weights: PlannerWeights | undefined,
  encoder: Encoder,
  options: { readonly signal?: AbortSignal } = {},
): Promise<void> {
  await updateKnowledgeBase(file, [], {
    ...options,
    writesAlways: true,
    async decorate(writer, update) {
      await writeTextIndexUpdate(writer, update, encoder, options);
      const trained = weights && { features: weights.features, learned: weights.learned ?? {} };
      writer.putJson(SECTION, trained ?? null);
    },
  });
}
