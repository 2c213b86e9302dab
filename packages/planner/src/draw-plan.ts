import type { Hop, Plan } from '@grasp/plan';

/** Forms of a drawing: a tree in plain text, or the languages of Mermaid and Graphviz. */
export const DRAWING_FORMATS = Object.freeze(['text', 'mermaid', 'dot'] as const);

export type DrawingFormat = (typeof DRAWING_FORMATS)[number];

const oneLine = (text: string): string => {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
};

/** What a variable stands for, in words. */
function caption(plan: Plan, variable: string): string {
  const anchor = plan.anchors.find((candidate) => candidate.var === variable);
  const label =
    variable === 'T'
      ? plan.target.labels.join(' or ')
      : (anchor?.label ?? plan.hops.find((hop) => hop.to_var === variable)?.to_label ?? '');
  const ways = [
    ...(anchor?.match_mode === 'doc' ? ['by document'] : []),
    ...(anchor?.breadth === 'wide' ? ['and what is like it'] : []),
  ];
  const way = ways.length === 0 ? '' : ` (${ways.join(', ')})`;
  const named = anchor === undefined ? '' : ` "${oneLine(anchor.text)}"${way}`;
  return `${variable === 'T' ? '? ' : ''}${label}${named}`;
}

/** Conditions on the target that no hop shows. */
function conditions({ target }: Plan): string[] {
  const filters = (target.filters ?? []).map(({ field, op, value }) => `${field} ${op} ${JSON.stringify(value)}`);
  return [...filters, ...(target.relevance_text === '' ? [] : [`text: "${oneLine(target.relevance_text)}"`])];
}

function arrow(hop: Hop, from: string): string {
  // Drawn from the target outward: an edge stored towards the target points at it.
  const isStored = hop.direction === undefined ? undefined : (hop.from === from) === (hop.direction === 'out');
  const line = isStored === undefined ? '──' : isStored ? '─▶' : '◀─';
  return `${hop.negated === true ? 'not ' : ''}${hop.rel} ${line}`;
}

function drawText(plan: Plan): string {
  const lines = [[caption(plan, 'T'), ...conditions(plan)].join(' · ')];
  const used = new Set<Hop>();
  const visit = (variable: string, indent: string): void => {
    const open = plan.hops.filter((hop) => !used.has(hop) && (hop.from === variable || hop.to_var === variable));
    for (const hop of open) used.add(hop);
    for (const [at, hop] of open.entries()) {
      const isLast = at === open.length - 1;
      const other = hop.from === variable ? hop.to_var : hop.from;
      lines.push(`${indent}${isLast ? '└─' : '├─'} ${arrow(hop, variable)} ${caption(plan, other)}`);
      visit(other, `${indent}${isLast ? '   ' : '│  '}`);
    }
  };
  visit('T', '');
  lines.push(`risk ${plan.risk_level}${plan.retrieval_mode === undefined ? '' : `, ${plan.retrieval_mode}`}`);
  return lines.join('\n');
}

/** Variables in the order in which they occur, with ids that need no quotes. */
function identifiers(plan: Plan): Map<string, string> {
  const variables = new Set([
    'T',
    ...plan.anchors.map((anchor) => anchor.var),
    ...plan.hops.flatMap(({ from, to_var: to }) => [from, to]),
  ]);
  return new Map([...variables].map((variable, at) => [variable, `n${at}`]));
}

function drawMermaid(plan: Plan): string {
  const quote = (text: string): string => `"${text.replace(/[#&"<>]/gu, (sign) => `#${sign.codePointAt(0)};`)}"`;
  const ids = identifiers(plan);
  const nodes = [...ids].map(([variable, id]) => {
    const text = [caption(plan, variable), ...(variable === 'T' ? conditions(plan) : [])].join(' · ');
    return `  ${id}${variable === 'T' ? `([${quote(text)}])` : `[${quote(text)}]`}`;
  });
  const edges = plan.hops.map((hop) => {
    const [a, b] = [ids.get(hop.from)!, ids.get(hop.to_var)!];
    const [left, right] = hop.direction === 'in' ? [b, a] : [a, b];
    const line = hop.negated === true ? '-.-' : '---';
    const link = hop.direction === undefined ? line : `${line.slice(0, 2)}${hop.negated === true ? '->' : '>'}`;
    return `  ${left} ${link}|${quote(`${hop.negated === true ? 'not ' : ''}${hop.rel}`)}| ${right}`;
  });
  return ['flowchart LR', ...nodes, ...edges].join('\n');
}

function drawDot(plan: Plan): string {
  const quote = (text: string): string => `"${text.replace(/[\\"]/gu, '\\$&')}"`;
  const ids = identifiers(plan);
  const nodes = [...ids].map(([variable, id]) => {
    const text = [caption(plan, variable), ...(variable === 'T' ? conditions(plan) : [])].join(' · ');
    return `  ${id} [label=${quote(text)}${variable === 'T' ? ', shape=doublecircle' : ', shape=box'}];`;
  });
  const edges = plan.hops.map((hop) => {
    const [a, b] = [ids.get(hop.from)!, ids.get(hop.to_var)!];
    const [left, right] = hop.direction === 'in' ? [b, a] : [a, b];
    const style = hop.negated === true ? ', style=dashed' : '';
    const ends = hop.direction === undefined ? ', dir=none' : '';
    return `  ${left} -> ${right} [label=${quote(`${hop.negated === true ? 'not ' : ''}${hop.rel}`)}${style}${ends}];`;
  });
  return ['digraph plan {', '  rankdir=LR;', ...nodes, ...edges, '}'].join('\n');
}

/**
 * Draws a plan: as a tree from the target outward in plain text, as a Mermaid flowchart or as a Graphviz graph. Texts of
 * the plan are quoted, whatever they hold.
 */
export function drawPlan(plan: Plan, format: DrawingFormat = 'text'): string {
  return { text: drawText, mermaid: drawMermaid, dot: drawDot }[format](plan);
}
