import { createRandom } from './random.js';

test('the same seed gives the same numbers, other seeds others', () => {
  const draw = (seed: number): readonly number[] => {
    const random = createRandom(seed);
    return Array.from({ length: 5 }, () => random.next());
  };
  expect(draw(7)).toEqual(draw(7));
  const first = [0, 1, 2, 2 ** 32, 2 ** 40, Number.MAX_SAFE_INTEGER].map((seed) => draw(seed)[0]);
  expect(new Set(first).size).toBe(first.length);
});

test('integers are spread evenly', () => {
  const random = createRandom(1);
  const counts = new Array<number>(10).fill(0);
  for (let draw = 0; draw < 100_000; draw++) counts[random.integer(10)]!++;
  // Six standard deviations of a binomial count of 100,000 draws at 1/10.
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(6 * Math.sqrt(9_000));
});

test('each bit is set half of the time', () => {
  const random = createRandom(3);
  const counts = new Array<number>(32).fill(0);
  for (let draw = 0; draw < 10_000; draw++) {
    const bits = random.bits();
    for (let position = 0; position < 32; position++) counts[position]! += (bits >>> position) & 1;
  }
  for (const count of counts) expect(Math.abs(count - 5_000)).toBeLessThan(6 * Math.sqrt(2_500));
});
