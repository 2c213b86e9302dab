// Updates of 1,000 nodes on a large knowledge base file, and what opening it and asking costs with them.
//
//   node tools/bench/updates/run.mjs --kb tmp/mag.skb [--rounds 5] [--nodes 1000] [--seed 1]
//
// The updates are taken away at the end: the file is cut back to the length that it had.
import { statSync, truncateSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';

import { loadStaticEncoder } from '@grasp/encoders';
import { openKnowledgeBase } from '@grasp/skb';

import { openTextIndex, textIndexEncoder } from '../../../apps/pipeline/dist/text-index.js';
import { updateKnowledgeBaseFile } from '../../../apps/pipeline/dist/update-knowledge-base-file.js';
import { randomNumbers } from '../../random-numbers.mjs';

const { values } = parseArgs({
  options: {
    kb: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    nodes: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
  },
});
const file = values.kb;
const [rounds, nodeCount] = [Number(values.rounds), Number(values.nodes)];
const random = randomNumbers(Number(values.seed));
const size = statSync(file).size;
const whole = (number) => Math.floor(random() * number);

async function timed(use) {
  const start = performance.now();
  const before = process.cpuUsage();
  const result = await use();
  const { user, system } = process.cpuUsage(before);
  return [performance.now() - start, result, (user + system) / 1e6];
}

const round = (milliseconds) => Number(milliseconds.toFixed(milliseconds < 10 ? 2 : 0));
const megabytes = (bytes) => Math.round(bytes / 2 ** 20);

/** Half new nodes, 40 % changed ones, 10 % deletions; each new node is linked like one that is there. */
function changesOf(knowledgeBase, number) {
  const { schema } = knowledgeBase;
  const changes = [];
  for (let place = 0; place < nodeCount; place++) {
    const index = whole(knowledgeBase.nodeCount);
    const node = knowledgeBase.node(index);
    const share = place / nodeCount;
    if (share < 0.5) {
      const id = `new-${number}-${place}`;
      changes.push({
        kind: 'node',
        type: node.type,
        id,
        name: `${node.name} revisited`,
        aliases: node.aliases,
        fields: node.fields,
      });
      for (const { name: relation } of schema.relations) {
        for (const other of knowledgeBase.neighbours(index, relation, 'out')) {
          changes.push({ kind: 'relation', relation, from: id, to: knowledgeBase.idOf(other) });
        }
        for (const other of knowledgeBase.neighbours(index, relation, 'in')) {
          changes.push({ kind: 'relation', relation, from: knowledgeBase.idOf(other), to: id });
        }
      }
    } else if (share < 0.9) {
      const { type, id, name, aliases, fields } = node;
      changes.push({ kind: 'node', type, id, name: `${name} (second edition)`, aliases, fields });
    } else changes.push({ kind: 'delete-node', id: node.id });
  }
  return changes;
}

/** Opens the file and asks it for something of everything, each for the first time. */
async function measureOpening(encoder) {
  const [open, knowledgeBase] = await timed(() => openKnowledgeBase(file));
  const row = { 'open ms': round(open) };
  const [id] = await timed(() => knowledgeBase.indexOf(knowledgeBase.idOf(knowledgeBase.nodeCount >> 1)));
  const name = knowledgeBase.nameOf(knowledgeBase.nodeCount >> 1);
  const [named] = await timed(() => knowledgeBase.findByName(name));
  const [row1] = await timed(() =>
    knowledgeBase.neighbours(knowledgeBase.nodeCount >> 1, knowledgeBase.schema.relations[0].name, 'out'),
  );
  row['first id ms'] = round(id);
  row['first name ms'] = round(named);
  row['first neighbours ms'] = round(row1);
  const [all, , allCpu] = await timed(() => {
    for (const relation of knowledgeBase.schema.relations) {
      knowledgeBase.adjacency(relation.name, 'out');
      knowledgeBase.adjacency(relation.name, 'in');
    }
  });
  row['all adjacency ms'] = round(all);
  row['edges CPU'] = round(1000 * allCpu);
  if (textIndexEncoder(knowledgeBase) !== undefined) {
    const [text, index] = await timed(() => openTextIndex(knowledgeBase, encoder));
    row['open text ms'] = round(text);
    const fields = index.scorers.filter(({ kind }) => kind === 'lexical');
    const [words, , wordsCpu] = await timed(() => {
      for (const { lexicon } of fields) lexicon.prepare(name).search({ count: 100 });
    });
    row['first words ms'] = round(words);
    row['words CPU'] = round(1000 * wordsCpu);
    if (index.names.rowCount > 0) {
      const [near] = await timed(() => index.names.search(encoder.encodeSync(name), { count: 10 }));
      row['first vectors ms'] = round(near);
    }
  }
  row['RSS MB'] = megabytes(process.memoryUsage().rss);
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  row['heap MB'] = megabytes(heapUsed);
  row['arrays MB'] = megabytes(arrayBuffers);
  knowledgeBase.close();
  return row;
}

const encoder = await loadStaticEncoder();
const table = [{ state: 'as built', ...(await measureOpening(encoder)) }];
try {
  const updates = [];
  for (let number = 0; number < rounds; number++) {
    const knowledgeBase = openKnowledgeBase(file);
    const changes = changesOf(knowledgeBase, number);
    knowledgeBase.close();
    const [time, report, cpu] = await timed(() => updateKnowledgeBaseFile(file, changes, { encoder }));
    const { nodes, relations } = report;
    updates.push({
      changes: changes.length,
      added: nodes.added,
      replaced: nodes.replaced,
      deleted: nodes.deleted,
      'edges added': relations.added,
      'edges deleted': relations.deleted,
      'file MB': megabytes(report.bytes),
      seconds: Number((time / 1000).toFixed(2)),
      'CPU seconds': Number(cpu.toFixed(2)),
    });
    if (number === 0) table.push({ state: 'one update', ...(await measureOpening(encoder)) });
  }
  table.push({ state: `${rounds} updates`, ...(await measureOpening(encoder)) });
  console.log(`${file}: ${megabytes(size)} MB`);
  console.table(updates);
  console.table(table);
} finally {
  truncateSync(file, size);
}
