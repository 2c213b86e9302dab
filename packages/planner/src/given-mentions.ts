import type { Lexicon } from './lexicon.js';
import type { Mention } from './mention.js';
import { placeText } from './place-text.js';
import type { Token } from './tokenize.js';

/** A name in the question with its type, from somebody who read the question: a language model, a person, a tagger. */
export interface GivenMention {
  /** The words of the question. */
  readonly text: string;
  /** Node type. */
  readonly label: string;
}

/** What being named by somebody is worth beside what the words themselves prove, in nats. */
const GIVEN_EVIDENCE = 3;

/**
 * The mentions that stand in the question, as the planner's own. What the planner would have found at the same words keeps
 * its text, which the knowledge base knows; where no node of the given type has the name but nodes of other types do, the
 * type is theirs.
 */
export function placeMentions(
  given: readonly GivenMention[],
  question: string,
  tokens: readonly Token[],
  context: { readonly lexicon: Lexicon; readonly found: readonly Mention[] },
): Mention[] {
  const { lexicon, found } = context;
  const placed = given.flatMap(({ text, label }): Mention[] => {
    const positions = placeText(text, tokens);
    if (positions === undefined) return [];
    const surface = question.slice(tokens[positions[0]!]!.start, tokens[positions[positions.length - 1]!]!.end);
    const key = positions.join(' ');
    const same = found.filter((mention) => mention.tokens.join(' ') === key);
    const known = same.find((mention) => mention.type === label) ?? same[0];
    if (known !== undefined) return [{ ...known, evidence: Math.max(0, known.evidence) + GIVEN_EVIDENCE }];
    const nodes = lexicon.findByName(surface);
    const types = [...new Set(nodes.map((node) => lexicon.node(node).type))];
    const type = types.includes(label) ? label : (types[0] ?? label);
    const own = nodes.filter((node) => lexicon.node(node).type === type);
    const via = own.length > 0 ? 'exact' : 'vector';
    return [{ tokens: positions, type, nodes: own, text: surface, via, evidence: GIVEN_EVIDENCE }];
  });
  return placed.sort((a, b) => b.evidence - a.evidence || a.tokens[0]! - b.tokens[0]!);
}
