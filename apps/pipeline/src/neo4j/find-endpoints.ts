import { quoteName } from '@grasp/cypher-compiler';
import type { Endpoints } from '@grasp/plan';

/** Asks the database for rows; `$size` is the size of samples. */
export type Ask = <Row>(text: string) => Promise<Row[]>;

const COUNTS_PER_STATEMENT = 100;

/** The counts of patterns, which the database knows without looking at nodes. */
export async function countPatterns(ask: Ask, patterns: readonly string[]): Promise<number[]> {
  const counts: number[] = [];
  for (let start = 0; start < patterns.length; start += COUNTS_PER_STATEMENT) {
    const part = patterns.slice(start, start + COUNTS_PER_STATEMENT);
    const [row] = await ask<Record<string, number>>(
      `RETURN ${part.map((pattern, index) => `COUNT { ${pattern} } AS c${index}`).join(', ')}`,
    );
    counts.push(...part.map((_, index) => row![`c${index}`]!));
  }
  return counts;
}

/** The pairs of labels that a relationship type connects: which labels take part is counted, their pairs are sampled. */
export async function findEndpoints(ask: Ask, type: string, labels: readonly string[]): Promise<Endpoints[]> {
  const edge = `[:${quoteName(type)}]`;
  const nodes = labels.map((label) => `(:${quoteName(label)})`);
  const counts = await countPatterns(ask, [
    ...nodes.map((node) => `${node}-${edge}->()`),
    ...nodes.map((node) => `()-${edge}->${node}`),
  ]);
  const otherEnds = (pattern: string): Promise<{ name: string }[]> =>
    ask(`MATCH ${pattern} WITH n LIMIT toInteger($size) UNWIND labels(n) AS name RETURN DISTINCT name ORDER BY name`);
  const pairs: Endpoints[] = [];
  for (const [index, from] of labels.entries()) {
    if (counts[index] === 0) continue;
    for (const { name: to } of await otherEnds(`${nodes[index]!}-${edge}->(n)`)) pairs.push({ from, to });
  }
  for (const [index, to] of labels.entries()) {
    if (counts[labels.length + index] === 0 || pairs.some((pair) => pair.to === to)) continue;
    for (const { name: from } of await otherEnds(`(n)-${edge}->${nodes[index]!}`)) pairs.push({ from, to });
  }
  return pairs.filter(({ from, to }) => labels.includes(from) && labels.includes(to));
}
