import { JoinedNames } from './joined-names.js';

describe('JoinedNames', () => {
  it('says whether two names were apart', () => {
    const joined = new JoinedNames();
    expect(joined.join('a', 'b')).toBe(true);
    expect(joined.join('c', 'd')).toBe(true);
    expect(joined.join('b', 'a')).toBe(false);
    expect(joined.join('a', 'd')).toBe(true);
    expect(joined.join('c', 'b')).toBe(false);
    expect(joined.join('e', 'e')).toBe(false);
  });

  it('takes any name', () => {
    const joined = new JoinedNames();
    expect(joined.join('__proto__', 'constructor')).toBe(true);
    expect(joined.join('constructor', '__proto__')).toBe(false);
    expect(joined.join('', 'toString')).toBe(true);
  });
});
