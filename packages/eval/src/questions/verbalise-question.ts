import type { Schema } from '@grasp/plan';

import type { Random } from '../random.js';
import type { QuestionGraph } from './question-graph.js';
import type { GroundedTemplate } from './ground-template.js';
import type { RelationPhrases } from './relation-wording.js';
import { phrasesOf, relativeClause, withArticle, wordsOf } from './relation-wording.js';
import type { TemplateBranch } from './question-template.js';

/** Ways to ask for a node that a clause describes; `{T}` is the type, `{C}` the clause. */
const FRAMES: readonly string[] = [
  'Find every {T} {C}.',
  'Which {T} is there {C}?',
  'I am looking for {a T} {C}.',
  'Can you name {a T} {C}?',
  'Give me each {T} {C}.',
  'What {T} do you know {C}?',
  '{T} {C}',
  'Is there {a T} {C}? Which one?',
  'Please list any {T} {C}.',
  'I need to know the {T} {C}.',
];

const JOINERS: readonly string[] = [' and ', ' and also ', ', and at the same time '];
const EXCLUSIONS: readonly string[] = [', leaving out any {T} ', ', but not one ', ', except those ', ', without any '];

/**
 * Puts a grounded template into words: types by name or alias, relations by one of their phrases, one of ten frames. The
 * same state of the generator gives the same words.
 */
export function verbaliseQuestion(
  instance: GroundedTemplate,
  graph: QuestionGraph,
  random: Random,
  phrases: RelationPhrases | undefined,
): string {
  const words = new QuestionWords(graph.schema, random, phrases);
  const { branches } = instance.template;
  const targetType = branches[0]!.steps.at(-1)!.to;
  const target = words.type(targetType);
  const clauses = branches.map((branch) => {
    const name = graph.nameOf(instance.anchors[branch.anchor]!).trim();
    return words.clause(branch, words.anchor(name, branch.steps[0]!.from));
  });
  const joint =
    branches[1] === undefined ? '' : words.pick(branches[1].isNegated ? EXCLUSIONS : JOINERS).replace('{T}', target);
  const clause = clauses.join(joint);
  // A function as replacement, because names may hold `$&`.
  const text = words
    .pick(FRAMES)
    .replace('{a T}', () => withArticle(target))
    .replace('{T}', () => target)
    .replace('{C}', () => clause);
  return text[0]!.toUpperCase() + text.slice(1);
}

class QuestionWords {
  readonly #schema: Schema;
  readonly #random: Random;
  readonly #phrases: RelationPhrases | undefined;

  constructor(schema: Schema, random: Random, phrases: RelationPhrases | undefined) {
    this.#schema = schema;
    this.#random = random;
    this.#phrases = phrases;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.#random.integer(choices.length)]!;
  }

  type(name: string): string {
    const type = this.#schema.nodeTypes.find((candidate) => candidate.name === name)!;
    return this.pick([wordsOf(name), ...(type.aliases ?? [])]);
  }

  anchor(name: string, type: string): string {
    return this.pick([name, name, `the ${this.type(type)} ${name}`]);
  }

  /** The clause that describes the end of a branch, from the anchor outwards. */
  clause(branch: TemplateBranch, anchor: string): string {
    return branch.steps.reduce((description, step, index) => {
      const relation = this.#schema.relations.find(({ name }) => name === step.relation)!;
      const phrase = this.pick(phrasesOf(relation, this.#phrases));
      const other = index === 0 ? anchor : `${withArticle(this.type(step.from))} ${description}`;
      // Along the stored direction the step's end is the relation's `to` end.
      return relativeClause(phrase, step.direction === 'out' ? 'object' : 'subject', other);
    }, '');
  }
}
