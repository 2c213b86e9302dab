/** Everything that can be wrong with a plan. The list is closed: repairs are written against it. */
export const PLAN_ISSUE_CODES = Object.freeze([
  /** Not of the plan's JSON form: a missing or wrongly typed value. */
  'malformed',
  /** More anchors, hops, labels, filters or text than PLAN_LIMITS allow. */
  'too_large',
  /** A label that is no node type of the schema. */
  'unknown_type',
  /** A `rel` that is no relation of the schema. */
  'unknown_relation',
  /** A filter on a field that no target type has. */
  'unknown_field',
  /** A filter whose operator or value does not suit the kind of its field. */
  'invalid_filter',
  /** Two anchors with the same variable. */
  'duplicate_variable',
  /** A variable that has two labels which exclude each other. */
  'conflicting_labels',
  /** A hop starts at a variable that is neither an anchor nor reached by another hop. */
  'undefined_variable',
  /** The relation never connects these two node types. */
  'impossible_endpoints',
  /** The relation connects these node types, but only against the given `direction`. */
  'wrong_direction',
  /** The hops form a cycle that does not pass through an anchor. */
  'cycle',
  /** Nothing binds the target: it is no anchor and no hop reaches it from one. */
  'unbound_target',
  /** An anchor from which no hops lead to the target. */
  'disconnected_anchor',
  /** A hop that is not connected to the target. */
  'disconnected_hop',
  /** A negated hop between two branches, so that neither end is nearer to the target. */
  'ambiguous_negation',
] as const);

export type PlanIssueCode = (typeof PLAN_ISSUE_CODES)[number];

/** One thing that is wrong with a plan. */
export interface PlanIssue {
  readonly code: PlanIssueCode;
  /** Where, as keys and array positions from the plan's root, for example `['hops', 0, 'rel']`. */
  readonly path: readonly (string | number)[];
  /** What was found and what was expected, in one sentence. */
  readonly message: string;
  /** Values that would be valid here, the likeliest first; may be empty. */
  readonly suggestions: readonly string[];
}
