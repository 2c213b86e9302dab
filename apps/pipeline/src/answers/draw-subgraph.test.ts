import type { Subgraph } from '@grasp/subgraph-features';

import { drawingFor } from './draw-subgraph.js';

const hostile: Subgraph = {
  nodes: [
    { id: 'a', name: '<script>alert(1)</script> & "q" \\N', role: 'question' },
    { id: 'b', name: '\u001b[31m<b>x</b>', role: 'answer' },
  ],
  edges: [{ source: 0, target: 1, relation: 'r', name: '"><img src=x onerror=1>' }],
};

describe('drawingFor', () => {
  it('escapes whatever names hold', async () => {
    const svg = await drawingFor('x.SVG')(hostile);
    expect(svg).not.toMatch(/<script|<img|<b>|\p{Cc}(?<!\n)/u);
    expect(svg).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;q&quot; \\N');
    expect(await drawingFor('x.graphml')(hostile)).not.toMatch(/<script|<img|<b>|\p{Cc}(?<!\n)/u);
    expect(JSON.parse(await drawingFor('x.json')(hostile))).toMatchObject({ directed: true });
  });

  it.each(['x', 'x.png', 'x.constructor', ''])('refuses the ending of %j', (file) => {
    expect(() => drawingFor(file)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  });
});
