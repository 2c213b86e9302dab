import { z } from 'zod';

/** How a field's values are used: free text, an exact word, a number, or an ISO 8601 date. */
export type FieldKind = 'text' | 'keyword' | 'number' | 'date';

/** One typed property of a node type. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  /** What the field holds, in words a reader of the schema (or a language model) understands. */
  readonly description?: string;
}

/** One type of node, for example `disease` or `product`. */
export interface NodeType {
  readonly name: string;
  readonly description?: string;
  /** Other words by which questions ask for nodes of this type, for example `syndrome`. */
  readonly aliases?: readonly string[];
  readonly fields: readonly Field[];
}

/** A pair of node types that a relation connects. */
export interface Endpoints {
  readonly from: string;
  readonly to: string;
}

/** One typed relation, stored with a direction; plans follow it either way unless they say otherwise. */
export interface Relation {
  readonly name: string;
  readonly description?: string;
  /** Phrases by which questions speak of this relation, for example `caused by`. */
  readonly aliases?: readonly string[];
  /** Every pair of node types between which the relation occurs. */
  readonly endpoints: readonly Endpoints[];
}

/** The schema of a semi-structured knowledge base: its node types and relations (DESIGN.md, section 4). */
export interface Schema {
  readonly nodeTypes: readonly NodeType[];
  readonly relations: readonly Relation[];
}

const name = z.string().min(1).max(256);
const description = z.string().max(10_000);
const aliases = z.array(z.string().min(1).max(256)).max(1_000);

const fieldSchema = z.object({
  name,
  kind: z.enum(['text', 'keyword', 'number', 'date']),
  description: description.optional(),
});

const nodeTypeSchema = z.object({
  name,
  description: description.optional(),
  aliases: aliases.optional(),
  fields: z.array(fieldSchema),
});

const relationSchema = z.object({
  name,
  description: description.optional(),
  aliases: aliases.optional(),
  endpoints: z.array(z.object({ from: name, to: name })).min(1),
});

/**
 * Checks the form of a {@link Schema}. Names of node types, of relations, and of the fields within a type are unique,
 * and every endpoint names a node type of the schema.
 */
export const schemaSchema = z
  .object({ nodeTypes: z.array(nodeTypeSchema).min(1), relations: z.array(relationSchema) })
  .superRefine((schema, context) => {
    const types = new Set<string>();
    schema.nodeTypes.forEach((type, index) => {
      if (types.has(type.name)) {
        context.addIssue({
          code: 'custom',
          path: ['nodeTypes', index, 'name'],
          message: `duplicate type "${type.name}"`,
        });
      }
      types.add(type.name);
      const fields = new Set<string>();
      type.fields.forEach((field, position) => {
        if (fields.has(field.name)) {
          const path = ['nodeTypes', index, 'fields', position, 'name'];
          context.addIssue({ code: 'custom', path, message: `duplicate field "${field.name}" of type "${type.name}"` });
        }
        fields.add(field.name);
      });
    });
    const relations = new Set<string>();
    schema.relations.forEach((relation, index) => {
      if (relations.has(relation.name)) {
        const path = ['relations', index, 'name'];
        context.addIssue({ code: 'custom', path, message: `duplicate relation "${relation.name}"` });
      }
      relations.add(relation.name);
      relation.endpoints.forEach((pair, position) => {
        for (const end of ['from', 'to'] as const) {
          if (!types.has(pair[end])) {
            const path = ['relations', index, 'endpoints', position, end];
            context.addIssue({ code: 'custom', path, message: `unknown node type "${pair[end]}"` });
          }
        }
      });
    });
  });
