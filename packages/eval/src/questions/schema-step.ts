import type { Schema } from '@grasp/plan';

/** A hop as the schema allows it: from a node of one type to one of another along a relation. */
export interface SchemaStep {
  readonly relation: string;
  readonly from: string;
  readonly to: string;
  /** Whether it goes along the stored direction (`out`) or against it. */
  readonly direction: 'out' | 'in';
  /** Whether the relation also connects these two types the other way round, so that only the direction tells them apart. */
  readonly isAmbiguous: boolean;
}

/** Every step of a schema, in schema order, each relation along its stored direction and against it. */
export function schemaSteps(schema: Schema): readonly SchemaStep[] {
  return schema.relations.flatMap(({ name: relation, endpoints }) => {
    const has = (from: string, to: string): boolean => endpoints.some((pair) => pair.from === from && pair.to === to);
    const distinct = endpoints.filter(
      (pair, index) => endpoints.findIndex((other) => other.from === pair.from && other.to === pair.to) === index,
    );
    return distinct.flatMap(({ from, to }): readonly SchemaStep[] => {
      const isAmbiguous = has(to, from);
      return [
        { relation, from, to, direction: 'out', isAmbiguous },
        { relation, from: to, to: from, direction: 'in', isAmbiguous },
      ];
    });
  });
}
