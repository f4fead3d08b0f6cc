import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NET_PICTURE_PATH } from '#protocol/api.ts';
import { createAddressPolicy } from '#server/core/net/address-policy.ts';
import { createPictureFetcher, fetchPicture, pictureLimits } from '#server/core/net/fetch-picture.ts';
import { NET_LIMITS } from '#server/core/net/net-limits.ts';
import { createPng } from '#tests/print/create-image-files.ts';
import { createSheetServer, openTo, type SheetServer } from '#tests/support/sheet-server.ts';
import { createTestServer, createUser, createVisitor, type TestVisitor } from './create-test-server.ts';

const PNG = createPng(4, 4, () => [0, 0, 0, 255]);
const SVG = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>';
let source: SheetServer;
const held: ServerResponse[] = [];
beforeAll(async () => {
  source = await createSheetServer({
    '/a.png': (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(PNG),
    '/a.svg': (response) => response.end(SVG),
    '/lie.png': (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<html>secret</html>'),
    '/held.png': (response) => held.push(response),
  });
});
afterAll(() => source.close());

const LIMITS = { ...pictureLimits(), bytes: 2 ** 20, totalMs: 700, bodyTimeoutMs: 400, headersMs: 400 };

async function outcome(path: string): Promise<string> {
  const address = path.startsWith('/') ? source.url + path : path;
  const { signal } = new AbortController();
  const hosts = { 'inside.example': [['10.0.0.7']], 'both.example': [['127.0.0.1', '169.254.169.254']] };
  const answer = await fetchPicture(address, { policy: openTo(source, hosts), limits: LIMITS, signal });
  return answer.ok ? 'picture' : answer.error.code.replace('pictures.', '');
}

describe('the picture at an address', () => {
  test.each(['/a.png', '/a.svg', '/to?url=/a.png'])('%s is fetched, whatever the answer calls it', async (path) => {
    expect(await outcome(path)).toBe('picture');
  });

  test.each([
    ['/nowhere.png', 'addressStatus'],
    ['/lie.png', 'addressNoPicture'],
    ['/goods.csv', 'addressNoPicture'],
    ['/empty.csv', 'addressNoPicture'],
    ['/large.csv', 'tooLarge'],
    ['/announced.csv', 'tooLarge'],
    ['/bomb.csv', 'tooLarge'],
    ['/endless.csv', 'tooLarge'],
    ['/trickle.csv', 'addressSlow'],
    ['/silent.csv', 'addressSlow'],
    ['/no-headers.csv', 'addressSlow'],
    ['/half.csv', 'addressUnreachable'],
    ['/circle', 'addressUnreachable'],
    ['/to?url=http://169.254.169.254/latest/meta-data', 'addressUnreachable'],
    ['/to?url=http://inside.example/a.png', 'addressUnreachable'],
    ['/to?url=file:///etc/passwd', 'addressUnreachable'],
    ['http://inside.example/a.png', 'addressUnreachable'],
    ['http://both.example/a.png', 'addressUnreachable'],
    ['http://[::ffff:10.0.0.7]/a.png', 'addressUnreachable'],
    ['http://user:password@127.0.0.1/a.png', 'addressUnreachable'],
    ['nothing', 'addressUnreachable'],
  ])('%s is the problem %s', async (path, code) => {
    expect(await outcome(path)).toBe(code);
  });

  test('on this machine is out of reach under the usual rule, for runs and the command line', async () => {
    const fetch = createPictureFetcher(createAddressPolicy());
    for (const address of [`${source.url}/a.png`, 'http://localhost/a.png', 'http://0.0.0.0/a.png']) {
      expect(await fetch(address)).toMatchObject({ error: { code: 'pictures.addressUnreachable' } });
    }
  });

  test('has at most 20 MB and 20 s, also where spreadsheets may have more', () => {
    const limits = pictureLimits({ ...NET_LIMITS, bytes: 2 ** 40, totalMs: 1e9 });
    expect(limits).toMatchObject({ bytes: 20 * 2 ** 20, totalMs: 20_000 });
  });
});

describe('the call', () => {
  const ask = ({ fetch }: TestVisitor, PictureUrl: unknown, more: object = {}) =>
    fetch(NET_PICTURE_PATH, {
      method: 'POST',
      body: JSON.stringify({ PictureUrl, ...more }),
      headers: { 'content-type': 'application/json' },
    });

  test('answers a member with bytes that no browser shows as a page, and others with an error', async () => {
    const { url } = await createTestServer({ netPolicy: openTo(source) });
    const user = await createUser(url, 'user');
    const answer = await ask(user, `${source.url}/a.svg`);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toBe('attachment');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await answer.text()).toBe(SVG);
    const { signal } = new AbortController();
    expect(await user.api.fetchPicture(`${source.url}/a.png`, signal)).toEqual({ ok: true, value: PNG });
    expect(await user.api.fetchPicture(`${source.url}/no.png`, signal)).toMatchObject({
      error: { code: 'pictures.addressStatus', params: { status: 404, address: `${source.url}/no.png` } },
    });
    const lie = await ask(user, `${source.url}/lie.png`);
    expect(await lie.text()).not.toContain('secret');
    expect((await ask(user, 7)).status).toBe(200);
    expect((await ask(user, `${source.url}/a.png`, { user_id: 'other' })).status).toBe(403);
    const visitor = createVisitor(url);
    expect((await ask(visitor, `${source.url}/a.png`)).headers.get('content-type')).not.toBe(
      'application/octet-stream',
    );
  });

  test('serves six pictures of a user at a time, and others meanwhile', async () => {
    const { url } = await createTestServer({ netPolicy: openTo(source) });
    const user = await createUser(url, 'user');
    const other = await createUser(url, 'other');
    const waiting = Array.from({ length: 6 }, () => ask(user, `${source.url}/held.png`));
    await expect.poll(() => held.length).toBe(6);
    const busy = await ask(user, `${source.url}/a.png`);
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '2']);
    expect((await ask(other, `${source.url}/a.png`)).status).toBe(200);
    for (const response of held.splice(0)) response.end(PNG);
    for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200);
    expect((await ask(user, `${source.url}/a.png`)).status).toBe(200);
  });
});
