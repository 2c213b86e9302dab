// One of the processes of soak.mjs: reads a knowledge base, updates its own part of it, and checks all that it reads.
//
// Each process owns a group of nodes. An update of it writes all of them with the next version: its number in a field, in
// the name, and in where the group's one edge leads. So any snapshot must show one version of a group in the records, the
// names, the edges, the words and the vectors, and a process must see its own last version.
import { writeSync } from 'node:fs';

import { openKnowledgeBase } from '@grasp/skb';

import { openTextIndex } from '../../apps/pipeline/dist/text-index.js';
import {
  compactKnowledgeBaseFile,
  updateKnowledgeBaseFile,
} from '../../apps/pipeline/dist/update-knowledge-base-file.js';
import { letterEncoder as encoder } from '../crash/model.mjs';
import { randomNumbers } from '../random-numbers.mjs';
import { GROUP_SIZE, groupChanges, groupName, nodeId } from './groups.mjs';

const [file, ownText, groupsText, secondsText, seedText] = process.argv.slice(2);
const [own, groups, seconds] = [Number(ownText), Number(groupsText), Number(secondsText)];
const random = randomNumbers(Number(seedText) * 100 + own);
const counts = { reads: 0, opens: 0, updates: 0, compactions: 0 };
let version = 0;
/** By group: the newest version that was seen; none may go back. */
const seen = new Array(groups).fill(0);

let open;
function reopen() {
  open?.knowledgeBase.close();
  const knowledgeBase = openKnowledgeBase(file);
  open = { knowledgeBase, text: openTextIndex(knowledgeBase, encoder), versions: undefined };
  counts.opens++;
}

function fail(message) {
  throw new Error(`process ${own}, version ${version}: ${message}`);
}

/** The version of a group, which all of its parts must show. */
function versionOf(group) {
  const { knowledgeBase, text } = open;
  const indexes = Array.from({ length: GROUP_SIZE }, (_, member) => knowledgeBase.indexOf(nodeId(group, member)));
  const present = indexes.filter((index) => index !== undefined);
  const node = knowledgeBase.node(present[0]);
  const found = node.fields.cases;
  // Every third version lacks the last member.
  const size = found % 3 === 2 ? GROUP_SIZE - 1 : GROUP_SIZE;
  if (present.length !== size) fail(`group ${group} has ${present.length} members in version ${found}`);
  const name = groupName(group, found);
  for (const index of present) {
    const member = knowledgeBase.node(index);
    if (member.fields.cases !== found || member.name !== name)
      fail(`group ${group} mixes versions ${found} and ${member.name}`);
  }
  const named = knowledgeBase.findByName(name);
  if (named.join() !== present.join())
    fail(`the name of group ${group} leads to ${named.length} of ${present.length} nodes`);
  const edges = present.flatMap((index) =>
    [...knowledgeBase.neighbours(index, 'like', 'out')].map((to) => [index, to]),
  );
  const wanted = [present[0], indexes[1 + (found % (size - 1))]];
  if (edges.length !== 1 || edges[0].join() !== wanted.join())
    fail(`group ${group} has the edges ${JSON.stringify(edges)}`);
  const word = text.lexical.field('name').prepare(`g${group}v${found}`);
  const hits = word
    .search({ count: 100 })
    .map(({ index }) => index)
    .sort((a, b) => a - b);
  if (hits.join() !== present.join())
    fail(`the words of group ${group} lead to ${hits.length} of ${present.length} nodes`);
  for (const index of present) {
    if (text.names.vector(index) === undefined) fail(`node ${index} of group ${group} has no vector`);
  }
  return found;
}

function read() {
  if (open === undefined || !open.knowledgeBase.isCurrent()) reopen();
  const group = Math.floor(random() * groups);
  const found = versionOf(group);
  // The same snapshot gives the same version, whatever others write meanwhile.
  open.versions ??= new Array(groups).fill(undefined);
  open.versions[group] ??= found;
  if (open.versions[group] !== found)
    fail(`group ${group} went from version ${open.versions[group]} to ${found} in one snapshot`);
  if (found < seen[group]) fail(`group ${group} went back from version ${seen[group]} to ${found}`);
  if (group === own && found !== version) fail(`sees version ${found} of its own group`);
  seen[group] = found;
  counts.reads++;
}

async function update() {
  await updateKnowledgeBaseFile(file, groupChanges(own, version, version + 1), { encoder, lockTimeoutMs: 60_000 });
  version++;
  counts.updates++;
}

const memory = [];
const end = performance.now() + 1000 * seconds;
let nextSample = performance.now();
while (performance.now() < end) {
  const chance = random();
  if (chance < 0.02) await update();
  else if (own === 0 && chance < 0.0205) {
    await compactKnowledgeBaseFile(file, { encoder, lockTimeoutMs: 60_000 });
    counts.compactions++;
  } else read();
  if (performance.now() >= nextSample) {
    globalThis.gc?.();
    memory.push(Math.round(process.memoryUsage().rss / 1e6));
    nextSample += Math.max(250, (1000 * seconds) / 60);
  }
  if (chance > 0.9) await new Promise((resolve) => setTimeout(resolve, 2));
}
open?.knowledgeBase.close();
writeSync(1, `${JSON.stringify({ own, version, ...counts, memory })}\n`);
