import type { Subgraph } from '../subgraph.js';
import { checkEnds } from '../subgraph.js';

/** Attributes and their GraphML types. */
const NODE_KEYS = [
  ['name', 'string'],
  ['role', 'string'],
  ['isQuestion', 'boolean'],
  ['type', 'string'],
  ['degree', 'int'],
] as const;
const EDGE_KEYS = [
  ['relation', 'string'],
  ['name', 'string'],
  ['frequency', 'int'],
] as const;

/**
 * The subgraph as GraphML 1.1, for Gephi, yEd, networkx or igraph. Nodes have their ids, absent and null values are left
 * out. Characters that XML 1.0 cannot hold, such as control characters and halves of surrogate pairs, become U+FFFD.
 */
export function toGraphml(subgraph: Subgraph): string {
  const { nodes, edges } = checkEnds(subgraph);
  const ids = nodes.map(({ id }) => escapeXml(id));
  let text = '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n';
  for (const [name, type] of NODE_KEYS) text += keyOf('node', name, type);
  for (const [name, type] of EDGE_KEYS) text += keyOf('edge', name, type);
  text += '  <graph id="subgraph" edgedefault="directed">\n';
  nodes.forEach((node, position) => {
    text += `    <node id="${ids[position]}">\n`;
    for (const [name] of NODE_KEYS) text += dataOf('node', name, node[name]);
    text += '    </node>\n';
  });
  edges.forEach((edge, position) => {
    text += `    <edge id="e${position}" source="${ids[edge.source]}" target="${ids[edge.target]}">\n`;
    for (const [name] of EDGE_KEYS) text += dataOf('edge', name, edge[name]);
    text += '    </edge>\n';
  });
  return `${text}  </graph>\n</graphml>\n`;
}

const keyOf = (element: string, name: string, type: string): string =>
  `  <key id="${element}-${name}" for="${element}" attr.name="${name}" attr.type="${type}"/>\n`;

const dataOf = (element: string, name: string, value: string | number | boolean | null | undefined): string =>
  value === undefined || value === null
    ? ''
    : `      <data key="${element}-${name}">${escapeXml(String(value))}</data>\n`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** Text for an element or an attribute. Line breaks are written as references, because attributes would lose them. */
function escapeXml(text: string): string {
  if (/^[\w ]*$/.test(text)) return text;
  return text
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"\r\n\t]/gu, (character) => ENTITIES[character]!);
}
