import { NEGATION_BREAKERS, NEGATORS, SOUND_WORDS, STATING_WORDS } from './english-words.js';
import type { Token } from './tokenize.js';

/** Words that deny something, and the words that they deny. */
export interface Negation {
  /** Positions of the denying words. */
  readonly tokens: readonly number[];
  /** First position of the denied mention, or -1 when the denial is about no mention. */
  readonly mention: number;
  /** The question says that the denial itself is on record. */
  readonly isStated: boolean;
}

/** How near to a denial a word stands that says that it is stated. */
const STATED_REACH = 4;
/** Denies a verb, not a noun. */
const VERBAL = /^not$|n't$/u;
const FORWARD_REACH = 8;
const BACKWARD_REACH = 6;
const COORDINATORS: ReadonlySet<string> = new Set(['and', 'or', 'nor', 'any', 'a', 'an', 'the', 'with', 'of', 'nor']);

/** Whether nothing of substance stands between: adjectives right before the mention may, "nipples who have a" may not. */
function reaches(tokens: readonly Token[], from: number, to: number): boolean {
  let substance = false;
  for (let position = from; position < to; position++) {
    if (tokens[position]!.isContent) substance = true;
    else if (substance) return false;
  }
  return true;
}

/**
 * Finds denials and which mention each is about: the next mention in its clause, else the mention before it in its
 * sentence ("spasticity does not feature"). A denied mention passes the denial on to those joined to it by "or", "nor"
 * or "and".
 *
 * @param starts - First positions of the mentions, ascending, with the last position of each.
 */
export function findNegations(
  tokens: readonly Token[],
  starts: readonly { readonly first: number; readonly last: number }[],
  mentioned: ReadonlySet<number>,
): Negation[] {
  const negations: Negation[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const negator = NEGATORS.find((parts) =>
      parts.every((part, offset) => tokens[at + offset]?.folded === part && !mentioned.has(at + offset)),
    );
    if (negator === undefined) continue;
    const end = at + negator.length - 1;
    const here = tokens[at]!;
    const following = tokens[end + 1];
    const positions = Array.from({ length: negator.length }, (_, offset) => at + offset);
    at = end;
    if (following !== undefined && NEGATION_BREAKERS.has(following.folded)) continue;
    if (following !== undefined && VERBAL.test(tokens[end]!.folded) && SOUND_WORDS.has(following.folded)) continue;
    const forward = starts.find(
      ({ first }) =>
        first > end &&
        first - end <= FORWARD_REACH &&
        tokens[first]!.clause === here.clause &&
        reaches(tokens, end + 1, first),
    );
    const backward = starts.findLast(
      ({ last }) =>
        last < positions[0]! && positions[0]! - last <= BACKWARD_REACH && tokens[last]!.sentence === here.sentence,
    );
    const subject = forward ?? backward;
    const isStated = tokens
      .slice(Math.max(0, positions[0]! - STATED_REACH), end + STATED_REACH + 1)
      .some((token) => token.sentence === here.sentence && STATING_WORDS.has(token.folded));
    negations.push({ tokens: positions, mention: subject?.first ?? -1, isStated });
    if (forward === undefined) continue;
    let previous = forward;
    for (const next of starts.filter(({ first }) => first > forward.first)) {
      const between = tokens.slice(previous.last + 1, next.first);
      const joined =
        between.some((token) => token.folded === 'or' || token.folded === 'nor' || token.folded === 'and') &&
        between.every((token) => COORDINATORS.has(token.folded) && token.folded !== 'with');
      if (!joined) break;
      negations.push({ tokens: positions, mention: next.first, isStated });
      previous = next;
    }
  }
  return negations;
}
