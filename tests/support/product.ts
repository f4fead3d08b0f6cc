import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** Tests see their own printers, and none of the network on which they run. */
const QUIET = { ASSISTANT_DISCOVERY: 'off' };
/** All users have all privileges, except in tests about membership. */
const OPEN = { MEMBERSHIP: 'off' };
const READY_LIMIT_MS = 180_000;
const STOP_LIMIT_MS = 10_000;

/** The product as `npm start` runs it, on ports and a data folder of its own. */
export interface Product {
  readonly address: string;
  readonly port: number;
  readonly assistantPort: number;
  readonly dataDirectory: string;
  readonly output: () => string;
  /** Ctrl-C; returns the exit code. */
  readonly stop: () => Promise<number | null>;
}

export async function startProduct(env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const port = Number(env['PORT'] ?? (await freePort()));
  const assistantPort = await freePort();
  const dataDirectory = await mkdtemp(join(tmpdir(), 'labelwright-data-'));
  const child = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs')], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      ASSISTANT_PORT: String(assistantPort),
      DATA_DIR: dataDirectory,
      ...QUIET,
      ...OPEN,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (output += piece.toString()));
  const address = `http://127.0.0.1:${port}`;
  await untilReady(
    child,
    () => isHealthy(address),
    () => output,
  );
  return {
    address,
    port,
    assistantPort,
    dataDirectory,
    output: () => output,
    async stop() {
      const code = await stopProcess(child);
      await rm(dataDirectory, { recursive: true, force: true });
      return code;
    },
  };
}

/** One of the product's programs, as a process that can be killed. */
export interface Program {
  /** Ctrl-C; returns the exit code. */
  readonly stop: () => Promise<number | null>;
  /** SIGKILL: it has no time to say or write anything. */
  readonly kill: () => Promise<void>;
  readonly output: () => string;
}

/** The product in its parts: each is started and ended by itself, any number of times, with the same ports and data. */
export interface ProductParts {
  readonly address: string;
  readonly assistantPort: number;
  /** Folder of the folder printer's jobs. */
  readonly pagesDirectory: string;
  readonly startServer: () => Promise<Program>;
  /** `env` is set in addition to its own settings. With `ASSISTANT_PAIRING_KEY` empty it is one that was started alone. */
  readonly startAssistant: (env?: Readonly<Record<string, string>>) => Promise<Program>;
  /** Ends running programs, and removes the data. */
  readonly dispose: () => Promise<void>;
}

/**
 * `webDirectory`: location of the built application; it is built in the product's folder when left out. `serverEnv` is set
 * for the server in addition to its own settings.
 */
export async function createProductParts(
  webDirectory?: string,
  serverEnv: Readonly<Record<string, string>> = {},
): Promise<ProductParts> {
  if (webDirectory === undefined) await (built ??= buildWebFiles());
  const port = await freePort();
  const assistantPort = await freePort();
  const dataDirectory = await mkdtemp(join(tmpdir(), 'labelwright-data-'));
  const address = `http://127.0.0.1:${port}`;
  const pairingKey = randomBytes(32).toString('hex');
  const running = new Set<Program>();
  const start = async (
    main: string,
    env: Readonly<Record<string, string>>,
    isReady: (output: string) => Promise<boolean> | boolean,
  ): Promise<Program> => {
    const program = await startProgram(main, env, isReady);
    running.add(program);
    return program;
  };
  return {
    address,
    assistantPort,
    pagesDirectory: join(dataDirectory, 'assistant/pages'),
    startServer: () =>
      start(
        'server/main.ts',
        {
          PORT: String(port),
          DATA_DIR: dataDirectory,
          ASSISTANT_PORT: String(assistantPort),
          WEB_DIR: webDirectory ?? join(ROOT, 'dist/web'),
          ASSISTANT_PAIRING_KEY: pairingKey,
          ...OPEN,
          ...serverEnv,
        },
        () => isHealthy(address),
      ),
    startAssistant: (env = {}) =>
      start(
        'print-assistant/main.ts',
        {
          ASSISTANT_PORT: String(assistantPort),
          ASSISTANT_ORIGINS: address,
          ASSISTANT_DIR: join(dataDirectory, 'assistant'),
          ASSISTANT_PAIRING_KEY: pairingKey,
          ...QUIET,
          ...env,
        },
        (output) => output.includes('listening on'),
      ),
    async dispose() {
      await Promise.all([...running].map((program) => program.kill()));
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}

let built: Promise<void> | undefined;

/** Does the preparation of `npm start` before any program. */
async function buildWebFiles(): Promise<void> {
  const script = "import { ensureBuild } from './scripts/ensure-build.mjs'; process.exit(ensureBuild() ? 0 : 1);";
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: ROOT, stdio: 'inherit' });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error('the web files could not be built');
}

async function startProgram(
  main: string,
  env: Readonly<Record<string, string>>,
  isReady: (output: string) => Promise<boolean> | boolean,
): Promise<Program> {
  const child = spawn(process.execPath, [join(ROOT, main)], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (output += piece.toString()));
  await untilReady(
    child,
    () => isReady(output),
    () => output,
  );
  return {
    stop: () => stopProcess(child),
    async kill() {
      if (hasEnded(child)) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
    output: () => output,
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function untilReady(
  child: ChildProcess,
  isReady: () => Promise<boolean> | boolean,
  output: () => string,
): Promise<void> {
  const limit = Date.now() + READY_LIMIT_MS;
  while (Date.now() < limit) {
    if (hasEnded(child)) throw new Error(`the program ended with ${child.exitCode}:\n${output()}`);
    if (await isReady()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stopProcess(child);
  throw new Error(`the program did not answer:\n${output()}`);
}

function isHealthy(address: string): Promise<boolean> {
  return fetch(`${address}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  );
}

export async function stopProcess(child: ChildProcess): Promise<number | null> {
  if (hasEnded(child)) return child.exitCode;
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  const code = await ended;
  clearTimeout(timer);
  return code;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
