import type { Relation, Schema } from '@grasp/plan';

/** A hop as the schema allows it: from a node of one type to one of another along a relation. */
export interface SchemaStep {
  readonly relation: string;
  readonly from: string;
  readonly to: string;
  /** Whether it goes along the stored direction (`out`), against it, or either way, as in a relation that has no direction. */
  readonly direction: 'out' | 'in' | 'both';
  /** Whether the relation also connects these two types the other way round, so that only the direction tells them apart. */
  readonly isAmbiguous: boolean;
}

/** Whether a relation means the same from both ends, by its description: "Between two senses that are opposites." */
export const isSymmetric = ({ description }: Relation): boolean => description?.startsWith('Between ') === true;

/**
 * Every step of a schema, in schema order, each relation along its stored direction and against it. A relation that means
 * the same from both ends and is stored either way is one step.
 */
export function schemaSteps(schema: Schema): readonly SchemaStep[] {
  return schema.relations.flatMap((stored) => {
    const { name: relation, endpoints } = stored;
    const has = (from: string, to: string): boolean => endpoints.some((pair) => pair.from === from && pair.to === to);
    const distinct = endpoints.filter(
      (pair, index) => endpoints.findIndex((other) => other.from === pair.from && other.to === pair.to) === index,
    );
    return distinct.flatMap(({ from, to }): readonly SchemaStep[] => {
      const isAmbiguous = has(to, from);
      if (isAmbiguous && isSymmetric(stored)) return [{ relation, from, to, direction: 'both', isAmbiguous: false }];
      return [
        { relation, from, to, direction: 'out', isAmbiguous },
        { relation, from: to, to: from, direction: 'in', isAmbiguous },
      ];
    });
  });
}
