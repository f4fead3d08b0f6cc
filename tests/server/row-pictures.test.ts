import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { toBase64 } from '#model/kernel/base64.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { packTemplate } from '#model/template/packing.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { buildZip } from '#tests/support/zip-builder.ts';
import { createSheetServer } from '#tests/support/sheet-server.ts';
import { createPng } from '#tests/print/create-image-files.ts';
import { columnSource } from '#tests/print/create-print-core-fixture.ts';
import { createTestServer, createUser } from './create-test-server.ts';
import { asking, type Ask, saveLabel, startWorker, tokenOf, untilEnd, type Run } from './v1-program.ts';

const picture = (black: number): Uint8Array =>
  createPng(10, 10, (x) => (x < black ? [0, 0, 0, 255] : [255, 255, 255, 255]));
const ZIP = buildZip([
  { name: 'a.png', data: picture(2) },
  { name: 'b.png', data: picture(6) },
]);
const pictures = { name: 'pictures.zip', base64: toBase64(ZIP) };

interface Opened {
  readonly ask: Ask;
  readonly template: string;
  readonly stored: () => Promise<number>;
}

async function create(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'labelwright-row-pictures-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const box = { xMm: 1, yMm: 1, widthMm: 8, heightMm: 8 };
  const image = createTestElement('image', { ...box, sources: [columnSource('file')] });
  const label = writeTemplate(createTestTemplate([image], { widthMm: 10, heightMm: 10 }));
  await writeFile(join(folder, 'label.tprts'), packTemplate(label));
  const server = await createTestServer();
  const owner = await createUser(server.url, 'owner');
  const template = await saveLabel(owner, folder);
  await startWorker(server);
  const { db } = server.server.services;
  const files = db.selectFrom('run_file').select('file_key').where('role', '=', 'pictures');
  return {
    ask: asking(server.url, await tokenOf(owner)),
    template,
    stored: async () => (await files.execute()).length,
  };
}

test('a run takes the pictures of its rows from the zip file of the request, and a reprint prints the same', async () => {
  const { ask, template, stored } = await create();
  const rows = [{ file: 'a.png' }, { file: 'B' }, { file: 'missing.png' }, { file: toBase64(picture(4)) }];
  const started = (await (await ask('/v1/runs', { template, format: 'zpl', rows, pictures })).json()) as Run;
  expect(await untilEnd(ask, started.id)).toMatchObject({ state: 'done', verified: 3, refused: 1 });
  const report = await (await ask(`/v1/runs/${started.id}/report?format=csv`)).text();
  expect(report).toContain('No picture has this name in the folder or zip file: missing.png');
  const pages = Buffer.from(await (await ask(`/v1/runs/${started.id}/pages`)).arrayBuffer());
  const again = (await (await ask(`/v1/runs/${started.id}/reprint`, {})).json()) as Run;
  expect(await untilEnd(ask, again.id)).toMatchObject({ state: 'done', verified: 3, refused: 1 });
  expect(Buffer.from(await (await ask(`/v1/runs/${again.id}/pages`)).arrayBuffer()).equals(pages)).toBe(true);
  expect(await stored()).toBe(2);
});

test('a run fetches pictures from the addresses of its rows that the worker may reach, each once', async () => {
  const source = await createSheetServer({ '/a.png': (response) => response.end(picture(2)) });
  onTestFinished(() => source.close());
  process.env['NET_ALLOWED_HOSTS'] = `127.0.0.1:${source.port}`;
  onTestFinished(() => void delete process.env['NET_ALLOWED_HOSTS']);
  const { ask, template } = await create();
  const addresses = [`${source.url}/a.png`, 'http://127.0.0.1:1/a.png', `${source.url}/a.png`, `${source.url}/no.png`];
  const rows = addresses.map((file) => ({ file }));
  const started = (await (await ask('/v1/runs', { template, format: 'zpl', rows })).json()) as Run;
  expect(await untilEnd(ask, started.id)).toMatchObject({ state: 'done', verified: 2, refused: 2 });
  const report = await (await ask(`/v1/runs/${started.id}/report?format=csv`)).text();
  expect(report).toContain('not a public web address: http://127.0.0.1:1/a.png');
  expect(report).toContain('The server answered with error 404 instead of a picture');
  expect(source.requests.map(({ path }) => path).toSorted()).toEqual(['/a.png', '/no.png']);
});

test('a run without pictures, or with a broken zip file, says so', async () => {
  const { ask, template } = await create();
  const rows = [{ file: 'a.png' }];
  const bare = (await (await ask('/v1/runs', { template, format: 'zpl', rows })).json()) as Run;
  expect(await untilEnd(ask, bare.id)).toMatchObject({ state: 'done', verified: 0, refused: 1 });
  const broken = { name: 'pictures.zip', base64: toBase64(ZIP.subarray(0, 100)) };
  const failed = (await (await ask('/v1/runs', { template, format: 'zpl', rows, pictures: broken })).json()) as Run;
  expect(await untilEnd(ask, failed.id)).toMatchObject({ state: 'failed', problem: { code: 'pictures.badZip' } });
});

test.each([
  [{ pictures: 'pictures.zip' }, 'pictures'],
  [{ pictures: { ...pictures, name: '../pictures.zip' } }, 'pictures.name'],
  [{ pictures: { ...pictures, base64: 'no base64!' } }, 'pictures.base64'],
  [{ pictures: { ...pictures, more: 1 } }, 'pictures'],
])('rejects %j', async (body, field) => {
  const server = await createTestServer();
  const owner = await createUser(server.url, 'owner');
  const ask = asking(server.url, await tokenOf(owner));
  const answer = await ask('/v1/runs', { template: 'x', format: 'zpl', rows: [{ file: 'a' }], ...body });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ errors: [{ field }] });
});
