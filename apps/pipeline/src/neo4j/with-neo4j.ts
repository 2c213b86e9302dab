import { connectNeo4j } from '@grasp/graph-retriever';
import type { Neo4jDriver } from '@grasp/graph-retriever';

/** Connects to a Neo4j as `NEO4J_USER` (default `neo4j`) with `NEO4J_PASSWORD`, does something with it, and closes. */
export async function withNeo4j<Result>(url: string, use: (driver: Neo4jDriver) => Promise<Result>): Promise<Result> {
  const { NEO4J_USER: user, NEO4J_PASSWORD: password } = process.env;
  const driver = await connectNeo4j({
    url,
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { password }),
  });
  try {
    return await use(driver);
  } finally {
    await driver.close();
  }
}
