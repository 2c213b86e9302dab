import type { Plan } from '@grasp/plan';

import type { Pipeline } from '../pipeline.js';

/** A name that a question holds, as the knowledge base writes it, with its type. */
export type NamedAnchor = Pick<Plan['anchors'][number], 'text' | 'label'>;

/** What a reader of questions takes to be names of nodes. */
export type FindAnchors = (
  question: string,
  options: { readonly signal?: AbortSignal },
) => Promise<readonly NamedAnchor[]>;

/** The named anchors of a question's plan, whose overlaps a planner has settled over the whole question; none without a plan. */
export const anchorsOfPlans =
  ({ plan }: Pick<Pipeline, 'plan'>): FindAnchors =>
  async (question, options) =>
    ((await plan(question, options))?.anchors ?? []).filter(({ match_mode: mode }) => mode === 'name');
