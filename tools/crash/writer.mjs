// Does what it is told to a knowledge base file, one line of JSON after another, until it is killed. See crash.mjs.
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

import { buildKnowledgeBase } from '../../apps/pipeline/dist/build-knowledge-base.js';
import {
  compactKnowledgeBaseFile,
  updateKnowledgeBaseFile,
} from '../../apps/pipeline/dist/update-knowledge-base-file.js';
import { letterEncoder as encoder, schema } from './model.mjs';

const say = (text) => writeSync(1, `${text}\n`);

say('ready');
for await (const line of createInterface({ input: process.stdin })) {
  const { file, kind, changes } = JSON.parse(line);
  say('begin');
  if (kind === 'compact') await compactKnowledgeBaseFile(file, { encoder });
  else if (kind === 'build') {
    const source = {
      name: 'random',
      schema,
      async *records() {
        yield* changes;
      },
    };
    await buildKnowledgeBase(source, file, { encoder });
  } else await updateKnowledgeBaseFile(file, changes, { encoder });
  say('done');
}
