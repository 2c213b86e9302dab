import { quoteName } from '@grasp/cypher-compiler';
import type { FieldKind } from '@grasp/plan';

/** One property of the nodes of a label, as a sample of them has it. */
export interface SampledProperty {
  readonly key: string;
  /** Neo4j's types of its values. */
  readonly types: readonly string[];
  /** How many nodes of the sample have it, with how many values. */
  readonly count: number;
  readonly distinct: number;
  /** Length of the longest text. */
  readonly longest: number;
  /** How many have a space in their text, and how many are dates written as text. */
  readonly spaced: number;
  readonly dated: number;
}

/** Which properties hold the names of nodes. */
export interface NameProperties {
  readonly name: string;
  /** Properties with further names: texts or lists of texts. */
  readonly aliases: readonly string[];
}

const LONGEST_KEYWORD = 64;
const LONGEST_NAME = 300;
/** Folded property names, the best first. */
const NAME_KEYS = `name title label preflabel fullname displayname displaytitle caption headline heading subject
  productname companyname username login symbol term code key`.split(/\s+/u);
const ALIAS_KEYS = new Set(
  'alias aliases synonym synonyms altlabel altlabels alsoknownas aka othernames alternativenames alternatenames'.split(
    ' ',
  ),
);

/** Looks at `$size` nodes of a label; rows are {@link SampledProperty}. */
export const propertiesText = (label: string): string => `MATCH (n:${quoteName(label)})
WITH n LIMIT toInteger($size)
UNWIND keys(n) AS key
WITH key, n[key] AS value
WITH key, valueType(value) AS type, CASE WHEN value IS :: STRING THEN [value] WHEN value IS :: LIST<STRING> THEN value ELSE [] END AS words
RETURN key, collect(DISTINCT type) AS types, count(*) AS count, count(DISTINCT words) AS distinct,
  max(reduce(longest = 0, word IN words | CASE WHEN size(word) > longest THEN size(word) ELSE longest END)) AS longest,
  sum(CASE WHEN any(word IN words WHERE word CONTAINS ' ') THEN 1 ELSE 0 END) AS spaced,
  sum(CASE WHEN size(words) > 0 AND all(word IN words WHERE word =~ '\\\\d{4}-\\\\d\\\\d(-\\\\d\\\\d(T.*)?)?') THEN 1 ELSE 0 END) AS dated
ORDER BY key`;

const areAll = ({ types }: SampledProperty, pattern: RegExp): boolean => types.every((type) => pattern.test(type));
const isText = (property: SampledProperty): boolean => areAll(property, /^STRING\b/u);
const isTextOrList = (property: SampledProperty): boolean =>
  areAll(property, /^(?:STRING\b|LIST<(?:STRING|NOTHING)\b)/u);

/** The kind of field that a property is; undefined when no field can hold it, for example a vector or mixed values. */
export function kindOf(property: SampledProperty): FieldKind | undefined {
  const { types, count, distinct, longest, spaced, dated } = property;
  if (areAll(property, /^(?:INTEGER|FLOAT)\b/u)) return 'number';
  if (areAll(property, /^(?:DATE|LOCAL DATETIME|ZONED DATETIME)\b/u)) return 'date';
  if (!isTextOrList(property)) return undefined;
  if (dated === count) return 'date';
  const isList = types.some((type) => type.startsWith('LIST'));
  const isRepeated = isList || spaced === 0 || count >= 2 * distinct;
  return longest <= LONGEST_KEYWORD && isRepeated ? 'keyword' : 'text';
}

/**
 * The properties by which questions call the nodes of a label: `name`, `title` and the like, else the text that most
 * nodes have and that tells most of them apart; undefined when there is none. Nodes may have other names besides.
 */
export function namesOf(properties: readonly SampledProperty[], idProperty: string | null): NameProperties | undefined {
  const fold = (key: string): string => key.toLowerCase().replace(/[^a-z]/gu, '');
  const most = Math.max(0, ...properties.map(({ count }) => count));
  const usable = properties.filter(
    (property) =>
      isText(property) && property.key !== idProperty && property.longest <= LONGEST_NAME && 2 * property.count >= most,
  );
  const rank = ({ key }: SampledProperty): number => {
    const folded = fold(key);
    const place = NAME_KEYS.indexOf(folded);
    if (place >= 0) return place;
    return folded.endsWith('name') || folded.endsWith('title') ? NAME_KEYS.length : Infinity;
  };
  const tells = ({ distinct, spaced, count }: SampledProperty): number => distinct + (spaced > 0 ? count : 0);
  const [best] = usable
    .filter(
      (property) => rank(property) < Infinity || (property.dated === 0 && 2 * property.distinct >= property.count),
    )
    .sort((a, b) => {
      const [first, second] = [rank(a), rank(b)];
      return first === second ? tells(b) - tells(a) || (a.key < b.key ? -1 : 1) : first - second;
    });
  if (best === undefined) return undefined;
  const aliases = properties.filter(
    (property) => property.key !== best.key && isTextOrList(property) && ALIAS_KEYS.has(fold(property.key)),
  );
  return { name: best.key, aliases: aliases.map(({ key }) => key) };
}
