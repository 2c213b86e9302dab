import { formatParameters } from './format-parameters.js';

describe('formatParameters', () => {
  it('writes integers and floats apart', () => {
    const text = formatParameters({ limit: 10n, score: 1, half: 0.5, list: [{ id: 'x', score: 2 }], nothing: null });
    expect(text).toBe(":params {limit: 10, score: 1.0, half: 0.5, list: [{id: 'x', score: 2.0}], nothing: null}");
  });

  it('writes nothing that ends a text early', () => {
    expect(formatParameters({ a: "it's" })).toBe(":params {a: 'it\\'s'}");
    expect(formatParameters({ a: '\\u0027' })).toBe(":params {a: '\\u005C\\u005Cu0027'}");
    expect(formatParameters({ a: 'a\r\nb' })).toBe(":params {a: 'a\\r\\nb'}");
  });
});
