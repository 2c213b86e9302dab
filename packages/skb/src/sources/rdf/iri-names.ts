/** Prefixes that need not be declared. */
export const WELL_KNOWN_PREFIXES: Readonly<Record<string, string>> = Object.freeze({
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  owl: 'http://www.w3.org/2002/07/owl#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  foaf: 'http://xmlns.com/foaf/0.1/',
  dc: 'http://purl.org/dc/elements/1.1/',
  dcterms: 'http://purl.org/dc/terms/',
  schema: 'http://schema.org/',
  oboInOwl: 'http://www.geneontology.org/formats/oboInOwl#',
});

/** The part of an IRI behind its last `#` or `/`, else behind its last `:`; the whole IRI if nothing is left. */
export function localName(iri: string): string {
  const name = /[#/]([^#/]+)$/u.exec(iri)?.[1] ?? /:([^:]+)$/u.exec(iri)?.[1] ?? iri;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** What prefixes stand for, both ways. */
export class Prefixes {
  readonly #spaces: readonly (readonly [prefix: string, space: string])[];
  readonly #declared: readonly (readonly [prefix: string, space: string])[];

  /** @param declared - Those of grasp.json, which also shorten ids. */
  constructor(declared: Readonly<Record<string, string>>) {
    const longestFirst = (spaces: Readonly<Record<string, string>>): [string, string][] =>
      Object.entries(spaces).sort(([, a], [, b]) => b.length - a.length);
    this.#declared = longestFirst(declared);
    this.#spaces = longestFirst({ ...WELL_KNOWN_PREFIXES, ...declared });
  }

  /** `schema:name` as the IRI that it stands for; anything else as it is. */
  expand(name: string): string {
    const colon = name.indexOf(':');
    const space = this.#spaces.find(([prefix]) => prefix === name.slice(0, colon));
    return colon < 0 || space === undefined ? name : space[1] + name.slice(colon + 1);
  }

  /** An IRI as an id: shortened by a declared prefix where there is one. */
  shorten(iri: string): string {
    const found = this.#declared.find(([, space]) => iri.startsWith(space) && iri.length > space.length);
    return found === undefined ? iri : `${found[0]}:${iri.slice(found[1].length)}`;
  }

  /** Names for IRIs: the local ones, and where two are the same each with its prefix or as the whole IRI. */
  names(iris: Iterable<string>): Map<string, string> {
    const byName = new Map<string, string[]>();
    for (const iri of new Set(iris)) {
      const name = localName(iri);
      byName.set(name, [...(byName.get(name) ?? []), iri]);
    }
    const names = new Map<string, string>();
    for (const [name, same] of byName) {
      for (const iri of same) names.set(iri, same.length === 1 ? name : this.#prefixed(iri));
    }
    return names;
  }

  #prefixed(iri: string): string {
    const found = this.#spaces.find(([, space]) => iri.startsWith(space));
    return found === undefined ? iri : `${found[0]}:${iri.slice(found[1].length)}`;
  }
}
