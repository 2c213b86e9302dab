import { loadStaticEncoder } from '@grasp/encoders';
import type { MemoryExecutor } from '@grasp/graph-retriever';
import type { Planner } from '@grasp/planner';
import { openKnowledgeBase } from '@grasp/skb';
import type { KnowledgeBase } from '@grasp/skb';
import { Option } from 'commander';

import { candidateScopeOf } from '../candidate-scope.js';
import { wholeNumber } from '../option-values.js';
import { createPipeline, PIPELINE_DEFAULTS } from '../pipeline.js';
import type { Pipeline, PlannerContext } from '../pipeline.js';
import type { Terminal } from '../terminal.js';
import { textIndexVectors } from '../text-index.js';
import { count } from './figures.js';

/** What a file cannot do for want of vectors, by what it has. */
const LACKS: Readonly<Record<string, string>> = {
  none: 'has no vectors: names are linked by their letters and texts found by their words alone, and anchors that are described instead of named are linked to nothing',
  names:
    'has vectors of names only: texts are found by their words alone, and anchors that are described instead of named are linked to nothing',
};

/** How {@link withPipeline} opens a knowledge base. */
export interface OpenSettings {
  /** Another engine for plans than memory. */
  readonly executorFor?: ((knowledgeBase: KnowledgeBase) => MemoryExecutor) | undefined;
  /** Another planner than the template planner. */
  readonly plannerFor?: ((context: PlannerContext) => Planner) | undefined;
  /** Answers may be nodes that are no candidates of a graph of STaRK. Default: false. */
  readonly allNodes?: boolean | undefined;
  /** How many of a question's plans are executed and fused. Default: 1. */
  readonly fusedPlans?: number | undefined;
}

/** The description of the option `--all-nodes`. */
export const ALL_NODES = 'of a graph of STaRK, let nodes be answers that are none of its candidates';

/** The option of commands that answer questions for `fusedPlans`. */
export const fusePlansOption = (): Option =>
  new Option('--fuse-plans <number>', "execute so many of the planner's best plans and fuse what they find")
    .argParser(wholeNumber(1, 50))
    .default(PIPELINE_DEFAULTS.fusedPlans);

/** Opens a knowledge base with the shipped encoder, does something with it, and closes it. */
export async function withPipeline<Result>(
  file: string,
  terminal: Terminal,
  use: (pipeline: Pipeline, knowledgeBase: KnowledgeBase) => Promise<Result>,
  { executorFor, plannerFor, allNodes = false, fusedPlans }: OpenSettings = {},
): Promise<Result> {
  const knowledgeBase = openKnowledgeBase(file);
  try {
    const lack = LACKS[textIndexVectors(knowledgeBase) ?? 'all'];
    if (lack !== undefined) terminal.note(`${file} ${lack}; build it with --vectors all to change that`);
    const scope = allNodes ? undefined : candidateScopeOf(knowledgeBase);
    if (scope !== undefined) {
      const part = `${count(scope.count)} of ${count(knowledgeBase.nodeCount)}`;
      terminal.note(`${part} nodes of ${file} may be answers: its candidates; --all-nodes lets every node`);
    }
    const encoder = await loadStaticEncoder({ signal: terminal.signal });
    const engine = executorFor === undefined ? {} : { executor: executorFor(knowledgeBase) };
    const planning = plannerFor === undefined ? {} : { planner: plannerFor };
    const fusing = fusedPlans === undefined ? {} : { fusedPlans };
    const parts = { knowledgeBase, encoder, allNodes, ...engine, ...planning, ...fusing };
    return await use(createPipeline(parts), knowledgeBase);
  } finally {
    knowledgeBase.close();
  }
}
