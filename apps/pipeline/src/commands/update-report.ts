import { formatProblemExample } from '@grasp/skb';
import type { ProblemSummary, UpdateReport } from '@grasp/skb';

import { count, fileSize } from './figures.js';

const EXAMPLES_SHOWN = 5;

/** What was skipped, one kind after another with its first examples. */
export function formatProblems(problems: readonly ProblemSummary[]): string[] {
  return problems.flatMap(({ code, count: number, examples }) => [
    `  ${code}: ${count(number)}`,
    ...examples.slice(0, EXAMPLES_SHOWN).map((example) => `    ${formatProblemExample(example)}`),
    ...(number > EXAMPLES_SHOWN ? [`    … and ${count(number - EXAMPLES_SHOWN)} more`] : []),
  ]);
}

/** The summary of an update. */
export function formatUpdate(file: string, report: UpdateReport, seconds: number): string[] {
  const { nodes, relations, problems } = report;
  const lines = [
    `nodes: ${count(nodes.added)} added, ${count(nodes.replaced)} replaced, ${count(nodes.unchanged)} unchanged, ${count(nodes.deleted)} deleted`,
    `relations: ${count(relations.added)} added, ${count(relations.unchanged)} unchanged, ${count(relations.deleted)} deleted`,
  ];
  if (problems.length > 0) lines.push('skipped', ...formatProblems(problems));
  const size = `${count(report.nodeCount)} nodes, ${count(report.relationCount)} relations, ${fileSize(report.bytes)}`;
  lines.push(`${file}: ${size} with ${count(report.updateCount)} updates, in ${seconds.toFixed(1)} s`);
  return lines;
}
