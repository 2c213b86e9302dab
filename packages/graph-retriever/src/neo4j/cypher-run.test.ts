import { createCypherRun } from './cypher-run.js';
import type { Neo4jDriver } from './neo4j-driver.js';

interface Seen {
  readonly config: Parameters<Neo4jDriver['session']>[0];
  readonly transaction: { timeout?: number } | undefined;
}

/** A driver whose statements fail in turn with these errors, and then give a row. */
function fakeDriver(failures: readonly object[] = []) {
  const seen: Seen[] = [];
  let [open, attempts] = [0, 0];
  const driver: Neo4jDriver = {
    session(config) {
      open++;
      return {
        beginTransaction(transaction) {
          seen.push({ config, transaction });
          return Promise.resolve({
            run() {
              const failure = failures[attempts++];
              if (failure !== undefined) return Promise.reject(Object.assign(new Error('failed'), failure));
              return Promise.resolve({ records: [{ toObject: () => ({ n: 1 }) }], summary: { queryType: 'r' } });
            },
            commit: () => Promise.resolve(),
          });
        },
        close() {
          open--;
          return Promise.resolve();
        },
      };
    },
    close: () => Promise.resolve(),
  };
  return { driver, seen, openSessions: () => open };
}

describe('createCypherRun', () => {
  it('asks to be routed to members that read, unless it is to write', async () => {
    const { driver, seen, openSessions } = fakeDriver();
    const { rows } = await createCypherRun(driver, { database: 'films' })('RETURN 1', {}, { timeoutMs: 1_500.5 });
    await createCypherRun(driver, { access: 'write' })('CREATE ()', {});
    expect(rows).toEqual([{ n: 1 }]);
    expect(seen.map(({ config }) => config)).toEqual([
      { database: 'films', defaultAccessMode: 'READ' },
      { defaultAccessMode: 'WRITE' },
    ]);
    // The server ends the statement too, at a whole number of milliseconds.
    const [first, second] = seen.map(({ transaction }) => transaction?.timeout);
    expect(Number.isInteger(first)).toBe(true);
    expect(first).toBeLessThanOrEqual(1_501);
    expect(second).toBeUndefined();
    expect(openSessions()).toBe(0);
  });

  const lostLeader = { code: 'Neo.ClientError.Cluster.NotALeader', retryable: true };
  const memory = { code: 'Neo.TransientError.General.MemoryPoolOutOfMemoryError', retryable: true };
  const syntax = { code: 'Neo.ClientError.Statement.SyntaxError', retryable: false };

  it.each([
    ['twice where that may help', [lostLeader, lostLeader], 3, undefined],
    ['no third time', [lostLeader, lostLeader, lostLeader], 3, 'unavailable'],
    ['never when memory ran out', [memory], 1, 'out_of_memory'],
    ['never when the statement is wrong', [syntax], 1, 'rejected'],
  ])('tries again %s', async (_, failures, attempts, code) => {
    const { driver, seen, openSessions } = fakeDriver(failures);
    const outcome = createCypherRun(driver)('RETURN 1', {});
    if (code === undefined) expect((await outcome).rows).toHaveLength(1);
    else await expect(outcome).rejects.toMatchObject({ name: 'Neo4jEngineError', code });
    expect([seen.length, openSessions()]).toEqual([attempts, 0]);
  });

  it('says that all connections are in use', async () => {
    const failure = { code: 'N/A', message: 'Connection acquisition timed out in 15000 ms. Pool status: 100' };
    const { driver } = fakeDriver([failure]);
    await expect(createCypherRun(driver)('RETURN 1', {})).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('all connections') as string,
    });
  });

  it('starts nothing after an abort', async () => {
    const { driver, seen } = fakeDriver();
    const reason = new Error('enough');
    await expect(createCypherRun(driver)('RETURN 1', {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(seen).toEqual([]);
  });
});
