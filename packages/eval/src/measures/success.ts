import type { MeasureFamily } from '../measure.js';
import { hit } from './hit.js';

/** Success@k, trec_eval's name (`success_k`) for Hit@k. */
export const success: MeasureFamily = { ...hit, name: 'success', aliases: [], label: 'Success' };
