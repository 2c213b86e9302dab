import type { Schema } from '@grasp/plan';

import type { DescriptionFault } from './read-description.js';
import type { SchemaWords } from './source-description.js';

const listed = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ') || 'none';

/**
 * Adds the descriptions and aliases of grasp.json's `schema` part to a schema; where both have one, grasp.json's holds.
 *
 * @throws {SourceError} `invalid_description` for a type, field or relation that the schema lacks.
 */
export function withSchemaWords(schema: Schema, words: SchemaWords | undefined, fault: DescriptionFault): Schema {
  const typeWords = new Map(Object.entries(words?.nodeTypes ?? {}));
  const relationWords = new Map(Object.entries(words?.relations ?? {}));
  const check = (names: readonly string[], known: readonly string[], path: readonly string[], what: string): void => {
    const unknown = names.find((name) => !known.includes(name));
    if (unknown !== undefined) throw fault([...path, unknown], `expected a ${what} of the schema: ${listed(known)}`);
  };
  const typeNames = schema.nodeTypes.map(({ name }) => name);
  const relationNames = schema.relations.map(({ name }) => name);
  check([...typeWords.keys()], typeNames, ['schema', 'nodeTypes'], 'node type');
  check([...relationWords.keys()], relationNames, ['schema', 'relations'], 'relation');
  return {
    nodeTypes: schema.nodeTypes.map((type) => {
      const { description, aliases, fields = {} } = typeWords.get(type.name) ?? {};
      const fieldNames = type.fields.map(({ name }) => name);
      check(Object.keys(fields), fieldNames, ['schema', 'nodeTypes', type.name, 'fields'], 'field');
      const fieldWords = new Map(Object.entries(fields));
      return {
        ...type,
        ...(description === undefined ? {} : { description }),
        ...(aliases === undefined ? {} : { aliases }),
        fields: type.fields.map((field) => {
          const fieldDescription = fieldWords.get(field.name);
          return fieldDescription === undefined ? field : { ...field, description: fieldDescription };
        }),
      };
    }),
    relations: schema.relations.map((relation) => {
      const { description, aliases } = relationWords.get(relation.name) ?? {};
      return {
        ...relation,
        ...(description === undefined ? {} : { description }),
        ...(aliases === undefined ? {} : { aliases }),
      };
    }),
  };
}
