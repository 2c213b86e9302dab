/** Everything that can be wrong with a source's rows. The list is closed. */
export const IMPORT_PROBLEM_CODES = Object.freeze([
  /** A file that the source needs is not there. */
  'missing_file',
  /** A row that is not of the file's form: too few columns, an unclosed quote, a missing id. */
  'malformed_row',
  /** A node of a type that the schema lacks. */
  'unknown_type',
  /** A relation that the schema lacks. */
  'unknown_relation',
  /** A field that the node's type lacks. */
  'unknown_field',
  /** A value that does not suit the kind of its field. */
  'invalid_value',
  /** A second node with the same id; the first is kept. */
  'duplicate_node',
  /** The same relation between the same two nodes again; kept once. Common in real data, so never a reason to refuse. */
  'duplicate_relation',
  /** A relation with an end that is no node. */
  'dangling_relation',
  /** A relation between two node types that the schema does not list for it. */
  'impossible_endpoints',
  /** A node or a relation that an update is to delete is not there. */
  'nothing_to_delete',
  /** A row that the source leaves out by design, as its documentation says. Never a reason to refuse. */
  'out_of_scope',
] as const);

/** One of {@link IMPORT_PROBLEM_CODES}. */
export type ImportProblemCode = (typeof IMPORT_PROBLEM_CODES)[number];
