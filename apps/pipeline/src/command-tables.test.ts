import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Command } from 'commander';

import { recordTerminal } from '../test/terminal-recorder.js';
import { createProgram } from './program.js';

const readme = readFileSync(join(__dirname, '../README.md'), 'utf8');
const section = readme.slice(readme.indexOf('\n## Every option\n'), readme.indexOf('\n## API\n'));

const leavesOf = (command: Command, path: string): { readonly name: string; readonly command: Command }[] =>
  command.commands.length === 0
    ? [{ name: path, command }]
    : command.commands.flatMap((child) => leavesOf(child, `${path} ${child.name()}`));

const tableUnder = (heading: string): string => {
  const start = section.indexOf(`\n### ${heading}`);
  return start < 0 ? '' : section.slice(start, section.indexOf('\n### ', start + 1) >>> 0);
};
const flagsIn = (table: string): string[] => [...table.matchAll(/^\| `(.+?)` +\|/gmu)].map(([, flags]) => flags!);

const leaves = createProgram(recordTerminal()).commands.flatMap((command) =>
  leavesOf(command, `grasp ${command.name()}`),
);

// `node tools/generate-command-tables.mjs` writes the tables anew, after `npm run build`.
test.each(leaves)('the README has every option of $name', ({ name, command }) => {
  const table = tableUnder(`\`${name}`);
  const shared = table.includes('(#options-of-planning)') ? flagsIn(tableUnder('Options of planning')) : [];
  const expected = command.options.map(({ flags }) => flags);
  expect([...flagsIn(table), ...shared].sort()).toEqual(expected.sort());
});
