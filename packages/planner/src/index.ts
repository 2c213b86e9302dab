export { buildNameIndex } from './name-index.js';
export type { NameIndex, NameMatch } from './name-index.js';
export type { Lexicon, NamedNode, NameSearch, QueryEncoder, RelationGraph } from './lexicon.js';
export type { PlanExplanation, Planner, PlanOutcome, ScoredPlan, SkipReason } from './planner.js';
export { createTemplatePlanner, TEMPLATE_PLANNER_DEFAULTS } from './template-planner.js';
export type { CandidateCounter, TemplatePlanner, TemplatePlannerOptions } from './template-planner.js';
export { DEFAULT_WEIGHTS, PLAN_FEATURES } from './weights.js';
export type { PlanFeature, PlannerWeights } from './weights.js';
