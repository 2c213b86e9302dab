// Type-checks and runs every ```ts block of every README as a consumer of the built packages would, and checks that
// relative links lead somewhere. A line `expression; // => value` is an assertion.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const out = join('tmp', 'readme-examples'); // inside the repository, so that node_modules/@grasp/* resolves
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
writeFileSync(join(out, 'package.json'), '{ "type": "module" }\n');

const folders = ['packages', 'apps', 'tools', 'tools/bench', 'datasets'].filter((folder) => existsSync(folder));
const readmes = [
  'README.md',
  'CONTRIBUTING.md',
  ...folders.flatMap((folder) => [
    join(folder, 'README.md'),
    ...readdirSync(folder).map((name) => join(folder, name, 'README.md')),
  ]),
].filter((file) => existsSync(file));
const examples = [];
const deadLinks = [];
for (const readme of readmes) {
  const text = readFileSync(readme, 'utf8');
  [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].forEach(([, code], index) => {
    const name = `${readme.replace(/\.md$/, '').replace(/[^\w]+/g, '-')}-${index + 1}`;
    const asserted = code.replace(/^(.+?);?\s*\/\/ => (.+)$/gm, 'assert.deepEqual($1, $2);');
    writeFileSync(join(out, `${name}.ts`), `import assert from 'node:assert/strict';\n${asserted}`);
    examples.push({ readme, name });
  });
  for (const [, link] of text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)) {
    if (!existsSync(join(dirname(readme), link))) deadLinks.push(`${readme}: ${link}`);
  }
}
if (deadLinks.length > 0) {
  console.error(`dead links:\n${deadLinks.join('\n')}`);
  process.exit(1);
}

const compilerOptions = {
  strict: true,
  target: 'es2022',
  lib: ['es2023'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  types: ['node'],
  outDir: 'js',
  rootDir: '.',
};
writeFileSync(join(out, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
execFileSync('npx', ['tsc', '-p', out], { stdio: 'inherit' });
for (const { readme, name } of examples) {
  try {
    execFileSync(process.execPath, [join(out, 'js', `${name}.js`)], { stdio: ['ignore', 'pipe', 'inherit'] });
  } catch {
    console.error(`an example of ${readme} failed (${name}.ts under ${out})`);
    process.exit(1);
  }
}
console.log(`${examples.length} README examples passed, links of ${readmes.length} files checked`);
