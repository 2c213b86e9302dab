import { STARK_AMAZON } from './stark-amazon.js';
import { STARK_MAG } from './stark-mag.js';
import type { StarkDataSet } from './stark-node.js';
import { STARK_PRIME } from './stark-prime.js';

/** STaRK's data sets by name. */
export const STARK_DATA_SETS: Readonly<Record<StarkDataSetName, StarkDataSet>> = Object.freeze({
  amazon: STARK_AMAZON,
  mag: STARK_MAG,
  prime: STARK_PRIME,
});

/** The name of one of STaRK's data sets. */
export type StarkDataSetName = 'amazon' | 'mag' | 'prime';

/** A node type that only this data set has. */
const MARKS: readonly (readonly [StarkDataSetName, string])[] = [
  ['amazon', 'product'],
  ['mag', 'paper'],
  ['prime', 'gene/protein'],
];

/** Tells a data set by its node types; undefined when it is none of STaRK's. */
export const starkDataSetOf = (nodeTypes: readonly string[]): StarkDataSetName | undefined =>
  MARKS.find(([, type]) => nodeTypes.includes(type))?.[0];
