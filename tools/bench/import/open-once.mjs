// Opens a file in a process of its own and reads one node: `node open-once.mjs FILE`. Prints milliseconds.
import { performance } from 'node:perf_hooks';
import { openKnowledgeBase } from '@grasp/skb';

const start = performance.now();
const knowledgeBase = openKnowledgeBase(process.argv[2]);
const opened = performance.now();
const node = knowledgeBase.node(knowledgeBase.nodeCount >> 1);
const found = knowledgeBase.findByName(node.name);
if (!found.includes(node.index)) throw new Error(`expected to find ${node.id} by its name`);
const read = performance.now();
knowledgeBase.close();
console.log(JSON.stringify({ openMilliseconds: opened - start, firstNodeMilliseconds: read - opened }));
