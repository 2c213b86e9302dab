// Builds the HPO knowledge base if it is missing, and asks the paper's own example (section 1).
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const file = join(root, 'tmp', 'hpo.skb');
const question = 'What disease is associated with the PNPLA8 gene and presents with hypotonia as a symptom?';

function grasp(...args) {
  console.log(`\n$ npx grasp ${args.map((arg) => (/[\s?]/.test(arg) ? `"${arg}"` : arg)).join(' ')}`);
  const { status } = spawnSync(process.execPath, [join(root, 'apps/pipeline/bin/grasp.js'), ...args], {
    stdio: 'inherit',
    cwd: root,
  });
  if (status !== 0) process.exit(status ?? 1);
}

if (!existsSync(file)) grasp('build', 'datasets/hpo', '--out', 'tmp/hpo.skb');
grasp('ask', question, '--kb', 'tmp/hpo.skb', '--count', '5', '--explain');
