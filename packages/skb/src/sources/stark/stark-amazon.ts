import { pythonText } from './python-text.js';
import { fieldsOf, listField, listOf, present, textField } from './stark-node.js';
import type { StarkAttributes, StarkDataSet, StarkText } from './stark-node.js';

/** STaRK stops after the entry at position 26, counted from 0. */
const MAX_ENTRIES = 27;

const PRODUCT_FIELDS = [
  ...fieldsOf('keyword', 'brand', 'dimensions', 'weight'),
  ...fieldsOf('text', 'description', 'feature', 'review', 'qa'),
];

const attributesOf = (value: unknown): StarkAttributes =>
  typeof value === 'object' && value !== null ? (value as StarkAttributes) : {};

function votes(review: StarkAttributes): number {
  const votesGiven = Number(pythonText(review['vote'] ?? 0).replaceAll(',', ''));
  return Number.isFinite(votesGiven) ? Math.trunc(votesGiven) : 0;
}

/** Reviews by helpful votes; equal ones stay in their order. Each keeps the number of its place. */
function reviewTexts(reviews: readonly unknown[]): string[] {
  return reviews
    .map((review, index) => ({ review: attributesOf(review), index, score: votes(attributesOf(review)) }))
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, MAX_ENTRIES)
    .map(
      ({ review, index }) =>
        `#${index + 1}:\nsummary: ${pythonText(review['summary'])}\ntext: "${pythonText(review['reviewText'])}"`,
    );
}

function questionTexts(questions: readonly unknown[]): string[] {
  return questions
    .slice(0, MAX_ENTRIES)
    .map(attributesOf)
    .map(
      ({ question, answer }, index) =>
        `#${index + 1}:\nquestion: "${pythonText(question)}"\nanswer: "${pythonText(answer)}"`,
    );
}

function featureTexts(features: readonly unknown[]): string[] {
  return features.flatMap((feature, index) => {
    const text = feature === null ? '' : pythonText(feature);
    return text === '' || text.toLowerCase().includes('asin') ? [] : [`#${index + 1}: ${text}`];
  });
}

/** Dimensions and weight, which share one text. */
function measurements(details: StarkAttributes): { readonly dimensions?: string; readonly weight?: string } {
  const text = details['product_dimensions'] ?? attributesOf(details['dictionary'])['product_dimensions'];
  const parts = typeof text === 'string' ? text.split(' ; ') : [];
  return parts.length === 2 ? { dimensions: parts[0]!, weight: parts[1]! } : {};
}

function product(attributes: StarkAttributes): StarkText {
  const { title, brand, description, feature, review, qa, details } = attributes;
  const described = listOf(description)
    .map(pythonText)
    .join(' ')
    .replace(/^ +| +$/gu, '');
  const [features, reviews, questions] = [listOf(feature), listOf(review), listOf(qa)];
  return {
    name: title === null || title === undefined ? '' : pythonText(title),
    fields: present({
      brand: brand === undefined || brand === null ? undefined : pythonText(brand),
      ...measurements(attributesOf(details)),
      description: described === '' ? undefined : described,
      feature: features.length === 0 ? undefined : featureTexts(features),
      review: reviews.length === 0 ? undefined : reviewTexts(reviews),
      qa: questions.length === 0 ? undefined : questionTexts(questions),
    }),
  };
}

const entries = (head: string, texts: readonly string[] | undefined): string =>
  texts === undefined ? '' : [`- ${head}: `, ...texts].map((line) => `${line}\n`).join('');

/** STaRK-Amazon: products with brands, categories and colours. */
export const STARK_AMAZON: StarkDataSet = {
  candidateTypes: ['product'],
  descriptions: {
    nodeTypes: {
      product: 'Something for sports or the outdoors that a shop sells.',
      brand: 'Who makes a product.',
      category: 'A group of products.',
      color: 'A colour that a product comes in.',
    },
  },
  relations: {
    also_buy: { description: 'Two products that the same people bought. Has no direction.' },
    also_view: { description: 'Two products that the same people looked at. Has no direction.' },
    has_brand: { description: 'From a product to its brand.' },
    has_category: { description: 'From a product to a category that it is in.' },
    has_color: { description: 'From a product to a colour that it comes in.' },
  },
  fields: (type) => (type === 'product' ? PRODUCT_FIELDS : []),
  text(type, attributes) {
    if (type === 'product') return product(attributes);
    return { name: pythonText(attributes[`${type}_name`] ?? attributes['name'] ?? ''), fields: {} };
  },
  document(node) {
    if (node.type !== 'product') return `${node.type} name: ${node.name}`;
    const { fields } = node;
    return [
      `- product: ${node.name}\n`,
      fields['brand'] === undefined ? '' : `- brand: ${textField(node, 'brand')}\n`,
      fields['dimensions'] === undefined
        ? ''
        : `- dimensions: ${textField(node, 'dimensions')}\n- weight: ${textField(node, 'weight')}\n`,
      fields['description'] === undefined ? '' : `- description: ${textField(node, 'description')}\n`,
      entries('features', listField(node, 'feature')),
      entries('reviews', listField(node, 'review')),
      entries('Q&A', listField(node, 'qa')),
    ].join('');
  },
};
