import type { CypherRun } from './cypher-run.js';
import type { Neo4jPlan } from './neo4j-driver.js';
import { Neo4jEngineError } from './neo4j-engine-error.js';

/**
 * Operators that read nothing but the graph and change nothing. What is not listed is refused: `LoadCSV` reads files and
 * addresses, `ShowTransactions` and the like read the server, although all of them count as reading.
 */
const READING_OPERATORS = new Set(
  `ProduceResults Argument EmptyRow Projection Filter Distinct OrderedDistinct EagerAggregation OrderedAggregation Eager
  Sort PartialSort Top PartialTop Limit ExhaustiveLimit Skip Unwind Union OrderedUnion Optional CacheProperties
  AllNodesScan NodeByLabelScan UnionNodeByLabelsScan IntersectionNodeByLabelsScan SubtractionNodeByLabelsScan
  NodeUniqueIndexSeek NodeIndexSeek NodeIndexScan NodeIndexSeekByRange NodeUniqueIndexSeekByRange NodeIndexContainsScan
  NodeIndexEndsWithScan MultiNodeIndexSeek NodeByElementIdSeek NodeByIdSeek NodeCountFromCountStore
  RelationshipCountFromCountStore DirectedRelationshipTypeScan UndirectedRelationshipTypeScan
  DirectedUnionRelationshipTypesScan UndirectedUnionRelationshipTypesScan DirectedAllRelationshipsScan
  UndirectedAllRelationshipsScan Expand(All) Expand(Into) OptionalExpand(All) OptionalExpand(Into) VarLengthExpand(All)
  VarLengthExpand(Into) NodeHashJoin ValueHashJoin LeftOuterHashJoin NodeLeftOuterHashJoin NodeRightOuterHashJoin
  RightOuterHashJoin CartesianProduct Apply SemiApply AntiSemiApply SelectOrSemiApply SelectOrAntiSemiApply
  LetSemiApply LetAntiSemiApply LetSelectOrSemiApply LetSelectOrAntiSemiApply RollUpApply ConditionalApply
  AntiConditionalApply AssertSameNode AssertSameRelationship TriadicSelection TriadicBuild TriadicFilter`.split(/\s+/u),
);
const READING_PROCEDURES = /^db\.index\.(?:vector|fulltext)\.queryNodes\(/u;
const KNOWN_TEXT_LIMIT = 1_000;

/** Settings of {@link createReadOnlyRun}. */
export interface ReadOnlyRunSettings {
  /** Names of more operators to allow, as EXPLAIN shows them, for servers that have others. */
  readonly moreOperators?: readonly string[];
}

function firstForbidden(plan: Neo4jPlan, more: ReadonlySet<string>): string | undefined {
  const operator = plan.operatorType.replace(/@.*$/su, '');
  const details = String(plan.arguments['Details'] ?? '');
  if (operator === 'ProcedureCall') {
    if (!READING_PROCEDURES.test(details)) return `${operator} ${details.replace(/\(.*$/su, '')}`;
  } else if (!READING_OPERATORS.has(operator) && !more.has(operator)) return operator;
  for (const child of plan.children) {
    const forbidden = firstForbidden(child, more);
    if (forbidden !== undefined) return forbidden;
  }
  return undefined;
}

/**
 * Lets only statements through that do nothing but read the graph: each text is explained before it is first run, must be
 * of the query type `r`, and may use known operators only. A connection that reads refuses to write, but not LOAD CSV,
 * which reads files and addresses, nor procedures that change the server; the operators tell.
 *
 * @throws Neo4jEngineError `not_read_only` names the operator; else what `run` throws
 */
export function createReadOnlyRun(run: CypherRun, settings: ReadOnlyRunSettings = {}): CypherRun {
  const more = new Set(settings.moreOperators);
  const known = new Set<string>();
  return async (text, parameters, options = {}) => {
    const start = performance.now();
    if (!known.has(text)) {
      const { queryType, plan } = await run(`EXPLAIN ${text}`, parameters, options);
      const forbidden = plan === undefined ? 'a statement that cannot be explained' : firstForbidden(plan, more);
      if (queryType !== 'r' || forbidden !== undefined) {
        throw new Neo4jEngineError(
          'not_read_only',
          `expected a statement that only reads the graph, got ${forbidden ?? 'one that writes'} (query type ${queryType ?? 'unknown'}); nothing was executed`,
        );
      }
      if (known.size >= KNOWN_TEXT_LIMIT) known.clear();
      known.add(text);
    }
    const { timeoutMs } = options;
    if (timeoutMs === undefined) return run(text, parameters, options);
    return run(text, parameters, { ...options, timeoutMs: Math.max(1, timeoutMs - (performance.now() - start)) });
  };
}
