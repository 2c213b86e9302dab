// Starts a throw-away Neo4j 5.26 community server for tests, from Maven artifacts: Java 17 and Maven, no container.
//
//   node tools/neo4j/start-neo4j.mjs [key=value …]   prints the bolt URL on one line; stops on SIGTERM, SIGINT or when
//                                                    its standard input ends. Arguments are server settings.
//
// From a module: `const { url, stop } = await startNeo4j()`. A test that cannot import a module runs it as a program.
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const here = dirname(fileURLToPath(import.meta.url));
const work = join(here, '..', '..', 'tmp', 'neo4j');
const libraries = join(work, 'lib-5.26.28');
const java = process.env.JAVA_HOME === undefined ? 'java' : join(process.env.JAVA_HOME, 'bin', 'java');

/** What is missing to start a server, in one sentence, or undefined. */
export async function missingForNeo4j() {
  const works = (command, arguments_) =>
    run(command, arguments_).then(
      ({ stdout, stderr }) => stdout + stderr,
      () => undefined,
    );
  const said = await works(java, ['-version']);
  if (said === undefined) return `Java 17 is not installed (\`${java}\` does not run)`;
  const major = Number(/version "(\d+)/u.exec(said)?.[1] ?? 0);
  if (major < 17) return `Java 17 or later is needed, and \`${java}\` is version ${major}`;
  if (!existsSync(libraries) && (await works('mvn', ['-version'])) === undefined) {
    return 'Maven is not installed (no `mvn` on the path), and the server has not been fetched before';
  }
  return undefined;
}

async function fetchLibraries() {
  if (existsSync(libraries)) return;
  mkdirSync(work, { recursive: true });
  // Copied beside and renamed, so that an interrupted copy is not mistaken for the whole.
  const part = mkdtempSync(join(work, 'lib-part-'));
  const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${part}`];
  try {
    await run('mvn', ['-q', '-B', '-f', join(here, 'pom.xml'), ...goal], { maxBuffer: 1e8 });
    if (!existsSync(libraries)) renameSync(part, libraries);
  } catch (error) {
    const said = `${error.stdout ?? ''}${error.stderr ?? error.message}`;
    throw new Error(`Maven could not fetch the Neo4j server:\n${said}`, { cause: error });
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

// HELLO and LOGON without credentials, then RUN 'RETURN 1': chunked Bolt 5.2 messages.
const message = (...bytes) => Buffer.from([0, bytes.length, ...bytes, 0, 0]);
const text = (value) => [0x80 + value.length, ...Buffer.from(value)];
const HANDSHAKE = Buffer.from([0x60, 0x60, 0xb0, 0x17, 0, 1, 2, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
const HELLO = message(0xb1, 0x01, 0xa1, ...text('user_agent'), ...text('grasp/0'));
const LOGON = message(0xb1, 0x6a, 0xa1, ...text('scheme'), ...text('none'));
const QUERY = message(0xb3, 0x10, ...text('RETURN 1'), 0xa0, 0xa0);
const SUCCESS = 0x70;

/** Whether the server answers a query, or asks who we are: its port opens some seconds earlier. */
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const finish = (outcome) => {
      socket.destroy();
      resolve(outcome);
    };
    let received = Buffer.alloc(0);
    let sent = false;
    socket.setTimeout(5_000, () => finish(false));
    socket.on('error', () => finish(false)).on('close', () => resolve(false));
    socket.on('connect', () => socket.write(HANDSHAKE));
    socket.on('data', (data) => {
      received = Buffer.concat([received, data]);
      if (!sent && received.length >= 4) {
        received = received.subarray(4);
        sent = true;
        socket.write(Buffer.concat([HELLO, LOGON, QUERY]));
      }
      const tags = [];
      for (let at = 0; at + 4 <= received.length;) {
        const length = received.readUInt16BE(at);
        if (at + 2 + length + 2 > received.length) break;
        tags.push(received[at + 3]);
        at += length + 4;
      }
      // With authentication on it takes HELLO and refuses LOGON.
      if (tags.length >= 2 && tags[0] === SUCCESS && received.includes('Security.Unauthorized')) finish(true);
      else if (tags.some((tag) => tag !== SUCCESS)) finish(false);
      else if (tags.length === 3) finish(true);
    });
  });
}

/**
 * Starts a server on the loopback interface with an empty store, and waits until it answers.
 *
 * @param {{ settings?: Record<string, string>, heap?: string, isBenchmark?: boolean, timeoutMs?: number }} [options]
 *   `heap` is the largest heap (default `1g`). `isBenchmark` starts slower and runs heavy queries some 3 times faster.
 * @returns {Promise<{ url: string, pid: number, stop: () => Promise<void>, restart: () => Promise<void>, log: () => string }>}
 *   `restart` kills it without warning, if it still runs, and starts it again over the same store at the same address.
 */
export async function startNeo4j({ settings = {}, heap = '1g', isBenchmark = false, timeoutMs = 300_000 } = {}) {
  const missing = await missingForNeo4j();
  if (missing !== undefined) throw new Error(`cannot start Neo4j: ${missing}`);
  await fetchLibraries();
  const home = mkdtempSync(join(work, 'home-'));
  mkdirSync(join(home, 'import'));
  const port = await freePort();
  const address = `127.0.0.1:${port}`;
  const all = { 'server.bolt.listen_address': address, 'server.bolt.advertised_address': address, ...settings };
  const opened = ['java.nio', 'java.io', 'sun.nio.ch'].map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`);
  const arguments_ = [
    ...['-Xms128m', `-Xmx${heap}`, '-XX:+UseSerialGC', ...(isBenchmark ? [] : ['-XX:TieredStopAtLevel=1'])],
    ...opened,
    ...['-Dlog4j2.disable.jmx=true', '-cp', join(libraries, '*'), 'org.neo4j.server.CommunityEntryPoint'],
    ...[`--home-dir=${home}`, `--config-dir=${join(here, 'conf')}`, '--console-mode'],
    ...Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ];
  let log = '';
  let child;
  let exited;
  const killAtExit = () => child.kill('SIGKILL');
  process.once('exit', killAtExit);

  const end = async (signal) => {
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
    await exited;
    clearTimeout(late);
  };
  const stop = async () => {
    await end('SIGTERM');
    process.off('exit', killAtExit);
    rmSync(home, { recursive: true, force: true });
  };
  const launch = async () => {
    child = spawn(java, arguments_, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data) => (log = (log + data).slice(-20_000)));
    }
    exited = new Promise((resolve) => child.once('exit', resolve));
    const latest = Date.now() + timeoutMs;
    while (!(await answers(port))) {
      if (child.exitCode !== null || Date.now() > latest) {
        await stop();
        const what = child.exitCode === null ? `no answer within ${timeoutMs} ms` : `exit code ${child.exitCode}`;
        throw new Error(`Neo4j did not start (${what}):\n${log}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  await launch();
  return {
    url: `bolt://${address}`,
    get pid() {
      return child.pid;
    },
    stop,
    restart: async () => {
      await end('SIGKILL');
      await launch();
    },
    log: () => log,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const settings = Object.fromEntries(process.argv.slice(2).map((argument) => argument.split(/=(.*)/su).slice(0, 2)));
  let server;
  // Without a server yet, leaving takes the one that is starting along.
  const stop = () => (server === undefined ? process.exit(1) : server.stop().then(() => process.exit(0)));
  process.once('SIGTERM', stop).once('SIGINT', stop);
  process.stdin.once('end', stop).resume();
  try {
    server = await startNeo4j({ settings });
    console.log(server.url);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
