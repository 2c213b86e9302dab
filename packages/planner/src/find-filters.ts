import type { Field, Filter, FilterOperator, Schema } from '@grasp/plan';

import { tokenize } from './tokenize.js';
import type { Token } from './tokenize.js';

/** A comparison with a number or a year in the question ("under $30", "since 2015"), not yet tied to a field. */
export interface Comparison {
  readonly tokens: readonly number[];
  /** `in` means equal to a year. */
  readonly relation: 'below' | 'atMost' | 'above' | 'atLeast' | 'between' | 'in';
  readonly value: number;
  /** The upper end of `between`. */
  readonly upper?: number;
  readonly isMoney: boolean;
  readonly isYear: boolean;
}

/** Filters on the fields of one node type, with the words that they explain. */
export interface FoundFilters {
  readonly filters: readonly Filter[];
  readonly tokens: readonly number[];
}

const COMPARATORS: readonly (readonly [Comparison['relation'], string])[] = [
  ['atMost', 'at most|up to|no more than|not more than|maximum of|maximum|max|until|through|or less than'],
  ['atLeast', 'at least|no less than|not less than|minimum of|minimum|min|since|starting at|starting from'],
  [
    'below',
    'under|below|less than|fewer than|cheaper than|lighter than|smaller than|shorter than|lower than|before|earlier than|prior to',
  ],
  [
    'above',
    'over|above|more than|greater than|heavier than|larger than|longer than|higher than|after|later than|exceeding',
  ],
  ['in', 'in|from|of'],
];
const AMOUNT = String.raw`(?<money>[$€£¥]\s?)?(?<value>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?![\d\p{L}])`;
const SINGLE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${COMPARATORS.map(([relation, phrases]) => `(?<${relation}>${phrases})`).join('|')})\\s+${AMOUNT}`,
  'giu',
);
const BETWEEN = new RegExp(
  `(?<![\\p{L}\\p{N}])between\\s+${AMOUNT}\\s+and\\s+${AMOUNT.replace('<money>', '<money2>').replace('<value>', '<value2>')}`,
  'giu',
);
const MONEY_WORDS: ReadonlySet<string> = new Set([
  'price',
  'cost',
  'fee',
  'euro',
  'dollar',
  'pound',
  'currenc',
  'amount',
]);
const TIME_WORDS: ReadonlySet<string> = new Set(['year', 'date', 'day', 'time', 'publish', 'releas']);

const toNumber = (text: string): number => Number(text.replaceAll(',', ''));

/** Finds comparisons with numbers. "in", "from" and "of" count only before what looks like a year, 1000 to 2999. */
export function findComparisons(question: string, tokens: readonly Token[]): Comparison[] {
  const found: Comparison[] = [];
  const add = (match: RegExpMatchArray, relation: Comparison['relation'], upper?: number): void => {
    const [start, end] = [match.index!, match.index! + match[0].length];
    const positions = tokens.flatMap((token, at) => (token.start >= start && token.end <= end ? [at] : []));
    const text = match.groups!['value']!;
    const isMoney = match.groups!['money'] !== undefined;
    const isYear = !isMoney && /^[12]\d{3}$/u.test(text);
    if (positions.length === 0 || (relation === 'in' && !isYear)) return;
    if (found.some((other) => other.tokens.some((at) => positions.includes(at)))) return;
    const value = toNumber(text);
    found.push({ tokens: positions, relation, value, ...(upper === undefined ? {} : { upper }), isMoney, isYear });
  };
  for (const match of question.matchAll(BETWEEN)) add(match, 'between', toNumber(match.groups!['value2']!));
  for (const match of question.matchAll(SINGLE)) {
    const relation = COMPARATORS.find(([name]) => match.groups![name] !== undefined)![0];
    add(match, relation);
  }
  return found;
}

const CUE_REACH = 3;

/** How well a field suits a comparison: words of its name near the number, units, money or years; 0 when it does not. */
function suitability(field: Field, comparison: Comparison, tokens: readonly Token[]): number {
  if (field.kind !== 'number' && field.kind !== 'date') return 0;
  if (field.kind === 'date' && !comparison.isYear) return 0;
  const name = new Set(tokenize(field.name.replace(/[_\-.]+/gu, ' ')).map((token) => token.stem));
  const described = new Set(
    tokenize(field.description ?? '', 40).flatMap((token) => (token.isFunction ? [] : [token.stem])),
  );
  const all = new Set([...name, ...described]);
  const has = (words: ReadonlySet<string>): boolean => [...words].some((word) => all.has(word));
  if (comparison.isMoney) return has(MONEY_WORDS) ? 4 : 0;
  let score = 0;
  const [first, last] = [comparison.tokens[0]!, comparison.tokens[comparison.tokens.length - 1]!];
  for (let at = Math.max(0, first - CUE_REACH); at <= Math.min(tokens.length - 1, last + CUE_REACH); at++) {
    const token = tokens[at]!;
    if (comparison.tokens.includes(at) || token.isFunction) continue;
    if (name.has(token.stem)) score += 3;
    else if (described.has(token.stem)) score += 2;
  }
  if (comparison.isYear && (field.kind === 'date' || has(TIME_WORDS))) score += 2;
  return score;
}

/** A comparison as filters; a year on a date field covers the whole year. */
function toFilters(field: Field, { relation, value, upper, isYear }: Comparison): Filter[] {
  const filter = (op: FilterOperator, bound: number): Filter => ({
    field: field.name,
    op,
    value: field.kind === 'date' ? String(bound).padStart(4, '0') : bound,
  });
  const wholeYear = field.kind === 'date' && isYear;
  switch (relation) {
    case 'below':
      return [filter('lt', value)];
    case 'atMost':
      return [wholeYear ? filter('lt', value + 1) : filter('lte', value)];
    case 'above':
      return [wholeYear ? filter('gte', value + 1) : filter('gt', value)];
    case 'atLeast':
      return [filter('gte', value)];
    case 'in':
      return wholeYear ? [filter('gte', value), filter('lt', value + 1)] : [filter('eq', value)];
    case 'between':
      return [filter('gte', value), wholeYear ? filter('lt', upper! + 1) : filter('lte', upper!)];
  }
}

/**
 * Ties comparisons to number and date fields of a type: the field whose name or description has words near the number,
 * a money field for "$", a date or year field for a year. A comparison that suits no field, or two equally, is left out.
 */
export function filtersFor(
  type: Schema['nodeTypes'][number],
  comparisons: readonly Comparison[],
  tokens: readonly Token[],
): FoundFilters {
  const filters: Filter[] = [];
  const explained: number[] = [];
  for (const comparison of comparisons) {
    const scored = type.fields
      .map((field) => ({ field, score: suitability(field, comparison, tokens) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
    if (scored.length === 0 || scored[0]!.score === scored[1]?.score) continue;
    filters.push(...toFilters(scored[0]!.field, comparison));
    explained.push(...comparison.tokens);
  }
  return { filters, tokens: explained };
}
