export { planSchema, PLAN_LIMITS } from './plan.js';
export type { Anchor, Filter, FilterOperator, Hop, MatchMode, Plan, RetrievalMode, RiskLevel, Target } from './plan.js';
export { PLAN_ISSUE_CODES } from './plan-issue.js';
export type { PlanIssue, PlanIssueCode } from './plan-issue.js';
export { schemaSchema } from './schema.js';
export type { Endpoints, Field, FieldKind, NodeType, Relation, Schema } from './schema.js';
export { validatePlan } from './validate-plan.js';
export type { PlanValidation } from './validate-plan.js';
