import type { ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { packTemplate } from '#model/template/packing.ts';
import { createRenderFolder } from '#tests/support/command-line.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { createSuiteServer, createTestServer, createUser, type TestUser } from './create-test-server.ts';
import {
  asking,
  digest,
  renderedByCommandLine,
  saveLabel,
  startWorker,
  tokenOf,
  untilEnd,
  type Run,
  workedBy,
} from './v1-program.ts';

/** CPU time that a worker may still take for a canceled run. */
const MOST_AFTER_MS = 2_000;
/** Every hundredth row is rejected. */
const ROWS = 400;

describe('runs that programs start', () => {
  const suiteServer = createSuiteServer();
  const ends: (() => Promise<void>)[] = [];
  let users = 0;
  let worker: ChildProcess;
  beforeAll(async () => {
    worker = await startWorker(suiteServer(), (end) => ends.push(end));
  });
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const newUser = (): Promise<TestUser> => createUser(suiteServer().url, `user-${users++}`);

  test('previews a row as the command line would render it, and reports why a row cannot be printed', async () => {
    const owner = await newUser();
    const folder = await createRenderFolder();
    const id = await saveLabel(owner, folder);
    const ask = asking(suiteServer().url, await tokenOf(owner));
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
    const texts = await ask(`/v1/templates/${id}/preview`, { row: { name: 'a', code: 'b' }, texts: { Batch: '7' } });
    expect([texts.status, await texts.json()]).toMatchObject([422, { code: 'run.noSuchText' }]);
    expect(await (await ask('/v1/runs')).json()).toEqual({ items: [] });
  });

  test('renders 400 labels with two workers, one of which is killed, as the command line does', async () => {
    const server = await createTestServer();
    const owner = await createUser(server.url, 'owner');
    const folder = await createRenderFolder();
    const template = await saveLabel(owner, folder);
    const ask = asking(server.url, await tokenOf(owner));
    const lines = Array.from({ length: ROWS }, (_, i) => `Tea ${i},${i % 100 === 3 ? '标签' : `A-${i}`}`);
    const csv = `name,code\n${lines.join('\n')}\n`;
    await writeFile(join(folder, 'many.csv'), csv);
    const [first] = await Promise.all([startWorker(server), startWorker(server)]);
    const started = await ask('/v1/runs', { template, csv, format: 'zpl', dpi: 300 });
    expect(started.status).toBe(202);
    const { id } = (await started.json()) as Run;
    await expect.poll(async () => ((await (await ask(`/v1/runs/${id}`)).json()) as Run).verified).toBeGreaterThan(0);
    const { queue } = server.server.services;
    // Both are busy: the killed one is in the middle of a chunk.
    await expect.poll(async () => (await queue.depth('render')).leased, { interval: 5 }).toBe(2);
    first.kill('SIGKILL');
    const events = await (await ask(`/v1/runs/${id}/events`)).text();
    expect(events.trim().split('\n').at(-1)).toContain('"state":"done"');
    expect(await untilEnd(ask, id)).toMatchObject({
      state: 'done',
      labels: ROWS,
      verified: ROWS - 4,
      refused: 4,
      pages: ROWS - 4,
    });
    const pages = new Uint8Array(await (await ask(`/v1/runs/${id}/pages`)).arrayBuffer());
    expect(digest(pages)).toBe(digest(await renderedByCommandLine(folder, join(folder, 'many.csv'), 'zpl')));
    const { labels } = (await (await ask(`/v1/runs/${id}/report`)).json()) as {
      labels: { row: number; page: number | null; verified: boolean }[];
    };
    expect(labels.map(({ row }) => row)).toEqual(Array.from({ length: ROWS }, (_, i) => i + 2));
    expect(labels.flatMap(({ page }) => (page === null ? [] : [page]))).toEqual(
      Array.from({ length: ROWS - 4 }, (_, i) => i + 1),
    );
    const report = await (await ask(`/v1/runs/${id}/report?format=csv`)).text();
    expect(report.split('\r\n')[4]).toMatch(/^5,,false,/);
  });

  test('makes labels in the language of the request, in a preview and in a run', async () => {
    const owner = await newUser();
    const folder = await createRenderFolder();
    const ask = asking(suiteServer().url, await tokenOf(owner));
    const save = async (
      name: string,
      text: string,
      translations: Readonly<Record<string, string>>,
    ): Promise<string> => {
      const source = { ...fixedText(text), translations };
      const element = createTestElement('text', { sources: [source], xMm: 5, yMm: 5 });
      const template = createTestTemplate([element], { languages: { tags: ['en', 'pt'] } });
      await writeFile(join(folder, 'label.tprts'), packTemplate(writeTemplate(template)));
      return saveLabel(owner, folder, name);
    };
    const id = await save('Several', 'Weight', { pt: 'Peso' });
    const portuguese = await save('Portuguese', 'Peso', { pt: '-' });
    expect(await (await ask(`/v1/templates/${id}`)).json()).toMatchObject({ fields: { languages: ['en', 'pt'] } });
    const preview = async (label: string, body: object): Promise<string> =>
      (await ask(`/v1/templates/${label}/preview`, { format: 'svg', ...body })).text();
    const expected = await preview(portuguese, {});
    expect(await preview(id, { language: 'Portuguese' })).toBe(expected);
    expect(await preview(id, {})).not.toBe(expected);
    const started = await ask('/v1/runs', { template: id, format: 'png', language: 'pt' });
    const run = (await started.json()) as Run;
    expect(await untilEnd(ask, run.id)).toMatchObject({ state: 'done', verified: 1 });
    const unknown = await ask(`/v1/templates/${id}/preview`, { language: 'fr' });
    expect([unknown.status, await unknown.json()]).toMatchObject([422, { code: 'language.unknown' }]);
  });

  test('fills in the named texts, and makes no label of rows that the template doesn’t need', async () => {
    const owner = await newUser();
    const folder = await createRenderFolder();
    const blank = { label: 'Batch', required: true, maxLength: 9 };
    const text = createTestElement('text', { sources: [{ ...fixedText('none'), blank }], xMm: 5, yMm: 5 });
    await writeFile(join(folder, 'label.tprts'), packTemplate(writeTemplate(createTestTemplate([text]))));
    const id = await saveLabel(owner, folder);
    const ask = asking(suiteServer().url, await tokenOf(owner));
    expect(await (await ask(`/v1/templates/${id}`)).json()).toMatchObject({
      fields: { blanks: [{ name: 'Batch', text: 'none' }] },
    });
    const preview = async (body: object): Promise<Response> => ask(`/v1/templates/${id}/preview`, body);
    const filled = await (await preview({ format: 'svg', texts: { Batch: 'LOT 7' } })).text();
    expect(filled).toContain('<svg');
    expect(filled).not.toBe(await (await preview({ format: 'svg' })).text());
    // As if the template had that text itself.
    const own = createTestElement('text', { ...text, sources: [{ ...fixedText('LOT 7'), blank }] });
    await writeFile(join(folder, 'label.tprts'), packTemplate(writeTemplate(createTestTemplate([own]))));
    const same = await saveLabel(owner, folder, 'Same');
    expect(await (await ask(`/v1/templates/${same}/preview`, { format: 'svg' })).text()).toBe(filled);
    const wrong = await Promise.all([
      preview({ texts: { Batch: '' } }),
      preview({ texts: { Batch: '1234567890' } }),
      preview({ texts: { Lot: '7' } }),
      preview({ row: { name: 'Tea' } }),
    ]);
    expect(await Promise.all(wrong.map(async (answer) => ((await answer.json()) as { code: string }).code))).toEqual([
      'blank.required',
      'blank.tooLong',
      'run.noSuchText',
      'run.noColumns',
    ]);
  });

  test('takes no more than two seconds of CPU time once its run is canceled', async () => {
    const owner = await newUser();
    const template = await saveLabel(owner, await createRenderFolder());
    const ask = asking(suiteServer().url, await tokenOf(owner));
    const rows = Array.from({ length: 4000 }, (_, i) => ({ name: `Tea ${i}`, code: `A-${i}` }));
    const { id } = (await (await ask('/v1/runs', { template, format: 'png', dpi: 300, rows })).json()) as Run;
    await expect.poll(async () => ((await (await ask(`/v1/runs/${id}`)).json()) as Run).verified).toBeGreaterThan(0);
    const begun = await workedBy(worker);
    await expect.poll(() => workedBy(worker)).toBeGreaterThan(begun + 200);
    const before = await workedBy(worker);
    expect(await (await ask(`/v1/runs/${id}/cancel`, {})).json()).toMatchObject({ id, state: 'cancelled' });
    let after = await workedBy(worker);
    // It polls four times a second, which costs almost nothing. On a busy machine it may have to wait for a core once.
    for (let quiet = 0; quiet < 3 && after - before < MOST_AFTER_MS;) {
      await wait(250);
      const now = await workedBy(worker);
      quiet = now - after <= 40 ? quiet + 1 : 0;
      after = now;
    }
    expect(after - before).toBeLessThan(MOST_AFTER_MS);
    expect((await ask(`/v1/runs/${id}/pages`)).status).toBe(409);
    // The same worker renders the next run.
    const next = (await (await ask('/v1/runs', { template, format: 'zpl', rows: rows.slice(0, 2) })).json()) as Run;
    expect(await untilEnd(ask, next.id)).toMatchObject({ state: 'done', pages: 2 });
  });
});
