import { pythonText } from './python-text.js';
import { fieldsOf, listField, listOf, present, textField } from './stark-node.js';
import type { StarkAttributes, StarkDataSet } from './stark-node.js';

const FIELDS = [...fieldsOf('keyword', 'source'), ...fieldsOf('text', 'details')];
const MAX_GENERIF_WORDS = 50_000;

/** What STaRK says behind the names of some details of genes. */
const GENE_DETAILS: Readonly<Record<string, string>> = {
  name: 'gene name',
  type_of_gene: 'gene types',
  alias: 'other gene names',
  other_names: 'extended other gene names',
  genomic_pos: 'genomic position',
  generif: 'PubMed text',
  interpro: 'protein family and classification information',
  summary: 'protein summary text',
};

const isObject = (value: unknown): value is StarkAttributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isMissing = (value: unknown): boolean => ['', 'nan'].includes(pythonText(value));

/** STaRK drops missing values of objects inside objects, but not of those inside lists. */
function withoutMissing(value: unknown): unknown {
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, member]) => isObject(member) || !isMissing(member));
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutMissing(member)]));
}

const memberOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : value);

function geneValue(key: string, value: unknown): unknown {
  if (key === 'interpro') return listOf(value).map((entry) => memberOf(entry, 'desc'));
  if (key === 'generif') {
    const text = listOf(value)
      .map((entry) => pythonText(memberOf(entry, 'text')))
      .join('; ');
    return text.split(' ').slice(0, MAX_GENERIF_WORDS).join(' ');
  }
  return key === 'genomic_pos' && Array.isArray(value) ? value[0] : value;
}

function detailTexts(type: string, details: StarkAttributes): string[] {
  const texts: string[] = [];
  for (const [key, value] of Object.entries(details)) {
    if (isMissing(value) || key.startsWith('_') || key.includes('_id')) continue;
    const meaning = type === 'gene/protein' ? GENE_DETAILS[key] : undefined;
    if (meaning === undefined) texts.push(`${key}: ${pythonText(value)}`);
    else texts.push(`${key} (${meaning}): ${pythonText(geneValue(key, value))}`);
  }
  return texts;
}

/** STaRK-Prime: diseases, genes, drugs and what connects them. Its relations have no direction. */
export const STARK_PRIME: StarkDataSet = {
  candidateTypes: undefined,
  descriptions: {
    nodeTypes: {
      disease: 'A disease or disorder.',
      'gene/protein': 'A gene, or the protein that it codes for.',
      molecular_function: 'What a gene product does at the level of molecules.',
      drug: 'A substance that treats diseases.',
      pathway: 'A chain of reactions in a cell.',
      anatomy: 'A part of the body, a tissue or a kind of cell.',
      'effect/phenotype': 'A symptom, a sign or a side effect.',
      biological_process: 'A process of the living that gene products take part in.',
      cellular_component: 'A place in or at the cell.',
      exposure: 'Something in the environment that people are exposed to.',
    },
  },
  relations: {
    ppi: { description: 'Two proteins that interact with each other.' },
    carrier: { description: 'A drug and a protein that carries it in the body.' },
    enzyme: { description: 'A drug and a protein that breaks it down or activates it.' },
    target: { description: 'A drug and a protein that it acts on.' },
    transporter: { description: 'A drug and a protein that moves it across membranes.' },
    contraindication: { description: 'A drug and a disease in which it must not be used.' },
    indication: { description: 'A drug and a disease that it is approved for.' },
    'off-label use': { description: 'A drug and a disease that it treats without being approved for it.' },
    'synergistic interaction': { description: 'Two drugs that add to the effect of each other.' },
    'associated with': { description: 'A gene and a disease or a phenotype that it plays a role in.' },
    'parent-child': { description: 'A wider and a narrower term of one type.' },
    'phenotype absent': { description: 'A disease and a phenotype that it does not show.' },
    'phenotype present': { description: 'A disease and a phenotype that it shows.' },
    'side effect': { description: 'A drug and an effect that it has besides the wanted one.' },
    'interacts with': {
      description:
        'A gene and a process, function, cell component or pathway it takes part in, or an exposure and what it affects.',
    },
    'linked to': { description: 'An exposure and a disease that it may lead to.' },
    'expression present': { description: 'A gene and a part of the body where it is active.' },
    'expression absent': { description: 'A gene and a part of the body where it is not active.' },
  },
  fields: () => FIELDS,
  text(type, attributes) {
    const { name, source, details } = withoutMissing(attributes) as StarkAttributes;
    const texts = isObject(details) ? detailTexts(type, details) : [];
    return {
      name: name === undefined || name === null ? '' : pythonText(name),
      fields: present({
        source: source === undefined || source === null ? undefined : pythonText(source),
        details: texts.length === 0 ? undefined : texts,
      }),
    };
  },
  document(node) {
    const details = listField(node, 'details');
    const head = `- name: ${node.name}\n- type: ${node.type}\n- source: ${textField(node, 'source')}\n`;
    return details === undefined ? head : `${head}- details:\n${details.map((text) => `  - ${text}\n`).join('')}`;
  },
};
