// Writes the section "Every option" of apps/pipeline/README.md from what `grasp --help` is made of. Build first. With --check it
// only says whether the section is current.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';

import { createProgram } from '../apps/pipeline/dist/program.js';

const target = fileURLToPath(new URL('../apps/pipeline/README.md', import.meta.url));
const HEADING = '## Every option';
const NEXT = '## API';
/** Commands that make plans share these options, which stand in a table of their own. */
const PLANNING = new Set(
  ['planner', 'plans', 'llm-url', 'llm-model', 'llm-mode', 'llm-prompt', 'llm-examples', 'llm-samples']
    .concat(['llm-budget', 'llm-money', 'llm-seconds', 'llm-price', 'record', 'replay'])
    .map((name) => `--${name}`),
);

const nothing = () => undefined;
const program = createProgram({
  out: nothing,
  note: nothing,
  progress: nothing,
  signal: new AbortController().signal,
});

const leavesOf = (command, path) =>
  command.commands.length === 0
    ? [{ command, name: path }]
    : command.commands.flatMap((child) => leavesOf(child, `${path} ${child.name()}`));
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '\\<');

function defaultOf(option) {
  if (option.mandatory) return 'must be given';
  const { defaultValue } = option;
  if (defaultValue === undefined || defaultValue === false || option.negate) return '';
  if (Array.isArray(defaultValue)) return defaultValue.length === 0 ? '' : `\`${defaultValue.join(', ')}\``;
  return `\`${String(defaultValue)}\``;
}

const row = (option) => {
  const choices =
    option.argChoices === undefined ? '' : `: ${option.argChoices.map((choice) => `\`${choice}\``).join(', ')}`;
  return `| \`${option.flags.replaceAll('|', '\\|')}\` | ${cell(option.description)}${choices} | ${defaultOf(option)} |`;
};
const table = (options) =>
  ['| option | meaning | default |', '| --- | --- | --- |', ...options.map(row), ''].join('\n');

const isPlanning = ({ long }) => PLANNING.has(long);
const leaves = program.commands.flatMap((command) => leavesOf(command, `grasp ${command.name()}`));
const planning = leaves.find(({ name }) => name === 'grasp ask').command.options.filter(isPlanning);
const plans = ({ command }) => planning.every(({ long }) => command.options.some((option) => option.long === long));
const planners = leaves.filter(plans).map(({ name }) => `\`${name}\``);

const parts = [
  `${HEADING}\n\nAn empty default means: not given.\n`,
  `### Options of planning\n\nOf ${planners.join(', ')}.\n\n${table(planning)}`,
];
for (const leaf of leaves) {
  const { command, name } = leaf;
  const words = command.registeredArguments.map((argument) => {
    const written = `${argument.name()}${argument.variadic ? '…' : ''}`;
    return argument.required ? `<${written}>` : `[${written}]`;
  });
  const shared = plans(leaf) ? `\nAnd the [options of planning](#options-of-planning).\n` : '';
  const own = command.options.filter((option) => shared === '' || !isPlanning(option));
  parts.push(`### \`${[name, ...words].join(' ')}\`\n\n${command.description()}\n\n${table(own)}${shared}`);
}

const readme = readFileSync(target, 'utf8');
const end = readme.indexOf(`\n${NEXT}\n`) + 1;
const start = readme.includes(`\n${HEADING}\n`) ? readme.indexOf(`\n${HEADING}\n`) + 1 : end;
const next = await format(`${readme.slice(0, start)}${parts.join('\n')}\n${readme.slice(end)}`, {
  ...(await resolveConfig(target)),
  filepath: target,
});
if (!process.argv.includes('--check')) writeFileSync(target, next);
else if (next !== readme) {
  process.stderr.write(`${target}: options changed; run node tools/generate-command-tables.mjs after npm run build\n`);
  process.exitCode = 1;
}
