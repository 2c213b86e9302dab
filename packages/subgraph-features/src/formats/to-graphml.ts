import type { Subgraph } from '../subgraph.js';

/** Attributes by the element they belong to, with their GraphML type. */
const KEYS = [
  ['node', 'name', 'string'],
  ['node', 'role', 'string'],
  ['node', 'isQuestion', 'boolean'],
  ['node', 'type', 'string'],
  ['node', 'degree', 'int'],
  ['edge', 'relation', 'string'],
  ['edge', 'name', 'string'],
  ['edge', 'frequency', 'int'],
] as const;

/**
 * The subgraph as GraphML 1.1, for Gephi, yEd, networkx or igraph. Nodes have their ids, absent and null values are left
 * out. Characters that XML 1.0 cannot hold, such as control characters and halves of surrogate pairs, become U+FFFD.
 */
export function toGraphml({ nodes, edges }: Subgraph): string {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    ...KEYS.map(
      ([element, name, type]) =>
        `  <key id="${element}-${name}" for="${element}" attr.name="${name}" attr.type="${type}"/>`,
    ),
    '  <graph id="subgraph" edgedefault="directed">',
  ];
  for (const node of nodes) {
    lines.push(`    <node id="${escapeXml(node.id)}">`, ...dataOf('node', node), '    </node>');
  }
  edges.forEach((edge, position) => {
    const ends = `source="${escapeXml(nodes[edge.source]!.id)}" target="${escapeXml(nodes[edge.target]!.id)}"`;
    lines.push(`    <edge id="e${position}" ${ends}>`, ...dataOf('edge', edge), '    </edge>');
  });
  lines.push('  </graph>', '</graphml>', '');
  return lines.join('\n');
}

function dataOf(element: 'node' | 'edge', values: object): string[] {
  return KEYS.flatMap(([owner, name]) => {
    const value = (values as Readonly<Record<string, unknown>>)[name];
    if (owner !== element || value === undefined || value === null) return [];
    return [`      <data key="${element}-${name}">${escapeXml(String(value))}</data>`];
  });
}

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
  return text
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"\r\n\t]/gu, (character) => ENTITIES[character]!);
}
