import type { Schema } from '@grasp/plan';

import type { GivenMention } from '../given-mentions.js';
import { placeText } from '../place-text.js';
import { matchName } from '../repair/match-name.js';
import type { TemplatePlanner } from '../template-planner.js';
import { tokenize } from '../tokenize.js';
import type { ReadPlan } from './read-plan.js';

const MENTIONS_LIMIT = 8;
const ALTERNATIVES = 5;

/** Whether an object may hold mentions. */
export const isMentionsAnswer = (value: Readonly<Record<string, unknown>>): boolean => Array.isArray(value['mentions']);

/** The mentions in an answer, with labels of the schema, that stand in the question; and those that do not. */
function sortMentions(value: unknown, question: string, schema: Schema) {
  const tokens = tokenize(question.slice(0, 20_000), 400);
  const kept: GivenMention[] = [];
  const rejected: string[] = [];
  for (const item of (Array.isArray(value) ? value : []).slice(0, MENTIONS_LIMIT)) {
    const { text, label } = (typeof item === 'object' && item !== null ? item : { text: item }) as Record<
      string,
      unknown
    >;
    if (typeof text !== 'string' || text.trim() === '') continue;
    if (placeText(text, tokens) === undefined) rejected.push(text);
    else kept.push({ text, label: (typeof label === 'string' ? matchName(label, schema.nodeTypes) : undefined) ?? '' });
  }
  return { kept, rejected };
}

/** Draws the plan of the names that a model found in the question. */
export async function readMentions(
  value: Readonly<Record<string, unknown>>,
  question: string,
  schema: Schema,
  template: TemplatePlanner,
  signal: AbortSignal | undefined,
): Promise<ReadPlan> {
  const { kept, rejected } = sortMentions(value['mentions'], question, schema);
  const asked = typeof value['asked'] === 'string' ? matchName(value['asked'], schema.nodeTypes) : undefined;
  const heard = `mentions: ${kept.map(({ text, label }) => `"${text}" (${label})`).join(', ') || 'none'}`;
  const refused =
    rejected.length === 0
      ? ''
      : `; not in the question: ${rejected.map((text) => `"${text.slice(0, 80)}"`).join(', ')}`;
  const message = `asked for ${asked ?? 'nothing known'}; ${heard}${refused}`;
  // Names without a type of the schema are left for the template planner to find.
  const mentions = kept.filter(({ label }) => label !== '');
  const [best, ...alternatives] = await template.plans(question, {
    count: ALTERNATIVES + 1,
    ...(mentions.length > 0 ? { mentions } : {}),
    ...(asked === undefined ? {} : { target: asked }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (best === undefined) return { kind: 'invalid', message, issues: [], repairs: [] };
  const { candidateCount } = best;
  const count = candidateCount === undefined ? {} : { candidateCount };
  const found = { plan: best.plan, scored: best, alternatives, ...count };
  return { kind: 'plan', message, found, issues: [], repairs: [], isReduced: false };
}
