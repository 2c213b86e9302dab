import { planTree } from '@grasp/plan';
import type { Plan } from '@grasp/plan';

import { anchorNodes } from './anchor-nodes.js';
import type { Bindings } from './bindings.js';
import { CandidatePool } from './candidate-pool.js';
import type { FoundNodes } from './candidate-pool.js';
import { GraphRetrieverError } from './errors.js';
import { ScopeEvaluator } from './evaluate-scope.js';
import type { ExecuteOptions, Execution, PlanExecutor } from './execution.js';
import { FrontierPool } from './frontier.js';
import type { Frontier } from './frontier.js';
import type { Graph } from './graph.js';
import { ScopeCompiler } from './scope-compiler.js';
import { selectCandidates } from './select-candidates.js';
import { OutOfWork, WorkMeter } from './work-meter.js';

/** Options of {@link MemoryExecutor.execute}. */
export interface MemoryExecuteOptions extends ExecuteOptions {
  /**
   * How many edges may be touched before execution ends with `stopped: 'budget'`. Unlike a timeout it gives the same
   * result on any machine. Default 500 million, some seconds.
   */
  readonly edgeBudget?: number;
  /** Added to the anchor score of each candidate, by node index, before candidates are ordered and cut. */
  readonly residual?: (index: number) => number;
  /** Whether the node with this index may be a candidate; others are neither counted nor returned. Default: every node. */
  readonly accepts?: (index: number) => boolean;
  /** Told at the end how many edges were touched, as `edgeBudget` counts them. */
  readonly onTouched?: (edges: number) => void;
}

/** Default options of {@link MemoryExecutor.execute}. */
export const EXECUTE_DEFAULTS = Object.freeze({ limit: 1000, timeoutMs: Infinity, edgeBudget: 500_000_000 });

/** Executes plans over adjacency arrays in memory. */
export interface MemoryExecutor extends PlanExecutor {
  /**
   * Finds the nodes that satisfy a plan (DESIGN.md, section 5; paper, 3.1).
   *
   * @param plan - A plan that `validatePlan` accepted against the graph's schema. One whose mode is `skip` has no candidates.
   * @param bindings - Ids that the graph does not have, or that are not of the anchor's type, are left out.
   * @throws GraphRetrieverError `unsupported_plan`, `invalid_binding`, `invalid_option`; the signal's reason if aborted
   */
  execute(plan: Plan, bindings: Bindings, options?: MemoryExecuteOptions): Promise<Execution>;
}

/**
 * An executor over a graph in memory. For each variable of a plan it keeps a lookup array of 4 bytes a node, and the lists
 * of the largest plan so far, between executions; executions may overlap.
 */
export function createMemoryExecutor(graph: Graph): MemoryExecutor {
  const pool = new FrontierPool(graph.nodeCount);
  return { execute: (plan, bindings, options = {}) => execute(graph, pool, plan, bindings, options) };
}

/** {@link MemoryExecutor.execute} for a single plan. */
export function executePlan(
  graph: Graph,
  plan: Plan,
  bindings: Bindings,
  options: MemoryExecuteOptions = {},
): Promise<Execution> {
  return createMemoryExecutor(graph).execute(plan, bindings, options);
}

function checkOptions({ limit, timeoutMs, edgeBudget }: Record<keyof typeof EXECUTE_DEFAULTS, number>): void {
  const check = (name: string, value: number, isValid: boolean, expected: string): void => {
    if (isValid) return;
    throw new GraphRetrieverError('invalid_option', `expected ${name} to be ${expected}, got ${value}`);
  };
  check('limit', limit, limit === Infinity || (Number.isInteger(limit) && limit >= 0), 'a whole number or Infinity');
  check('timeoutMs', timeoutMs, timeoutMs > 0, 'above 0');
  check('edgeBudget', edgeBudget, edgeBudget > 0, 'above 0');
}

async function execute(
  graph: Graph,
  pool: FrontierPool,
  plan: Plan,
  bindings: Bindings,
  options: MemoryExecuteOptions,
): Promise<Execution> {
  const { limit, timeoutMs, edgeBudget } = {
    limit: options.limit ?? EXECUTE_DEFAULTS.limit,
    timeoutMs: options.timeoutMs ?? EXECUTE_DEFAULTS.timeoutMs,
    edgeBudget: options.edgeBudget ?? EXECUTE_DEFAULTS.edgeBudget,
  };
  checkOptions({ limit, timeoutMs, edgeBudget });
  const meter = new WorkMeter(edgeBudget, timeoutMs, options.signal);
  if (plan.retrieval_mode === 'skip') return { candidates: [], candidateCount: 0, truncated: false };
  const tree = planTree(plan);
  if (!tree.ok) throw new GraphRetrieverError('unsupported_plan', tree.message);
  const anchors = anchorNodes(plan, bindings, graph, tree.labels);
  const counts = anchors.map(({ nodes }) => nodes.length);
  const scope = new ScopeCompiler(plan, graph, tree.labels, counts).compile(tree.scope);

  const evaluator = new ScopeEvaluator(anchors, pool, meter);
  const found = new CandidatePool(pool, scope.width);
  const isSingle = scope.conditioned.length === 0 && scope.splits.length === 0;
  const finish = (nodes: FoundNodes, stopped?: 'timeout' | 'budget'): Promise<Execution> =>
    selectCandidates(
      graph,
      plan,
      scope,
      anchors,
      nodes,
      { limit, residual: options.residual, accepts: options.accepts, stopped },
      meter,
    );
  let execution: Execution | undefined;
  try {
    const wholeType = async (): Promise<Frontier> => evaluator.domain(scope.root.ranges);
    await evaluator.forEach(scope, wholeType, async (frontier) => {
      const trace = (slot: number, witness: Uint32Array, offset: number): void =>
        evaluator.trace(scope.root, slot, witness, offset);
      if (!isSingle) return found.merge(frontier, trace);
      const keys = new Uint32Array(scope.width);
      const witness = (position: number): Uint32Array => {
        trace(position, keys, 0);
        return keys;
      };
      const { count, nodes, scores } = frontier;
      execution = await finish({ count, nodes, scores, witness });
    });
    return execution ?? (await finish(found));
  } catch (error) {
    if (!(error instanceof OutOfWork)) throw error;
    return await finish(found, error.reason);
  } finally {
    evaluator.release();
    found.release();
    options.onTouched?.(meter.edges);
  }
}
