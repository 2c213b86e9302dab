import type { Hop, Plan, Schema } from '@grasp/plan';

import type { JsonSchema } from './chat-model.js';

const text = (maxLength: number): JsonSchema => ({ type: 'string', maxLength });
const list = (items: JsonSchema, maxItems: number): JsonSchema => ({ type: 'array', items, maxItems });
const filled = (items: JsonSchema, maxItems: number): JsonSchema => ({ ...list(items, maxItems), minItems: 1 });
const object = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
  // Structured output knows no optional key: what may be left out may be null.
  required: Object.keys(properties),
  additionalProperties: false,
});
/** Strings, or one other kind of value, and null where the key may be left out. */
const oneOf = (values: readonly (string | boolean | null)[]): JsonSchema => {
  const kinds = [...new Set(values.map((value) => (value === null ? 'null' : typeof value)))];
  return { type: kinds.length === 1 ? kinds[0] : kinds, enum: values };
};

/** What the JSON schema of plans offers beyond the paper's form. */
export interface PlanJsonSchemaOptions {
  /** `direction` and `negated` of hops, `filters` of the target. Default true. */
  readonly extensions?: boolean;
  /** `retrieval_mode`. Default false. */
  readonly retrievalMode?: boolean;
}

/**
 * The JSON schema of a plan over one knowledge base: labels and relations are its own names. It stays within what
 * structured output of OpenAI and grammars of llama.cpp understand.
 */
export function planJsonSchema(schema: Schema, options: PlanJsonSchemaOptions = {}): JsonSchema {
  const { extensions = true, retrievalMode = false } = options;
  const label = oneOf(schema.nodeTypes.map((type) => type.name));
  const relation = oneOf(schema.relations.map(({ name }) => name));
  const fields = [...new Set(schema.nodeTypes.flatMap((type) => type.fields.map((field) => field.name)))];
  const hop = {
    from: text(16),
    rel: relation,
    to_var: text(16),
    to_label: label,
    ...(extensions ? { direction: oneOf(['out', 'in', null]), negated: oneOf([true, null]) } : {}),
  };
  const filter = object({
    field: oneOf(fields),
    op: oneOf(['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'contains']),
    value: { type: ['string', 'number'] },
  });
  const target = {
    var: oneOf(['T']),
    labels: filled(label, 4),
    relevance_text: text(400),
    ...(extensions && fields.length > 0 ? { filters: list(filter, 4) } : {}),
  };
  return object({
    // A small model that may leave the names out does.
    anchors: filled(object({ var: text(16), text: text(200), label, match_mode: oneOf(['name', 'doc']) }), 6),
    // A schema without relations has no hops; an enum must not be empty.
    ...(schema.relations.length > 0 ? { hops: list(object(hop), 10) } : {}),
    target: object(target),
    risk_level: oneOf(['no_trade', 'weak', 'normal', 'aggressive']),
    ...(retrievalMode
      ? { retrieval_mode: oneOf(['doc_search', 'graph_filter_doc', 'graph_expand', 'graph_strict', 'skip']) }
      : {}),
  });
}

/**
 * A plan as an answer to {@link planJsonSchema}, with every key that it asks for. Worked examples have this form: a model that
 * is held to keys which no example shows fills them with anything.
 */
export function planAnswer(plan: Plan, schema: Schema, options: PlanJsonSchemaOptions = {}): unknown {
  const { extensions = true, retrievalMode = false } = options;
  const { anchors, hops, target, risk_level, retrieval_mode } = plan;
  const hasFields = schema.nodeTypes.some(({ fields }) => fields.length > 0);
  const { var: variable, labels, relevance_text, filters = [] } = target;
  const extended = ({ direction, negated }: Hop): object =>
    extensions ? { direction: direction ?? null, negated: negated ?? null } : {};
  return {
    anchors: anchors.map(({ var: name, text: words, label, match_mode }) => ({
      var: name,
      text: words,
      label,
      match_mode,
    })),
    ...(schema.relations.length > 0
      ? {
          hops: hops.map((hop) => ({
            from: hop.from,
            rel: hop.rel,
            to_var: hop.to_var,
            to_label: hop.to_label,
            ...extended(hop),
          })),
        }
      : {}),
    target: { var: variable, labels, relevance_text, ...(extensions && hasFields ? { filters } : {}) },
    risk_level,
    ...(retrievalMode && retrieval_mode !== undefined ? { retrieval_mode } : {}),
  };
}

/** The JSON schema of mentions: the type that is asked for, and names in the question with their types. */
export function mentionsJsonSchema(schema: Schema): JsonSchema {
  const label = oneOf(schema.nodeTypes.map((type) => type.name));
  return object({ asked: label, mentions: list(object({ text: text(120), label }), 6) });
}
