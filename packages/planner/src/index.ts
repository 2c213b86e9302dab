export { buildNameIndex, openNameIndex } from './name-index.js';
export type { NameIndex, NameIndexRevision, NameMatch, WordSearch } from './name-index.js';
export { buildNameIndexData, isNameIndexMeta } from './name-index-data.js';
export type { NameIndexArrays, NameIndexData, NameIndexMeta } from './name-index-data.js';
export type { Lexicon, NamedNode, NameSearch, QueryEncoder, RelationGraph } from './lexicon.js';
export type { PlanAttempt, PlanExplanation, Planner, PlanOutcome, ScoredPlan, SkipReason } from './planner.js';
export { canonicalPlan } from './canonical-plan.js';
export { drawPlan, DRAWING_FORMATS } from './draw-plan.js';
export type { DrawingFormat } from './draw-plan.js';
export { estimatePlan } from './estimate-plan.js';
export type { EstimatePlanOptions, HopEstimate, PlanEstimate } from './estimate-plan.js';
export { documentPlan } from './document-plan.js';
export { FIT_DEFAULTS, fitPlannerWeights } from './fit-planner-weights.js';
export type { FitPlannerWeightsOptions, TrainingPlan } from './fit-planner-weights.js';
export type { GivenMention } from './given-mentions.js';
export { mergePlannerWeights } from './merge-planner-weights.js';
export { createReplayPlanner } from './replay-planner.js';
export type { RecordedPlan, ReplayPlannerOptions } from './replay-planner.js';
export { createVotingPlanner } from './voting-planner.js';
export type { Voter, VotingPlannerOptions } from './voting-planner.js';
export { mentionsJsonSchema, planJsonSchema } from './llm/answer-schemas.js';
export type { PlanJsonSchemaOptions } from './llm/answer-schemas.js';
export type { CallBudget, TokenPrice } from './llm/call-budget.js';
export type {
  ChatFunction,
  ChatMessage,
  ChatModel,
  ChatReply,
  ChatRequest,
  JsonSchema,
  TokenUsage,
} from './llm/chat-model.js';
export { loadLlamaModel } from './llm/llama-model.js';
export type { LlamaModel, LlamaModelOptions } from './llm/llama-model.js';
export { createLlmPlanner, LLM_PLANNER_DEFAULTS } from './llm/llm-planner.js';
export type { CallEstimate, LlmPlanner, LlmPlannerMode, LlmPlannerOptions } from './llm/llm-planner.js';
export { ModelError } from './llm/model-error.js';
export type { ModelErrorCode } from './llm/model-error.js';
export { createOpenAiModel, OPEN_AI_MODEL_DEFAULTS } from './llm/open-ai-model.js';
export type {
  OpenAiModel,
  OpenAiModelOptions,
  SampleReply,
  SampleRequest,
  StructuredOutput,
} from './llm/open-ai-model.js';
export { mentionsPrompt, planPrompt, PROMPT_NAMES, renderSchema } from './llm/plan-prompt.js';
export type { PlanExample, PromptName, PromptOptions } from './llm/plan-prompt.js';
export { readJsonAnswer } from './llm/read-json-answer.js';
export { callKey, recordCalls, replayCalls } from './llm/recorded-model.js';
export type { CallRecord } from './llm/recorded-model.js';
export type { PlanRepair, PlanRepairAction } from './repair/plan-repair.js';
export { relaxEmptyPlan, relaxPlan, RELAXATION_KINDS } from './repair/relax-plan.js';
export type { Relaxation, RelaxationKind, RelaxedPlan, RelaxEmptyPlanOptions } from './repair/relax-plan.js';
export { repairPlan } from './repair/repair-plan.js';
export type { PlanRepairOutcome, RepairPlanOptions } from './repair/repair-plan.js';
export { createTemplatePlanner, TEMPLATE_PLANNER_DEFAULTS } from './template-planner.js';
export type {
  CandidateCounter,
  TemplatePlanner,
  TemplatePlannerOptions,
  TemplatePlansOptions,
} from './template-planner.js';
export { DEFAULT_WEIGHTS, PLAN_FEATURES } from './weights.js';
export type { LearnedFeature, PlanFeature, PlannerWeights } from './weights.js';
