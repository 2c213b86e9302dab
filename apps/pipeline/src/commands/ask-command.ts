import type { Answer } from '../pipeline.js';
import { readJsonFile } from '../read-json-file.js';
import { formatExplanation } from '../format-explanation.js';
import type { Terminal } from '../terminal.js';
import { withPipeline } from './open-for-questions.js';

function formatAnswer({ hits }: Answer, isExplained: boolean): string[] {
  if (hits.length === 0) return ['no answers'];
  return hits.flatMap((hit, position) => {
    const line = `${String(position + 1).padStart(2)}. ${hit.name}  (${hit.type}, ${hit.id})  ${hit.score.toFixed(5)}`;
    return isExplained ? [line, ...formatExplanation(hit).map((detail) => `      ${detail}`), ''] : [line];
  });
}

/** `grasp ask`. */
export async function askCommand(
  question: string,
  options: {
    readonly kb: string;
    readonly count: number;
    readonly plan?: string;
    readonly types?: readonly string[];
    readonly json: boolean;
    readonly explain: boolean;
  },
  terminal: Terminal,
): Promise<void> {
  const { signal } = terminal;
  const plan = options.plan === undefined ? undefined : await readJsonFile(options.plan, signal);
  const answer = await withPipeline(options.kb, terminal, (pipeline) =>
    pipeline.ask(question, {
      count: options.count,
      signal,
      ...(plan === undefined ? {} : { plan, planName: options.plan }),
      ...(options.types === undefined ? {} : { types: options.types }),
    }),
  );
  if (options.json) {
    const { plan: usedPlan, hits, timings } = answer;
    terminal.out(JSON.stringify({ question, plan: usedPlan, hits, timings }, undefined, 2));
    return;
  }
  if (options.explain) terminal.out(`plan      ${JSON.stringify(answer.plan)}\n`);
  for (const line of formatAnswer(answer, options.explain)) terminal.out(line);
  if (options.explain) {
    const times = Object.entries(answer.timings).map(([stage, ms]) => `${stage} ${ms.toFixed(1)}`);
    terminal.out(`milliseconds: ${times.join(', ')}`);
  }
}
