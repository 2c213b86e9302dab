import { extname } from 'node:path';

import { toDot, toGraphml, toNodeLink } from '@grasp/subgraph-features';
import type { Subgraph } from '@grasp/subgraph-features';

import { PipelineError } from '../pipeline-error.js';

const DRAWINGS: Readonly<Record<string, (subgraph: Subgraph) => string | Promise<string>>> = {
  '.dot': toDot,
  '.gv': toDot,
  '.graphml': toGraphml,
  '.json': (subgraph) => `${JSON.stringify(toNodeLink(subgraph), null, 2)}\n`,
  // Graphviz itself, as WebAssembly, loaded when it is asked for: it escapes what stands in labels.
  '.svg': async (subgraph) =>
    (await (await import('@viz-js/viz')).instance()).renderString(toDot(subgraph), { format: 'svg' }),
};

/**
 * What draws a subgraph in the form that the ending of a file asks for: `.dot` (`.gv`), `.svg`, `.json` (node-link) or
 * `.graphml`.
 *
 * @throws {@link PipelineError} `invalid_input` for another ending.
 */
export function drawingFor(file: string): (subgraph: Subgraph) => string | Promise<string> {
  const extension = extname(file).toLowerCase();
  if (Object.hasOwn(DRAWINGS, extension)) return DRAWINGS[extension]!;
  const known = Object.keys(DRAWINGS).join(', ');
  throw new PipelineError('invalid_input', `expected a file that ends in ${known}, got "${file}"`);
}
