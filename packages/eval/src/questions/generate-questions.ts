import { EvaluationError } from '../errors.js';
import { createRandom } from '../random.js';
import { checkInteger } from '../significance/paired-differences.js';
import { createStepGraph } from './branch-answers.js';
import { TemplateGrounder } from './ground-template.js';
import type { GroundedTemplate } from './ground-template.js';
import { anchorVariable, planOfQuestion } from './plan-of-question.js';
import type { Question } from './question.js';
import type { QuestionGraph } from './question-graph.js';
import { enumerateTemplates, QUESTION_KINDS } from './question-template.js';
import type { QuestionKind, QuestionTemplate } from './question-template.js';
import type { RelationPhrases } from './relation-wording.js';
import type { SplitShares } from './split-questions.js';
import { DEFAULT_SPLITS, splitQuestions } from './split-questions.js';
import { verbaliseQuestion } from './verbalise-question.js';

/** Options of {@link generateQuestions}. */
export interface GenerateQuestionsOptions {
  /** Number of questions to make. Default 100. */
  readonly count?: number;
  /** Default 1. */
  readonly seed?: number;
  /** Default: all of {@link QUESTION_KINDS}, in equal numbers. */
  readonly kinds?: readonly QuestionKind[];
  /** Default 1. */
  readonly minimumAnswers?: number;
  /** Default 20. */
  readonly maximumAnswers?: number;
  /** Most edges to look at for one question; hubs beyond it are no anchors. Default 200000. */
  readonly maximumEdges?: number;
  /** Tries for one template before it is given up. Default 30. */
  readonly tries?: number;
  /** Wording of relations, by name. Default: their names and aliases. */
  readonly phrases?: RelationPhrases;
  /** Default {@link DEFAULT_SPLITS}. */
  readonly splits?: SplitShares;
}

/** The outcome of {@link generateQuestions}. */
export interface GeneratedQuestions {
  readonly questions: readonly Question[];
  /** Ids by name of the split. */
  readonly splits: Readonly<Record<string, readonly string[]>>;
  /** Questions of each kind; together fewer than asked for if the graph holds no more. */
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * Makes questions with known answers from a knowledge base. Templates come from the schema: ways of one to three hops, two
 * anchors on one target, one anchor with two ways, and negation. Each is grounded by walking back from a random target;
 * its answers are all nodes that the plan reaches (DESIGN.md, section 5), and an instance is kept if it has a fitting
 * number of them, none of which is an anchor, and if each of its conditions excludes something. No two questions have
 * the same template and anchors. The same graph, options and seed give the same questions.
 *
 * @throws EvaluationError `invalid_option`.
 */
export function generateQuestions(graph: QuestionGraph, options: GenerateQuestionsOptions = {}): GeneratedQuestions {
  return gatherQuestions([...drawQuestions(graph, options)], options);
}

/** Questions that {@link drawQuestions} gave, with what {@link generateQuestions} adds to them. */
export function gatherQuestions(
  questions: readonly Question[],
  { seed = 1, kinds = QUESTION_KINDS, splits = DEFAULT_SPLITS }: GenerateQuestionsOptions = {},
): GeneratedQuestions {
  const countOf = (kind: QuestionKind): number => questions.filter((question) => question.kind === kind).length;
  return {
    questions,
    splits: splitQuestions(questions, splits, seed),
    counts: Object.fromEntries(kinds.map((kind) => [kind, countOf(kind)])),
  };
}

/**
 * The questions of {@link generateQuestions} one by one, for programs that show how far they are or stop early.
 *
 * @throws EvaluationError `invalid_option`, before the first question.
 */
export function* drawQuestions(graph: QuestionGraph, options: GenerateQuestionsOptions = {}): Generator<Question> {
  const { count = 100, seed = 1, kinds = QUESTION_KINDS, minimumAnswers = 1, maximumAnswers = 20 } = options;
  const { maximumEdges = 200_000, tries = 30, phrases } = options;
  checkInteger('count', count, 0, 10_000_000);
  checkInteger('seed', seed, 0, Number.MAX_SAFE_INTEGER);
  checkInteger('minimumAnswers', minimumAnswers, 1, maximumAnswers);
  checkInteger('maximumAnswers', maximumAnswers, 1, 1_000_000);
  checkInteger('maximumEdges', maximumEdges, 1, Number.MAX_SAFE_INTEGER);
  checkInteger('tries', tries, 1, 1_000_000);
  const unknown = kinds.find((kind) => !QUESTION_KINDS.includes(kind));
  if (unknown !== undefined) {
    throw new EvaluationError('invalid_option', `expected kinds from ${QUESTION_KINDS.join(', ')}, got "${unknown}"`);
  }
  const random = createRandom(seed);
  const isAnchor = createAnchorCheck(graph);
  const limits = { minimumAnswers, maximumAnswers, maximumEdges, isAnchor };
  const grounder = new TemplateGrounder(createStepGraph(graph), random, limits);
  const open = new Map(kinds.map((kind) => [kind, [...enumerateTemplates(graph.schema, [kind])]]));
  const seen = new Set<string>();

  const draw = (templates: QuestionTemplate[]): GroundedTemplate | undefined => {
    while (templates.length > 0) {
      const position = random.integer(templates.length);
      for (let attempt = 0; attempt < tries; attempt++) {
        const instance = grounder.try(templates[position]!);
        if (instance === undefined || seen.size === seen.add(identityOf(instance)).size) continue;
        return instance;
      }
      templates[position] = templates.at(-1)!;
      templates.pop();
    }
    return undefined;
  };

  let made = 0;
  while (made < count && open.size > 0) {
    for (const [kind, templates] of open) {
      const instance = made < count ? draw(templates) : undefined;
      if (instance !== undefined) {
        made++;
        yield questionOf(String(made), verbaliseQuestion(instance, graph, random, phrases), instance, graph);
      } else if (templates.length === 0) open.delete(kind);
    }
  }
}

const questionOf = (id: string, query: string, instance: GroundedTemplate, graph: QuestionGraph): Question => ({
  id,
  query,
  answer_ids: instance.answers.map((node) => graph.idOf(node)),
  kind: instance.template.kind,
  plan: planOfQuestion(instance, graph),
  anchors: Object.fromEntries(instance.anchors.map((node, index) => [anchorVariable(index), graph.idOf(node)])),
});

/** Equal for instances that ask the same: branches may come in any order. */
function identityOf({ template, anchors }: GroundedTemplate): string {
  const branches = template.branches.map(({ anchor, steps, isNegated }) =>
    JSON.stringify([anchors[anchor], isNegated, steps.map(({ relation, direction, to }) => [relation, direction, to])]),
  );
  return branches.sort().join();
}

/** Names that are blank or very long, or that another node of the type has too, would make a question nobody can read. */
function createAnchorCheck(graph: QuestionGraph): (node: number, type: string) => boolean {
  const countsByType = new Map<string, Map<string, number>>();
  const countsOf = (type: string): Map<string, number> => {
    let counts = countsByType.get(type);
    if (counts === undefined) {
      counts = new Map();
      const { start, end } = graph.typeRange(type);
      for (let node = start; node < end; node++) {
        const name = graph.nameOf(node).trim().toLowerCase();
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      countsByType.set(type, counts);
    }
    return counts;
  };
  return (node, type) => {
    const name = graph.nameOf(node).trim();
    if (name === '' || name.length > 200 || /[\r\n]/u.test(name)) return false;
    if (graph.findByName === undefined) return countsOf(type).get(name.toLowerCase()) === 1;
    const { start, end } = graph.typeRange(type);
    return [...graph.findByName(name)].every((other) => other === node || other < start || other >= end);
  };
}
