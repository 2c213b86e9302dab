import { validatePlan } from '@grasp/plan';
import type { Plan, Schema } from '@grasp/plan';

import { PipelineError } from './pipeline-error.js';

/**
 * A plan that was handed in, if it fits the schema.
 *
 * @param name - What to call it in an error, for example its file.
 * @throws PipelineError `invalid_plan`, with every issue
 */
export function givenPlan(value: unknown, schema: Schema, name = 'plan'): Plan {
  const validation = validatePlan(value, schema);
  if (validation.ok) return validation.plan;
  const issues = validation.issues.map(({ code, path, message, suggestions }) => {
    const hint = suggestions.length === 0 ? '' : ` (valid here: ${suggestions.join(', ')})`;
    return `  ${path.join('.') || '(the whole)'}: ${code}: ${message}${hint}`;
  });
  throw new PipelineError(
    'invalid_plan',
    `${name}: expected a plan that fits the knowledge base, got\n${issues.join('\n')}`,
  );
}

/** @throws PipelineError `invalid_input` for a node type that the schema does not have */
export function checkTypes(types: readonly string[] | undefined, { nodeTypes }: Schema): void {
  const known = nodeTypes.map(({ name }) => name);
  const unknown = types?.find((type) => !known.includes(type));
  if (unknown === undefined) return;
  throw new PipelineError('invalid_input', `expected node types among ${known.join(', ')}, got "${unknown}"`);
}

/** @throws PipelineError `invalid_input` for a question without words */
export function checkQuestion(question: string): void {
  if (question.trim() === '') throw new PipelineError('invalid_input', 'expected a question, got an empty text');
}

/** @throws PipelineError `invalid_input` for what is no number of hits */
export function checkCount(count: number): void {
  if (Number.isInteger(count) && count >= 0) return;
  throw new PipelineError('invalid_input', `expected count to be a whole number from 0, got ${count}`);
}
