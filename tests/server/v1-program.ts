import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { API_SCOPES, type ApiScope } from '#protocol/api.ts';
import { renderIn } from '#tests/support/command-line.ts';
import { createPng, PASSWORD, type AtEnd, type TestServer, type TestUser } from './create-test-server.ts';
import { storageEnvironment } from './test-storage.ts';

export interface Run {
  readonly id: string;
  readonly state: string;
  readonly labels: number;
  readonly verified: number;
  readonly refused: number;
  readonly pages: number;
}

export type Ask = (path: string, body?: object, headers?: Record<string, string>) => Promise<Response>;

export function asking(url: string, token: string): Ask {
  return (path, body, headers = {}) =>
    fetch(url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
}

export async function tokenOf(user: TestUser, scopes: readonly ApiScope[] = API_SCOPES, days = 30): Promise<string> {
  const asked = { name: 'ERP', scopes: [...scopes], days, confirmation: PASSWORD };
  return expectOk(await user.api.call('addApiToken', asked)).token;
}

/** A template of the user with a text, a barcode and a QR code, bound to the columns `name` and `code`. */
export async function saveLabel(user: TestUser, folder: string, name = 'Bound'): Promise<string> {
  const token = expectOk(await user.api.call('uploadToken', { bucket: 'web' }));
  const bytes = await readFile(join(folder, 'label.tprts'));
  const file = expectOk(await user.api.uploadTemplate(bytes, 'label.tprts', token.data));
  const preview = expectOk(await user.api.uploadPreview(createPng(), token.data));
  const place = { name, parent_id: '', width: 100, height: 80 };
  const saved = await user.api.call('addTemplate', {
    ...place,
    url: token.url + file.key,
    image: token.url + preview.key,
  });
  return expectOk(saved).id;
}

/** A worker as a process, which ends with the test. */
export async function startWorker(
  { dataDir }: Pick<TestServer, 'dataDir'>,
  atEnd: AtEnd = onTestFinished,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['worker/main.ts'], {
    env: { ...process.env, ...(await storageEnvironment(dataDir)) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  atEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}

/** CPU time of all threads of a process, in milliseconds. */
export async function workedBy({ pid }: ChildProcess): Promise<number> {
  const [, fields = ''] = (await readFile(`/proc/${String(pid)}/stat`, 'utf8')).split(') ');
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number);
  // A hundred ticks are a second.
  return (user + system) * 10;
}

export async function untilEnd(ask: Ask, id: string): Promise<Run> {
  let run: Run | undefined;
  await expect
    .poll(
      async () => {
        run = (await (await ask(`/v1/runs/${id}`)).json()) as Run;
        return ['done', 'failed', 'cancelled'].includes(run.state);
      },
      { interval: 200 },
    )
    .toBe(true);
  if (run === undefined) throw new Error('no run');
  return run;
}

/** The same rows through the command line. */
export async function renderedByCommandLine(
  folder: string,
  data: string,
  format: string,
  threads = 1,
): Promise<Buffer> {
  const out = join(folder, 'out');
  const args = ['--template', join(folder, 'label.tprts'), '--data', data, '--out', out, '--format', format];
  const { status, errors } = await renderIn(folder, [...args, '--workers', String(threads)]);
  // Status 1: some rows were rejected.
  if (status > 1) throw new Error(errors);
  return readFile(join(out, `pages.${format}`));
}

export const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
