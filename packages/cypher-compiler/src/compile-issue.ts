import { PLAN_ISSUE_CODES } from '@grasp/plan';

/** Everything for which a plan is not compiled. The list is closed. */
export const COMPILE_ISSUE_CODES = Object.freeze([
  ...PLAN_ISSUE_CODES,
  /** A negated hop lies between two branches, so that neither side is nearer to the target. */
  'ambiguous_negation',
  /** The plan's retrieval mode is `skip`: there is nothing to execute. */
  'skipped_plan',
  /** A name of the schema that Neo4j cannot have, or that is longer than `NAME_LENGTH_LIMIT`. */
  'unusable_name',
  /** The text would be longer than `TEXT_LENGTH_LIMIT`. */
  'text_too_long',
] as const);

export type CompileIssueCode = (typeof COMPILE_ISSUE_CODES)[number];

/** One reason why a plan was not compiled. */
export interface CompileIssue {
  readonly code: CompileIssueCode;
  /** Where in the plan, as keys and array positions from its root. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** Values that would be valid here, the likeliest first; may be empty. */
  readonly suggestions: readonly string[];
}
