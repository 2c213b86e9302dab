import type { ImportProblemCode } from './import-problem.js';
import { formatProblemExample } from './import-report.js';
import type { ProblemSummary } from './import-report.js';

/** Kinds of problems that never refuse an import, strict or not. */
const TOLERATED: readonly ImportProblemCode[] = ['duplicate_relation', 'out_of_scope'];

const EXAMPLES_SHOWN = 5;

/** The problems for which a strict import is refused. */
export function refusalGrounds(problems: readonly ProblemSummary[]): ProblemSummary[] {
  return problems.filter(({ code }) => !TOLERATED.includes(code));
}

/** A strict import found bad rows. Nothing was written. */
export class ImportRefusedError extends Error {
  override readonly name = 'ImportRefusedError';
  readonly code = 'import_refused';
  /** Every kind of problem that refused the import. */
  readonly problems: readonly ProblemSummary[];

  constructor(source: string, problems: readonly ProblemSummary[]) {
    const lines = problems.flatMap(({ code, count, examples }) => [
      `  ${code}: ${count}`,
      ...examples.slice(0, EXAMPLES_SHOWN).map((example) => `    ${formatProblemExample(example)}`),
      ...(count > EXAMPLES_SHOWN ? [`    … and ${count - EXAMPLES_SHOWN} more`] : []),
    ]);
    const summary = `@grasp/skb: expected a source without problems under "strict", got these in "${source}"`;
    super([`${summary}; correct the rows, or import without "strict" to skip them:`, ...lines].join('\n'));
    this.problems = problems;
  }
}
