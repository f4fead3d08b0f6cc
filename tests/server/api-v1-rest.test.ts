import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import type { CounterId } from '#model/kernel/ids.ts';
import { expectOk } from '#model/kernel/result.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { packTemplate } from '#model/template/packing.ts';
import { boundColumn, createRenderFolder } from '#tests/support/command-line.ts';
import { createTestServer, createUser } from './create-test-server.ts';
import { asking, digest, saveLabel, startWorker, tokenOf, untilEnd, type Ask, type Run } from './v1-program.ts';

/** A label with a serial number that continues from run to run, and a barcode that rejects some codes. */
async function createNumberedFolder(): Promise<string> {
  const folder = await createRenderFolder();
  const number = {
    type: 'sequence' as const,
    kind: 'digits' as const,
    initial: '0001',
    step: 1,
    repeat: 1,
    text: '',
    counter: 'abcd1234' as CounterId,
  };
  const place = { xMm: 10, yMm: 20, widthMm: 60, heightMm: 15 };
  const template = createTestTemplate([
    createTestElement('text', { sources: [boundColumn('name')], xMm: 5, yMm: 5 }),
    createTestElement('text', { sources: [number], xMm: 5, yMm: 45 }),
    createTestElement('barcode', { ...place, sources: [boundColumn('code')] }),
  ]);
  await writeFile(join(folder, 'label.tprts'), packTemplate(writeTemplate(template)));
  return folder;
}

async function bytesOf(ask: Ask, path: string): Promise<Uint8Array> {
  const answer = await ask(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return new Uint8Array(await answer.arrayBuffer());
}

const stateOf = async (ask: Ask, id: string): Promise<Run> => (await (await ask(`/v1/runs/${id}`)).json()) as Run;

describe('a run that is paused or reprinted', () => {
  test('stays paused, also when workers are killed, and resumes where it was', async () => {
    const server = await createTestServer();
    const owner = await createUser(server.url, 'owner');
    const template = await saveLabel(owner, await createNumberedFolder());
    const ask = asking(server.url, await tokenOf(owner));
    const rows = Array.from({ length: 600 }, (_, i) => ({ name: `Tea ${i}`, code: `A-${i}` }));
    const asked = { template, format: 'zpl', dpi: 300, rows };
    const { id } = (await (await ask('/v1/runs', asked)).json()) as Run;
    const events = ask(`/v1/runs/${id}/events`).then((answer) => answer.text());
    // Ten concurrent requests are one pause; it is paused before its rows are read, and then in the middle.
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(`/v1/runs/${id}/pause`, {})));
    for (const answer of answers) expect(await answer.json()).toMatchObject({ id, state: 'paused' });
    const first = await startWorker(server);
    await wait(1500);
    expect(await stateOf(ask, id)).toMatchObject({ state: 'paused', labels: 0 });
    expect(await (await ask(`/v1/runs/${id}/resume`, {})).json()).toMatchObject({ state: 'planning' });
    await expect.poll(async () => (await stateOf(ask, id)).verified, { interval: 20 }).toBeGreaterThan(0);
    expect(await (await ask(`/v1/runs/${id}/pause`, {})).json()).toMatchObject({ state: 'paused' });
    first.kill('SIGKILL');
    await startWorker(server);
    const { queue } = server.server.services;
    // The killed worker's jobs wait again, and are not assigned.
    await expect.poll(() => queue.depth('render')).toEqual({ waiting: 0, leased: 0 });
    const resting = await stateOf(ask, id);
    expect(resting.state).toBe('paused');
    expect(resting.verified).toBeLessThan(600);
    await ask(`/v1/runs/${id}/resume`, {});
    expect(await untilEnd(ask, id)).toMatchObject({ state: 'done', verified: 600, done: 600, pages: 600 });
    const states = [...(await events).matchAll(/"state":"(\w+)"/g)].map(([, state]) => state);
    expect(states.filter((state, i) => state !== states[i - 1]).join(' ')).toMatch(
      /paused planning (running )?(\w+ )*paused running (joining )?done$/,
    );
    // An ended one is unchanged.
    expect(await (await ask(`/v1/runs/${id}/pause`, {})).json()).toMatchObject({ state: 'done' });
    const log = expectOk(await owner.api.call('getAuditLog', {}));
    expect(log.list.filter(({ event }) => event === 'runPaused')).toHaveLength(2);
    expect(log.list.filter(({ event }) => event === 'runResumed')).toHaveLength(2);
    // Like a run without pauses, except for its numbers.
    const pages = await bytesOf(ask, `/v1/runs/${id}/pages`);
    const again = (await (await ask(`/v1/runs/${id}/reprint`, {})).json()) as Run;
    await untilEnd(ask, again.id);
    expect(digest(await bytesOf(ask, `/v1/runs/${again.id}/pages`))).toBe(digest(pages));
  });

  test('ends while it is paused, and leaves nothing in the queue', async () => {
    const server = await createTestServer();
    const [owner, other] = [await createUser(server.url, 'owner'), await createUser(server.url, 'other')];
    const template = await saveLabel(owner, await createRenderFolder());
    const ask = asking(server.url, await tokenOf(owner));
    const body = { template, format: 'zpl', rows: [{ name: 'a', code: 'b' }] };
    const { id } = (await (await ask('/v1/runs', body)).json()) as Run;
    const strange = asking(server.url, await tokenOf(other));
    for (const what of ['pause', 'resume', 'reprint']) {
      expect((await strange(`/v1/runs/${id}/${what}`, {})).status).toBe(404);
    }
    await ask(`/v1/runs/${id}/pause`, {});
    expect(await (await ask(`/v1/runs/${id}/cancel`, {})).json()).toMatchObject({ state: 'cancelled' });
    expect(await (await ask(`/v1/runs/${id}/resume`, {})).json()).toMatchObject({ state: 'cancelled' });
    const { queue } = server.server.services;
    expect(await queue.depth('render')).toEqual({ waiting: 0, leased: 0 });
    expect(await (await ask(`/v1/runs/${id}/reprint`, {})).json()).toMatchObject({ code: 'run.notDone', status: 409 });
  });

  test('reprints labels and pages from its stored data, with the same numbers and bytes', async () => {
    const server = await createTestServer();
    const owner = await createUser(server.url, 'owner');
    const template = await saveLabel(owner, await createNumberedFolder());
    const ask = asking(server.url, await tokenOf(owner));
    await startWorker(server);
    // The third is rejected.
    const rows = Array.from({ length: 300 }, (_, i) => ({ name: `Tea ${i}`, code: i === 2 ? '标签' : `A-${i}` }));
    const started = (await (await ask('/v1/runs', { template, format: 'png', rows })).json()) as Run;
    const first = await untilEnd(ask, started.id);
    expect(first).toMatchObject({
      state: 'done',
      pages: 299,
      refused: 1,
      reprint_of: null,
      render_seconds: expect.any(Number),
    });
    const page = (run: string, number: number): Promise<string> =>
      bytesOf(ask, `/v1/runs/${run}/pages/${number}`).then(digest);
    // The numbers continue, the template is changed and deleted: the first run is unaffected.
    await untilEnd(ask, ((await (await ask('/v1/runs', { template, format: 'zpl', rows })).json()) as Run).id);
    expect((await owner.api.call('deleteTemplate', { id: template })).ok).toBe(true);
    const again = async (body: object, headers = {}): Promise<Run> => {
      const answer = await ask(`/v1/runs/${first.id}/reprint`, body, headers);
      expect(answer.status).toBe(202);
      return untilEnd(ask, ((await answer.json()) as Run).id);
    };
    const pages = await again({ pages: '257-258, 2', priority: 'high' });
    expect(pages).toMatchObject({ state: 'done', labels: 3, pages: 3, reprint_of: first.id, priority: 'high' });
    for (const [i, number] of [2, 257, 258].entries()) {
      expect(await page(pages.id, i + 1)).toBe(await page(first.id, number));
    }
    const labels = await again({ labels: '2-4' });
    expect(labels).toMatchObject({ labels: 3, pages: 2, refused: 1 });
    // After the rejected one, the fourth label is the third page.
    expect(await page(labels.id, 2)).toBe(await page(first.id, 3));
    const second = (await (await ask(`/v1/runs/${labels.id}/reprint`, { labels: '3' })).json()) as Run;
    await untilEnd(ask, second.id);
    expect(await page(second.id, 1)).toBe(await page(first.id, 3));
    const wrong = await Promise.all(
      [{ labels: '0' }, { labels: '301' }, { pages: '300' }, { labels: 'all' }, { labels: '1', pages: '1' }].map(
        (body) => ask(`/v1/runs/${first.id}/reprint`, body),
      ),
    );
    expect(wrong.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422]);
    expect(await wrong[2]?.json()).toMatchObject({ code: 'print.badRows', errors: [{ field: 'pages' }] });
    expect(await stateOf(ask, first.id)).toMatchObject({ done: 300, priority: 'normal' });
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    const metric = (name: string): number => Number(new RegExp(`^labelwright_${name} (.*)$`, 'm').exec(metrics)?.[1]);
    expect(metric('runs_total\\{state="done"\\}')).toBe(5);
    expect(metric('run_labels_total')).toBe(300 + 300 + 3 + 3 + 1);
    expect(metric('run_render_seconds_total')).toBeGreaterThan(0);
    expect(metric('run_bytes_total')).toBeGreaterThan(1000);
    expect(metric('runs\\{state="paused"\\}')).toBe(0);
    expect(metric('queue_jobs\\{lane="render",state="waiting"\\}')).toBe(0);
    // Ten concurrent requests with one key are one run.
    const key = { 'idempotency-key': 'again-1' };
    const ten = await Promise.all(
      Array.from({ length: 10 }, () => ask(`/v1/runs/${first.id}/reprint`, { labels: '1' }, key)),
    );
    expect(ten.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(new Set(await Promise.all(ten.map(async (answer) => ((await answer.json()) as Run).id))).size).toBe(1);
    expect((await ask(`/v1/runs/${first.id}/reprint`, { labels: '5' }, key)).status).toBe(409);
  });
});
