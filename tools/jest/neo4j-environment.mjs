// A Jest environment with a throw-away Neo4j for one test file:
//
//   /** @jest-environment ../../tools/jest/neo4j-environment.mjs */
//
// gives the globals `neo4jServer` ({ url, pid, stop, restart }) or, when Java or Maven is not there, `neo4jMissing` (why, in one
// sentence): then skip, and say so. With CI set that is a failure. "neo4j" in @jest-environment-options are server settings.
import { basename } from 'node:path';

import { TestEnvironment } from 'jest-environment-node';

import { missingForNeo4j, startNeo4j } from '../neo4j/start-neo4j.mjs';

export default class Neo4jEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.file = basename(context.testPath);
    this.project = config.projectConfig.displayName?.name;
    this.settings = config.projectConfig.testEnvironmentOptions.neo4j ?? {};
  }

  async setup() {
    await super.setup();
    const missing = await missingForNeo4j();
    if (missing === undefined) {
      this.server = await startNeo4j({ settings: this.settings, heap: '768m' });
      this.global.neo4jServer = this.server;
    } else {
      if (process.env.CI !== undefined) throw new Error(`cannot test with Neo4j: ${missing}`);
      process.stderr.write(`skipped ${this.file} of ${this.project}, which needs a Neo4j server: ${missing}\n`);
      this.global.neo4jMissing = missing;
    }
  }

  async teardown() {
    await this.server?.stop();
    await super.teardown();
  }
}
