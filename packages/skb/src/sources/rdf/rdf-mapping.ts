import type { FieldKind } from '@grasp/plan';

import type { RdfDescription } from '../source-description.js';
import { Prefixes, WELL_KNOWN_PREFIXES } from './iri-names.js';

export const RDF_TYPE = `${WELL_KNOWN_PREFIXES['rdf']!}type`;

/** Read as names, the first that a subject has. */
const NAMES = ['skos:prefLabel', 'rdfs:label', 'schema:name', 'foaf:name', 'dcterms:title', 'dc:title'];
const ALIASES = [
  'skos:altLabel',
  'skos:hiddenLabel',
  'schema:alternateName',
  'foaf:nick',
  'dcterms:alternative',
  'oboInOwl:hasExactSynonym',
  'oboInOwl:hasRelatedSynonym',
  'oboInOwl:hasBroadSynonym',
  'oboInOwl:hasNarrowSynonym',
];
/** Classes that say nothing of what a thing is. */
const GENERAL_CLASSES = ['owl:Thing', 'owl:NamedIndividual', 'rdfs:Resource'];
const DEFAULT_TYPE = 'resource';

/** What grasp.json says is to become of a predicate. */
export type PredicateUse =
  | { readonly use: 'skip' }
  | { readonly use: 'name'; readonly place: number }
  | { readonly use: 'alias' }
  | { readonly use: 'relation'; readonly name: string | undefined }
  | { readonly use: 'field'; readonly name: string | undefined; readonly kind: FieldKind | undefined }
  | { readonly use: 'open' };

/** The mapping of grasp.json, with its IRIs written out. */
export class RdfMapping {
  readonly prefixes: Prefixes;
  readonly language: string;
  readonly #uses = new Map<string, PredicateUse>();
  readonly #classes: ReadonlyMap<string, string> | undefined;
  readonly #otherType: string | undefined;
  readonly #general: ReadonlySet<string>;

  constructor(description: RdfDescription) {
    this.prefixes = new Prefixes(description.prefixes);
    this.language = description.language.toLowerCase();
    const expand = (name: string): string => this.prefixes.expand(name);
    for (const alias of description.aliases ?? ALIASES) this.#uses.set(expand(alias), { use: 'alias' });
    (description.names ?? NAMES).forEach((name, place) => this.#uses.set(expand(name), { use: 'name', place }));
    for (const [predicate, said] of Object.entries(description.predicates)) {
      const iri = expand(predicate);
      if (said === 'skip') this.#uses.set(iri, { use: 'skip' });
      else if ('relation' in said) this.#uses.set(iri, { use: 'relation', name: said.relation });
      else this.#uses.set(iri, { use: 'field', name: said.field, kind: said.kind });
    }
    const { classes } = description;
    this.#classes =
      classes === undefined
        ? undefined
        : new Map(Object.entries(classes).map(([name, type]) => [expand(name), type] as const));
    this.#otherType = description.otherType ?? (classes === undefined ? DEFAULT_TYPE : undefined);
    this.#general = new Set(GENERAL_CLASSES.map(expand));
  }

  use(predicate: string): PredicateUse {
    return this.#uses.get(predicate) ?? { use: 'open' };
  }

  /**
   * The class that gives a subject its node type: the first that grasp.json lists, else the one with most instances
   * (ties by IRI). An empty text: the type for those without; undefined: no node.
   */
  mainClass(classes: Iterable<string>, instances: ReadonlyMap<string, number>): string | undefined {
    if (this.#classes !== undefined) {
      const own = new Set(classes);
      return (
        [...this.#classes.keys()].find((listed) => own.has(listed)) ?? (this.#otherType === undefined ? undefined : '')
      );
    }
    const count = (name: string): number => instances.get(name) ?? 0;
    const [first] = [...classes]
      .filter((name) => !this.#general.has(name))
      .sort((a, b) => count(b) - count(a) || (a < b ? -1 : 1));
    return first ?? '';
  }

  /** Names of node types by class. */
  typeNames(classes: Iterable<string>): Map<string, string> {
    const names =
      this.#classes === undefined
        ? this.prefixes.names([...classes].filter((name) => name !== ''))
        : new Map(this.#classes);
    return names.set('', this.#otherType ?? DEFAULT_TYPE);
  }

  /** Whether a literal of this language is read: that of grasp.json, a variety of it (`en-gb`), or none. */
  reads(language: string): boolean {
    return language === '' || language === this.language || language.startsWith(`${this.language}-`);
  }
}
