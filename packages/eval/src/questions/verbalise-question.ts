import type { Relation, Schema } from '@grasp/plan';

import type { Random } from '../random.js';
import type { GroundedTemplate } from './ground-template.js';
import type { QuestionGraph } from './question-graph.js';
import type { TemplateBranch } from './question-template.js';
import type { ClauseRole, Mention, RelationPhrases } from './relation-wording.js';
import { descriptionClause, linkClause, phraseClause, withArticle, wordsOf } from './relation-wording.js';
import { isSymmetric } from './schema-step.js';
import type { SchemaStep } from './schema-step.js';

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
const EXCLUSIONS: readonly string[] = [', leaving out any {T} ', ', but not any ', ', except those ', ', without any '];
const KEYWORD_FRAMES: readonly string[] = ['{T}; {C}', '{C}. Which {T}?', '{T} wanted: {C}', '{C}: {T}?'];

/** Share of questions in keywords instead of a sentence, where the shape allows it. */
const KEYWORD_SHARE = 0.25;
/** Lists of aliases start with the best words and end with far-fetched ones. */
const TYPE_WORDS = 4;
const RELATION_CUES = 8;

/**
 * Puts a grounded template into words. Sentences word a relation by the phrases handed in, its description or its name;
 * keyword questions by its name or an alias. Types go by their name or an alias. The same state of the generator gives the
 * same words.
 */
export function verbaliseQuestion(
  instance: GroundedTemplate,
  graph: QuestionGraph,
  random: Random,
  phrases: RelationPhrases | undefined,
): string {
  const words = new QuestionWords(graph, random, phrases);
  const { branches } = instance.template;
  const target = words.type(branches[0]!.steps.at(-1)!.to);
  const isShort = branches.every(({ steps }) => steps.length === 1);
  const useKeywords = isShort && branches.every(words.hasCues) && random.next() < KEYWORD_SHARE;
  const parts = branches.map((branch) => {
    const node = instance.anchors[branch.anchor]!;
    return useKeywords ? words.keywords(branch, node) : words.clause(branch, node);
  });
  const isNegated = branches[1]?.isNegated === true;
  const joint = useKeywords ? '; ' : words.pick(isNegated ? EXCLUSIONS : JOINERS);
  const text = fill(words.pick(useKeywords ? KEYWORD_FRAMES : FRAMES), {
    '{a T}': withArticle(target),
    '{T}': target,
    '{C}': parts.join(fill(joint, { '{T}': target })),
  });
  return text[0]!.toUpperCase() + text.slice(1);
}

function fill(frame: string, slots: Readonly<Record<string, string>>): string {
  return frame.replace(/\{(?:a )?[TC]\}/gu, (slot) => slots[slot] ?? slot);
}

class QuestionWords {
  readonly #graph: QuestionGraph;
  readonly #schema: Schema;
  readonly #random: Random;
  readonly #phrases: RelationPhrases;

  constructor(graph: QuestionGraph, random: Random, phrases: RelationPhrases | undefined) {
    this.#graph = graph;
    this.#schema = graph.schema;
    this.#random = random;
    this.#phrases = phrases ?? {};
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.#random.integer(choices.length)]!;
  }

  /** A word for a type, the name half of the time. */
  type(name: string): string {
    const aliases = this.#schema.nodeTypes.find((type) => type.name === name)!.aliases ?? [];
    const words = aliases.slice(0, TYPE_WORDS);
    return words.length === 0 || this.#random.next() < 0.5 ? wordsOf(name) : this.pick(words);
  }

  /** Whether cue words tell what is asked: not where the same cue could be meant in both directions. */
  readonly hasCues = ({ steps }: TemplateBranch): boolean => !steps[0]!.isAmbiguous;

  keywords({ steps, isNegated }: TemplateBranch, anchor: number): string {
    const relation = this.#relation(steps[0]!.relation);
    const given = this.#phrasesOf(relation);
    const cues = given.length > 0 ? given : [wordsOf(relation.name), ...(relation.aliases ?? [])];
    return `${isNegated ? 'not ' : ''}${this.pick(cues.slice(0, RELATION_CUES))} ${this.#graph.nameOf(anchor).trim()}`;
  }

  /** The clause that describes the end of a branch, from the anchor outwards. */
  clause({ steps }: TemplateBranch, anchor: number): string {
    const name = this.#graph.nameOf(anchor).trim();
    const text = this.#random.next() < 0.7 ? name : `the ${this.type(steps[0]!.from)} ${name}`;
    return steps.reduce((description, step, index) => {
      const other =
        index === 0
          ? { text, isName: true }
          : { text: `${withArticle(this.type(step.from))} ${description}`, isName: false };
      return this.#stepClause(step, other);
    }, '');
  }

  /** The clause for the end of one step. */
  #stepClause(step: SchemaStep, other: Mention): string {
    const relation = this.#relation(step.relation);
    // Along the stored direction, the end of the step is the end of the relation.
    const role: ClauseRole = step.direction === 'out' ? 'object' : 'subject';
    const given = this.#phrasesOf(relation);
    if (given.length > 0) return phraseClause(this.pick(given), role, other.text);
    const end = step.direction === 'out' ? step.to : step.from;
    const described = descriptionClause(relation, role, end, other, step.isAmbiguous);
    if (isSymmetric(relation)) return linkClause(relation.name, other.text);
    const named = phraseClause(wordsOf(relation.name), role, other.text);
    return described === undefined ? named : this.pick(step.isAmbiguous ? [described] : [described, named]);
  }

  #relation(name: string): Relation {
    return this.#schema.relations.find((relation) => relation.name === name)!;
  }

  #phrasesOf(relation: Relation): readonly string[] {
    return Object.hasOwn(this.#phrases, relation.name) ? this.#phrases[relation.name]! : [];
  }
}
