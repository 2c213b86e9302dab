import { randomNumbers } from '../../random-numbers.mjs';

const ONSETS = [
  'b',
  'c',
  'd',
  'f',
  'g',
  'h',
  'l',
  'm',
  'n',
  'p',
  'r',
  's',
  't',
  'v',
  'st',
  'tr',
  'ch',
  'pl',
  'k',
  'w',
  'j',
  'z',
];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'a', 'e', 'i', 'o', 'ia', 'ea', 'ou'];
const CODAS = ['', '', '', 'n', 'r', 's', 'l', 't', 'm', 'ng'];

function makeWords(count, random, shortest, longest) {
  const any = (list) => list[Math.floor(random() * list.length)];
  const words = new Set();
  while (words.size < count) {
    let word = '';
    const syllables = shortest + Math.floor(random() * (longest - shortest + 1));
    for (let syllable = 0; syllable < syllables; syllable++) word += any(ONSETS) + any(VOWELS) + any(CODAS);
    words.add(word);
  }
  return [...words];
}

/**
 * Picks few words often and most seldom: Zipf's law behind the first hundred words, before which it is flatter, as with
 * people's names. The most frequent of 3,000 words is about one in 350.
 */
function zipf(words, random) {
  const flat = Math.min(100, words.length / 10);
  return words[Math.floor(flat * (words.length / flat + 1) ** random() - flat)];
}

/** Distinct names of persons: a given name, mostly an initial, a family name. About 15 letters. */
function persons(count, random) {
  const given = makeWords(3_000, random, 2, 3);
  const families = makeWords(150_000, random, 2, 4);
  const names = new Set();
  while (names.size < count) {
    const initial = random() < 0.6 ? ` ${String.fromCharCode(97 + Math.floor(random() * 26))}` : '';
    const family = random() < 0.5 ? zipf(families, random) : families[Math.floor(random() * families.length)];
    names.add(`${zipf(given, random)}${initial} ${family}`);
  }
  return [...names];
}

const SMALL_WORDS = ['of', 'the', 'in', 'for', 'and', 'with', 'a', 'on', 'by', 'from'];

/** Distinct titles of 4 to 12 words, a third of them small ones. About 60 letters. */
function titles(count, random) {
  const words = makeWords(80_000, random, 2, 4);
  const names = new Set();
  while (names.size < count) {
    const length = 4 + Math.floor(random() * 9);
    const parts = [];
    while (parts.length < length) parts.push(random() < 0.3 ? zipf(SMALL_WORDS, random) : zipf(words, random));
    names.add(parts.join(' '));
  }
  return [...names];
}

/** Distinct terms of one to three words, as in an ontology or a dictionary. About 18 letters. */
function terms(count, random) {
  const words = makeWords(200_000, random, 2, 4);
  const names = new Set();
  while (names.size < count) {
    const length = 1 + Math.floor(random() * 3);
    names.add(Array.from({ length }, () => zipf(words, random)).join(' '));
  }
  return [...names];
}

/** Names by kind and seed. */
export const makeNames = (kind, count, seed) => ({ persons, titles, terms })[kind](count, randomNumbers(seed));

/** The text after `edits` typing errors, none of which takes back another by design. */
export function misspell(text, edits, random) {
  let typed = text;
  for (let edit = 0; edit < edits; edit++) {
    const at = Math.floor(random() * typed.length);
    const letter = String.fromCharCode(97 + Math.floor(random() * 26));
    const [head, rest] = [typed.slice(0, at), typed.slice(at)];
    const kind = Math.floor(random() * 4);
    if (kind === 0) typed = head + letter + rest;
    else if (kind === 1) typed = head + rest.slice(1);
    else if (kind === 2) typed = head + letter + rest.slice(1);
    else typed = rest.length > 1 ? head + rest[1] + rest[0] + rest.slice(2) : head + letter + rest;
  }
  return typed;
}
