import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startPostgres } from '../tests/support/postgres-cluster.ts';
import { SERVER_FLAGS } from '../scripts/server-flags.mjs';
import autocannon, { type Client } from 'autocannon';
import type { Figure } from './figure.ts';
import { requestsOf } from './load-mix.ts';
import { createLoadUsers, type LoadUser } from './load-users.ts';

const MAIN = join(import.meta.dirname, '../server/main.ts');
/**
 * 300 requests a second: each user has 5 connections, as a browser does, and each connection sends one request a
 * second.
 */
const USERS = 60;
const CONNECTIONS = 5;
const SECONDS = 60;
const QUICK_SECONDS = 10;
/** Time until the code is compiled and the first garbage is collected; not representative. */
const WARM_UP_SECONDS = 5;
const GOAL_MS = 100;
/** Allowed size of the process in the last third of the time, relative to the first. */
const GROWTH_GOAL = 1.25;
const SAMPLE_EVERY_MS = 250;

interface Load {
  /** Times of all requests after the warm-up, sorted, in ms. */
  readonly times: readonly number[];
  /** Responses with a status outside 2xx and 3xx. */
  readonly failed: number;
  /** Memory of the server's process over time, in MB (10^6 bytes). */
  readonly memoryMB: readonly number[];
  /** CPU time of the server's process with its threads, per request. */
  readonly cpuMs: number;
  readonly seconds: number;
}

/**
 * A mix of requests to a server in a process of its own, from many users who keep their own pace whether or not the
 * server has answered the others. On SQLite, and on PostgreSQL: a server of its own, or the empty database that
 * `LABELWRIGHT_BENCH_DATABASE_URL` names.
 */
export async function run(quick: boolean): Promise<readonly Figure[]> {
  const seconds = quick ? QUICK_SECONDS : SECONDS;
  const figures = figuresOf('sqlite', await measure(seconds, {}));
  // The main figure is the one of SQLite.
  if (quick) return figures;
  return [...figures, ...figuresOf('postgresql', await onPostgres((url) => measure(seconds, { DATABASE_URL: url })))];
}

/** Works with an empty database: the named one, or one of a temporary server that writes to the disk as any other. */
async function onPostgres<T>(work: (url: string) => Promise<T>): Promise<T> {
  const named = process.env['LABELWRIGHT_BENCH_DATABASE_URL'];
  if (named !== undefined) return work(named);
  const folder = await mkdtemp(join(tmpdir(), 'labelwright-load-'));
  await chmod(folder, 0o755);
  const cluster = await startPostgres(folder, true);
  try {
    return await work(cluster.urlOf('postgres'));
  } finally {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function figuresOf(database: string, { times, failed, memoryMB, cpuMs, seconds }: Load): Figure[] {
  const part = (p: number): number => times[Math.min(times.length - 1, Math.floor(times.length * p))] ?? NaN;
  const p99 = part(0.99);
  const third = Math.max(1, Math.floor(memoryMB.length / 3));
  const early = Math.max(...memoryMB.slice(0, third));
  const late = Math.max(...memoryMB.slice(-third));
  return [
    {
      name: `load-p99-${database}`,
      ratio: GOAL_MS / p99,
      goal: 1,
      against: `${GOAL_MS}ms`,
      ms: p99,
      peerMs: GOAL_MS,
      details: {
        p50: Math.round(part(0.5)),
        p95: Math.round(part(0.95)),
        longest: Math.round(part(1)),
        perSecond: Math.round(times.length / seconds),
        failed,
        cpuMs: Math.round(cpuMs * 100) / 100,
      },
    },
    {
      name: `load-memory-${database}`,
      ratio: (GROWTH_GOAL * early) / late,
      goal: 1,
      against: `${GROWTH_GOAL}x-the-first-third`,
      ms: p99,
      peerMs: GOAL_MS,
      details: { earlyMB: Math.round(early), lateMB: Math.round(late) },
    },
  ];
}

async function measure(seconds: number, env: Readonly<Record<string, string>>): Promise<Load> {
  const folder = await mkdtemp(join(tmpdir(), 'labelwright-load-'));
  const web = join(folder, 'web');
  await mkdir(web);
  await writeFile(join(web, 'index.html'), '<!doctype html><title>Labelwright</title>');
  const child = spawn(process.execPath, [...SERVER_FLAGS, ...profiling(), MAIN], {
    env: {
      ...process.env,
      MEMBERSHIP: 'off',
      PORT: '0',
      TRUST_PROXY: '1',
      DATA_DIR: join(folder, 'data'),
      WEB_DIR: web,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await readyAt(child.stdout);
    const users = await createLoadUsers(url, USERS);
    return await press(url, users, seconds, child.pid ?? 0);
  } finally {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** `LABELWRIGHT_BENCH_PROFILE` names a folder for the server's CPU profile. */
function profiling(): string[] {
  const folder = process.env['LABELWRIGHT_BENCH_PROFILE'];
  return folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`];
}

async function press(url: string, users: readonly LoadUser[], seconds: number, pid: number): Promise<Load> {
  const times: number[] = [];
  let failed = 0;
  const runs: Promise<unknown>[] = [];
  const pressed = WARM_UP_SECONDS + seconds;
  const measuredFrom = performance.now() + 1000 * WARM_UP_SECONDS;
  for (const [index, user] of users.entries()) {
    let connection = 0;
    const options = {
      url,
      connections: CONNECTIONS,
      overallRate: CONNECTIONS,
      duration: pressed,
      setupClient: (client: Client) => {
        client.setRequests(requestsOf(user, index + connection, connection === 0));
        connection++;
      },
    };
    // With a callback it returns the run itself.
    const instance = autocannon(options, () => undefined);
    instance.on('response', (_client, status, _bytes, ms) => {
      if (performance.now() < measuredFrom) return;
      times.push(ms);
      if (status >= 400) failed++;
    });
    instance.on('reqError', () => (failed += 1));
    runs.push(once(instance, 'done'));
    await wait(1000 / users.length);
  }
  const memoryMB: number[] = [];
  let cpuBefore = NaN;
  const sampling = setInterval(() => {
    if (performance.now() < measuredFrom) return;
    if (Number.isNaN(cpuBefore)) cpuBefore = cpuMsOf(pid);
    memoryMB.push(memoryOf(pid));
  }, SAMPLE_EVERY_MS);
  await Promise.all(runs);
  clearInterval(sampling);
  const cpuMs = (cpuMsOf(pid) - cpuBefore) / times.length;
  return { times: times.toSorted((a, b) => a - b), failed, memoryMB, cpuMs, seconds };
}

function readyAt(output: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    output.on('data', (piece: Buffer) => {
      text += String(piece);
      const found = /ready at (http:\S+)/.exec(text);
      if (found?.[1] !== undefined) resolve(found[1]);
    });
    output.on('end', () => reject(new Error(`the server did not start: ${text}`)));
  });
}

/** Linux counts in hundredths of a second. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

function memoryOf(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
  return (Number(line?.[1] ?? 0) * 1024) / 1e6;
}
