import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { restartDelayMs } from '../../scripts/supervisor.mjs';
import { createTestFolder } from './create-test-server.ts';
import { storageEnvironment } from './test-storage.ts';

const ROOT = join(import.meta.dirname, '../..');

interface Started {
  readonly pid: number;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

/** Server and assistant under the supervisor, as `npm start` runs them once all is built. */
async function startBoth(dataDir: string, port: number, assistantPort: number): Promise<Started> {
  const storage = await storageEnvironment(dataDir);
  const programs = [
    {
      name: 'print assistant',
      args: ['print-assistant/main.ts'],
      env: { ASSISTANT_PORT: String(assistantPort), ASSISTANT_DIR: join(dataDir, 'assistant') },
    },
    { name: 'server', args: ['server/main.ts'], env: { PORT: String(port), HOST: '127.0.0.1', ...storage } },
  ];
  const script = `
    import { runProcesses } from ${JSON.stringify(join(ROOT, 'scripts/supervisor.mjs'))};
    runProcesses(${JSON.stringify(programs)}, { command: process.execPath, cwd: ${JSON.stringify(ROOT)}, delayMs: (n) => 50 * n });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: ROOT,
    env: { ...process.env, LANG: 'en_US.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { pid: child.pid ?? 0, output: () => output, ended };
}

/** The process that runs this program below the supervisor; 0 for none. */
async function pidOf(supervisor: number, main: string): Promise<number> {
  const children = await readFile(`/proc/${supervisor}/task/${supervisor}/children`, 'utf8');
  for (const pid of children.split(' ').filter(Boolean)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(main)) return Number(pid);
  }
  return 0;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}

test.skipIf(process.platform !== 'linux')(
  'a crashed one is restarted, without ending the other, and Ctrl-C ends both',
  async () => {
    const [port, assistantPort] = [await freePort(), await freePort()];
    const health = `http://127.0.0.1:${port}/healthz`;
    const hello = `http://127.0.0.1:${assistantPort}/`;
    const both = await startBoth(await createTestFolder(), port, assistantPort);
    await expect.poll(async () => (await answers(health)) && (await answers(hello))).toBe(true);
    const server = await pidOf(both.pid, 'server/main.ts');
    const assistant = await pidOf(both.pid, 'print-assistant/main.ts');

    process.kill(assistant, 'SIGKILL');
    await expect.poll(() => both.output()).toContain('The print assistant has exited (SIGKILL). Restarting');
    await expect.poll(() => answers(hello)).toBe(true);
    expect(await pidOf(both.pid, 'server/main.ts')).toBe(server);
    const next = await pidOf(both.pid, 'print-assistant/main.ts');
    expect(next).not.toBe(assistant);

    process.kill(server, 'SIGKILL');
    await expect.poll(() => both.output()).toContain('The server has exited (SIGKILL). Restarting');
    await expect.poll(() => answers(health)).toBe(true);
    expect(await pidOf(both.pid, 'print-assistant/main.ts')).toBe(next);

    process.kill(both.pid, 'SIGINT');
    expect(await both.ended).toBe(0);
    expect(await answers(health)).toBe(false);
    expect(await answers(hello)).toBe(false);
  },
);

test.skipIf(process.platform !== 'linux')('a port in use is reported, and the other program still runs', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const address = other.address();
  const taken = typeof address === 'object' && address !== null ? address.port : 0;
  const port = await freePort();
  const both = await startBoth(await createTestFolder(), port, taken);
  await expect.poll(() => answers(`http://127.0.0.1:${port}/healthz`)).toBe(true);
  await expect.poll(() => both.output()).toMatch(/(port \d+ is in use; set ASSISTANT_PORT[^]*){2}/);
  expect(both.output()).toContain('The print assistant has exited (exit 1). Restarting in 0.1 s.');
  await new Promise((resolve) => other.close(resolve));
  await expect.poll(() => answers(`http://127.0.0.1:${taken}/`)).toBe(true);
  process.kill(both.pid, 'SIGTERM');
  expect(await both.ended).toBe(0);
});

test.skipIf(process.platform !== 'linux')('server and assistant stop if the supervisor is killed', async () => {
  const [port, assistantPort] = [await freePort(), await freePort()];
  const addresses = [`http://127.0.0.1:${port}/healthz`, `http://127.0.0.1:${assistantPort}/`];
  const both = await startBoth(await createTestFolder(), port, assistantPort);
  for (const address of addresses) await expect.poll(() => answers(address)).toBe(true);
  process.kill(both.pid, 'SIGKILL');
  for (const address of addresses) await expect.poll(() => answers(address)).toBe(false);
});

test.skipIf(process.platform !== 'linux')('a process notices that the npm above its shell is killed', async () => {
  const supervisor = JSON.stringify(join(ROOT, 'scripts/supervisor.mjs'));
  const program = `
    import { parentEnded } from ${supervisor};
    parentEnded().addEventListener('abort', () => { console.log('ended'); process.exit(0); });
    setInterval(() => undefined, 1000);
    console.log('ready');`;
  // A shell stays the parent, since it has more to do after its child, and outlives its own parent.
  const words = [
    '-c',
    'sh -c \'"$0" --input-type=module --eval "$1"; true\' "$0" "$1"; true',
    process.execPath,
    program,
  ];
  const npm = spawn('sh', words, { argv0: 'npm start' });
  let output = '';
  npm.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
  await expect.poll(() => output).toContain('ready');
  npm.kill('SIGKILL');
  await expect.poll(() => output).toContain('ended');
});

test.skipIf(process.platform !== 'linux')('a start with a port in use names the process that has it', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const settings = JSON.stringify(join(ROOT, 'scripts/settings.mjs'));
  const program = `import { readSettings } from ${settings}; await readSettings({ PORT: '${port}' });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  let output = '';
  child.stderr.on('data', (piece: Buffer) => (output += piece.toString()));
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(1);
  expect(output).toContain(`Port ${port} on 127.0.0.1 is in use by process ${process.pid} (`);
});

test('the delay grows, to a minute at most', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 100].map(restartDelayMs)).toEqual([
    1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000,
  ]);
});
