import { AnswerRankerError } from './answer-ranker-error.js';
import type { AnswerRow } from './answer-row.js';
import { featureOf, vectorOf } from './column.js';

/**
 * - `standard`: mean 0 and standard deviation 1 over the rows learned from (default).
 * - `min-max`: 0 to 1 over these rows.
 * - `none`: as they are.
 */
export type Scaling = 'standard' | 'min-max' | 'none';

export const SCALINGS: readonly Scaling[] = Object.freeze(['standard', 'min-max', 'none']);

/** One named feature or vector and the columns that it fills. */
export interface ScaledFeature {
  readonly name: string;
  /** Numbers in the vector; 0 for a feature, which is a single number. */
  readonly size: number;
  /** Whether one more column says that the row lacks it; so when a row learned from lacked it. */
  readonly hasIndicator: boolean;
}

/**
 * How rows become columns of numbers; learned, and part of a saved model. A value that is not defined is replaced by
 * `fill`, the median of the defined ones (of a vector: the mean); then a column is `(value - center) / scale`.
 */
export interface FeatureScaling {
  readonly features: readonly ScaledFeature[];
  readonly fill: readonly number[];
  readonly center: readonly number[];
  readonly scale: readonly number[];
}

/** Numbers in rows of equal length, one after the other. */
export interface Matrix {
  readonly rowCount: number;
  readonly columnCount: number;
  readonly values: Float64Array;
}

/**
 * Learns it from rows. A name is that of a vector if any row has such a vector, else of a feature.
 *
 * @throws AnswerRankerError `missing_feature`, `invalid_row`, `invalid_option` (no names, or a name twice)
 */
export function learnScaling(rows: readonly AnswerRow[], names: readonly string[], scaling: Scaling): FeatureScaling {
  if (names.length === 0 || new Set(names).size < names.length) {
    throw new AnswerRankerError('invalid_option', 'features to be distinct names, at least one', names.join(', '));
  }
  const features = names.map((name) => shapeOf(rows, name));
  const raw = rawColumns(rows, features);
  const fill: number[] = [];
  const center: number[] = [];
  const scale: number[] = [];
  const column = new Float64Array(rows.length);
  let first = 0;
  for (const { size, hasIndicator } of features) {
    const width = Math.max(size, 1);
    for (let offset = 0; offset < width + (hasIndicator ? 1 : 0); offset++) {
      for (let row = 0; row < rows.length; row++) column[row] = raw.values[row * raw.columnCount + first + offset]!;
      const defined = column.filter((value) => !Number.isNaN(value));
      const filler = size === 0 ? median(defined) : mean(defined);
      fill.push(filler);
      for (let row = 0; row < rows.length; row++) if (Number.isNaN(column[row])) column[row] = filler;
      const [middle, spread] = spreadOf(column, scaling);
      center.push(middle);
      scale.push(spread);
    }
    first += width + (hasIndicator ? 1 : 0);
  }
  return { features, fill, center, scale };
}

/** The columns of rows. @throws AnswerRankerError `invalid_row` */
export function scaledMatrix(rows: readonly AnswerRow[], scaling: FeatureScaling): Matrix {
  const matrix = rawColumns(rows, scaling.features);
  const { values, columnCount } = matrix;
  for (let index = 0; index < values.length; index++) {
    const column = index % columnCount;
    const value = Number.isNaN(values[index]) ? scaling.fill[column]! : values[index]!;
    values[index] = (value - scaling.center[column]!) / scaling.scale[column]!;
  }
  return matrix;
}

/** Number of columns. */
export function columnCountOf(features: readonly ScaledFeature[]): number {
  return features.reduce((sum, { size, hasIndicator }) => sum + Math.max(size, 1) + (hasIndicator ? 1 : 0), 0);
}

function shapeOf(rows: readonly AnswerRow[], name: string): ScaledFeature {
  const sizes = rows.map((row, index) => vectorOf(row, name, index)?.length ?? 0);
  const size = sizes.find((length) => length > 0) ?? 0;
  const isMissing = rows.map((row, index) =>
    size > 0 ? sizes[index] === 0 : Number.isNaN(featureOf(row, name, index)),
  );
  if (!isMissing.includes(false)) {
    throw new AnswerRankerError('missing_feature', `a row with the feature or vector ${name}`, 'none');
  }
  return { name, size, hasIndicator: isMissing.includes(true) };
}

function rawColumns(rows: readonly AnswerRow[], features: readonly ScaledFeature[]): Matrix {
  const columnCount = columnCountOf(features);
  const values = new Float64Array(rows.length * columnCount);
  let place = 0;
  rows.forEach((row, index) => {
    for (const { name, size, hasIndicator } of features) {
      let isMissing: boolean;
      if (size === 0) {
        const value = featureOf(row, name, index);
        isMissing = Number.isNaN(value);
        values[place++] = value;
      } else {
        const vector = vectorOf(row, name, index);
        isMissing = vector === undefined;
        if (vector !== undefined && vector.length !== size) {
          throw new AnswerRankerError('invalid_row', `vector ${name} of ${size} numbers`, vector.length, {
            row: index,
          });
        }
        for (let component = 0; component < size; component++) values[place++] = vector?.[component] ?? Number.NaN;
      }
      if (hasIndicator) values[place++] = isMissing ? 1 : 0;
    }
  });
  return { rowCount: rows.length, columnCount, values };
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function median(values: Float64Array): number {
  const sorted = values.toSorted();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Center and scale of a column; a column of equal values is centred only. */
function spreadOf(column: Float64Array, scaling: Scaling): readonly [number, number] {
  if (scaling === 'none') return [0, 1];
  const [low, high] = column.reduce(
    ([least, most], x) => [Math.min(least!, x), Math.max(most!, x)],
    [Infinity, -Infinity],
  ) as [number, number];
  if (scaling === 'min-max') return [low, high - low || 1];
  if (low === high) return [low, 1];
  const middle = mean(column);
  const variance = column.reduce((sum, value) => sum + (value - middle) ** 2, 0) / column.length;
  return [middle, Math.sqrt(variance)];
}
