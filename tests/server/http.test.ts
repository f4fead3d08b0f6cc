import { mkdir, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { CALLS } from '#protocol/api.ts';
import { createApiClient } from '#services/api/api-client.ts';
import {
  createTestFolder,
  createTestServer,
  createUser,
  createVisitor,
  pageHeaders,
  type TestServer,
} from './create-test-server.ts';

const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self' ws://127.0.0.1:9104 http://127.0.0.1:9104 wss://127.0.0.1:9104 https://127.0.0.1:9104",
  "worker-src 'self' blob:",
  "font-src 'self' data:",
  "frame-ancestors 'none'",
];

async function createWebServer(): Promise<TestServer & { readonly webDir: string }> {
  const webDir = await createTestFolder();
  await mkdir(join(webDir, 'assets'));
  await writeFile(join(webDir, 'index.html'), '<!doctype html><title>page</title>');
  await writeFile(join(webDir, 'assets', 'worker-Ab12_xY9.js'), 'self.x = 1');
  await writeFile(join(webDir, 'assets', 'skia-Ab12cd34.wasm'), '\0asm');
  return { ...(await createTestServer({ webDir, assistantPort: 9104 })), webDir };
}

/** A plain request with exactly these headers, some of which `fetch` sets itself or rejects. */
function rawPost(url: string, headers: Record<string, string>, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** `fetch` would request the whole file when it is given a tag. */
function rawGet(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

describe('the pages', () => {
  test('every path of the application is its page, never a redirect', async () => {
    const { url } = await createWebServer();
    for (const path of [
      '/',
      '/login',
      '/editLabel?labelAttr=%7B%7D',
      '/no/such/page',
      '/login?redirect=//evil.example',
    ]) {
      const response = await fetch(url + path, { redirect: 'manual' });
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
      ]);
      expect(response.headers.get('cache-control')).toBe('no-cache');
    }
  });

  test('a path that looks like another host leads nowhere', async () => {
    const { url } = await createWebServer();
    for (const path of ['//evil.example', '//evil.example/%2e%2e', '/%5cevil.example', '/\\evil.example']) {
      const response = await fetch(url + path, { redirect: 'manual' });
      expect([path, response.headers.get('location')]).toEqual([path, null]);
    }
  });

  test('a missing service or file is not answered with a page', async () => {
    const { url } = await createWebServer();
    for (const path of [
      '/interface/api/nothing',
      '/assets/gone-12345678.js',
      '/favicon.ico',
      '/fonts/x.ttf',
      '/net/x',
    ]) {
      expect([path, (await fetch(url + path)).status]).toEqual([path, 404]);
    }
    expect((await fetch(`${url}/fonts/..%2f..%2fpackage.json`)).status).toBe(404);
    expect((await fetch(`${url}/..%2flabelwright.db`)).status).toBe(404);
    expect(await rawPost(`${url}/login`, { 'content-type': 'application/json' }, '{}')).toBe(404);
  });

  test('hashed files are cached permanently, with their right type', async () => {
    const { url } = await createWebServer();
    for (const [path, type] of [
      ['/assets/worker-Ab12_xY9.js', 'application/javascript; charset=utf-8'],
      ['/assets/skia-Ab12cd34.wasm', 'application/wasm'],
    ]) {
      const response = await fetch(url + path);
      expect(response.headers.get('content-type')).toBe(type);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
  });

  test('compressed files are sent to clients that accept them, each kind with a tag of its own', async () => {
    const { url, webDir } = await createWebServer();
    const script = Buffer.from('self.x = 1;'.repeat(200));
    const path = '/assets/app-Ab12cd34.js';
    await writeFile(join(webDir, path), script);
    await writeFile(join(webDir, `${path}.br`), brotliCompressSync(script));
    await writeFile(join(webDir, `${path}.gz`), gzipSync(script));
    const page = Buffer.from('<!doctype html><title>page</title>'.padEnd(2000));
    await writeFile(join(webDir, 'index.html'), page);
    await writeFile(join(webDir, 'index.html.br'), brotliCompressSync(page));
    const tags = new Set<string | null>();
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip, deflate', 'gzip'],
      ['identity', null],
    ] as const) {
      const response = await fetch(url + path, { headers: { 'accept-encoding': accepted } });
      expect(Buffer.from(await response.arrayBuffer())).toEqual(script);
      const { headers } = response;
      tags.add(headers.get('etag'));
      expect({
        encoding: headers.get('content-encoding'),
        type: headers.get('content-type'),
        cache: headers.get('cache-control'),
        vary: headers.get('vary'),
      }).toEqual({
        encoding,
        type: 'application/javascript; charset=utf-8',
        cache: 'public, max-age=31536000, immutable',
        vary: expect.stringMatching(/accept-encoding/i),
      });
      const etag = headers.get('etag') ?? '';
      expect(await rawGet(url + path, { 'accept-encoding': accepted, 'if-none-match': etag })).toBe(304);
    }
    expect(tags.size).toBe(3);
    for (const page of ['/', '/login', '/editLabel?x=1']) {
      const { headers } = await fetch(url + page, { headers: { 'accept-encoding': 'br' } });
      expect([headers.get('content-encoding'), headers.get('content-type'), headers.get('cache-control')]).toEqual([
        'br',
        'text/html; charset=utf-8',
        'no-cache',
      ]);
    }
  });

  test('before they are built a line explains what to do', async () => {
    const { url } = await createTestServer();
    const response = await fetch(`${url}/login`, { headers: { 'accept-language': 'pt-BR,en' } });
    expect([response.status, await response.text()]).toEqual([
      503,
      'As páginas web ainda não foram geradas. Execute: npm run build',
    ]);
  });

  test('the fonts are served from their packages', async () => {
    const { url } = await createTestServer();
    const fonts = expectOk(await createVisitor(url).api.call('fontList', {}));
    expect(fonts.count).toBeGreaterThan(3);
    for (const font of fonts.list) {
      const response = await fetch(url + font.url, { method: 'HEAD' });
      expect([font.name, response.status, response.headers.get('content-type')]).toEqual([font.name, 200, 'font/ttf']);
    }
  });
});

test('every response has the security headers, including the worker script’s', async () => {
  const { url } = await createWebServer();
  for (const path of ['/healthz', '/', '/assets/worker-Ab12_xY9.js', '/files/x', '/interface/x', CALLS.fontList.path]) {
    const { headers } = await fetch(url + path);
    const policy = (headers.get('content-security-policy') ?? '').split(';').map((part) => part.trim());
    expect(policy).toEqual(expect.arrayContaining(POLICY));
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('x-frame-options')).toBe('DENY');
  }
});

test('scripts come without the headers that only mean something for pages, and pages with them', async () => {
  const { url } = await createWebServer();
  const ofPages = ['permissions-policy', 'cross-origin-opener-policy', 'x-dns-prefetch-control', 'x-xss-protection'];
  const named = async (path: string): Promise<string[]> => {
    const { headers } = await fetch(url + path);
    return ofPages.filter((header) => headers.has(header));
  };
  expect(await named('/')).toEqual(ofPages);
  expect(await named('/assets/worker-Ab12_xY9.js')).toEqual([]);
  expect(await named('/assets/skia-Ab12cd34.wasm')).toEqual([]);
  expect(await named('/assets/missing-Ab12cd34.js')).toEqual(ofPages);
});

test('healthz answers 200 once it serves', async () => {
  const { url } = await createTestServer();
  const response = await fetch(`${url}/healthz`);
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
});

test('shutdown does not wait for idle connections', async () => {
  const { server, url } = await createTestServer();
  const spare = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void spare.destroy());
  spare.on('error', () => undefined);
  await once(spare, 'connect');
  await server.close();
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});

describe('a request that changes something', () => {
  test('must come from the own origin', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'ana');
    const call = url + CALLS.addFolder.path;
    const headers = { 'content-type': 'application/json', ...pageHeaders(user) };
    const post = (more: Record<string, string>, number: number): Promise<number> =>
      rawPost(call, { ...headers, ...more }, JSON.stringify({ name: `Folder ${number}` }));
    expect(await post({ origin: 'https://evil.example' }, 1)).toBe(403);
    expect(await post({ origin: 'null' }, 2)).toBe(403);
    expect(await post({ 'sec-fetch-site': 'cross-site' }, 3)).toBe(403);
    expect(await post({ 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:1' }, 4)).toBe(403);
    expect(await post({ origin: url, 'sec-fetch-site': 'same-origin' }, 5)).toBe(200);
    expect(await post({}, 6)).toBe(200);
    const { count } = expectOk(await user.api.call('folderList', {}));
    expect(count).toBe(3);
  });

  test('must be JSON, and well-formed', async () => {
    const { url } = await createTestServer();
    const call = url + CALLS.login.path;
    const body = JSON.stringify({ account: 'a', password: 'b' });
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain;application/json',
    ]) {
      expect([type, await rawPost(call, { 'content-type': type }, body)]).toEqual([type, 415]);
    }
    expect(await rawPost(call, {}, body)).toBe(415);
    expect(await rawPost(call, { 'content-type': 'application/json' }, '{"account":')).toBe(400);
    expect(await rawPost(call, { 'content-type': 'application/json' }, '')).toBe(400);
    expect(await rawPost(call, { 'content-type': 'application/json' }, '{"__proto__":{"a":1},"account":"a"}')).toBe(
      400,
    );
    expect(await rawPost(call, { 'content-type': 'application/json' }, `{"account":"${'a'.repeat(300_000)}"}`)).toBe(
      413,
    );
    expect(await rawPost(call, { 'content-type': 'application/json; charset=utf-8' }, body)).toBe(401);
  });

  test('does not happen on GET', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'ana');
    for (const call of Object.values(CALLS)) {
      if (call.method === 'POST') expect((await user.fetch(`${call.path}?name=x&id=x`)).status).toBe(404);
    }
    expect(expectOk(await user.api.call('folderList', {})).count).toBe(1);
  });

  test('reports the invalid field', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'ana');
    const send = async (body: unknown): Promise<unknown> => {
      const response = await user.fetch(CALLS.templateList.path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
      return response.json();
    };
    expect(await send({ page: 0 })).toMatchObject({ code: 209, data: { field: 'page' } });
    expect(await send({ size: 1000 })).toMatchObject({ code: 209, data: { field: 'size' } });
    expect(await send({ name: ['x'] })).toMatchObject({ code: 209, data: { field: 'name' } });
    expect(await send([])).toMatchObject({ code: 209 });
  });
});

describe('the client', () => {
  test('distinguishes an unavailable server, a slow one, and an invalid answer', async () => {
    const options = { language: () => 'en', onSignedOut: () => undefined };
    const down = createApiClient({ ...options, baseUrl: 'http://127.0.0.1:9' });
    expect(await down.call('folderList', {})).toMatchObject({
      error: { code: 'server.unreachable', suppressMessage: false },
    });
    const { url } = await createTestServer();
    const slow = createApiClient({
      ...options,
      baseUrl: url,
      timeoutMs: 50,
      fetch: (input, init) => {
        const { signal } = new Request(input, init);
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    });
    expect(await slow.call('folderList', {})).toMatchObject({ error: { code: 'server.timeout' } });
    for (const answer of ['<html>', '[]', '{"code":200,"data":5}', '{"code":"200"}', 'null']) {
      const odd = createApiClient({ ...options, baseUrl: url, fetch: () => Promise.resolve(new Response(answer)) });
      expect(await odd.call('folderList', {})).toMatchObject({ error: { code: 'server.badAnswer' } });
    }
  });

  test('settles when it is aborted, before and during', async () => {
    const { url } = await createTestServer();
    const { api } = createVisitor(url);
    expect(await api.call('currentUser', {}, { signal: AbortSignal.abort() })).toMatchObject({
      error: { code: 'aborted', suppressMessage: true },
    });
    const controller = new AbortController();
    const answer = api.call('currentUser', {}, { signal: controller.signal });
    controller.abort();
    expect(await answer).toMatchObject({ error: { code: 'aborted' } });
  });

  test('returns both a list and its count', async () => {
    const api = createApiClient({
      baseUrl: 'http://127.0.0.1',
      language: () => 'en',
      onSignedOut: () => undefined,
      fetch: () => Promise.resolve(new Response('{"ResultCode":200,"Data":[],"count":0}')),
    });
    expect(await api.call('cloudDataList', { type: 1 })).toEqual({ ok: true, value: { list: [], count: 0 } });
  });

  test('reads both spellings of the envelope', async () => {
    const answers = [
      '{"ResultCode":200,"Data":null}',
      '{"ResultCode":405,"Reason":"R","Data":{"id":"7"}}',
      '{"code":402,"msg":"M"}',
      '{"code":599}',
    ];
    const api = createApiClient({
      baseUrl: 'http://127.0.0.1',
      language: () => 'en',
      onSignedOut: () => undefined,
      fetch: () => Promise.resolve(new Response(answers.shift())),
    });
    const remove = (): ReturnType<typeof api.call<'deleteTemplate'>> => api.call('deleteTemplate', { id: 'x' });
    expect(await remove()).toEqual({ ok: true, value: null });
    expect(await remove()).toMatchObject({ error: { code: 'server.nameTaken', message: 'R', takenById: '7' } });
    expect(await remove()).toMatchObject({ error: { code: 'server.said', message: 'M', suppressMessage: true } });
    expect(await remove()).toMatchObject({ error: { code: 'server.refused', apiCode: 599, suppressMessage: false } });
  });
});
