import type { Plan, Schema } from '@grasp/plan';

import { repairPlan } from '../repair/repair-plan.js';
import { planAnswer } from './answer-schemas.js';
import type { ChatMessage } from './chat-model.js';
import { fillIn } from './fill-in.js';
import { DATA_SET_PROMPTS, PROMPTS } from './prompts.generated.js';

/** A worked example: a question with the plan that is right for it. */
export interface PlanExample {
  readonly question: string;
  readonly plan: Plan;
}

/** Which data set the prompt is written for; `general` is any other knowledge base. */
export type PromptName = 'general' | keyof typeof DATA_SET_PROMPTS;

/** All prompts by name. */
export const PROMPT_NAMES: readonly PromptName[] = Object.freeze([
  'general',
  ...(Object.keys(DATA_SET_PROMPTS) as (keyof typeof DATA_SET_PROMPTS)[]),
]);

/** Options of {@link planPrompt} and {@link mentionsPrompt}. */
export interface PromptOptions {
  /** Default `general`. */
  readonly prompt?: PromptName;
  /** Worked examples beside those of the data set; those that do not fit the schema are left out. */
  readonly examples?: readonly PlanExample[];
}

const ALIASES_SHOWN = 6;
const DESCRIPTION_SHOWN = 160;

/** A description's beginning, up to a word's end. */
function shortened(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return line.length <= DESCRIPTION_SHOWN ? line : `${line.slice(0, DESCRIPTION_SHOWN).replace(/\s\S*$/u, '')} …`;
}

function describe(name: string, description: string | undefined, aliases: readonly string[] = []): string {
  const words = aliases.length === 0 ? '' : ` (also: ${aliases.slice(0, ALIASES_SHOWN).join(', ')})`;
  return `- ${name}${words}${description === undefined ? '' : `: ${shortened(description)}`}`;
}

/** The schema as the prompt shows it: types with fields, relations with what they join, descriptions shortened. */
export function renderSchema(schema: Schema): string {
  const nodeTypes = schema.nodeTypes.map((type) => {
    const fields = type.fields.map(({ name, kind }) => `${name} (${kind})`).join(', ');
    return describe(type.name, type.description, type.aliases) + (fields === '' ? '' : ` Fields: ${fields}.`);
  });
  const relations = schema.relations.map((relation) => {
    const ends = relation.endpoints.map(({ from, to }) => `${from} - ${relation.name} -> ${to}`).join('; ');
    const line = describe(ends, relation.description, relation.aliases);
    return line;
  });
  return fillIn(PROMPTS.schema, { nodeTypes: nodeTypes.join('\n'), relations: relations.join('\n') || '- (none)' });
}

/** Examples whose plans fit the schema, at most after a change of spelling; their names become the schema's. */
function fitting(examples: readonly PlanExample[], schema: Schema): PlanExample[] {
  return examples.flatMap(({ question, plan }) => {
    const outcome = repairPlan(plan, schema);
    const isSame =
      outcome.ok && outcome.repairs.every(({ action, code }) => action === 'rename' && code.startsWith('unknown_'));
    return isSame && outcome.ok ? [{ question, plan: outcome.plan }] : [];
  });
}

const dataSet = (prompt: PromptName) => (prompt === 'general' ? undefined : DATA_SET_PROMPTS[prompt]);

const examplesFor = (schema: Schema, { prompt = 'general', examples = [] }: PromptOptions): PlanExample[] =>
  fitting([...(dataSet(prompt)?.examples ?? []), ...examples], schema);

const asExample = (question: string, answer: unknown): string =>
  fillIn(PROMPTS.example, { question: question.replace(/\s+/gu, ' '), answer: JSON.stringify(answer) });

/**
 * The messages that ask for a whole plan (paper, 3.1 and appendix 8): role, schema, structure of plans, what the data set
 * adds, risk level, worked examples; then the question. The first message is the same for all questions.
 */
export function planPrompt(schema: Schema, question: string, options: PromptOptions = {}): ChatMessage[] {
  const form = { retrievalMode: options.prompt === 'stark-amazon' };
  const examples = examplesFor(schema, options).map(({ question: asked, plan }) =>
    asExample(asked, planAnswer(plan, schema, form)),
  );
  const parts = [
    PROMPTS.planRole,
    renderSchema(schema),
    PROMPTS.planStructure,
    PROMPTS.planOptions,
    dataSet(options.prompt ?? 'general')?.guidance ?? '',
    PROMPTS.fusionControl,
    examples.length === 0 ? '' : `## Examples\n\n${examples.join('\n\n')}`,
  ];
  return [
    { role: 'system', content: parts.filter((part) => part !== '').join('\n\n') },
    { role: 'user', content: fillIn(PROMPTS.question, { question }) },
  ];
}

/** The messages that ask for mentions only, which small models manage: what is asked for, and names with their types. */
export function mentionsPrompt(schema: Schema, question: string, options: PromptOptions = {}): ChatMessage[] {
  const nodeTypes = schema.nodeTypes.map((type) => describe(type.name, type.description, type.aliases));
  const examples = examplesFor(schema, options).map(({ question: asked, plan }) =>
    asExample(asked, {
      asked: plan.target.labels[0],
      mentions: plan.anchors
        .filter(({ match_mode: mode }) => mode === 'name')
        .map(({ text, label }) => ({ text, label })),
    }),
  );
  const role = fillIn(PROMPTS.mentionsRole, { nodeTypes: nodeTypes.join('\n') });
  return [
    { role: 'system', content: [role, ...examples].join('\n\n') },
    { role: 'user', content: fillIn(PROMPTS.mentionsQuestion, { question }) },
  ];
}
