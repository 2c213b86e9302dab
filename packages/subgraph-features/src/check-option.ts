import { SubgraphError } from './subgraph-error.js';

/** Throws unless `value` is a whole number from `least` on; Infinity stands for no limit. */
export function checkLimit(name: string, value: number, least: number): void {
  if (value === Infinity || (Number.isInteger(value) && value >= least)) return;
  throw new SubgraphError('invalid_option', `${name} to be an integer of at least ${least} or Infinity`, value);
}
