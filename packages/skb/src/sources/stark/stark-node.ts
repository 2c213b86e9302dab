import type { Field, FieldKind } from '@grasp/plan';

import type { FieldValue } from '../../source.js';

/** The attributes of a node, as STaRK keeps them. */
export type StarkAttributes = Readonly<Record<string, unknown>>;

/** What a knowledge base keeps of a node's attributes: all that its document is written from. */
export interface StarkText {
  readonly name: string;
  readonly fields: Readonly<Record<string, FieldValue>>;
}

/** What a document is written from. */
export interface StarkDocumentNode extends StarkText {
  readonly type: string;
}

/** How one of STaRK's data sets is kept and written. */
export interface StarkDataSet {
  /** Types whose nodes may be answers; undefined: all. */
  readonly candidateTypes: readonly string[] | undefined;
  readonly descriptions: { readonly nodeTypes: Readonly<Record<string, string>> };
  /** What is said of relations, by name as STaRK has it; `name` replaces it. */
  readonly relations: Readonly<Record<string, { readonly name?: string; readonly description: string }>>;
  fields(type: string): readonly Field[];
  text(type: string, attributes: StarkAttributes): StarkText;
  /** The document without relations, byte for byte as `get_doc_info` of STaRK gives it, apart from ties of reviews. */
  document(node: StarkDocumentNode): string;
}

/** Fields of one kind. */
export const fieldsOf = (kind: FieldKind, ...names: readonly string[]): readonly Field[] =>
  names.map((name) => ({ name, kind }));

/** A list, or what stands for a list of one or none. */
export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value];

/** The value of a field that holds one text; an empty one when there is none. */
export const textField = ({ fields }: StarkText, name: string): string => {
  const value = fields[name];
  return value === undefined ? '' : typeof value === 'object' ? value.join('\n') : String(value);
};

/** The value of a field that holds several texts; undefined when there is none. */
export const listField = ({ fields }: StarkText, name: string): readonly string[] | undefined => {
  const value = fields[name];
  return value === undefined || typeof value === 'object' ? value : [String(value)];
};

/** Drops the fields that have no value. */
export const present = (
  fields: Readonly<Record<string, FieldValue | undefined>>,
): Readonly<Record<string, FieldValue>> =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, FieldValue] => entry[1] !== undefined));
