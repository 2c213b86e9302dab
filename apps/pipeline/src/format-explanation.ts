import type { Hit, TracedContribution, TracedStep } from './hit.js';

const decimals = (value: number | null, digits = 4): string => (value === null ? '–' : value.toFixed(digits));
/** Short, and without the last digits of a product of doubles. */
const rounded = (value: number): string => String(Number(value.toFixed(4)));
const rank = (value: number | null): string => (value === null ? 'not found' : `rank ${value}`);

function formatStep(step: TracedStep): string {
  const relation = step.direction === 'out' ? `—[${step.relation}]→` : `←[${step.relation}]—`;
  return `${step.from.name} (${step.from.id}) ${relation} ${step.to.name} (${step.to.id})`;
}

function formatContributions(contributions: readonly TracedContribution[]): string {
  return contributions
    .map(
      ({ run, rank: place, weight, value }) =>
        `${run} ${decimals(value, 5)} (rank ${place}, weight ${rounded(weight)})`,
    )
    .join(' + ');
}

/** The lines that say why a hit is where it is: path, scores, ranks, contributions. */
export function formatExplanation({ score, trace }: Hit): string[] {
  const lines: string[] = [];
  const addition = trace.residualScore === null ? '' : `, text ${decimals(trace.residualScore)}`;
  lines.push(
    `graph     ${rank(trace.graphRank)}${trace.anchorScore === null ? '' : `: anchors ${decimals(trace.anchorScore)}${addition}`}`,
  );
  if (trace.relaxed !== undefined) lines.push(`            relaxed: ${trace.relaxed}`);
  for (const step of trace.path) lines.push(`            ${formatStep(step)}`);
  for (const [variable, binding] of Object.entries(trace.bindings)) {
    const what = `${binding.name} (${binding.id})`;
    lines.push(`            ${variable} = ${what} by ${binding.via}, cosine ${decimals(binding.score)}`);
  }
  lines.push(`text      ${rank(trace.textRank)}`);
  for (const { field, kind, score: found, weight, value } of trace.fieldScores) {
    if (found === 0) continue;
    lines.push(
      `            ${field} (${kind}) ${decimals(found)}, weight ${decimals(weight, 3)}, adds ${decimals(value)}`,
    );
  }
  lines.push(`fused     rank ${trace.fusedRank}: ${formatContributions(trace.contributions)}`);
  if (trace.rerankerScore !== null) {
    lines.push(`reranker  ${decimals(trace.rerankerScore)}`);
    lines.push(`final     ${decimals(score, 5)} = ${formatContributions(trace.finalContributions)}`);
  }
  return lines;
}
