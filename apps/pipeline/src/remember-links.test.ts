import type { Binding, Linker } from '@grasp/graph-retriever';
import type { Anchor } from '@grasp/plan';

import { rememberLinks } from './remember-links.js';

/** Links every anchor to one node that is named after all that decides what it is linked to. */
function recordLinks() {
  const asked: string[] = [];
  const nameOf = ({ text, label, match_mode: mode, breadth }: Anchor): string =>
    `${text} ${label} ${mode} ${breadth ?? 'usual'}`;
  const linker: Linker = {
    link: async ({ anchors }) => {
      asked.push(...anchors.map(nameOf));
      return Object.fromEntries(
        anchors.map((anchor): [string, Binding[]] => [anchor.var, [{ id: nameOf(anchor), score: 1, via: 'name' }]]),
      );
    },
  };
  return { asked, linker, nameOf };
}

const anchor = (name: string, text: string, rest: Partial<Anchor> = {}): Anchor => ({
  var: name,
  text,
  label: 'gene',
  match_mode: 'name',
  ...rest,
});

it('asks for each anchor once, whatever its variable, and for each way of linking it', async () => {
  const { asked, linker, nameOf } = recordLinks();
  const remembering = rememberLinks(linker);
  const plans = [
    [anchor('A', 'x'), anchor('B', 'y')],
    [anchor('B', 'x'), anchor('A', 'z')],
    [anchor('A', 'y'), anchor('B', 'x', { match_mode: 'doc' }), anchor('C', 'x', { breadth: 'wide' })],
    [anchor('A', 'x', { label: 'disease' })],
    [],
  ];
  for (const anchors of [...plans, ...plans]) {
    const bindings = await remembering.link({ anchors });
    expect(bindings).toEqual(await linker.link({ anchors }));
    expect(Object.keys(bindings)).toEqual(anchors.map(({ var: name }) => name));
    // What the linker was asked for comparison does not count.
    asked.splice(asked.length - anchors.length);
  }
  expect(asked).toEqual([...new Set(plans.flat().map(nameOf))]);
});

it('forgets what was not asked for the longest', async () => {
  const { asked, linker } = recordLinks();
  const remembering = rememberLinks(linker, 2);
  for (const text of ['x', 'y', 'x', 'z', 'x', 'y']) await remembering.link({ anchors: [anchor('A', text)] });
  expect(asked.map((name) => name[0])).toEqual(['x', 'y', 'z', 'y']);
  const many = await remembering.link({ anchors: ['p', 'q', 'r'].map((text) => anchor(text, text)) });
  expect(Object.keys(many)).toEqual(['p', 'q', 'r']);
});

it('keeps nothing of a failure, and stops when it is aborted', async () => {
  let failures = 1;
  const remembering = rememberLinks({
    link: async () => {
      if (failures-- > 0) throw new Error('no vectors');
      return { A: [] };
    },
  });
  const plan = { anchors: [anchor('A', 'x')] };
  await expect(remembering.link(plan)).rejects.toThrow('no vectors');
  expect(await remembering.link(plan)).toEqual({ A: [] });
  const reason = new Error('enough');
  await expect(remembering.link(plan, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});
