// Turns prompts/ into packages/planner/src/llm/prompts.generated.ts. With --check it only says whether the file is current.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = `${root}packages/planner/src/llm/prompts.generated.ts`;
const read = (path) => readFileSync(`${root}prompts/${path}`, 'utf8');
const camelCase = (name) => name.replace(/-(\w)/gu, (_, letter) => letter.toUpperCase());

const prompts = Object.fromEntries(
  readdirSync(`${root}prompts/planner`)
    .sort()
    .map((file) => [camelCase(file.replace(/\.md$/u, '')), read(`planner/${file}`).trim()]),
);

const examplesOf = (name) =>
  readdirSync(`${root}prompts/stark`).includes(`${name}-examples.jsonl`)
    ? read(`stark/${name}-examples.jsonl`)
        .trim()
        .split('\n')
        .map((line) => {
          const { question, plan } = JSON.parse(line);
          return { question, plan };
        })
    : [];
const dataSets = Object.fromEntries(
  ['amazon', 'mag', 'prime'].map((name) => [
    `stark-${name}`,
    { guidance: read(`stark/${name}.md`).trim(), examples: examplesOf(name) },
  ]),
);

const source = `// Made from prompts/ by tools/generate-prompts.mjs; change the texts there.
import type { Plan } from '@grasp/plan';

export const PROMPTS = ${JSON.stringify(prompts)} as const;

/** What a data set adds to the prompt. */
interface DataSetPrompt {
  readonly guidance: string;
  readonly examples: readonly { readonly question: string; readonly plan: Plan }[];
}

export const DATA_SET_PROMPTS: Readonly<Record<'stark-amazon' | 'stark-mag' | 'stark-prime', DataSetPrompt>> = ${JSON.stringify(dataSets)};
`;
const text = await format(source, { ...(await resolveConfig(target)), filepath: target });

if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== text) {
    console.error('packages/planner/src/llm/prompts.generated.ts is not current; run node tools/generate-prompts.mjs');
    process.exitCode = 1;
  }
} else writeFileSync(target, text);
