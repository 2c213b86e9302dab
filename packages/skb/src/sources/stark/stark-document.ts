import type { KnowledgeBase, NodeView } from '../../knowledge-base.js';
import { STARK_DATA_SETS } from './stark-data-sets.js';
import { STARK_TEXT_FORMAT, starkSectionOf } from './stark-sections.js';
import type { StarkSection } from './stark-sections.js';

/** Options of {@link starkDocuments}. */
export interface StarkDocumentOptions {
  /** Append what the node is related to. Default: false, as for STaRK's own BM25 and vectors. */
  readonly relations?: boolean;
  /** Put it all on one line, as STaRK's `compact` does. Default: false. */
  readonly compact?: boolean;
}

/** Writes the document of a node. */
export type DocumentWriter = (node: NodeView) => string;

function compactText(text: string): string {
  return text
    .replaceAll('\n', '. ')
    .replaceAll('\r', '')
    .replaceAll('- ', '')
    .replaceAll(': .', ':')
    .replaceAll(':.', ':')
    .replace(/\s{2,}/gu, ' ')
    .replaceAll('.. ', '. ');
}

/** Neighbours over a relation in both directions, each once, by ascending id as STaRK has them. */
function neighboursOf(knowledgeBase: KnowledgeBase, index: number, relation: string): number[] {
  if (!knowledgeBase.schema.relations.some(({ name }) => name === relation)) return [];
  const both = new Set<number>();
  for (const direction of ['out', 'in'] as const) {
    for (const neighbour of knowledgeBase.neighbours(index, relation, direction)) both.add(neighbour);
  }
  return [...both].sort((a, b) => Number(knowledgeBase.idOf(a)) - Number(knowledgeBase.idOf(b)));
}

function amazonRelations(knowledgeBase: KnowledgeBase, { index }: NodeView): string {
  const names = (relation: string): string[] =>
    neighboursOf(knowledgeBase, index, relation).map((neighbour) => knowledgeBase.nameOf(neighbour));
  const numbered = (head: string, titles: readonly string[]): string =>
    titles.length === 0 ? '' : `  ${head}: \n${titles.map((title, place) => `#${place + 1}: ${title}\n`).join('')}`;
  const [brand] = names('has_brand');
  return (
    numbered('products also purchased', names('also_buy')) +
    numbered('products also viewed', names('also_view')) +
    (brand === undefined ? '' : `  brand: ${brand}\n`)
  );
}

function magRelations(knowledgeBase: KnowledgeBase, { index, type }: NodeView): string {
  if (type !== 'paper') return '';
  const shown = (neighbour: number): string | undefined => {
    const name = knowledgeBase.nameOf(neighbour);
    const neighbourType = knowledgeBase.typeOf(neighbour);
    if (neighbourType === 'paper') return `"${name}"`;
    if (name === '') return undefined;
    if (neighbourType !== 'author') return name;
    const institutions = neighboursOf(knowledgeBase, neighbour, 'affiliated_with')
      .map((institution) => knowledgeBase.nameOf(institution))
      .filter((institution) => institution !== '');
    return institutions.length === 0 ? name : `${name} (${institutions.join(', ')})`;
  };
  return knowledgeBase.schema.relations
    .map(({ name, aliases }) => {
      const neighbours = neighboursOf(knowledgeBase, index, name);
      if (neighbours.length === 0) return '';
      const names = neighbours.map(shown).filter((text) => text !== undefined);
      return `\n${(aliases?.[0] ?? name).replaceAll('___', ' ')}: (${names.join(', ')}),`;
    })
    .join('');
}

function primeRelations(knowledgeBase: KnowledgeBase, { index }: NodeView): string {
  const typeNumbers = new Map(knowledgeBase.schema.nodeTypes.map(({ name }, number) => [name, number]));
  return knowledgeBase.schema.relations
    .map(({ name }) => {
      const byType = new Map<string, string[]>();
      for (const neighbour of neighboursOf(knowledgeBase, index, name)) {
        const type = knowledgeBase.typeOf(neighbour);
        byType.set(type, [...(byType.get(type) ?? []), knowledgeBase.nameOf(neighbour)]);
      }
      if (byType.size === 0) return '';
      const groups = [...byType].sort(([a], [b]) => typeNumbers.get(a)! - typeNumbers.get(b)!);
      const lists = groups.map(([type, names]) => `${type}: (${names.join(', ')}),`).join('');
      return `  ${name.replaceAll(' ', '_')}: {${lists}}\n`;
    })
    .join('');
}

const RELATIONS: Readonly<Record<StarkSection['dataSet'], (knowledgeBase: KnowledgeBase, node: NodeView) => string>> = {
  amazon: amazonRelations,
  mag: magRelations,
  prime: primeRelations,
};

/**
 * Writes documents as STaRK does, for a knowledge base that was read from one of its graphs; undefined for any other,
 * and for one whose text format is another than this version's.
 *
 * Relations that were merged or left out of the import are not in the documents either.
 */
export function starkDocuments(
  knowledgeBase: KnowledgeBase,
  options: StarkDocumentOptions = {},
): DocumentWriter | undefined {
  const section = starkSectionOf(knowledgeBase);
  if (section?.textFormat !== STARK_TEXT_FORMAT) return undefined;
  const { relations = false, compact = false } = options;
  const dataSet = STARK_DATA_SETS[section.dataSet];
  return (node) => {
    const related = relations ? RELATIONS[section.dataSet](knowledgeBase, node) : '';
    const text = dataSet.document(node) + (related === '' ? '' : `- relations:\n${related}`);
    return compact ? compactText(text) : text;
  };
}
