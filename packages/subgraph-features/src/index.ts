export type { SearchLimit } from './extraction/bidirectional-search.js';
export type { AdjacencyRows, KnowledgeGraph } from './extraction/knowledge-graph.js';
export {
  createSubgraphExtractor,
  EXTRACTION_LIMITS,
  shortestPathSubgraph,
} from './extraction/shortest-path-subgraph.js';
export type {
  Connection,
  Extraction,
  ExtractionFlag,
  ExtractionLimits,
  ExtractionOptions,
  SubgraphExtractor,
} from './extraction/shortest-path-subgraph.js';
export { askedFeatures, askedPhrase } from './features/asked-features.js';
export type { AnswerRelations, AskedFeatures } from './features/asked-features.js';
export { connectionFeatures } from './features/connection-features.js';
export type { ConnectionFeatures } from './features/connection-features.js';
export { CYCLE_LIMITS } from './features/count-simple-cycles.js';
export type { CycleLimits } from './features/count-simple-cycles.js';
export { graphFeatures } from './features/graph-features.js';
export type { FeatureConvention, GraphFeatureOptions, GraphFeatures } from './features/graph-features.js';
export { poolFeatures } from './features/pool-features.js';
export type { PoolAnswer, PoolFeatures } from './features/pool-features.js';
export { questionFeatures } from './features/question-features.js';
export type { QuestionFeatureOptions, QuestionFeatures } from './features/question-features.js';
export { fromGraphology, toGraphology } from './formats/graphology-data.js';
export type { GraphologyData, GraphologyEdge, GraphologyNode } from './formats/graphology-data.js';
export { fromNodeLink, toNodeLink } from './formats/node-link.js';
export type {
  NodeLinkData,
  NodeLinkEdge,
  NodeLinkNode,
  NodeLinkOptions,
  PublishedNodeType,
} from './formats/node-link.js';
export { parsePythonLiteral } from './formats/python-literal.js';
export { toDot } from './formats/to-dot.js';
export { toGraphml } from './formats/to-graphml.js';
export { answerPositions, checkSubgraph, questionPositions } from './subgraph.js';
export type { NodeRole, Subgraph, SubgraphEdge, SubgraphNode } from './subgraph.js';
export { SubgraphError } from './subgraph-error.js';
export type { SubgraphErrorCode } from './subgraph-error.js';
export { checkFaithfulness } from './text/check-faithfulness.js';
export type { FaithfulnessOptions, FaithfulnessProblem, FaithfulnessReport } from './text/check-faithfulness.js';
export { describeSubgraph } from './text/describe-subgraph.js';
export { linearText, PUBLISHED_HIGHLIGHT } from './text/linear-text.js';
export type { LinearTextOptions } from './text/linear-text.js';
export { GAP_CONNECTION, gapInput, MODEL_INPUT_LIMIT, sequenceInput } from './text/model-input.js';
export type { GapInput, GapInputOptions, GapSpan, ModelInputOptions } from './text/model-input.js';
export { neuralText } from './text/neural-text.js';
export type { GenerateText, NeuralText, NeuralTextOptions } from './text/neural-text.js';
export { chatText, pipelineText, TEXT_INSTRUCTION } from './text/text-generators.js';
export type { ChatTextOptions, PipelineTextOptions, TextModel, TextPipeline } from './text/text-generators.js';
