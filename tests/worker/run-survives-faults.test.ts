import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, onTestFailed, onTestFinished, test } from 'vitest';
import { createUser } from '#tests/server/create-test-server.ts';
import {
  asking,
  digest,
  renderedByCommandLine,
  saveLabel,
  tokenOf,
  type Ask,
  type Run,
} from '#tests/server/v1-program.ts';
import { createRenderFolder } from '#tests/support/command-line.ts';
import { startInstallation } from '#tests/support/installation.ts';
import { startPostgres } from '#tests/support/postgres-cluster.ts';
import { SEED } from '#tests/support/seed.ts';
import { startStorageProxy } from '#tests/support/storage-proxy.ts';
import { startSwift } from '#tests/support/swift.ts';

/** `LABELS=200000` for the long run, which is `npm run nightly -- --only workers`. */
const LABELS = Number(process.env['LABELS'] ?? 400);
const WORKERS = 3;
const isLong = LABELS > 10_000;
/** Interval between two faults. */
const PAUSE_MS = isLong ? 8_000 : 600;
const BAD_WEATHER_MS = isLong ? 10_000 : 2_500;
/** The path to the storage while faults are pending, so that a short run lasts until all have occurred without computing more. */
const FAR_MS = isLong ? 0 : 1_500;
/** In each round all of them occur, in another order. */
const FAULTS = [
  'worker is killed',
  'worker is killed',
  'worker is stopped',
  'server is killed',
  'database crashes',
  'errors',
  'slow',
  'broken',
] as const;
type Fault = (typeof FAULTS)[number];

interface Try {
  readonly step: string;
  readonly round: number;
  readonly first_label: number | null;
  readonly attempt: number;
  readonly worker: string | null;
  readonly started: string;
  readonly ended: string | null;
  readonly outcome: string | null;
  readonly why: { readonly code: string } | null;
}

/** mulberry32 */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((value) => ({ value, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

/** Repeats a request until its answer is no server fault: the server may be down. */
async function patiently(asked: () => Promise<Response>): Promise<Response> {
  for (let tries = 0; ; tries++) {
    const answer = await asked().catch(() => null);
    if (answer !== null && answer.status < 500 && answer.status !== 429) return answer;
    if (tries === 200) throw new Error(`no answer: ${answer === null ? '' : await answer.text()}`);
    await wait(200);
  }
}

async function runOf(ask: Ask, id: string): Promise<Run> {
  return (await (await patiently(() => ask(`/v1/runs/${id}`))).json()) as Run;
}

test(
  `${LABELS} labels by ${WORKERS} workers are made once each, whatever is killed, restarted or broken, and the journal has the reason`,
  { timeout: isLong ? 10_800_000 : 240_000 },
  async () => {
    const begun = Date.now();
    const seconds = (): string => `${Math.round((Date.now() - begun) / 1000)} s`;
    const random = seededRandom(SEED);
    const home = await mkdtemp(join(tmpdir(), 'labelwright-faults-'));
    await chmod(home, 0o755);
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    const [postgres, swift] = await Promise.all([startPostgres(home, true), startSwift(home)]);
    onTestFinished(() => postgres.stop());
    onTestFinished(() => swift.stop());
    const admin = new Client({ connectionString: postgres.urlOf('postgres') });
    await admin.connect();
    await admin.query('create database labels');
    await admin.end();
    const s3 = await swift.bucket('labels');
    const storage = await startStorageProxy(s3.endpoint, random);
    onTestFinished(() => storage.stop());
    const installation = await startInstallation(
      {
        DATA_DIR: join(home, 'data'),
        DATABASE_URL: postgres.urlOf('labels'),
        S3_ENDPOINT: storage.endpoint,
        S3_BUCKET: s3.bucket,
        S3_ACCESS_KEY_ID: s3.accessKeyId,
        S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
        S3_REGION: s3.region,
      },
      WORKERS,
    );
    onTestFinished(() => installation.stop());
    onTestFailed(() => console.log(installation.log()));

    const owner = await createUser(installation.url, 'owner');
    const folder = await createRenderFolder();
    const template = await saveLabel(owner, folder);
    const ask = asking(installation.url, await tokenOf(owner));
    const isRefused = (i: number): boolean => i % 100 === 3;
    const lines = Array.from({ length: LABELS }, (_, i) => `Tea ${i},${isRefused(i) ? '标签' : `A-${i}`}`);
    const csv = `name,code\n${lines.join('\n')}\n`;
    await writeFile(join(folder, 'rows.csv'), csv);
    const start = (): Promise<Response> =>
      patiently(() => ask('/v1/runs', { template, csv, format: 'zpl', dpi: 300 }, { 'idempotency-key': 'only-once' }));
    const { id } = (await (await start()).json()) as Run;
    await expect.poll(async () => (await runOf(ask, id)).verified, { interval: 250 }).toBeGreaterThan(0);

    const done: Fault[] = [];
    const times: string[] = [seconds()];
    /** Times when the database was down, by the clock of this machine, which all processes share. */
    const away: { from: number; until: number }[] = [];
    const doFault = async (fault: Fault): Promise<void> => {
      const pick = (count: number): number => Math.floor(random() * count);
      if (fault === 'worker is killed') installation.endWorker('SIGKILL', pick);
      else if (fault === 'worker is stopped') installation.endWorker('SIGTERM', pick);
      else if (fault === 'server is killed') installation.killServer();
      else if (fault === 'database crashes') {
        const from = Date.now();
        await postgres.crash();
        away.push({ from, until: Date.now() });
      } else {
        storage.weather = fault;
        await wait(BAD_WEATHER_MS);
        storage.weather = 'calm';
      }
    };
    const isOpen = async (): Promise<boolean> =>
      ['planning', 'running', 'joining'].includes((await runOf(ask, id)).state);
    let deck = shuffled(FAULTS, random);
    storage.farMs = FAR_MS;
    while (await isOpen()) {
      const fault = deck.shift();
      if (fault !== undefined) {
        await doFault(fault);
        done.push(fault);
        times.push(`${fault} ${seconds()}`);
        // A client without an answer repeats its request, and it is the same run.
        expect(((await (await start()).json()) as Run).id).toBe(id);
        if (deck.length === 0) storage.farMs = 0;
      } else if (isLong) deck = shuffled(FAULTS, random);
      await wait(PAUSE_MS * (0.5 + random()));
    }
    console.log(
      `seed ${SEED}: ${times.join(', ')}, its end ${seconds()}; ${storage.spoilt()} requests of the storage spoilt`,
    );
    const refused = lines.filter((_, i) => isRefused(i)).length;
    const counts = { labels: LABELS, verified: LABELS - refused, refused, pages: LABELS - refused };
    expect(await runOf(ask, id), installation.log()).toMatchObject({ state: 'done', ...counts });
    expect(new Set(done)).toEqual(new Set(FAULTS));
    expect(((await (await patiently(() => ask('/v1/runs'))).json()) as { items: Run[] }).items).toHaveLength(1);

    const pages = await (await patiently(() => ask(`/v1/runs/${id}/pages`))).arrayBuffer();
    const { labels, tries } = (await (await patiently(() => ask(`/v1/runs/${id}/report`))).json()) as {
      labels: { row: number; page: number | null }[];
      tries: Try[];
    };
    expect(labels.map(({ row }) => row)).toEqual(lines.map((_, i) => i + 2));
    expect(labels.flatMap(({ page }) => page ?? [])).toEqual(Array.from({ length: counts.pages }, (_, i) => i + 1));

    const steps = Map.groupBy(tries, ({ step, round, first_label: first }) => `${step} ${round} ${first}`);
    const reasons = new Map<string, number>();
    for (const [step, all] of steps) {
      const sorted = all.toSorted((a, b) => a.attempt - b.attempt);
      expect(
        sorted.map(({ attempt }) => attempt),
        step,
      ).toEqual(sorted.map((_, i) => i + 1));
      expect(
        sorted.map(({ outcome }) => outcome === 'done'),
        step,
      ).toEqual(sorted.map((_, i) => i === sorted.length - 1));
      for (const one of sorted.slice(0, -1)) {
        const why = one.why?.code ?? 'none';
        reasons.set(why, (reasons.get(why) ?? 0) + 1);
        expect(isExplained(one, installation.ended, away), JSON.stringify(one)).toBe(true);
      }
    }
    expect(reasons.size, 'nothing was begun once more').toBeGreaterThan(0);
    console.log(`begun once more: ${[...reasons].map(([why, count]) => `${why} ${count}`).join(', ')}`);
    await installation.stop();
    expect(digest(new Uint8Array(pages))).toBe(
      digest(await renderedByCommandLine(folder, join(folder, 'rows.csv'), 'zpl', isLong ? availableParallelism() : 1)),
    );
  },
);

/** Whether the journal's entry of an attempt matches the fault that was injected then. */
function isExplained(
  { worker, outcome, why, started, ended }: Try,
  endedBy: Readonly<Record<'SIGKILL' | 'SIGTERM', ReadonlySet<string>>>,
  away: readonly { readonly from: number; readonly until: number }[],
): boolean {
  // A worker without the database is notified of that a little later.
  const wasAway = away.some(({ from, until }) => Date.parse(started) <= until + 500 && Date.parse(ended ?? '') >= from);
  switch (why?.code) {
    case 'run.workerSilent':
      return outcome === 'lost' && (worker === null || endedBy.SIGKILL.has(worker) || wasAway);
    case 'run.workerStopped':
      return outcome === 'returned' && endedBy.SIGTERM.has(worker ?? '');
    case 'run.databaseAway':
      return outcome === 'failed' && wasAway;
    case 'run.storageAway':
      return outcome === 'failed';
    default:
      return false;
  }
}
