import { join } from 'node:path';

import { formatQuestions, formatSplit, QUESTION_KINDS } from '@grasp/eval';
import type { QuestionKind } from '@grasp/eval';
import { openKnowledgeBase } from '@grasp/skb';
import type { Command } from 'commander';

import { makeQuestions } from '../make-questions.js';
import { wholeNumber, wordList } from '../option-values.js';
import { makeResultFolder, writeResultFile } from '../result-file.js';
import type { Terminal } from '../terminal.js';
import { progressOption, progressPrinter } from './progress-printer.js';

interface GenerateOptions {
  readonly kb: string;
  readonly count: number;
  readonly seed: number;
  readonly kinds?: readonly string[];
  readonly maximumAnswers: number;
  readonly progress: boolean;
  readonly out: string;
}

async function generate(options: GenerateOptions, terminal: Terminal): Promise<void> {
  const { count, seed, kinds, maximumAnswers, out: folder } = options;
  const knowledgeBase = openKnowledgeBase(options.kb);
  try {
    await makeResultFolder(folder);
    const wanted = kinds === undefined ? {} : { kinds: kinds as QuestionKind[] };
    const { questions, splits, counts } = await makeQuestions(
      knowledgeBase,
      { count, seed, maximumAnswers, ...wanted },
      progressPrinter(terminal, options.progress),
      terminal.signal,
    );
    await writeResultFile(join(folder, 'questions.jsonl'), [...formatQuestions(questions)].join(''));
    for (const [name, ids] of Object.entries(splits))
      await writeResultFile(join(folder, `${name}.index`), formatSplit(ids));
    for (const [kind, number] of Object.entries(counts)) terminal.out(`${kind}: ${number}`);
    terminal.out(`${questions.length} questions in ${join(folder, 'questions.jsonl')}`);
    if (questions.length < count)
      terminal.note(`the knowledge base holds no more than ${questions.length} of these kinds`);
  } finally {
    knowledgeBase.close();
  }
}

/** Adds `grasp generate`. */
export function defineGenerateCommand(program: Command, terminal: Terminal): void {
  program
    .command('generate')
    .description('Makes questions with known answers from a knowledge base: questions, answers, plans and splits.')
    .requiredOption('--kb <file>', 'knowledge base file')
    .requiredOption('-o, --out <folder>', 'folder to write questions.jsonl and a file for each split to')
    .option('-n, --count <number>', 'how many questions', wholeNumber(1, 1_000_000), 100)
    .option('--seed <number>', 'the same seed gives the same questions', wholeNumber(0, Number.MAX_SAFE_INTEGER), 1)
    .option(
      '--kinds <kinds>',
      `kinds of question, separated by commas, among ${QUESTION_KINDS.join(', ')} (default: all)`,
      wordList,
    )
    .option('--maximum-answers <number>', 'most answers of a question', wholeNumber(1, 100_000), 20)
    .addOption(progressOption())
    .addHelpText('after', '\nExample:\n  grasp generate --kb hpo.skb --count 500 --seed 1 --out questions')
    .action((options: GenerateOptions) => generate(options, terminal));
}
