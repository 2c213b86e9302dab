import type { Terminal } from '../terminal.js';
import { withPipeline } from './open-for-questions.js';

/** `grasp plan`. Prints the plan alone, or with `link` an object of plan and bindings. */
export async function planCommand(
  question: string,
  options: { readonly kb: string; readonly link: boolean },
  terminal: Terminal,
): Promise<void> {
  const { signal } = terminal;
  await withPipeline(options.kb, terminal, async (pipeline) => {
    const plan = await pipeline.plan(question, { signal });
    if (plan === null) {
      terminal.note('no plan: the question holds no word that could be searched');
      terminal.out('null');
    } else if (options.link) {
      terminal.out(JSON.stringify({ plan, bindings: await pipeline.link(plan, { signal }) }, undefined, 2));
    } else terminal.out(JSON.stringify(plan, undefined, 2));
  });
}
