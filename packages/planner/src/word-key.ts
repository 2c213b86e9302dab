import { stemmer } from 'stemmer';

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

/** Endings that make one word of another (infancy, infantile; dominant, dominantly); the longest that fits is cut. */
const ENDINGS = [
  'iveness',
  'fulness',
  'ication',
  'ically',
  'ation',
  'ility',
  'antly',
  'ently',
  'ically',
  'ness',
  'less',
  'able',
  'ible',
  'ical',
  'tile',
  'ance',
  'ence',
  'ancy',
  'ency',
  'ment',
  'sias',
  'ious',
  'ity',
  'ies',
  'ism',
  'ist',
  'ial',
  'ant',
  'ent',
  'ive',
  'ion',
  'ing',
  'ous',
  'ile',
  'tic',
  'sia',
  'sis',
  'ses',
  'ier',
  'est',
  'ary',
  'ly',
  'al',
  'ic',
  'ia',
  'cy',
  'ed',
  'er',
  'en',
  'es',
  'ae',
  'us',
  'um',
  'is',
  'y',
  'i',
  'e',
  's',
  'a',
];

const SHORTEST_ROOT = 4;

/** Spelling differences between British and American English that are regular. */
function americanise(word: string): string {
  if (word.length < 5) return word;
  return word
    .replace(/[ao]e/gu, 'e')
    .replace(/our(?=s?$|ed$|ing$|less$)/u, 'or')
    .replace(/is(?=e[ds]?$|ing$|ation$)/u, 'iz')
    .replace(/ys(?=e[ds]?$|ing$)/u, 'yz')
    .replace(/([bt])re(?=s?$)/u, '$1er')
    .replace(/ll(?=ed$|ing$)/u, 'l')
    .replace(/ogue(?=s?$)/u, 'og');
}

/** A word in the forms under which it is compared, from strict to loose. */
export interface WordForms {
  /** Lower case, no accents, no possessive ending. */
  readonly folded: string;
  /** Its Porter stem in American spelling: joins singular and plural, British and American. */
  readonly stem: string;
  /** Its root: also joins words derived from one another (`hypoplastic`, `hypoplasia`). */
  readonly root: string;
}

function rootOf(word: string): string {
  const adjective = word.replace(/(?<=ive|ous|al)ly$/u, '');
  let root =
    /[^su]s$/u.test(adjective) && adjective.length > 3 && !adjective.endsWith('is')
      ? adjective.slice(0, -1)
      : adjective;
  for (let round = 0; round < 3; round++) {
    const ending = ENDINGS.find((end) => root.endsWith(end) && root.length - end.length >= SHORTEST_ROOT);
    if (ending === undefined) break;
    root = root.slice(0, -ending.length);
  }
  return root;
}

const CACHE_LIMIT = 200_000;
const cache = new Map<string, WordForms>();

/** The forms of one word. Words with a digit (symbols, codes, numbers) are left as they are. Remembers what it has seen. */
export function wordForms(word: string): WordForms {
  const known = cache.get(word);
  if (known !== undefined) return known;
  const folded = fold(word)
    .replace(/['’]s$/u, '')
    .replace(/['’]/gu, '');
  let forms: WordForms;
  if (/\p{N}/u.test(folded) || folded.length > 64) forms = { folded, stem: folded, root: folded };
  else {
    const american = americanise(folded);
    forms = { folded, stem: stemmer(american), root: rootOf(american) };
  }
  if (cache.size >= CACHE_LIMIT) cache.clear();
  cache.set(word, forms);
  return forms;
}
