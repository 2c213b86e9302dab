import type { Cue } from './cues.js';
import { QUESTION_WORDS, RELATIVE_WORDS } from './english-words.js';
import type { Mention } from './mention.js';
import type { Token } from './tokenize.js';

/** Whether the mention follows "which" or "what" directly, so that it describes what is asked for. */
export function isAsked(mention: Mention, cues: readonly Cue[], tokens: readonly Token[]): boolean {
  const first = mention.tokens[0]!;
  const { last } = mainRun(mention);
  // "which recessive disorders": the mention qualifies another noun, which ends it or follows it.
  const qualifies = cues.some(
    (cue) =>
      cue.kind === 'type' && cue.name !== mention.type && (cue.tokens.includes(last) || cue.tokens[0] === last + 1),
  );
  if (qualifies) return false;
  const before = tokens[first - 1];
  if (before === undefined || !QUESTION_WORDS.has(before.folded) || before.clause !== tokens[first]!.clause)
    return false;
  // "in which" relates to what stands before it, and so does "whose" after a noun.
  const introduced = tokens[first - 2];
  if (introduced === undefined || introduced.clause !== before.clause) return true;
  return !introduced.isLight && !RELATIVE_WORDS.has(before.folded);
}

/** Whether another name of another type follows directly, which the mention then qualifies: "Acme" in "Acme tents". */
export function qualifiesMention(mention: Mention, others: readonly Mention[], tokens: readonly Token[]): boolean {
  const { last } = mainRun(mention);
  return others.some(
    (other) =>
      other.type !== mention.type && other.tokens[0] === last + 1 && tokens[last]!.clause === tokens[last + 1]!.clause,
  );
}

/** Where a mention mainly stands, once for each place in which the question names its nodes. */
export const mainRuns = (mention: Mention): { readonly first: number; readonly last: number }[] =>
  (mention.places ?? [mention.tokens]).map((tokens) => mainRun({ tokens }));

/** The longest run of neighbouring words of a mention: where it mainly stands. */
function mainRun(mention: Pick<Mention, 'tokens'>): { readonly first: number; readonly last: number } {
  let best = { first: mention.tokens[0]!, last: mention.tokens[0]! };
  let run = best;
  for (const position of mention.tokens.slice(1)) {
    run = position <= run.last + 2 ? { first: run.first, last: position } : { first: position, last: position };
    if (run.last - run.first > best.last - best.first) best = run;
  }
  return best;
}

/** Least distance in words between two lists of positions. */
export const gapBetween = (a: readonly number[], b: readonly number[]): number => {
  let gap = Infinity;
  for (const x of a) for (const y of b) gap = Math.min(gap, Math.abs(x - y));
  return gap;
};
