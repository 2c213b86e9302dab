import type { Endpoints, Field, FieldKind, Schema } from '@grasp/plan';

import { isIsoDate } from '../cell-value.js';
import { FieldProfile } from '../field-profile.js';
import { SourceError } from '../source-error.js';
import { RDF_TYPE } from './rdf-mapping.js';
import type { RdfMapping } from './rdf-mapping.js';
import type { Triple, TripleObject } from './read-triples.js';

const MAX_TYPES = 1_000;
const MAX_PREDICATES = 10_000;
const DATE_TYPE = /#(?:date|dateTime|gYear|gYearMonth)$/u;

/** What becomes of the statements with one predicate, by the type of their subject. */
interface PredicatePlan {
  /** Where objects are nodes. */
  readonly relation: string | undefined;
  /** Where objects are literals, or IRIs of nothing that the files describe: field and kind by node type. */
  readonly fields: ReadonlyMap<string, { readonly name: string; readonly kind: FieldKind }>;
}

/** What two passes over all statements find out. */
export interface RdfSurvey {
  readonly schema: Schema;
  /** Number of instances of each class. */
  readonly instances: ReadonlyMap<string, number>;
  /** Name of the node type of each main class. */
  readonly typeNames: ReadonlyMap<string, string>;
  readonly predicates: ReadonlyMap<string, PredicatePlan>;
}

/** Gathers what the objects of a predicate are, at subjects of one type. */
class ObjectProfile {
  readonly #values = new FieldProfile();
  #allDates = true;
  isUsed = false;

  add(object: TripleObject, shown: string): void {
    this.isUsed = true;
    const isDate = object.kind === 'literal' && DATE_TYPE.test(object.datatype) && isIsoDate(object.value);
    this.#allDates &&= isDate;
    if (shown !== '') this.#values.add(shown);
  }

  kind(): FieldKind {
    return this.#allDates ? 'date' : this.#values.kind();
  }
}

interface PredicateFacts {
  readonly endpoints: Map<string, Endpoints>;
  readonly profiles: Map<string, ObjectProfile>;
}

/** Which classes each subject has; sets of classes are kept once. */
class SubjectClasses {
  readonly instances = new Map<string, number>();
  readonly #setOf = new Map<string, number>();
  readonly #sets: (readonly string[])[] = [[]];
  readonly #larger = new Map<string, number>();

  add({ predicate, subject, object }: Triple): void {
    const set = this.#setOf.get(subject) ?? 0;
    if (predicate !== RDF_TYPE || object.kind !== 'iri') {
      this.#setOf.set(subject, set);
      return;
    }
    const key = `${set} ${object.value}`;
    let larger = this.#larger.get(key);
    if (larger === undefined) {
      larger = this.#sets[set]!.includes(object.value) ? set : this.#sets.length;
      if (larger === this.#sets.length) this.#sets.push([...this.#sets[set]!, object.value]);
      this.#larger.set(key, larger);
    }
    if (larger !== set) this.instances.set(object.value, (this.instances.get(object.value) ?? 0) + 1);
    this.#setOf.set(subject, larger);
  }

  /** A function from a subject to its main class; undefined for what is no node. */
  mainClasses(mapping: RdfMapping): {
    readonly of: (iri: string) => string | undefined;
    readonly used: ReadonlySet<string>;
  } {
    const bySet = this.#sets.map((classes) => mapping.mainClass(classes, this.instances));
    const used = new Set<string>();
    for (const set of this.#setOf.values()) if (bySet[set] !== undefined) used.add(bySet[set]);
    return { used, of: (iri) => bySet[this.#setOf.get(iri) ?? -1] };
  }
}

function tooMany(what: string, limit: number, advice: string): SourceError {
  return new SourceError('invalid_file', 'grasp.json', `expected at most ${limit} ${what}, got more; ${advice}`);
}

/**
 * Derives node types, fields, relations and what they connect. Reads all statements twice; memory is one entry for each
 * subject, and up to 10,000 different values for each type and predicate.
 */
export async function surveyRdf(
  mapping: RdfMapping,
  triples: () => AsyncIterable<readonly Triple[]>,
): Promise<RdfSurvey> {
  const classes = new SubjectClasses();
  for await (const batch of triples()) for (const triple of batch) classes.add(triple);
  const { of: mainClassOf, used } = classes.mainClasses(mapping);
  if (used.size > MAX_TYPES) throw tooMany('classes', MAX_TYPES, 'list those that matter as "classes"');
  const typeNames = mapping.typeNames([...used].sort());
  const typeOf = (iri: string): string | undefined => {
    const mainClass = mainClassOf(iri);
    return mainClass === undefined ? undefined : typeNames.get(mainClass);
  };

  const facts = new Map<string, PredicateFacts>();
  for await (const batch of triples()) {
    for (const { subject, predicate, object } of batch) {
      const { use } = mapping.use(predicate);
      if (predicate === RDF_TYPE || use === 'skip' || use === 'name' || use === 'alias') continue;
      const from = typeOf(subject);
      if (from === undefined || (object.kind === 'literal' && !mapping.reads(object.language))) continue;
      let fact = facts.get(predicate);
      if (fact === undefined) {
        if (facts.size === MAX_PREDICATES) throw tooMany('predicates', MAX_PREDICATES, 'skip some in "predicates"');
        facts.set(predicate, (fact = { endpoints: new Map(), profiles: new Map() }));
      }
      const to = object.kind === 'iri' && use !== 'field' ? typeOf(object.value) : undefined;
      if (to !== undefined) {
        fact.endpoints.set(`${from}\n${to}`, { from, to });
        continue;
      }
      let profile = fact.profiles.get(from);
      if (profile === undefined) fact.profiles.set(from, (profile = new ObjectProfile()));
      if (object.kind === 'literal' || fact.endpoints.size === 0) {
        profile.add(object, object.kind === 'iri' ? mapping.prefixes.shorten(object.value) : object.value.trim());
      }
    }
  }
  return { ...planPredicates(mapping, facts, typeNames, used), instances: classes.instances, typeNames };
}

function planPredicates(
  mapping: RdfMapping,
  facts: ReadonlyMap<string, PredicateFacts>,
  typeNames: ReadonlyMap<string, string>,
  used: ReadonlySet<string>,
): Pick<RdfSurvey, 'schema' | 'predicates'> {
  const names = mapping.prefixes.names([...facts.keys()].sort());
  const fieldsByType = new Map<string, Map<string, Field>>();
  for (const mainClass of [...used].sort()) fieldsByType.set(typeNames.get(mainClass)!, new Map());
  const endpointsByRelation = new Map<string, Map<string, Endpoints>>();
  const predicates = new Map<string, PredicatePlan>();
  for (const [predicate, { endpoints, profiles }] of facts) {
    const said = mapping.use(predicate);
    const name = names.get(predicate)!;
    const relation = said.use === 'relation' ? (said.name ?? name) : endpoints.size > 0 ? name : undefined;
    if (relation !== undefined && endpoints.size > 0) {
      const merged = endpointsByRelation.get(relation) ?? new Map<string, Endpoints>();
      for (const [key, pair] of endpoints) merged.set(key, pair);
      endpointsByRelation.set(relation, merged);
    }
    const fields = new Map<string, { readonly name: string; readonly kind: FieldKind }>();
    for (const [type, profile] of profiles) {
      if (said.use === 'relation' || !profile.isUsed) continue;
      const field = said.use === 'field' ? (said.name ?? name) : name;
      const kind = (said.use === 'field' ? said.kind : undefined) ?? profile.kind();
      const typeFields = fieldsByType.get(type)!;
      // Two predicates may be mapped to one field; the first then tells its kind.
      const known = typeFields.get(field) ?? { name: field, kind };
      typeFields.set(field, known);
      fields.set(type, { name: field, kind: known.kind });
    }
    predicates.set(predicate, { relation, fields });
  }
  return {
    predicates,
    schema: {
      nodeTypes: [...fieldsByType].map(([name, fields]) => ({ name, fields: [...fields.values()] })),
      relations: [...endpointsByRelation].map(([name, pairs]) => ({ name, endpoints: [...pairs.values()] })),
    },
  };
}
