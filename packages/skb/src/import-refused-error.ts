import type { ImportProblemCode } from './import-problem.js';
import type { ProblemExample, ProblemSummary } from './import-report.js';

/** Kinds of problems that never refuse an import, strict or not. */
const TOLERATED: readonly ImportProblemCode[] = ['duplicate_relation', 'out_of_scope'];

const EXAMPLES_SHOWN = 5;

function formatExample({ message, origin }: ProblemExample): string {
  if (origin === undefined) return message;
  const column = origin.column === undefined ? '' : `:${origin.column}`;
  return `${origin.file}:${origin.line}${column}: ${message}`;
}

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
      ...examples.slice(0, EXAMPLES_SHOWN).map((example) => `    ${formatExample(example)}`),
      ...(count > EXAMPLES_SHOWN ? [`    … and ${count - EXAMPLES_SHOWN} more`] : []),
    ]);
    const summary = `@grasp/skb: expected a source without problems under "strict", got these in "${source}"`;
    super([`${summary}; correct the rows, or import without "strict" to skip them:`, ...lines].join('\n'));
    this.problems = problems;
  }
}
