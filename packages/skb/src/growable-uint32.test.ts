import { GrowableUint32 } from './growable-uint32.js';

test('keeps what was pushed and set, over the borders of its chunks', () => {
  const list = new GrowableUint32();
  const count = 200_000;
  for (let index = 0; index < count; index++) list.push((index * 2_654_435_761) % 2 ** 32);
  list.set(65_535, 1);
  list.set(65_536, 2);
  expect(list.length).toBe(count);
  for (let index = 0; index < count; index += 1021) expect(list.at(index)).toBe((index * 2_654_435_761) % 2 ** 32);
  expect([list.at(65_535), list.at(65_536), list.at(count - 1)]).toEqual([1, 2, (199_999 * 2_654_435_761) % 2 ** 32]);
});
