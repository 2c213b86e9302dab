import type { NodeRole, Subgraph } from '../subgraph.js';
import { checkEnds } from '../subgraph.js';

/** Colours of the paper's drawings. */
const STYLES: Readonly<Record<NodeRole, string>> = {
  answer: 'shape=box, fillcolor=coral',
  question: 'shape=box, fillcolor=deepskyblue',
  internal: 'shape=ellipse, fillcolor=lightgrey',
};

/**
 * The subgraph in Graphviz's language, to be drawn with `dot -Tsvg`. Labels are names, or ids where a name is null; edges
 * carry the names of their relations. Control characters become spaces and halves of surrogate pairs U+FFFD.
 */
export function toDot(subgraph: Subgraph): string {
  const { nodes, edges } = checkEnds(subgraph);
  return [
    'digraph subgraph_of_answer {',
    '  rankdir=LR;',
    '  node [style=filled, fontname="sans-serif"];',
    '  edge [fontname="sans-serif"];',
    ...nodes.map(({ id, name, role }, position) => `  n${position} [label=${quote(name ?? id)}, ${STYLES[role]}];`),
    ...edges.map(
      ({ source, target, relation, name }) => `  n${source} -> n${target} [label=${quote(name ?? relation)}];`,
    ),
    '}',
    '',
  ].join('\n');
}

/** A quoted string. Backslashes are doubled, because labels read `\n`, `\l` or `\N` as commands. */
function quote(text: string): string {
  if (/^[\w ]*$/.test(text)) return `"${text}"`;
  const clean = text
    .replace(/\r\n?/gu, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/\p{Cs}/gu, '\uFFFD');
  return `"${clean.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
