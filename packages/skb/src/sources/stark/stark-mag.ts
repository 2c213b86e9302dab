import { pythonText } from './python-text.js';
import { fieldsOf, present, textField } from './stark-node.js';
import type { StarkAttributes, StarkDataSet, StarkDocumentNode, StarkText } from './stark-node.js';

/** STaRK writes -1 for whatever is missing. */
const MISSING = '-1';

const PAPER_FIELDS = [
  ...fieldsOf('text', 'abstract'),
  ...fieldsOf('date', 'publication date'),
  ...fieldsOf('keyword', 'venue', 'journal', 'conference series', 'conference'),
];
const OTHER_FIELDS = fieldsOf('number', 'paper count', 'citation count');

const known = (value: unknown): string | undefined => {
  const text = value === undefined || value === null ? MISSING : pythonText(value);
  return text === MISSING ? undefined : text;
};

function paper(attributes: StarkAttributes): StarkText {
  const { title, abstract } = attributes;
  return {
    name: title === undefined || title === null ? '' : pythonText(title),
    fields: present({
      abstract: typeof abstract === 'string' ? abstract.replaceAll('\r', '').replace(/\n+$/u, '') : undefined,
      'publication date': known(attributes['Date']),
      venue: known(attributes['OriginalVenue']),
      journal: known(attributes['JournalDisplayName']),
      'conference series': known(attributes['ConferenceSeriesDisplayName']),
      conference: known(attributes['ConferenceInstancesDisplayName']),
    }),
  };
}

const countOf = (value: unknown): number | undefined => {
  const text = known(value);
  const count = Number(text);
  return text === undefined || !Number.isFinite(count) ? undefined : count;
};

function paperDocument(node: StarkDocumentNode): string {
  const { fields } = node;
  const published =
    fields['publication date'] === undefined ? '' : ` - publication date: ${textField(node, 'publication date')}\n`;
  const [where, label] = ([
    ['venue', 'venue'],
    ['journal', 'journal'],
    ['conference series', 'conference'],
    ['conference', 'conference'],
  ].find(([field]) => fields[field!] !== undefined) ?? []) as [string?, string?];
  const venue = where === undefined ? '' : ` - ${label}: ${textField(node, where)}\n`;
  return ` - paper title: ${node.name}\n - abstract: ${textField(node, 'abstract')}\n${published}${venue}`;
}

/** What begins the documents of the other types, and what stands before their counts. */
const HEADS: Readonly<Record<string, readonly [string, string]>> = {
  author: ['- author name', 'author'],
  field_of_study: [' - field of study', 'field'],
  institution: [' - institution', 'institution'],
};

function otherDocument(node: StarkDocumentNode): string {
  const [head, subject] = HEADS[node.type] ?? [`- ${node.type}`, node.type];
  const lines = [`${head}: ${node.name === '' ? MISSING : node.name}\n`];
  for (const count of ['paper count', 'citation count']) {
    if (node.fields[count] !== undefined) lines.push(`- ${subject} ${count}: ${textField(node, count)}\n`);
  }
  // As STaRK does it: in names and counts, too.
  return lines.join('').replaceAll(MISSING, 'Unknown');
}

/** STaRK-MAG: papers with authors, institutions and fields of study. */
export const STARK_MAG: StarkDataSet = {
  candidateTypes: ['paper'],
  descriptions: {
    nodeTypes: {
      author: 'Somebody who wrote papers.',
      institution: 'Where authors work, such as a university.',
      field_of_study: 'A subject of papers.',
      paper: 'A scientific publication.',
    },
  },
  relations: {
    author___affiliated_with___institution: {
      name: 'affiliated_with',
      description: 'From an author to an institution where they work or worked.',
    },
    paper___cites___paper: { name: 'cites', description: 'From a paper to one that it cites.' },
    paper___has_topic___field_of_study: {
      name: 'has_topic',
      description: 'From a paper to a field of study that it belongs to.',
    },
    author___writes___paper: { name: 'writes', description: 'From an author to a paper that they wrote.' },
  },
  fields: (type) => (type === 'paper' ? PAPER_FIELDS : OTHER_FIELDS),
  text(type, attributes) {
    if (type === 'paper') return paper(attributes);
    return {
      name: known(attributes['DisplayName']) ?? '',
      fields: present({
        'paper count': countOf(attributes['PaperCount']),
        'citation count': countOf(attributes['CitationCount']),
      }),
    };
  },
  document: (node) => (node.type === 'paper' ? paperDocument(node) : otherDocument(node)),
};
