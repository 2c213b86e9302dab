import type { ImportProblemCode } from './import-problem.js';
import { IMPORT_PROBLEM_CODES } from './import-problem.js';
import type { Origin } from './source.js';

/** How many examples of each kind of problem a report keeps. */
const EXAMPLES_PER_PROBLEM = 20;

/** One occurrence of a problem. */
export interface ProblemExample {
  readonly message: string;
  readonly origin?: Origin;
}

/** One line for people: `file:line:column: message`, as far as the place is known. */
export function formatProblemExample({ message, origin }: ProblemExample): string {
  if (origin === undefined) return message;
  const column = origin.column === undefined ? '' : `:${origin.column}`;
  return `${origin.file}:${origin.line}${column}: ${message}`;
}

/** All occurrences of one kind of problem. */
export interface ProblemSummary {
  readonly code: ImportProblemCode;
  readonly count: number;
  /** The first 20. */
  readonly examples: readonly ProblemExample[];
}

/** What an import did. Plain JSON; stored in the knowledge base's file too. */
export interface ImportReport {
  /** The source's name. */
  readonly source: string;
  readonly nodeCount: number;
  readonly relationCount: number;
  /** Number of nodes of each type of the schema, zero included. */
  readonly nodes: Readonly<Record<string, number>>;
  /** Number of relations of each name of the schema after merging duplicates, zero included. */
  readonly relations: Readonly<Record<string, number>>;
  /** In the order of {@link IMPORT_PROBLEM_CODES}; kinds that did not occur are left out. */
  readonly problems: readonly ProblemSummary[];
  /** Size of the file. 0 in the knowledge base that `decorate` sees, because there is no file yet. */
  readonly bytes: number;
}

/** Counts problems and keeps the first examples of each kind. */
export class ProblemTally {
  readonly #summaries = new Map<ImportProblemCode, { count: number; examples: ProblemExample[] }>();

  /** `describe` is called only when the example is kept. */
  add(code: ImportProblemCode, describe: () => string, origin: Origin | undefined): void {
    let summary = this.#summaries.get(code);
    if (summary === undefined) this.#summaries.set(code, (summary = { count: 0, examples: [] }));
    summary.count++;
    if (summary.examples.length === EXAMPLES_PER_PROBLEM) return;
    const message = describe();
    summary.examples.push(origin === undefined ? { message } : { message, origin });
  }

  summaries(): ProblemSummary[] {
    return IMPORT_PROBLEM_CODES.flatMap((code) => {
      const summary = this.#summaries.get(code);
      return summary === undefined ? [] : [{ code, ...summary }];
    });
  }
}

/** Counts by position as counts by name. */
export const countsByName = (
  items: readonly { readonly name: string }[],
  counts: readonly number[],
): Record<string, number> => Object.fromEntries(items.map(({ name }, position) => [name, counts[position]!]));
