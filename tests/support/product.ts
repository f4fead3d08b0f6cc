import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const READY_LIMIT_MS = 180_000;
const STOP_LIMIT_MS = 10_000;

/** The product as `npm start` runs it, on ports and a data folder of its own. */
export interface Product {
  readonly address: string;
  readonly port: number;
  readonly assistantPort: number;
  readonly dataDirectory: string;
  readonly output: () => string;
  /** Ctrl-C; gives the exit code. */
  readonly stop: () => Promise<number | null>;
}

export async function startProduct(env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const port = await freePort();
  const assistantPort = await freePort();
  const dataDirectory = await mkdtemp(join(tmpdir(), 'labelwright-data-'));
  const child = spawn(process.execPath, [join(ROOT, 'scripts/start.mjs')], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), ASSISTANT_PORT: String(assistantPort), DATA_DIR: dataDirectory, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (output += piece.toString()));
  const address = `http://127.0.0.1:${port}`;
  await untilHealthy(child, address, () => output);
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

async function untilHealthy(child: ChildProcess, address: string, output: () => string): Promise<void> {
  const limit = Date.now() + READY_LIMIT_MS;
  while (Date.now() < limit) {
    if (child.exitCode !== null) throw new Error(`the product ended with ${child.exitCode}:\n${output()}`);
    const well = await fetch(`${address}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (well) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await stopProcess(child);
  throw new Error(`the product did not answer:\n${output()}`);
}

export async function stopProcess(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
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
