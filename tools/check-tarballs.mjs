// Packs every public package and uses the tarballs as a stranger would, outside the repository: @grasp/fusion alone without any other
// package, then all of them together; from an ES module, from require(), and from TypeScript with skipLibCheck off.
// Each run must end with 0 and an empty standard error.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = mkdtempSync(join(tmpdir(), 'grasp-tarballs-'));
const tsc = resolve('node_modules/typescript/bin/tsc');
const nodeTypes = resolve('node_modules/@types');

function run(command, args, cwd) {
  const { status, stderr, stdout } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0 && stderr === '') return;
  console.error(`${command} ${args.join(' ')} failed (exit ${status})\n${stdout}${stderr}`);
  process.exit(1);
}

function pack(folder) {
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', root], {
      cwd: folder,
      encoding: 'utf8',
    }),
  );
  return join(root, filename.replace('@', '').replace('/', '-'));
}

function consume(label, tarballs, names, use) {
  const project = join(root, label);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n');
  run('npm', ['install', '--silent', '--ignore-scripts', ...tarballs], project);
  const imports = names.map((name, index) => `import * as package${index} from '${name}';`).join('\n');
  const list = names.map((_, index) => `package${index}`).join(', ');
  const check = `for (const exported of [${list}]) if (Object.keys(exported).length === 0) throw new Error('nothing exported');`;
  writeFileSync(join(project, 'consumer.mjs'), `${imports}\n${check}\n${use}\n`);
  const requires = names.map((name, index) => `const package${index} = require('${name}');`).join('\n');
  writeFileSync(join(project, 'consumer.cjs'), `${requires}\n${check}\n`);
  writeFileSync(join(project, 'consumer.mts'), `${imports}\n${check}\n${use}\n`);
  const typeOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    target: 'es2022',
    module: 'nodenext',
    types: ['node'],
    typeRoots: [nodeTypes],
  };
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: typeOptions, include: ['consumer.mts'] }),
  );
  run(process.execPath, ['consumer.mjs'], project);
  run(process.execPath, ['consumer.cjs'], project);
  run(process.execPath, [tsc, '-p', '.'], project);
  console.log(`${label}: import, require and TypeScript pass`);
}

try {
  const folders = [...readdirSync('packages').map((name) => join('packages', name)), join('apps', 'pipeline')];
  const packages = folders.map((folder) => ({
    name: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name,
    tarball: pack(folder),
  }));
  const fusion = packages.find(({ name }) => name === '@grasp/fusion');
  const fuse = `import { reciprocalRankFusion } from '@grasp/fusion';
const [first] = reciprocalRankFusion([{ name: 'text', weight: 1, ranking: [{ id: 'a', score: 2 }] }], { rankConstant: 60 });
if (first === undefined || first.id !== 'a' || first.score !== 1 / 61) throw new Error('wrong fusion');`;
  consume('fusion-alone', [fusion.tarball], [fusion.name], fuse);
  consume(
    'all-packages',
    packages.map(({ tarball }) => tarball),
    packages.map(({ name }) => name),
    '',
  );
} finally {
  rmSync(root, { recursive: true, force: true });
}
