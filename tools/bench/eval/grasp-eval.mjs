// One process of the benchmark: evaluates a run file with @grasp/eval and prints a line of JSON.
import { createReadStream } from 'node:fs';

import { evaluateStream, readTrecQrels, streamTrecRun } from '@grasp/eval';

const [run, qrels] = process.argv.slice(2);
const measures = ['hit@1', 'recall@20', 'mrr', 'map', 'ndcg@10'];
const start = performance.now();
const judgements = await readTrecQrels(createReadStream(qrels));
const lines = streamTrecRun(createReadStream(run, { highWaterMark: 1 << 20 }));
const { means } = await evaluateStream(lines, judgements, { measures });
const seconds = (performance.now() - start) / 1000;
console.log(JSON.stringify({ seconds, memory: process.resourceUsage().maxRSS / 1024, means }));
