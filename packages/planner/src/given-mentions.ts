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
 * The planner's own mentions together with those given. A given one at the same words makes the planner's own more certain,
 * which keeps its text that the knowledge base knows; one that the planner did not find is added, with the type of the
 * nodes that have the name when none of the given type has. Given mentions that do not stand in the question are ignored.
 */
export function addGivenMentions(
  found: readonly Mention[],
  given: readonly GivenMention[],
  question: string,
  tokens: readonly Token[],
  lexicon: Lexicon,
): Mention[] {
  const added: Mention[] = [];
  const named = new Set<Mention>();
  for (const { text, label } of given) {
    const positions = placeText(text, tokens);
    if (positions === undefined) continue;
    const key = positions.join(' ');
    const same = found.filter((mention) => mention.tokens.join(' ') === key);
    const known = same.find((mention) => mention.type === label) ?? same[0];
    if (known !== undefined) {
      named.add(known);
      continue;
    }
    const surface = question.slice(tokens[positions[0]!]!.start, tokens[positions[positions.length - 1]!]!.end);
    const nodes = lexicon.findByName(surface);
    const types = [...new Set(nodes.map((node) => lexicon.node(node).type))];
    const type = types.includes(label) ? label : (types[0] ?? label);
    const own = nodes.filter((node) => lexicon.node(node).type === type);
    const via = own.length > 0 ? 'exact' : 'vector';
    added.push({ tokens: positions, type, nodes: own, text: surface, via, evidence: GIVEN_EVIDENCE });
  }
  const surer = found.map((mention) =>
    named.has(mention) ? { ...mention, evidence: Math.max(0, mention.evidence) + GIVEN_EVIDENCE } : mention,
  );
  return [...surer, ...added].sort((a, b) => b.evidence - a.evidence || a.tokens[0]! - b.tokens[0]!);
}
