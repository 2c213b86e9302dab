import { PLAN_LIMITS, planSchema } from '@grasp/plan';
import type { Plan } from '@grasp/plan';

import type { PlanRepair } from './plan-repair.js';

type Json = Record<string, unknown>;

/** What stands where a model left a name out; no schema has it, so that it is inferred or reported as unknown. */
const MISSING_NAME = '?';

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first of several keys that holds something. */
function pick(object: Json, ...keys: readonly string[]): unknown {
  for (const key of keys) if (Object.hasOwn(object, key) && object[key] != null) return object[key];
  return undefined;
}

function word(value: unknown, limit: number): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value).slice(0, limit);
  if (Array.isArray(value)) return word(value[0], limit);
  if (isObject(value)) return word(pick(value, 'var', 'name', 'text'), limit);
  if (typeof value !== 'string') return undefined;
  const text = value.slice(0, limit).trim();
  return text === '' ? undefined : text;
}

/** A list; an object of objects becomes a list with its keys as variables. */
function listOf(value: unknown): Json[] {
  if (Array.isArray(value)) return value.map((item): Json => (isObject(item) ? item : { text: item }));
  if (!isObject(value)) return [];
  const parts = Object.entries(value);
  if (parts.some(([, part]) => !isObject(part))) return [value];
  return parts.map(([key, part]) => ({ var: key, ...(part as Json) }));
}

const DIRECTIONS: Readonly<Record<string, 'out' | 'in'>> = {
  out: 'out', outgoing: 'out', outward: 'out', forward: 'out', '->': 'out',
  in: 'in', incoming: 'in', inward: 'in', backward: 'in', reverse: 'in', '<-': 'in',
}; // prettier-ignore
const RISKS: readonly string[] = ['no_trade', 'weak', 'normal', 'aggressive'];
const MODES: readonly string[] = ['doc_search', 'graph_filter_doc', 'graph_expand', 'graph_strict', 'skip'];
const OPERATORS: Readonly<Record<string, string>> = {
  '=': 'eq', '==': 'eq', equals: 'eq', is: 'eq', '!=': 'ne', not: 'ne',
  '<': 'lt', '<=': 'lte', '≤': 'lte', '>': 'gt', '>=': 'gte', '≥': 'gte', min: 'gte', max: 'lte',
}; // prettier-ignore
const OPERATOR_NAMES: readonly string[] = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'contains'];

const TARGET_NAMED = 'the variable at which the hops end became "T"';

const isPlanLike = (value: unknown): value is Json =>
  isObject(value) && ['anchors', 'hops', 'target'].some((key) => Object.hasOwn(value, key));

/** Finds the plan inside what a model wrapped it in: a list of one, `{ "plan": … }`, `{ "arguments": … }`. */
function unwrap(value: unknown, depth = 0): Json | undefined {
  if (isPlanLike(value)) return value;
  if (depth > 3 || typeof value !== 'object' || value === null) return undefined;
  for (const inner of Object.values(value).slice(0, 16)) {
    const found = unwrap(inner, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function readAnchors(value: unknown): Json[] {
  const anchors = listOf(value).slice(0, PLAN_LIMITS.anchors);
  const taken = new Set(anchors.map((anchor) => word(pick(anchor, 'var', 'variable', 'id'), 64)));
  return anchors.flatMap((anchor): Json[] => {
    const text = word(pick(anchor, 'text', 'name', 'entity', 'value', 'mention'), PLAN_LIMITS.textLength);
    if (text === undefined) return [];
    let own = word(pick(anchor, 'var', 'variable', 'id'), 64);
    for (let letter = 0; own === undefined; letter++) {
      const name = `A${letter + 1}`;
      if (!taken.has(name)) taken.add((own = name));
    }
    const label = word(pick(anchor, 'label', 'type', 'node_type', 'kind', 'labels'), 256) ?? MISSING_NAME;
    const mode = pick(anchor, 'match_mode', 'mode', 'match') === 'doc' ? 'doc' : 'name';
    const breadth = pick(anchor, 'breadth') === 'wide' ? { breadth: 'wide' } : {};
    return [{ var: own, text, label, match_mode: mode, ...breadth }];
  });
}

function readHops(value: unknown): Json[] {
  return listOf(value)
    .slice(0, PLAN_LIMITS.hops)
    .flatMap((hop): Json[] => {
      const from = word(pick(hop, 'from', 'source', 'from_var', 'start', 'head'), 64);
      const to = word(pick(hop, 'to_var', 'to', 'target', 'end', 'tail'), 64);
      if (from === undefined || to === undefined) return [];
      const direction = DIRECTIONS[String(pick(hop, 'direction') ?? '').toLowerCase()];
      const negated = pick(hop, 'negated', 'negative', 'not');
      return [
        {
          from,
          rel: word(pick(hop, 'rel', 'relation', 'type', 'edge', 'predicate'), 256) ?? MISSING_NAME,
          to_var: to,
          to_label: word(pick(hop, 'to_label', 'label', 'to_type'), 256) ?? MISSING_NAME,
          ...(direction === undefined ? {} : { direction }),
          ...(negated === true || negated === 'true' || negated === 1 ? { negated: true } : {}),
        },
      ];
    });
}

function readFilters(value: unknown): Json[] {
  return listOf(value)
    .slice(0, PLAN_LIMITS.filters)
    .flatMap((filter): Json[] => {
      const field = word(pick(filter, 'field', 'property', 'name', 'key'), 256);
      const written = String(pick(filter, 'op', 'operator', 'comparison') ?? 'eq').toLowerCase();
      const op = OPERATOR_NAMES.includes(written) ? written : OPERATORS[written];
      const given = pick(filter, 'value', 'values');
      const isScalar = (item: unknown): boolean =>
        (typeof item === 'string' && item.length <= PLAN_LIMITS.textLength) ||
        (typeof item === 'number' && Number.isFinite(item));
      const list = Array.isArray(given) ? given.filter(isScalar).slice(0, 1_000) : given;
      if (field === undefined || op === undefined || !(Array.isArray(list) || isScalar(list))) return [];
      return [{ field, op, value: list }];
    });
}

/** Gives the target its variable `T`, whatever the model called it. */
function nameTarget(anchors: Json[], hops: Json[], targetName: string | undefined): void {
  const used = new Set([
    ...anchors.map((anchor) => anchor['var']),
    ...hops.flatMap((hop) => [hop['from'], hop['to_var']]),
  ]);
  if (used.has('T')) return;
  const own = [targetName, 't', 'target', 'Target', 'answer'].find((name) => name !== undefined && used.has(name));
  // Without a name the target is where the hops end.
  const starts = new Set([...hops.map((hop) => hop['from']), ...anchors.map((anchor) => anchor['var'])]);
  const ends = [...new Set(hops.map((hop) => hop['to_var']))].filter((name) => !starts.has(name));
  const name = own ?? (ends.length === 1 ? ends[0] : undefined);
  if (name === undefined) return;
  for (const anchor of anchors) if (anchor['var'] === name) anchor['var'] = 'T';
  for (const hop of hops) {
    if (hop['from'] === name) hop['from'] = 'T';
    if (hop['to_var'] === name) hop['to_var'] = 'T';
  }
}

/**
 * Reads what a model wrote as a plan in form: other words for the keys, missing defaults, lists given as objects, labels
 * given as one word, operators as signs. Names are not checked. Undefined when there is no plan in it.
 */
export function readDraft(
  value: unknown,
): { readonly draft: Plan; readonly repairs: readonly PlanRepair[] } | undefined {
  const found = unwrap(value);
  if (found === undefined) return undefined;
  const target = pick(found, 'target', 'answer');
  const told: Json = isObject(target) ? target : {};
  const anchors = readAnchors(pick(found, 'anchors', 'entities'));
  const hops = readHops(pick(found, 'hops', 'edges', 'relations'));
  nameTarget(anchors, hops, word(isObject(target) ? pick(told, 'var', 'variable', 'id') : target, 64));
  const named = pick(told, 'labels', 'label', 'type', 'types');
  const labels = (Array.isArray(named) ? named : [named])
    .slice(0, PLAN_LIMITS.labels)
    .flatMap((label) => word(label, 256) ?? []);
  const ending = hops.flatMap((hop) => (hop['to_var'] === 'T' ? [String(hop['to_label'])] : []));
  const alone = typeof target === 'string' && target !== 'T' && ending.length === 0 ? [target.slice(0, 256)] : [];
  const typed = [labels, ending, alone].find((list) => list.length > 0) ?? [MISSING_NAME];
  const filters = readFilters(pick(told, 'filters', 'filter') ?? pick(found, 'filters'));
  const text = pick(told, 'relevance_text', 'text', 'description');
  const mode = pick(found, 'retrieval_mode');
  const form = {
    anchors,
    hops,
    target: {
      var: 'T',
      labels: [...new Set(typed)],
      relevance_text: typeof text === 'string' ? text.slice(0, PLAN_LIMITS.textLength) : '',
      ...(filters.length > 0 ? { filters } : {}),
    },
    risk_level: RISKS.find((risk) => risk === pick(found, 'risk_level')) ?? 'normal',
    ...(typeof mode === 'string' && MODES.includes(mode) ? { retrieval_mode: mode } : {}),
  };
  const parsed = planSchema.safeParse(form);
  if (!parsed.success) return undefined;
  const draft = parsed.data as Plan;
  const asGiven = planSchema.safeParse(value);
  if (asGiven.success) {
    if (JSON.stringify(asGiven.data) === JSON.stringify(draft)) return { draft, repairs: [] };
    return { draft, repairs: [{ code: 'unbound_target', path: ['target'], action: 'read', message: TARGET_NAMED }] };
  }
  const [first] = asGiven.error.issues;
  const path = (first?.path ?? []).map((part) => (typeof part === 'symbol' ? String(part) : part));
  const code = first?.code === 'too_big' ? 'too_large' : 'malformed';
  const deviations = `${asGiven.error.issues.length} deviations, the first: ${first?.message ?? ''}`;
  return { draft, repairs: [{ code, path, action: 'read', message: `read a plan in another form (${deviations})` }] };
}
