const THOUGHTS = /<think>[\s\S]*?(?:<\/think>|$)/giu;
const LEAD = /^(?:[-*•]\s+|\d{1,3}[.)]\s+)?(?:(?:the\s+|final\s+|my\s+)*answer\s*(?:is\s*:?|:)\s*)?/iu;
const QUOTES = /^(["'“”‘’«»`*_]+)([\s\S]*?)["'“”‘’«»`*_]+$/u;

/**
 * The answer in what a model wrote: the first line with words after its thoughts, without a list mark, "The answer is",
 * quotation marks around it, and a full stop behind it. Empty when nothing is left.
 */
export function answerText(written: string): string {
  const line = written
    .replace(THOUGHTS, '')
    .split(/[\r\n]+/u)
    .map((text) => text.trim())
    .find((text) => /[\p{L}\p{N}]/u.test(text));
  let text = (line ?? '').replace(LEAD, '').replace(/\s+/gu, ' ').trim();
  for (let before = ''; before !== text;) {
    before = text;
    text = (QUOTES.exec(text)?.[2] ?? text).trim();
    // "Washington, D.C." and "J. R." keep their points; a sentence does not.
    if (/[\p{L}\p{N})"'”’]{2}\.$/u.test(text) && !/\.\p{L}+\.$/u.test(text)) text = text.slice(0, -1);
  }
  return text;
}

/** What two spellings of one answer have in common: letters without case and accents, numbers, no punctuation, no leading article. */
export function answerKey(text: string): string {
  const folded = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(?<=\d)[, ](?=\d{3}\b)/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^(?:the|an?) (?=.)/u, '');
  // A text of signs alone, such as "C++" without its letter, is its own key.
  return folded === '' ? text.trim() : folded;
}
