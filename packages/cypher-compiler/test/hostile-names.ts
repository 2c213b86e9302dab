const PIECES = [
  ...['`', '``', '\\', '\\u0060', '\\\\u0060', '\\uu0060', '\\u005C', '\\u005Cu0060', "'", '"', '\\u0027', '\\u'],
  ...['//', '/*', '*/', '--', ' ', '\n', '\r', '\t', '\u0001', '\u001f', '\u007f', '\u0085', '\u00a0', '\u200b'],
  ...['\u2028', '\ufeff', '\u0300', '\uff40', 'é', '漢', '😀', ':', '(', ')', ']->(', '{', '}', '$anchor0', ';', '|'],
  ...['`) DETACH DELETE n //', '`]-() RETURN 1 UNION CREATE (m) //', 'u0060', 'MATCH', 'null', 'a', 'Z', '0', '_'],
];

/** Different names made of hostile pieces; the same ones each time. */
export function hostileNames(count: number): string[] {
  let state = 11;
  const next = (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const names = new Set<string>();
  while (names.size < count) {
    names.add(Array.from({ length: 1 + next(10) }, () => PIECES[next(PIECES.length)]!).join(''));
  }
  return [...names];
}
