import { GraphRetrieverError } from '../errors.js';
import type { Neo4jDriver } from './neo4j-driver.js';
import { Neo4jEngineError, toEngineError } from './neo4j-engine-error.js';

/** Where a Neo4j is, and as whom to speak to it. */
export interface Neo4jAddress {
  /** `bolt://host:7687`, or `neo4j://…` for a cluster, with `+s` for TLS. Without credentials in it. */
  readonly url: string;
  /** Default `neo4j`. */
  readonly user?: string;
  /** Without it no credentials are sent. */
  readonly password?: string;
}

const URL_FORM = /^(?:bolt|neo4j)(?:\+s|\+ssc)?:\/\/[^/?#@\s]+\/?$/u;

/**
 * A driver of the package `neo4j-driver`, which is loaded here and must be installed. It connects when it is first used;
 * close it at the end.
 *
 * @throws GraphRetrieverError `invalid_option`; Neo4jEngineError `driver_missing`
 */
export async function connectNeo4j({ url, user = 'neo4j', password }: Neo4jAddress): Promise<Neo4jDriver> {
  if (!URL_FORM.test(url)) {
    // The text is not shown: it may hold a password.
    throw new GraphRetrieverError(
      'invalid_option',
      'expected an address such as bolt://localhost:7687 or neo4j://host, without path or credentials; pass user and password apart',
    );
  }
  let neo4j;
  try {
    neo4j = (await import('neo4j-driver')).default;
  } catch (cause) {
    const message = 'the package neo4j-driver is not installed; run npm install neo4j-driver@6';
    throw new Neo4jEngineError('driver_missing', message, { cause });
  }
  try {
    const auth = password === undefined ? undefined : neo4j.auth.basic(user, password);
    return neo4j.driver(url, auth, { connectionTimeout: 10_000, connectionAcquisitionTimeout: 15_000 });
  } catch (cause) {
    throw toEngineError(cause);
  }
}
