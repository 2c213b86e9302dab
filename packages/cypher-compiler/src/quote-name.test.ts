import { CypherCompilerError } from './errors.js';
import { NAME_LENGTH_LIMIT, quoteName } from './quote-name.js';

describe('quoteName', () => {
  it.each([
    ['paper', '`paper`'],
    ['Medical Condition', '`Medical Condition`'],
    ['a`b', '`a``b`'],
    ['MATCH', '`MATCH`'],
    ['\\u0060', '`\\u005Cu0060`'],
    ['\\', '`\\u005C`'],
    ['a\r\nb', '`a\\u000D\\u000Ab`'],
    ['\u0085\u2028', '`\\u0085\\u2028`'],
    ['\\\\`', '`\\u005C\\u005C```'],
  ])('writes %s as one token', (name, quoted) => {
    expect(quoteName(name)).toBe(quoted);
  });

  it.each(['', 'a\0b', 'a'.repeat(NAME_LENGTH_LIMIT + 1), '\ud83d', 'x\udc00y', 7 as unknown as string])(
    'refuses what Neo4j cannot have (%#)',
    (name) => {
      expect(() => quoteName(name)).toThrow(CypherCompilerError);
      expect(() => quoteName(name)).toThrow(expect.objectContaining({ code: 'invalid_name' }));
    },
  );

  it('takes whole surrogate pairs and names of the greatest length', () => {
    expect(quoteName('😀')).toBe('`😀`');
    expect(quoteName('a'.repeat(NAME_LENGTH_LIMIT))).toHaveLength(NAME_LENGTH_LIMIT + 2);
  });
});
