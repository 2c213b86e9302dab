import fc from 'fast-check';
import { MultiDirectedGraph } from 'graphology';

import { anySubgraph } from '../../test/make-subgraph.js';
import type { Subgraph } from '../subgraph.js';
import { checkSubgraph } from '../subgraph.js';
import { fromGraphology, toGraphology } from './graphology-data.js';
import { fromNodeLink, toNodeLink } from './node-link.js';
import { parsePythonLiteral } from './python-literal.js';
import { toDot } from './to-dot.js';
import { toGraphml } from './to-graphml.js';

const codeOf = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

const full: Subgraph = {
  nodes: [
    { id: 'Q1', name: 'Ada & "Co" <x>', role: 'answer', isQuestion: true, type: 'person', degree: 7 },
    { id: 'Q2', name: null, role: 'internal' },
  ],
  edges: [
    { source: 0, target: 1, relation: 'P1', name: 'knows\nwell', frequency: 3 },
    { source: 0, target: 1, relation: 'P2', name: null },
    { source: 1, target: 1, relation: 'P1', name: '\\N "quoted"' },
  ],
};

describe('node-link data', () => {
  it('comes back as it went, with links or edges, through JSON', () => {
    fc.assert(
      fc.property(fc.oneof(anySubgraph, fc.constant(full)), fc.constantFrom('links', 'edges'), (subgraph, edgesKey) => {
        const data: unknown = JSON.parse(JSON.stringify(toNodeLink(subgraph, { edgesKey })));
        expect(Object.hasOwn(data as object, edgesKey)).toBe(true);
        expect(fromNodeLink(data)).toEqual(subgraph);
      }),
    );
    expect(toNodeLink(full).multigraph).toBe(true);
    expect(toNodeLink({ ...full, edges: full.edges.slice(1) }).multigraph).toBe(false);
  });

  it('reads plain networkx data', () => {
    const data = {
      directed: true,
      nodes: [{ id: 'a' }, { id: 7, label: 'seven', type: 'other' }],
      edges: [
        { source: 'a', target: 7, key: 0 },
        { source: 7, target: 'a', label: 'likes' },
      ],
    };
    expect(fromNodeLink(data)).toEqual({
      nodes: [
        { id: 'a', name: null, role: 'internal' },
        { id: '7', name: 'seven', role: 'internal' },
      ],
      edges: [
        { source: 0, target: 1, relation: '0', name: null },
        { source: 1, target: 0, relation: 'likes', name: 'likes' },
      ],
    });
  });

  it('refuses what is none', () => {
    const node = { id: 1 };
    for (const data of [
      null,
      [],
      {},
      { nodes: [] },
      { nodes: {}, links: [] },
      { nodes: [node, node], links: [] },
      { nodes: [{}], links: [] },
      { nodes: [null], links: [] },
      { nodes: [{ id: 1, label: {} }], links: [] },
      { nodes: [node], links: [{ source: 1, target: 2 }] },
      { nodes: [node], links: [7] },
      { nodes: [node], links: [], directed: false },
    ]) {
      expect(codeOf(() => fromNodeLink(data))).toBe('invalid_graph_data');
    }
  });
});

describe('parsePythonLiteral', () => {
  it('reads what Python writes', () => {
    const text = `{'a': [1, -2.5e3, (True, False, None,)], "b": "Côte d'Ivoire", 'c': 'say "hi"', 3: 'a\\'b\\\\\\n\\x41\\u00e9\\U0001F600\\q' 'z', 'd': {}}`;
    expect(parsePythonLiteral(text)).toEqual({
      a: [1, -2500, [true, false, null]],
      b: "Côte d'Ivoire",
      c: 'say "hi"',
      '3': `a'b\\\nAé😀\\qz`,
      d: {},
    });
    expect(parsePythonLiteral(" '' ")).toBe('');
  });

  it('reads every JSON value whose words are replaced', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3, noUnicodeString: false, stringUnit: 'binary' }), (value) => {
        fc.pre(!/__proto__|true|false|null|\\\/|e-?\d/.test(JSON.stringify(value)));
        expect(JSON.stringify(parsePythonLiteral(JSON.stringify(value)))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('refuses the rest', () => {
    const texts = [
      '',
      '{',
      "{'a'}",
      '[1 2]',
      "'a",
      "'a\\",
      '1 1',
      'nan',
      '{[]: 1}',
      "'\\U00110000'",
      '['.repeat(100_000),
    ];
    for (const text of texts) expect(codeOf(() => parsePythonLiteral(text))).toBe('invalid_literal');
  });
});

describe('graphology', () => {
  it('builds the graph and gives the subgraph back', () => {
    fc.assert(
      fc.property(fc.oneof(anySubgraph, fc.constant(full)), (subgraph) => {
        const graph = MultiDirectedGraph.from(toGraphology(subgraph));
        expect([graph.order, graph.size]).toEqual([subgraph.nodes.length, subgraph.edges.length]);
        expect(fromGraphology(graph)).toEqual(subgraph);
        expect(fromGraphology(JSON.parse(JSON.stringify(graph.export())))).toEqual(subgraph);
      }),
    );
  });

  it('reads graphs without our attributes and refuses what is none', () => {
    const graph = new MultiDirectedGraph();
    graph.addNode('a');
    graph.addEdge('a', 'a', { label: 'likes' });
    expect(fromGraphology(graph)).toEqual({
      nodes: [{ id: 'a', name: null, role: 'internal' }],
      edges: [{ source: 0, target: 0, relation: 'likes', name: 'likes' }],
    });
    const nodes = [{ key: 'a' }];
    const edge = { source: 'a', target: 'a' };
    for (const data of [
      undefined,
      {},
      { nodes, edges: {} },
      { nodes: [{}], edges: [] },
      { nodes, edges: [{ ...edge, target: 'b' }] },
      { nodes, edges: [{ ...edge, undirected: true }] },
      { nodes, edges: [null] },
    ]) {
      expect(codeOf(() => fromGraphology(data))).toBe('invalid_graph_data');
    }
    const twice = { nodes: [full.nodes[0]!, full.nodes[0]!], edges: [] };
    expect(codeOf(() => toGraphology(twice))).toBe('invalid_subgraph');
  });
});

describe('toGraphml', () => {
  it('escapes what XML reads and replaces what it cannot hold', () => {
    expect(toGraphml(full)).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="node-name" for="node" attr.name="name" attr.type="string"/>
  <key id="node-role" for="node" attr.name="role" attr.type="string"/>
  <key id="node-isQuestion" for="node" attr.name="isQuestion" attr.type="boolean"/>
  <key id="node-type" for="node" attr.name="type" attr.type="string"/>
  <key id="node-degree" for="node" attr.name="degree" attr.type="int"/>
  <key id="edge-relation" for="edge" attr.name="relation" attr.type="string"/>
  <key id="edge-name" for="edge" attr.name="name" attr.type="string"/>
  <key id="edge-frequency" for="edge" attr.name="frequency" attr.type="int"/>
  <graph id="subgraph" edgedefault="directed">
    <node id="Q1">
      <data key="node-name">Ada &amp; &quot;Co&quot; &lt;x&gt;</data>
      <data key="node-role">answer</data>
      <data key="node-isQuestion">true</data>
      <data key="node-type">person</data>
      <data key="node-degree">7</data>
    </node>
    <node id="Q2">
      <data key="node-role">internal</data>
    </node>
    <edge id="e0" source="Q1" target="Q2">
      <data key="edge-relation">P1</data>
      <data key="edge-name">knows&#10;well</data>
      <data key="edge-frequency">3</data>
    </edge>
    <edge id="e1" source="Q1" target="Q2">
      <data key="edge-relation">P2</data>
    </edge>
    <edge id="e2" source="Q2" target="Q2">
      <data key="edge-relation">P1</data>
      <data key="edge-name">\\N &quot;quoted&quot;</data>
    </edge>
  </graph>
</graphml>
`,
    );
    const odd = { nodes: [{ id: '\0\uD800"', name: '\uDC00\x1B\uFFFF', role: 'internal' as const }], edges: [] };
    expect(toGraphml(odd)).toContain('<node id="\uFFFD\uFFFD&quot;">');
    expect(toGraphml(odd)).toContain('<data key="node-name">\uFFFD\uFFFD\uFFFD</data>');
  });
});

describe('toDot', () => {
  it('quotes labels', () => {
    expect(toDot(full)).toBe(`digraph subgraph_of_answer {
  rankdir=LR;
  node [style=filled, fontname="sans-serif"];
  edge [fontname="sans-serif"];
  n0 [label="Ada & \\"Co\\" <x>", shape=box, fillcolor=coral];
  n1 [label="Q2", shape=ellipse, fillcolor=lightgrey];
  n0 -> n1 [label="knows\\nwell"];
  n0 -> n1 [label="P2"];
  n1 -> n1 [label="\\\\N \\"quoted\\""];
}
`);
  });

  it('has one line for each node and edge and no open quote, whatever the names', () => {
    fc.assert(
      fc.property(anySubgraph, (subgraph) => {
        const lines = toDot(subgraph).split('\n');
        expect(lines).toHaveLength(6 + subgraph.nodes.length + subgraph.edges.length);
        for (const line of lines.slice(4, -2))
          expect(line).toMatch(/^ {2}n\d.*\[label="(?:[^"\\]|\\["\\n])*"[^"]*\];$/u);
      }),
    );
  });
});

describe('checkSubgraph', () => {
  it('passes sound subgraphs and refuses the rest', () => {
    expect(checkSubgraph(full)).toBe(full);
    const [node, other] = full.nodes;
    const edge = full.edges[0]!;
    for (const subgraph of [
      null,
      {},
      { nodes: [null], edges: [] },
      { nodes: [{ ...node, id: 1 }], edges: [] },
      { nodes: [node, node], edges: [] },
      { nodes: [{ ...node, name: undefined }], edges: [] },
      { nodes: [{ ...node, role: 'none' }], edges: [] },
      { nodes: [node], edges: [edge] },
      { nodes: [node, other], edges: [{ ...edge, source: -1 }] },
      { nodes: [node, other], edges: [{ ...edge, source: 0.5 }] },
      { nodes: [node, other], edges: [{ ...edge, relation: null }] },
      { nodes: [node, other], edges: [{ ...edge, name: 3 }] },
      { nodes: [node, other], edges: [null] },
    ]) {
      expect(codeOf(() => checkSubgraph(subgraph as unknown as Subgraph))).toBe('invalid_subgraph');
    }
  });
});
