import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { packTemplate } from '#model/template/packing.ts';
import { expectOk } from '#model/kernel/result.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { API_SCOPES } from '#protocol/api.ts';
import { createVisitor } from '../tests/support/visitor.ts';
import { startInstallation, type Installation } from '../tests/support/installation.ts';
import { startPostgres } from '../tests/support/postgres-cluster.ts';
import { PREVIEW } from './load-users.ts';
import { bulkTexts, createBulkTemplate } from './page/bulk-label.ts';

/** An installation on its own PostgreSQL, which writes to the disk as any other, with files in a folder. */
export interface ScaleInstallation {
  readonly databaseUrl: string;
  /** Makes this many of the bulk label with this many warm workers of one core each, and gives the cost. */
  readonly run: (workers: number, labels: number, format: string) => Promise<ScaleRun>;
}

export interface ScaleRun {
  readonly labels: number;
  /** From the request to the end of the run, and fetching its file. */
  readonly ms: number;
  /** Fetching the file, which the server joins. */
  readonly downloadMs: number;
  /** Total time of the chunks' attempts. */
  readonly chunkMs: number;
  readonly chunks: number;
  readonly planMs: number;
  readonly joinMs: number;
  /** CPU time of all threads, which does not depend on what else the machine does. */
  readonly workerCpuMs: number;
  readonly serverCpuMs: number;
  readonly databaseCpuMs: number;
}

const PASSWORD = 'scale-test horse 77';
const WARM_LABELS = 512;
const POLL_MS = 1_000;
/** A smaller page has no label. */
const LEAST_BYTES = 500;

export async function withScaleInstallation<T>(work: (place: ScaleInstallation) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'labelwright-scale-'));
  await chmod(folder, 0o755);
  const postgres = await startPostgres(folder, true);
  const databaseUrl = postgres.urlOf('postgres');
  try {
    return await work({
      databaseUrl,
      run: (workers, labels, format) =>
        measure({ DATA_DIR: join(folder, 'data'), DATABASE_URL: databaseUrl }, postgres.pid(), workers, labels, format),
    });
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function measure(
  environment: Readonly<Record<string, string>>,
  databasePid: number,
  workers: number,
  labels: number,
  format: string,
): Promise<ScaleRun> {
  const installation = await startInstallation(environment, workers, true);
  try {
    const program = await createProgram(installation);
    // Warm-up until each worker has its code compiled and a renderer open.
    await program(WARM_LABELS * workers, format, () => [0, 0, 0]);
    const used = (): Used => [
      cpuMs(installation.workerPids()),
      cpuMs([installation.serverPid()]),
      cpuMs(familyOf(databasePid)),
    ];
    const before = used();
    const run = await program(labels, format, used);
    return {
      ...run,
      workerCpuMs: run.used[0] - before[0],
      serverCpuMs: run.used[1] - before[1],
      databaseCpuMs: run.used[2] - before[2],
    };
  } finally {
    await installation.stop();
  }
}

/** User and system time, including ended children. */
function cpuMs(pids: readonly number[]): number {
  let ticks = 0;
  for (const pid of pids) {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
    for (const field of fields.slice(11, 15)) ticks += Number(field);
  }
  // A hundred ticks are a second.
  return ticks * 10;
}

function familyOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number);
  return [pid, ...children];
}

/** CPU time of the workers, the server and the database. */
type Used = readonly [number, number, number];

type MeasuredRun = Omit<ScaleRun, 'workerCpuMs' | 'serverCpuMs' | 'databaseCpuMs'> & { readonly used: Used };
type Program = (labels: number, format: string, used: () => Used) => Promise<MeasuredRun>;

/** An account of its own with the bulk label, and a token. */
export async function createProgram({ url }: Installation): Promise<Program> {
  const user = createVisitor(url);
  expectOk(await user.api.call('register', { user_name: `bench${Date.now()}`, password: PASSWORD }));
  const upload = expectOk(await user.api.call('uploadToken', { bucket: 'web' }));
  const bytes = packTemplate(writeTemplate(createBulkTemplate()));
  const file = expectOk(await user.api.uploadTemplate(bytes, 'label.tprts', upload.data));
  const preview = expectOk(await user.api.uploadPreview(PREVIEW, upload.data));
  const places = { url: upload.url + file.key, image: upload.url + preview.key };
  const template = expectOk(
    await user.api.call('addTemplate', { name: 'Bulk', parent_id: '', width: 100, height: 80, ...places }),
  );
  const asked = { name: 'Bench', scopes: [...API_SCOPES], days: 1, confirmation: PASSWORD };
  const { token } = expectOk(await user.api.call('addApiToken', asked));
  const ask = async <Answer>(path: string, body?: object): Promise<Answer> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(
      url + path,
      body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
    );
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  /** Polls rarely: a poll takes time from the workers. The server knows when the run has ended. */
  const untilEnd = async (id: string, labels: number): Promise<number> => {
    for (;;) {
      const { state, verified, finished } = await ask<{ state: string; verified: number; finished: string }>(
        `/v1/runs/${id}`,
      );
      if (state === 'done' && verified === labels) return Date.parse(finished);
      if (!['planning', 'running', 'joining'].includes(state))
        throw new Error(`the run is ${state}, ${verified} verified`);
      await wait(POLL_MS);
    }
  };
  return async (labels, format, used) => {
    const lines = Array.from({ length: labels }, (_, n) => {
      const texts = bulkTexts(n);
      return `${texts.join(',')},https://example.com/${texts[0]}`;
    });
    const csv = `t0,t1,t2,t3,t4,qr\n${lines.join('\n')}\n`;
    const started = Date.now();
    const { id } = await ask<{ id: string }>('/v1/runs', { template: template.id, csv, format, dpi: 300 });
    const end = await untilEnd(id, labels);
    const after = used();
    const from = performance.now();
    const pages = await fetch(`${url}/v1/runs/${id}/pages`, { headers: { authorization: `Bearer ${token}` } });
    const { byteLength } = await pages.arrayBuffer();
    if (!pages.ok || byteLength < labels * LEAST_BYTES) throw new Error(`${byteLength} bytes of pages`);
    const downloadMs = performance.now() - from;
    const { tries } = await ask<{ tries: { step: string; started: string; ended: string }[] }>(`/v1/runs/${id}/report`);
    const took = (step: string): number =>
      tries
        .filter((one) => one.step === step)
        .reduce((sum, one) => sum + Date.parse(one.ended) - Date.parse(one.started), 0);
    const chunks = tries.filter(({ step }) => step === 'chunk').length;
    const stages = { chunkMs: took('chunk'), chunks, planMs: took('plan'), joinMs: took('join') };
    return { labels, ms: end - started + downloadMs, downloadMs, ...stages, used: after };
  };
}
