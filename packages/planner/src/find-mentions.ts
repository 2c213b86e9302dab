import { ABSENCE_WORDS, AMOUNT_WORDS, NEGATORS, OPPOSITES } from './english-words.js';
import type { Lexicon, NamedNode } from './lexicon.js';
import type { Mention } from './mention.js';
import type { NameIndex } from './name-index.js';
import { nameWords } from './tokenize.js';
import type { Token } from './tokenize.js';
import type { PlannerWeights } from './weights.js';
import { wordForms } from './word-key.js';
import type { WordForms } from './word-key.js';

const MENTIONS_LIMIT = 80;
const LONGEST_SPAN = 12;
const CORRECTIONS = 4;

const DENYING: ReadonlySet<string> = new Set(NEGATORS.flatMap((parts) => (parts.length === 1 ? parts : [])));
/** Stems of words without which a name says something else. */
const TELLING: ReadonlySet<string> = new Set(
  [...OPPOSITES.flat(2), ...ABSENCE_WORDS].map((word) => wordForms(word).stem),
);
/** Words that stand for one another in a name and in a question. */
const SYNONYMS = [ABSENCE_WORDS, ...AMOUNT_WORDS].map((list) => list.map((word) => wordForms(word)));

type Quality = 'folded' | 'stem' | 'root' | 'spelling';

/** A question word that may stand for a word of a name, and how well. */
interface Occurrence {
  readonly position: number;
  readonly quality: Quality;
}

const isUpperCase = (text: string): boolean =>
  /\p{Lu}.*\p{Lu}|\p{Lu}.*\p{N}/u.test(text) && text === text.toUpperCase();

/**
 * Letter case: a name in capitals (a symbol such as WAS or REST) that stands in the question in capitals is meant; in
 * small letters it is more likely the English word, unless it holds a digit or no vowel.
 */
function caseEvidence(
  name: string,
  words: readonly Token[],
  asks: { readonly shouting: boolean; readonly opens: boolean },
  weights: PlannerWeights,
): number {
  if (!isUpperCase(name) || asks.shouting) return 0;
  if (words.every(({ text }) => text.replace(/s$/u, '') === text.replace(/s$/u, '').toUpperCase()))
    return weights.caseAgrees;
  // No English word is written without a vowel.
  if (/\p{N}/u.test(name) || !/[AEIOUY]/u.test(name)) return 0;
  // A capital inside a sentence marks a name; at its start every word has one.
  const capital = words.every((token) => /^\p{Lu}/u.test(token.text) && token.isContent);
  if (capital) return asks.opens ? weights.caseOpens : 0;
  return weights.caseDiffers;
}

/** Chooses for each word of a name a position in the question so that the whole spans as few words as possible. */
function tightestPlacement(lists: readonly (readonly Occurrence[])[]): Occurrence[] | undefined {
  let best: { chosen: Occurrence[]; width: number } | undefined;
  for (const start of lists[0]!) {
    const chosen = [start];
    const used = new Set([start.position]);
    for (const list of lists.slice(1)) {
      let nearest: Occurrence | undefined;
      let distance = Infinity;
      for (const occurrence of list) {
        if (used.has(occurrence.position)) continue;
        // Following the word before it is best, then nearness to it.
        const step = occurrence.position - chosen[chosen.length - 1]!.position;
        const cost = step > 0 ? step : 0.5 - step;
        if (cost < distance) [nearest, distance] = [occurrence, cost];
      }
      if (nearest === undefined) break;
      chosen.push(nearest);
      used.add(nearest.position);
    }
    if (chosen.length < lists.length) continue;
    const positions = chosen.map(({ position }) => position);
    const width = Math.max(...positions) - Math.min(...positions);
    if (best === undefined || width < best.width) best = { chosen, width };
  }
  return best?.chosen;
}

/** Evidence of one placement of a name's words, without what the rarity of one-word names of its type adds. */
function placementEvidence(
  name: string,
  chosen: readonly Occurrence[],
  tokens: readonly Token[],
  asks: { readonly shouting: boolean },
  weights: PlannerWeights,
): number {
  const positions = chosen.map(({ position }) => position).sort((a, b) => a - b);
  const words = positions.map((position) => tokens[position]!);
  let evidence = weights.furtherWord * (positions.length - 1);
  for (const { quality } of chosen) evidence += weights.wordQuality[quality];
  let gaps = 0;
  let denial = false;
  for (let position = positions[0]! + 1; position < positions[positions.length - 1]!; position++) {
    if (positions.includes(position)) continue;
    if (DENYING.has(tokens[position]!.folded)) denial = true;
    gaps += tokens[position]!.isContent ? weights.gapContentWord : weights.gapOtherWord;
  }
  evidence += Math.max(weights.gapLimit, gaps);
  if (denial) evidence += weights.gapDenial;
  const [first, last] = [words[0]!, words[words.length - 1]!];
  if (first.sentence !== last.sentence) evidence += weights.crossesSentence;
  else if (first.clause !== last.clause) {
    // A list such as "aplasia, cutis" inside a name keeps its commas; only a name written without them is parted.
    const commas = name.split(/[,;:()[\]]/u).length - 1;
    evidence += weights.crossesClause * Math.max(0, last.clause - first.clause - commas);
  }
  if (chosen.some((occurrence, at) => at > 0 && occurrence.position < chosen[at - 1]!.position))
    evidence += weights.inverted;
  if (words.every((word) => word.isFunction)) evidence += weights.onlyFunctionWords;
  else if (words.every((word) => !word.isContent)) evidence += weights.onlyScaffold;
  const opens = tokens[positions[0]! - 1]?.sentence !== first.sentence;
  return evidence + caseEvidence(name, words, { ...asks, opens }, weights);
}

/** Question words by each form under which a name's word may be found. */
function occurrencesByRoot(tokens: readonly Token[], index: NameIndex, isCue: (position: number) => boolean) {
  const byRoot = new Map<string, { forms: { folded: string; stem: string }; occurrence: Occurrence }[]>();
  const add = (root: string, folded: string, stem: string, occurrence: Occurrence): void => {
    const list = byRoot.get(root);
    const entry = { forms: { folded, stem }, occurrence };
    if (list === undefined) byRoot.set(root, [entry]);
    else list.push(entry);
  };
  tokens.forEach((token, position) => {
    if (token.isLight) return;
    add(token.root, token.folded, token.stem, { position, quality: 'folded' });
    const synonyms = SYNONYMS.find((list) => list.some(({ folded }) => folded === token.folded));
    if (synonyms !== undefined) {
      for (const forms of synonyms) {
        if (forms.root !== token.root) add(forms.root, forms.folded, forms.stem, { position, quality: 'spelling' });
      }
      return;
    }
    if (token.isFunction || isCue(position) || index.frequency(token.root) > 0) return;
    for (const word of index.correct(token.folded, CORRECTIONS)) {
      const forms = nameWords(word)[0];
      if (forms !== undefined) add(forms.root, forms.folded, forms.stem, { position, quality: 'spelling' });
    }
  });
  return byRoot;
}

/**
 * All words of the question that may name nodes: exact names over every span of up to 12 words, and names whose words
 * occur in another order, inflection or spelling, with others between them. Mentions of the same words and type are
 * one; best evidence first, then by position and type.
 */
export function findMentions(
  question: string,
  tokens: readonly Token[],
  context: {
    readonly lexicon: Lexicon;
    readonly index: NameIndex;
    readonly weights: PlannerWeights;
    /** Whether the word at this position is a cue word of the schema, which is then not taken for a misspelling. */
    readonly isCue: (position: number) => boolean;
    /** Roots of the words of each type's name, which a question may leave out of its nodes' names. */
    readonly typeRoots: ReadonlyMap<string, ReadonlySet<string>>;
  },
): Mention[] {
  const { lexicon, index, weights, isCue, typeRoots } = context;
  // Most nodes are met more than once, and a knowledge base may have to decode them each time.
  const nodes = new Map<number, NamedNode>();
  const nodeOf = (at: number): NamedNode => {
    let node = nodes.get(at);
    if (node === undefined) nodes.set(at, (node = lexicon.node(at)));
    return node;
  };
  const asks = { shouting: tokens.length > 3 && tokens.every((token) => token.text === token.text.toUpperCase()) };
  const found = new Map<string, { mention: Mention; nodes: Set<number>; leftOut: Set<string> }>();
  const add = (
    node: number,
    positions: readonly number[],
    text: string,
    via: Mention['via'],
    evidence: number,
    leftOut = '',
  ): void => {
    const { type } = nodeOf(node);
    const key = `${positions.join(' ')} ${type}`;
    const known = found.get(key);
    if (known === undefined || evidence > known.mention.evidence + 1e-9) {
      // A better reading of the same words replaces the nodes; a reading as good adds to them.
      const mention = { tokens: positions, type, nodes: [], text, via, evidence };
      found.set(key, { mention, nodes: new Set([node]), leftOut: new Set([leftOut]) });
    } else if (Math.abs(evidence - known.mention.evidence) <= 1e-9) {
      known.nodes.add(node);
      known.leftOut.add(leftOut);
    }
  };

  for (let first = 0; first < tokens.length; first++) {
    for (let last = first; last < Math.min(tokens.length, first + LONGEST_SPAN); last++) {
      const from = tokens[first]!;
      const to = tokens[last]!;
      if (from.sentence !== to.sentence || (from.isLight && first !== last)) break;
      if (to.isLight && first !== last) continue;
      const surface = question.slice(from.start, to.end);
      const named = lexicon.findByName(surface);
      if (named.length === 0) continue;
      const positions: number[] = [];
      for (let position = first; position <= last; position++) {
        if (!tokens[position]!.isLight || first === last) positions.push(position);
      }
      const chosen = positions.map((position): Occurrence => ({ position, quality: 'folded' }));
      for (const node of named) {
        const { name, aliases } = nodeOf(node);
        const written = [name, ...aliases].find((text) => text.toLowerCase() === surface.toLowerCase()) ?? name;
        const evidence = placementEvidence(written, chosen, tokens, asks, weights) + weights.exact;
        add(node, positions, surface, 'exact', evidence);
      }
    }
  }

  const byRoot = occurrencesByRoot(tokens, index, isCue);
  const wanted = new Set(byRoot.keys());
  for (const roots of typeRoots.values()) for (const root of roots) wanted.add(root);
  const common = index.commonRoots();
  const mayMiss = (word: WordForms): boolean =>
    common.has(word.root) && /^\p{L}{3,}$/u.test(word.folded) && !TELLING.has(word.stem);
  for (const root of common) wanted.add(root);
  for (const { node, text } of index.findByRoots(wanted)) {
    const { type } = nodeOf(node);
    const words = nameWords(text);
    const present = words.filter((word) => byRoot.has(word.root));
    const own = typeRoots.get(type);
    const missing = words.filter((word) => !byRoot.has(word.root));
    const surplus = missing.filter((word) => !own?.has(word.root));
    if (surplus.length > 0 && !(surplus.length < Math.min(present.length, 3) && surplus.every(mayMiss))) continue;
    // What is left must not be just another word of the type.
    if (missing.length > 0 && present.every((word) => own?.has(word.root))) continue;
    const lists = present.map((word) =>
      byRoot.get(word.root)!.map(({ forms, occurrence }): Occurrence => {
        if (occurrence.quality === 'spelling') return occurrence;
        const quality = forms.folded === word.folded ? 'folded' : forms.stem === word.stem ? 'stem' : 'root';
        return { position: occurrence.position, quality };
      }),
    );
    const chosen = tightestPlacement(lists);
    if (chosen === undefined) continue;
    const evidence =
      placementEvidence(text, chosen, tokens, asks, weights) +
      weights.typeWordLeftOut * (missing.length - surplus.length) +
      weights.commonWordLeftOut * surplus.length;
    const positions = chosen.map(({ position }) => position).sort((a, b) => a - b);
    const via = chosen.some(({ quality }) => quality === 'spelling') ? 'spelling' : 'variant';
    add(
      node,
      positions,
      text,
      via,
      evidence,
      surplus
        .map(({ root }) => root)
        .sort()
        .join(' '),
    );
  }

  // Words that name nodes of several types prove as little as they do for the type with the most one-word names.
  const rarity = new Map<string, number>();
  for (const { mention } of found.values()) {
    const proof = Math.min(weights.singleWordLimit, -Math.log(index.singleWordDensity(mention.type)));
    const key = mention.tokens.join(' ');
    rarity.set(key, Math.min(proof, rarity.get(key) ?? Infinity));
  }
  return (
    [...found.values()]
      // Where names differ in what is left out, that tells them apart, and the question does not say which is meant.
      .filter(({ leftOut }) => leftOut.size === 1)
      .map(({ mention, nodes }) => ({
        ...mention,
        nodes: [...nodes].sort((a, b) => a - b),
        evidence: mention.evidence + rarity.get(mention.tokens.join(' '))!,
      }))
      .filter((mention) => mention.evidence > weights.leastEvidence)
      .sort(
        (a, b) =>
          b.evidence - a.evidence || a.tokens[0]! - b.tokens[0]! || (a.type < b.type ? -1 : a.type > b.type ? 1 : 0),
      )
      .slice(0, MENTIONS_LIMIT)
  );
}
