/**
 * Holm's step-down correction for several tests at once (Scandinavian Journal of Statistics, 1979). The corrected values
 * stand in the order of the given ones and control the chance of any false finding without assuming independence.
 */
export function holmCorrection(pValues: readonly number[]): readonly number[] {
  const order = pValues.map((_, index) => index).sort((left, right) => pValues[left]! - pValues[right]!);
  const corrected = new Array<number>(pValues.length);
  let largest = 0;
  order.forEach((index, position) => {
    largest = Math.max(largest, Math.min(1, (pValues.length - position) * pValues[index]!));
    corrected[index] = largest;
  });
  return corrected;
}
