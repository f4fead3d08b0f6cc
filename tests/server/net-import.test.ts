import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { sha256Hex } from '#model/kernel/sha256.ts';
import { API_CODES, CALLS, NET_FILE_NAME_HEADER, NET_FILE_PATH, type ImportInput } from '#protocol/api.ts';
import { forgetFetches } from '#server/core/net/fetch-quota.ts';
import { encodeText } from '#tests/support/encode-text.ts';
import { createSheetServer, GOODS_CSV, openTo, type SheetServer } from '#tests/support/sheet-server.ts';
import { buildXlsx } from '#tests/support/xlsx-builder.ts';
import { createTestServer, createUser, createVisitor, type TestVisitor } from './create-test-server.ts';

const WORKBOOK = buildXlsx([
  { name: 'Notes', rows: [['Goods of May'], ['Name', 'Net'], ['Pear', { number: 1.5, format: '0.00' }]] },
  { name: 'Other', rows: [['City'], ['Köln'], ['Lyon']] },
]);
/** 200 MB of blanks in 200 kB: more than any real workbook decompresses to. */
const bomb = (): Uint8Array =>
  buildXlsx([{ name: 'A', rows: [['a'], ['b']] }], {
    change: (parts) =>
      parts.map((part) =>
        part.name === 'xl/worksheets/sheet1.xml' ? { ...part, data: Buffer.alloc(200 * 2 ** 20, 0x20) } : part,
      ),
  });
const wide = (): Uint8Array =>
  buildXlsx([
    {
      name: 'A',
      rows: Array.from({ length: 2000 }, (_row, i) => Array.from({ length: 50 }, (_cell, j) => `${i} ${j}`)),
    },
  ]);

const TOO_LARGE = 'The spreadsheet at this address is too large to be read here.';

let source: SheetServer;
/** Answers to `/held.csv`, which wait. */
const held: ServerResponse[] = [];
beforeAll(async () => {
  source = await createSheetServer({
    '/book.xlsx': (response) => response.end(WORKBOOK),
    '/named': (response) =>
      response
        .writeHead(200, { 'content-disposition': `attachment; filename="x.csv"; filename*=UTF-8''..%2Fpr%C3%A4is.csv` })
        .end(GOODS_CSV),
    '/latin.csv': (response) =>
      response.end(Buffer.from('Name;Preis\r\nÄpfel;1,20 \x80\r\nKöln;2\r\nMünchen;3\r\n', 'latin1')),
    '/short.csv': (response) => response.end(encodeText('Name;n\nШ 12;1\n', 'windows-1251')),
    '/short.html': (response) =>
      response.end(encodeText('<table><tr><td>Name</td></tr><tr><td>Ш 12</td></tr></table>', 'windows-1251')),
    '/utf16.csv': (response) => response.end(Buffer.from('\ufeffName,City\r\nPear,Köln\r\n', 'utf16le')),
    '/page.xls': (response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<html><table><tr><td>A</td></tr><tr><td>1</td></tr></table></html>'),
    '/json': (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a": 1}'),
    '/torn.xlsx': (response) => response.end(WORKBOOK.subarray(0, 700)),
    '/long.csv': (response) => response.end('Pear,Apple\n'.repeat(1_500_000)),
    '/held.csv': (response) => held.push(response),
    '/bomb.xlsx': (response) => response.end(bomb()),
    '/wide.xlsx': (response) => response.end(wide()),
  });
});
afterAll(() => source.close());

async function createUsers(netLimits: Parameters<typeof createTestServer>[0] = {}) {
  const test = await createTestServer({ netPolicy: openTo(source), ...netLimits });
  return { ...test, user: await createUser(test.url, 'user'), other: await createUser(test.url, 'other') };
}
const importFrom = ({ api }: TestVisitor, path: string, more: Partial<ImportInput> = {}) =>
  api.call('importSpreadsheet', { FileUrl: source.url + path, ...more });
const fetchFrom = (
  { fetch }: TestVisitor,
  path: string,
  headers: Record<string, string> = {},
  more: RequestInit = {},
) =>
  fetch(NET_FILE_PATH, {
    method: 'POST',
    body: JSON.stringify({ FileUrl: source.url + path }),
    headers: { 'content-type': 'application/json', ...headers },
    ...more,
  });

describe('the import', () => {
  test('returns the sheets, the first row of each as its columns', async () => {
    const { user } = await createUsers();
    const answer = expectOk(await importFrom(user, '/book.xlsx', { RowIndex: 0, TableIndex: -1 }));
    expect(answer).toEqual({
      sheets: [
        {
          sheetName: 'Notes',
          data: [
            ['Goods of May', 'B'],
            ['Name', 'Net'],
            ['Pear', '1.50'],
          ],
        },
        { sheetName: 'Other', data: [['City'], ['Köln'], ['Lyon']] },
      ],
      complete: true,
      file: { name: 'book.xlsx', bytes: WORKBOOK.length, key: `sha256:${await sha256Hex(WORKBOOK)}` },
    });
  });

  test.each(['/short.csv', '/short.html'])(
    'asks for the encoding of %s if several are possible, and applies it',
    async (path) => {
      const { user } = await createUsers();
      const refused = await importFrom(user, path);
      expect(refused).toMatchObject({ error: { apiCode: API_CODES.invalid } });
      expect(refused.ok ? '' : refused.error.message).toMatch(/Set Encoding to one of: .*windows-1251/);
      const { sheets } = expectOk(await importFrom(user, path, { Encoding: 'windows-1251' }));
      expect(sheets[0]?.data[1]?.[0]).toBe('Ш 12');
    },
  );

  test('applies the heading row, and a single sheet', async () => {
    const { user } = await createUsers();
    const named = expectOk(await importFrom(user, '/book.xlsx', { RowIndex: 1, TableIndex: 0 }));
    expect(named.sheets).toEqual([
      {
        sheetName: 'Notes',
        data: [
          ['Name', 'Net'],
          ['Pear', '1.50'],
        ],
      },
    ]);
    expect(await importFrom(user, '/book.xlsx', { TableIndex: 2 })).toMatchObject({
      error: { apiCode: API_CODES.invalid, message: 'The spreadsheet has no such sheet.' },
    });
  });

  test.each([
    [
      '/goods.csv',
      [
        ['Article', 'Price'],
        ['Pear', '1.20'],
        ['Äpfel', '3.40'],
      ],
    ],
    [
      '/latin.csv',
      [
        ['Name', 'Preis'],
        ['Äpfel', '1,20 €'],
        ['Köln', '2'],
        ['München', '3'],
      ],
    ],
    [
      '/utf16.csv',
      [
        ['Name', 'City'],
        ['Pear', 'Köln'],
      ],
    ],
    ['/page.xls', [['A'], ['1']]],
  ])('reads %s', async (path, rows) => {
    const { user } = await createUsers();
    expect(expectOk(await importFrom(user, path)).sheets[0]?.data).toEqual(rows);
  });

  test.each([
    ['/page', 'There is a web page'],
    ['/picture.png', 'is not a spreadsheet'],
    ['/json', 'is not a spreadsheet'],
    ['/empty.csv', 'is empty'],
    ['/torn.xlsx', 'is damaged'],
    ['/missing.csv', 'error 404'],
    ['/half.csv', 'did not arrive whole'],
    ['/circle', 'without an end'],
  ])('says why there is nothing to be had of %s', async (path, words) => {
    const { user } = await createUsers();
    const answer = await importFrom(user, path);
    if (answer.ok) throw new Error('imported');
    expect(answer.error).toMatchObject({ apiCode: API_CODES.invalid });
    expect(answer.error.message).toContain(words);
  });

  test('omits the rows beyond the limit of an answer, and says so', async () => {
    const { user } = await createUsers({ netLimits: { answerBytes: 20_000 } });
    const answer = expectOk(await importFrom(user, '/wide.xlsx'));
    expect(answer.complete).toBe(false);
    expect(answer.sheets[0]?.data.length).toBeLessThan(200);
    expect(answer.sheets[0]?.data[1]?.[0]).toBe('1 0');
    expect(JSON.stringify(answer.sheets).length).toBeLessThan(21_000);
  });

  test('aborts a file that takes too much memory, and others are read', async () => {
    const { user } = await createUsers({ netLimits: { readingBytes: 64 * 2 ** 20 } });
    expectOk(await importFrom(user, '/goods.csv'));
    for (const path of ['/long.csv', '/bomb.xlsx']) {
      expect(await importFrom(user, path)).toMatchObject({ error: { message: TOO_LARGE } });
    }
  });

  test('aborts a file that takes too much time', async () => {
    const { user } = await createUsers({ netLimits: { readingMs: 1 } });
    expect(await importFrom(user, '/goods.csv')).toMatchObject({ error: { message: TOO_LARGE } });
  });
});

describe('the file', () => {
  test('is unchanged, with its name and its version', async () => {
    const { user } = await createUsers();
    const response = await fetchFrom(user, '/named');
    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new TextEncoder().encode(GOODS_CSV));
    expect(decodeURIComponent(response.headers.get(NET_FILE_NAME_HEADER) ?? '')).toBe('präis.csv');
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(GOODS_CSV)));
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toBe('attachment');
    const etag = response.headers.get('etag') ?? '';
    expect(etag).toBe(`"sha256:${await sha256Hex(new TextEncoder().encode(GOODS_CSV))}"`);
    expect((await fetchFrom(user, '/named', { 'if-none-match': etag })).status).toBe(304);
    expect((await fetchFrom(user, '/book.xlsx', { 'if-none-match': etag })).status).toBe(200);
  });

  test('is sent to the client with progress, and not twice', async () => {
    const { url, user } = await createUsers();
    const steps: (readonly [number, number])[] = [];
    const address = `${source.url}/long.csv`;
    const first = expectOk(
      await user.api.fetchWebFile(address, { onProgress: (done, total) => steps.push([done, total]) }),
    );
    if (first.type !== 'file') throw new Error('no file');
    expect(first).toMatchObject({ name: 'long.csv', bytes: { length: 16_500_000 } });
    expect(steps.at(-1)).toEqual([16_500_000, 16_500_000]);
    const known = `sha256:${await sha256Hex(first.bytes)}`;
    expect(expectOk(await user.api.fetchWebFile(address, { known }))).toEqual({ type: 'unchanged' });
    expect(await user.api.fetchWebFile(`${source.url}/page`)).toMatchObject({
      error: { code: 'server.said', message: expect.stringContaining('There is a web page') },
    });
    const nobody = createVisitor(url);
    expect(await nobody.api.fetchWebFile(address)).toMatchObject({ error: { code: 'server.signedOut' } });
    const stop = AbortSignal.abort();
    expect(await user.api.fetchWebFile(address, { signal: stop })).toMatchObject({ error: { code: 'aborted' } });
  });

  test('is for a session and its own user only', async () => {
    const { url, user, other } = await createUsers();
    expect((await fetchFrom(createVisitor(url), '/goods.csv')).status).toBe(401);
    const named = { FileUrl: `${source.url}/goods.csv`, user_id: other.user.user_id };
    const answer = await fetchFrom(user, '', {}, { body: JSON.stringify(named) });
    expect(await answer.json()).toMatchObject({ code: API_CODES.forbidden });
  });

  test.each([{}, { FileUrl: 7 }, { FileUrl: '' }, { FileUrl: 'x'.repeat(2001) }, [], null, 'text'])(
    'of %j is none',
    async (body) => {
      const { user } = await createUsers();
      for (const path of [NET_FILE_PATH, CALLS.importSpreadsheet.path]) {
        const response = await user.fetch(path, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        });
        expect(await response.json()).toMatchObject({ code: API_CODES.invalid });
      }
    },
  );

  test('that no client waits for any more is not fetched to its end', async () => {
    const own = await createSheetServer();
    onTestFinished(() => own.close());
    const { url, server } = await createTestServer({ netPolicy: openTo(own) });
    const user = await createUser(url, 'user');
    const stop = new AbortController();
    const body = JSON.stringify({ FileUrl: `${own.url}/trickle.csv` });
    const answer = fetchFrom(user, '', {}, { body, signal: stop.signal });
    await expect.poll(() => own.requests.length).toBe(1);
    stop.abort();
    await expect(answer).rejects.toThrow();
    await own.closed();
    const ends = () => server.services.db.selectFrom('net_fetch').select('ended_at').execute();
    await expect.poll(async () => (await ends()).map((row) => row.ended_at !== null)).toEqual([true]);
  });
});

test('an address in the private network is answered like an unused one', async () => {
  const { url } = await createTestServer();
  const user = await createUser(url, 'user');
  const messages = [];
  for (const FileUrl of [
    `${source.url}/goods.csv`,
    'http://none.invalid/',
    'http://169.254.169.254/',
    'http://[::1]:22/',
  ]) {
    const answer = await user.api.call('importSpreadsheet', { FileUrl });
    messages.push(answer.ok ? 'imported' : answer.error.message);
  }
  expect(new Set(messages)).toEqual(new Set([expect.stringContaining('cannot be reached from here')]));
});

describe('the limit of a user’s fetches', () => {
  test('allows the concurrent limit out of ten, and all slots are free afterwards', async () => {
    const { user, other } = await createUsers({ netLimits: { atOnce: 3, inAll: 100 } });
    let refused = 0;
    const answers = Array.from({ length: 10 }, async () => {
      const answer = await importFrom(user, '/held.csv');
      if (!answer.ok) expect(answer.error).toMatchObject({ apiCode: API_CODES.busy });
      if (!answer.ok) refused++;
      return answer.ok;
    });
    await expect.poll(() => [held.length, refused]).toEqual([3, 7]);
    expectOk(await importFrom(other, '/goods.csv'));
    for (const response of held) response.end(GOODS_CSV);
    expect((await Promise.all(answers)).filter(Boolean)).toHaveLength(3);
    expectOk(await importFrom(user, '/goods.csv'));
  });

  test('frees a slot that a killed server has left behind after a while', async () => {
    const { server, user, wait } = await createUsers({ netLimits: { atOnce: 1 } });
    const started_at = server.services.now();
    const row = { id: 'left', user_id: user.user.user_id, started_at, ended_at: null };
    await server.services.db.insertInto('net_fetch').values(row).execute();
    expect(await importFrom(user, '/goods.csv')).toMatchObject({ error: { apiCode: API_CODES.busy } });
    wait(3 * 60_000);
    expectOk(await importFrom(user, '/goods.csv'));
  });

  test('counts per hour and user, including failed ones', async () => {
    const { server, user, other, wait } = await createUsers({ netLimits: { perHour: 2 } });
    expectOk(await importFrom(user, '/goods.csv'));
    expect((await importFrom(user, '/missing.csv')).ok).toBe(false);
    expect(await importFrom(user, '/goods.csv')).toMatchObject({ error: { apiCode: API_CODES.tooMany } });
    const refused = await fetchFrom(user, '/goods.csv');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
    expectOk(await importFrom(other, '/goods.csv'));
    wait(60 * 60_000);
    expectOk(await importFrom(user, '/goods.csv'));
    await forgetFetches(server.services.db, server.services.now());
    expect(await server.services.db.selectFrom('net_fetch').selectAll().execute()).toHaveLength(1);
  });

  test('beyond the limit of the process, everybody waits', async () => {
    const { user } = await createUsers({ netLimits: { inAll: 0 } });
    expect((await fetchFrom(user, '/goods.csv')).status).toBe(503);
  });
});
