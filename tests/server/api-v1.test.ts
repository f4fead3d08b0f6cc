import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { API_SCOPES, type ApiScope } from '#protocol/api.ts';
import { V1_CALLS, type V1CallName } from '#server/api-v1/v1-calls.ts';
import { createRenderFolder } from '#tests/support/command-line.ts';
import {
  createPng,
  createTestServer,
  createUser,
  createVisitor,
  type TestServer,
  type TestUser,
} from './create-test-server.ts';
import { storageEnvironment } from './test-storage.ts';

interface Run {
  readonly id: string;
  readonly state: string;
  readonly labels: number;
  readonly verified: number;
  readonly refused: number;
  readonly pages: number;
}

type Ask = (path: string, body?: object, headers?: Record<string, string>) => Promise<Response>;

function asking(url: string, token: string): Ask {
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

async function tokenOf(user: TestUser, scopes: readonly ApiScope[] = API_SCOPES, days = 30): Promise<string> {
  return expectOk(await user.api.call('addApiToken', { name: 'ERP', scopes: [...scopes], days })).token;
}

/** A template of the user with a text, a barcode and a QR code, bound to the columns `name` and `code`. */
async function saveLabel(user: TestUser, folder: string): Promise<string> {
  const token = expectOk(await user.api.call('uploadToken', { bucket: 'web' }));
  const bytes = await readFile(join(folder, 'label.tprts'));
  const file = expectOk(await user.api.uploadTemplate(bytes, 'label.tprts', token.data));
  const preview = expectOk(await user.api.uploadPreview(createPng(), token.data));
  const place = { name: 'Bound', parent_id: '', width: 100, height: 80 };
  const saved = await user.api.call('addTemplate', {
    ...place,
    url: token.url + file.key,
    image: token.url + preview.key,
  });
  return expectOk(saved).id;
}

async function startWorker({ dataDir }: TestServer): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['worker/main.ts'], {
    env: { ...process.env, ...(await storageEnvironment(dataDir)) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}

async function untilEnd(ask: Ask, id: string): Promise<Run> {
  let run: Run | undefined;
  await expect
    .poll(
      async () => {
        run = (await (await ask(`/v1/runs/${id}`)).json()) as Run;
        return ['done', 'failed', 'cancelled'].includes(run.state);
      },
      { timeout: 120_000, interval: 200 },
    )
    .toBe(true);
  if (run === undefined) throw new Error('no run');
  return run;
}

/** The same rows through the command line, in one process. */
async function renderedByCommandLine(folder: string, data: string, format: string): Promise<Buffer> {
  const out = join(folder, 'out');
  const args = ['--template', join(folder, 'label.tprts'), '--data', data, '--out', out, '--format', format];
  // Status 1: some rows were refused.
  await promisify(execFile)(process.execPath, ['cli/main.ts', ...args, '--workers', '1']).catch((error: unknown) => {
    if (!(error instanceof Error && Reflect.get(error, 'code') === 1)) throw error;
  });
  return readFile(join(out, `pages.${format}`));
}

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('the public interface', () => {
  test('shows each call to its owner’s tokens of its scope only, and says why not', async () => {
    const server = await createTestServer();
    const [owner, other] = [await createUser(server.url, 'owner'), await createUser(server.url, 'other')];
    const templateId = await saveLabel(owner, await createRenderFolder());
    const own = asking(server.url, await tokenOf(owner));
    const body = { template: templateId, format: 'zpl', rows: [{ name: 'a', code: 'b' }] };
    const { id } = (await (await own('/v1/runs', body)).json()) as Run;
    const strange = asking(server.url, await tokenOf(other));
    const expired = asking(server.url, await tokenOf(owner, API_SCOPES, 1));
    const revoked = expectOk(await owner.api.call('addApiToken', { name: 'Old', scopes: ['preview'], days: 1 }));
    expectOk(await owner.api.call('delApiToken', { id: revoked.id }));
    const bodies: Partial<Record<V1CallName, object>> = { startRun: body, preview: {}, cancelRun: {} };
    for (const name of Object.keys(V1_CALLS) as V1CallName[]) {
      const { method, url, scope } = V1_CALLS[name];
      const path = url.replace(':id', url.includes('/runs/') ? id : templateId).replace(':page', '1');
      const asked = method === 'GET' ? undefined : (bodies[name] ?? {});
      const lacking = asking(
        server.url,
        await tokenOf(
          owner,
          API_SCOPES.filter((one) => one !== scope),
        ),
      );
      expect((await lacking(path, asked)).status, `${name} without its scope`).toBe(403);
      expect((await asking(server.url, 'lwt_nobody')(path, asked)).status, `${name} of nobody`).toBe(401);
      expect((await asking(server.url, revoked.token)(path, asked)).status, `${name} revoked`).toBe(401);
      const names = url.includes(':id') || name === 'startRun';
      const answer = await strange(path, asked);
      expect(answer.status, `${name} of another user`).toBe(names ? 404 : 200);
      if (names) expect(answer.headers.get('content-type')).toContain('application/problem+json');
      else expect(await answer.json()).toMatchObject({ items: [] });
    }
    server.wait(2 * 24 * 60 * 60 * 1000);
    expect((await expired('/v1/templates')).status).toBe(401);
    expect((await own('/v1/templates')).status).toBe(200);
    // A session is no token: another site's page could use it.
    expect((await owner.fetch('/v1/templates')).status).toBe(401);
    expect((await createVisitor(server.url).fetch('/v1/templates')).status).toBe(401);
  });

  test('lists templates with their fields, and names the field of what is wrong', async () => {
    const server = await createTestServer();
    const owner = await createUser(server.url, 'owner');
    const id = await saveLabel(owner, await createRenderFolder());
    const ask = asking(server.url, await tokenOf(owner));
    expect(await (await ask('/v1/templates')).json()).toMatchObject({ count: 1, items: [{ id, name: 'Bound' }] });
    expect(await (await ask(`/v1/templates/${id}`)).json()).toMatchObject({
      fields: { tables: [{ columns: ['name', 'code'] }], blanks: [], sequences: [] },
      version: 1,
    });
    const wrong = await ask('/v1/runs', { template: id, format: 'zpl', rows: [{ name: {} }] });
    expect(wrong.status).toBe(422);
    expect(await wrong.json()).toMatchObject({
      code: 'request.invalid',
      errors: [{ field: expect.stringContaining('rows.0') }],
    });
    expect((await ask('/v1/runs', { template: id, format: 'exe' })).status).toBe(422);
    expect((await ask('/v1/runs', { template: id, format: 'zpl', csv: 'a', rows: [{}] })).status).toBe(422);
  });

  test('starts a run once for each idempotency key, also when ten ask at once, and cancels it', async () => {
    const server = await createTestServer();
    const owner = await createUser(server.url, 'owner');
    const template = await saveLabel(owner, await createRenderFolder());
    const ask = asking(server.url, await tokenOf(owner));
    const body = { template, format: 'zpl', rows: [{ name: 'a', code: 'b' }] };
    const key = { 'idempotency-key': 'order-7' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('/v1/runs', body, key)));
    const runs = (await Promise.all(answers.map((answer) => answer.json()))) as Run[];
    expect(new Set(runs.map(({ id }) => id)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    expect((await ask('/v1/runs', { ...body, format: 'tspl' }, key)).status).toBe(409);
    const id = runs[0]?.id ?? '';
    expect(await (await ask(`/v1/runs/${id}/cancel`, {})).json()).toMatchObject({ id, state: 'cancelled' });
    expect(await server.server.services.queue.depth('render')).toEqual({ waiting: 0, leased: 0 });
    expect((await ask(`/v1/runs/${id}/pages`)).status).toBe(409);
    const log = expectOk(await owner.api.call('getAuditLog', {}));
    expect(log.list.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['apiTokenAdded', 'runStarted', 'runCancelled']),
    );
  });

  test('previews a row as the command line would make it, and says why a row cannot be printed', async () => {
    const server = await createTestServer();
    const owner = await createUser(server.url, 'owner');
    const folder = await createRenderFolder();
    const id = await saveLabel(owner, folder);
    const ask = asking(server.url, await tokenOf(owner));
    await startWorker(server);
    await writeFile(join(folder, 'one.csv'), 'name,code\nTea,00123\n');
    const pdf = await ask(`/v1/templates/${id}/preview`, { row: { name: 'Tea', code: '00123' }, format: 'pdf' });
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    const expected = await renderedByCommandLine(folder, join(folder, 'one.csv'), 'pdf');
    expect(digest(new Uint8Array(await pdf.arrayBuffer()))).toBe(digest(expected));
    const png = await ask(`/v1/templates/${id}/preview`, { row: { name: 'Tea', code: '00123' } });
    expect(
      Buffer.from(await png.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    const svg = await ask(`/v1/templates/${id}/preview`, { row: { name: 'Tea', code: '00123' }, format: 'svg' });
    expect(await svg.text()).toContain('<svg');
    const refused = await ask(`/v1/templates/${id}/preview`, { row: { name: 'Tea', code: '标签' } });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ code: 'run.refused', errors: [{ row: 1, code: 'symbol.chinese' }] });
    expect(await (await ask('/v1/runs')).json()).toEqual({ items: [] });
  });

  test('makes 2,000 labels with two workers, one of which is killed, as the command line makes them', async () => {
    const server = await createTestServer();
    const owner = await createUser(server.url, 'owner');
    const folder = await createRenderFolder();
    const template = await saveLabel(owner, folder);
    const ask = asking(server.url, await tokenOf(owner));
    const lines = Array.from({ length: 2000 }, (_, i) => `Tea ${i},${i % 100 === 3 ? '标签' : `A-${i}`}`);
    const csv = `name,code\n${lines.join('\n')}\n`;
    await writeFile(join(folder, 'many.csv'), csv);
    const [first] = await Promise.all([startWorker(server), startWorker(server)]);
    const started = await ask('/v1/runs', { template, csv, format: 'zpl', dpi: 300 });
    expect(started.status).toBe(202);
    const { id } = (await started.json()) as Run;
    await expect
      .poll(async () => ((await (await ask(`/v1/runs/${id}`)).json()) as Run).verified, { timeout: 60_000 })
      .toBeGreaterThan(100);
    first?.kill('SIGKILL');
    const told = await (await ask(`/v1/runs/${id}/events`)).text();
    expect(told.trim().split('\n').at(-1)).toContain('"state":"done"');
    expect(await untilEnd(ask, id)).toMatchObject({
      state: 'done',
      labels: 2000,
      verified: 1980,
      refused: 20,
      pages: 1980,
    });
    const pages = new Uint8Array(await (await ask(`/v1/runs/${id}/pages`)).arrayBuffer());
    expect(digest(pages)).toBe(digest(await renderedByCommandLine(folder, join(folder, 'many.csv'), 'zpl')));
    const report = await (await ask(`/v1/runs/${id}/report?format=csv`)).text();
    expect(report.split('\r\n')[4]).toMatch(/^5,,false,/);
  }, 240_000);
});
