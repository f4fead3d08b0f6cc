import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { API_CODES, type SaveConnectionInput } from '#protocol/api.ts';
import { createRenderFolder } from '#tests/support/command-line.ts';
import { longestTurnMs } from '#tests/support/longest-turn.ts';
import { createSheetServer, openTo, type SheetServer } from '#tests/support/sheet-server.ts';
import { createHttpConnection } from './access-things.ts';
import { csvRows, fetchQuery, keepQuery, parameter } from './connection-databases.ts';
import { createTestServer, createUser, type TestVisitor } from './create-test-server.ts';
import { asking, saveLabel, startWorker, tokenOf, untilEnd, type Run } from './v1-program.ts';

const SECRET = 'Bearer secret-of-shop';
const json = (value: unknown) => (response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
let source: SheetServer;
let elsewhere: SheetServer;
beforeAll(async () => {
  elsewhere = await createSheetServer();
  source = await createSheetServer({
    '/list': json([
      { name: 'Tea', code: '00123' },
      { name: 'Milk', code: '00456' },
    ]),
    '/none': json({ items: [] }),
    '/texts': json(['a', 'b']),
    '/deep': (response) => void response.end(`[{"a":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}]`),
    '/sparse': json([
      ...Array.from({ length: 100_000 }, () => ({ last: 1 })),
      Object.fromEntries(Array.from({ length: 999 }, (_, at) => [`c${at}`, 1])),
    ]),
    '/empty-objects': (response) => void response.end(`[${'{},'.repeat(2_700_000)}{}]`),
    '/shut': (response) => void response.writeHead(403).end(),
    '/no-json': (response) => void response.end('<p>'),
    '/own-redirect': (response) => void response.writeHead(302, { location: '/list' }).end(),
    '/away': (response) => void response.writeHead(302, { location: `${elsewhere.url}/goods.json` }).end(),
    '/goods/a%20b%26c%2F..%2Fd': json([{ found: 1 }]),
  });
});
afterAll(() => Promise.all([source.close(), elsewhere.close()]));

async function createUsers() {
  // Both web servers are allowed: their separation here doesn't depend on their addresses.
  const policy = {
    ...openTo(source),
    isAllowed: (_host: string, _port: number, address: string) => address === '127.0.0.1',
  };
  const server = await createTestServer({ netPolicy: policy });
  return { ...server, user: await createUser(server.url, 'user') };
}
const connection = (change: Partial<SaveConnectionInput> = {}): SaveConnectionInput => ({
  ...createHttpConnection(source.url),
  ...change,
});

async function answerOf(
  user: TestVisitor,
  ...asked: Parameters<typeof keepQuery> extends [unknown, ...infer R] ? R : never
) {
  const answer = await fetchQuery(user, await keepQuery(user, ...asked));
  const text = await answer.text();
  return text.startsWith('{') ? (JSON.parse(text) as { message: string }).message : csvRows(text);
}

describe('a query of JSON on the web', () => {
  test('returns the rows of the first list in the answer, with the secret in its header', async () => {
    const { user } = await createUsers();
    expect(await answerOf(user, connection(), '/goods.json')).toEqual([
      ['name', 'price.net', 'tags'],
      ['Pear', '1.2', ''],
      ['Äpfel', '', '["a"]'],
    ]);
    expect(source.requests.at(-1)?.headers['authorization']).toBe(SECRET);
    expect(await answerOf(user, connection(), '/none')).toContain('no rows');
    expect(await answerOf(user, connection(), '/texts')).toContain('no rows');
    expect(await answerOf(user, connection(), '/no-json')).toContain('no rows');
    expect(await answerOf(user, connection(), '/gone')).toContain('404');
    expect(await answerOf(user, connection(), '/deep')).toContain('no rows');
    // Each row would have all columns.
    expect(await answerOf(user, connection(), '/sparse')).toContain('20 MB');
  });

  test('of eight megabytes of empty objects blocks the main thread for at most 200 ms', async () => {
    const { user } = await createUsers();
    const id = await keepQuery(user, connection(), '/empty-objects');
    let message = '';
    const longest = await longestTurnMs(async () => {
      ({ message } = (await (await fetchQuery(user, id)).json()) as { message: string });
    });
    expect(message).toMatch(/500,?000|20 MB/);
    expect(longest).toBeLessThan(200);
  });

  test('sends its secret to no other origin', async () => {
    const { user } = await createUsers();
    expect(await answerOf(user, connection(), '/own-redirect')).toHaveLength(3);
    expect(await answerOf(user, connection(), '/away')).toContain('cannot be reached');
    expect(elsewhere.requests).toEqual([]);
    const { id } = expectOk(await user.api.call('saveDataConnection', connection()));
    for (const text of ['.evil.example/', '@evil.example/', ':81/', '/../x', '/%2e%2E/x', '/a\\..\\b']) {
      const saved = await user.api.call('saveDataQuery', { connection_id: id, name: 'Evil', text, parameters: [] });
      expect(saved, text).toMatchObject({ ok: false, error: { apiCode: API_CODES.invalid } });
    }
    const { secret: _left, ...moved } = connection({ id, address: elsewhere.url });
    expect(await user.api.call('saveDataConnection', moved)).toMatchObject({ ok: false });
    expectOk(await user.api.call('saveDataConnection', { ...moved, address: `${source.url}/v2` }));
    for (const header of ['Host', 'Content-Length', 'Transfer-Encoding']) {
      expect(await user.api.call('saveDataConnection', connection({ header }))).toMatchObject({ ok: false });
    }
    expect(await user.api.call('saveDataConnection', connection({ secret: 'a\r\nHost: b' }))).toMatchObject({
      ok: false,
    });
  });

  test('puts its values into their places in the address', async () => {
    const { user } = await createUsers();
    const id = await keepQuery(user, connection(), '/goods/{name}?q={q}', [parameter('name'), parameter('q', 'x')]);
    expect(csvRows(await (await fetchQuery(user, id, { name: 'a b&c/../d', q: '1&admin=1' })).text())).toEqual([
      ['found'],
      ['1'],
    ]);
    expect(source.requests.at(-1)?.path).toBe('/goods/a%20b%26c%2F..%2Fd?q=1%26admin%3D1');
    const before = source.requests.length;
    expect(await (await fetchQuery(user, id, { name: '..' })).json()).toMatchObject({ code: API_CODES.invalid });
    expect(source.requests).toHaveLength(before);
  });

  test('is tested for a reachable server that accepts the secret', async () => {
    const { user } = await createUsers();
    const tested = async (change: Partial<SaveConnectionInput>) => {
      const { id } = expectOk(await user.api.call('saveDataConnection', connection(change)));
      return (await user.api.call('testDataConnection', { id })).ok;
    };
    expect(await tested({})).toBe(true);
    expect(await tested({ address: `${source.url}/list` })).toBe(true);
    expect(await tested({ address: `${source.url}/shut` })).toBe(false);
    expect(await tested({ address: 'http://nowhere.example' })).toBe(false);
  });

  test('can’t reach the server’s own network', async () => {
    const server = await createTestServer();
    const user = await createUser(server.url, 'user');
    const before = source.requests.length;
    expect(await answerOf(user, connection(), '/list')).toContain('cannot be reached');
    expect(source.requests).toHaveLength(before);
  });
});

test('runs get their rows from an address and from a saved query, once for each key', async () => {
  const server = await createUsers();
  const { user } = server;
  const other = await createUser(server.url, 'other');
  const template = await saveLabel(user, await createRenderFolder());
  const query = await keepQuery(user, connection(), '/{list}', [parameter('list', 'none')]);
  const ask = asking(server.url, await tokenOf(user));
  await startWorker(server);
  source.setGoods('name,code\r\nTea,00123\r\nMilk,00456\r\nRice,00789\r\n');
  const asked = { template, format: 'zpl', url: `${source.url}/goods.csv` };
  const key = { 'idempotency-key': 'one' };
  const first = (await (await ask('/v1/runs', asked, key)).json()) as Run;
  const fetched = source.requests.length;
  expect(((await (await ask('/v1/runs', asked, key)).json()) as Run).id).toBe(first.id);
  expect(source.requests).toHaveLength(fetched);
  expect(await untilEnd(ask, first.id)).toMatchObject({ state: 'done', labels: 3, verified: 3 });
  const rows = { template, format: 'zpl', query: { id: query, parameters: { list: 'list' } } };
  const second = (await (await ask('/v1/runs', rows)).json()) as Run;
  expect(await untilEnd(ask, second.id)).toMatchObject({ state: 'done', labels: 2, verified: 2 });
  const problems = [
    { ...asked, url: 'file:///etc/passwd' },
    { ...asked, url: `${source.url}/page` },
    { template, format: 'zpl', query: { id: query } },
    { template, format: 'zpl', query: { id: query, parameters: { other: 'x' } } },
    { ...asked, query: { id: query } },
  ];
  for (const body of problems) {
    const answer = await ask('/v1/runs', body);
    expect(answer.status).toBe(422);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
  }
  const theirs = asking(server.url, await tokenOf(other));
  const stolen = await theirs('/v1/runs', {
    template: await saveLabel(other, await createRenderFolder()),
    format: 'zpl',
    query: { id: query },
  });
  expect(stolen.status).toBe(404);
});
