import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { makeAuthority, makeServerCertificate } from '#print-assistant/make-certificate.ts';
import { createAddressPolicy, type AddressPolicy } from '#server/core/net/address-policy.ts';
import { fetchFile, type FetchOptions } from '#server/core/net/fetch-file.ts';
import { NET_LIMITS } from '#server/core/net/net-limits.ts';
import { createSheetServer, GOODS_CSV, openTo, type SheetServer } from '#tests/support/sheet-server.ts';

const MIB = 1024 * 1024;
let source: SheetServer;
beforeAll(async () => {
  source = await createSheetServer();
});
afterAll(() => source.close());

async function fetchFrom(path: string, options: Partial<FetchOptions> = {}) {
  const address = path.startsWith('/') ? source.url + path : path;
  const signal = new AbortController().signal;
  const limits = { ...NET_LIMITS, bytes: MIB, ...options.limits };
  return fetchFile(address, { policy: openTo(source), signal, ...options, limits });
}
const fast = (limits: Partial<typeof NET_LIMITS>) => ({ limits: { ...NET_LIMITS, bytes: MIB, ...limits } });

test.each(['/goods.csv', '/gzip.csv', '/deflate.csv', '/brotli.csv'])('%s is fetched unchanged', async (path) => {
  const file = expectOk(await fetchFrom(path));
  expect(new TextDecoder().decode(file.bytes)).toBe(GOODS_CSV);
  expect(file).toMatchObject({ name: path.slice(1), mediaType: 'text/csv' });
});

test('nothing about the user is sent', async () => {
  await fetchFrom('/goods.csv?asked=once#part');
  const asked = source.requests.find(({ path }) => path === '/goods.csv?asked=once');
  expect(Object.keys(asked?.headers ?? {}).toSorted()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ]);
  expect(asked?.headers['user-agent']).toBe('Labelwright');
});

test('a proxy of the environment is not used', async () => {
  const before = process.env['HTTP_PROXY'];
  process.env['HTTP_PROXY'] = 'http://127.0.0.1:1';
  process.env['NODE_USE_ENV_PROXY'] = '1';
  onTestFinished(() => {
    delete process.env['NODE_USE_ENV_PROXY'];
    if (before === undefined) delete process.env['HTTP_PROXY'];
    else process.env['HTTP_PROXY'] = before;
  });
  expectOk(await fetchFrom('/goods.csv'));
});

describe('incomplete answers', () => {
  test.each(['/half.csv', '/half-chunk.csv', '/broken-gzip.csv', '/twice.csv'])('%s is rejected', async (path) => {
    expect(await fetchFrom(path)).toEqual({ ok: false, error: { type: 'incomplete' } });
  });

  test('an answer with a longer announced length is rejected', async () => {
    const port = await serveRaw('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\na,b\n');
    const answer = await fetchFrom(`http://127.0.0.1:${port}/a.csv`, { policy: openTo({ port }) });
    expect(answer).toEqual({ ok: false, error: { type: 'incomplete' } });
  });

  test('an answer with a shorter announced length is cut to it', async () => {
    const port = await serveRaw('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\na,b\nc,d\n');
    const answer = await fetchFrom(`http://127.0.0.1:${port}/a.csv`, { policy: openTo({ port }) });
    expect(new TextDecoder().decode(expectOk(answer).bytes)).toBe('a,b\n');
  });

  test('an answer that is not HTTP, or has endless headers, is rejected', async () => {
    for (const text of ['SSH-2.0-OpenSSH_9.2\r\n', `HTTP/1.1 200 OK\r\n${'x-a: 1\r\n'.repeat(10_000)}\r\n`]) {
      const port = await serveRaw(text);
      const answer = await fetchFrom(`http://127.0.0.1:${port}/`, { policy: openTo({ port }) });
      expect(answer).toEqual({ ok: false, error: { type: 'unreachable' } });
    }
  });
});

describe('answers that are too large', () => {
  test.each(['/large.csv', '/announced.csv', '/endless.csv', '/bomb.csv'])('%s is rejected', async (path) => {
    const before = process.memoryUsage().arrayBuffers;
    expect(await fetchFrom(path)).toEqual({ ok: false, error: { type: 'tooLarge', limitBytes: MIB } });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * MIB);
  });
});

describe('requests that take too long', () => {
  test.each([
    ['/trickle.csv', { totalMs: 500 }],
    ['/silent.csv', { bodyTimeoutMs: 300 }],
    ['/no-headers.csv', { headersMs: 300 }],
  ] as const)('%s times out', async (path, limits) => {
    expect(await fetchFrom(path, fast(limits))).toEqual({ ok: false, error: { type: 'tooSlow' } });
  });

  test('a resolver that never answers times out', async () => {
    const policy: AddressPolicy = { ...openTo(source), resolve: () => new Promise(() => undefined) };
    const answer = await fetchFrom('http://slow.test/', { policy, ...fast({ totalMs: 200 }) });
    expect(answer).toEqual({ ok: false, error: { type: 'tooSlow' } });
  });

  test('the client can cancel it, and the connection is closed', async () => {
    const own = await createSheetServer();
    onTestFinished(() => own.close());
    const stop = new AbortController();
    const answer = fetchFrom(`${own.url}/trickle.csv`, { policy: openTo(own), signal: stop.signal });
    await expect.poll(() => own.requests.length).toBe(1);
    stop.abort();
    expect(await answer).toEqual({ ok: false, error: { type: 'aborted' } });
    await own.closed();
  });
});

describe('redirects', () => {
  const to = (url: string): string => `/to?url=${encodeURIComponent(url)}`;

  test('are followed, including relative ones', async () => {
    expectOk(await fetchFrom(to('/goods.csv')));
    expectOk(await fetchFrom(to(`${source.url}${to('/gzip.csv')}`)));
  });

  test('are limited in number', async () => {
    expect(await fetchFrom('/circle')).toEqual({ ok: false, error: { type: 'redirects' } });
    expect(source.requests.filter(({ path }) => path === '/circle')).toHaveLength(6);
  });

  test('without a location count as an error status', async () => {
    expect(await fetchFrom('/nowhere')).toEqual({ ok: false, error: { type: 'status', status: 302 } });
  });

  test.each([
    'http://127.0.0.1:1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://0.0.0.0/',
    'http://0/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0x7f.1/',
    'http://[::ffff:127.0.0.1]/',
    'http://inner.test/',
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'http://user:secret@127.0.0.1/',
    'http://',
    'gopher://127.0.0.1:70/',
  ])('to %s are not', async (target) => {
    const answer = await fetchFrom(to(target), { policy: openTo(source, { 'inner.test': [['10.0.0.1']] }) });
    expect(answer).toEqual({ ok: false, error: { type: 'unreachable' } });
  });

  test('to another server of this machine never reach it', async () => {
    const inner = await createSheetServer();
    onTestFinished(() => inner.close());
    expect(await fetchFrom(to(`${inner.url}/goods.csv`))).toEqual({ ok: false, error: { type: 'unreachable' } });
    expect(inner.requests).toEqual([]);
  });
});

describe('host names', () => {
  test('are resolved once: a later answer does not count', async () => {
    const policy = openTo(source, { 'rebind.test': [['127.0.0.1'], ['169.254.169.254']] });
    expectOk(await fetchFrom(`http://rebind.test:${source.port}/goods.csv?rebind`, { policy }));
    expect(policy.lookups).toEqual(['rebind.test']);
    expect(source.requests.at(-1)?.headers.host).toBe(`rebind.test:${source.port}`);
  });

  test('are resolved again for each redirect', async () => {
    const policy = openTo(source, { 'rebind.test': [['127.0.0.1'], ['169.254.169.254']] });
    const address = `http://rebind.test:${source.port}/to?url=/goods.csv`;
    expect(await fetchFrom(address, { policy })).toEqual({ ok: false, error: { type: 'unreachable' } });
    expect(policy.lookups).toHaveLength(2);
  });

  test('with one forbidden address are not connected to at all', async () => {
    for (const answers of [['127.0.0.1', '10.0.0.1'], ['::1', '127.0.0.1'], []]) {
      const policy = openTo(source, { 'mixed.test': [answers] });
      const answer = await fetchFrom(`http://mixed.test:${source.port}/goods.csv?mixed`, { policy });
      expect(answer).toEqual({ ok: false, error: { type: 'unreachable' } });
    }
    expect(source.requests.filter(({ path }) => path.includes('mixed'))).toEqual([]);
  });

  test('that do not exist, closed ports, and forbidden addresses have the same answer', async () => {
    const { port } = source;
    const closed = await serveRaw('');
    const answers = await Promise.all([
      fetchFrom('http://none.test/'),
      fetchFrom(`http://127.0.0.1:${closed}/`),
      fetchFrom(`http://localhost:${port}/goods.csv`, { policy: createAddressPolicy() }),
      fetchFrom(`http://127.0.0.1:${port}/goods.csv`, { policy: createAddressPolicy() }),
      fetchFrom('http://10.255.255.1/', { policy: createAddressPolicy() }),
    ]);
    for (const answer of answers) expect(answer).toEqual({ ok: false, error: { type: 'unreachable' } });
  });

  test('that an operator has listed are reached', async () => {
    const policy = createAddressPolicy([`localhost:${source.port}`]);
    expectOk(await fetchFrom(`http://localhost:${source.port}/goods.csv`, { policy }));
  });
});

describe('TLS', () => {
  test('needs a certificate for the requested name', async () => {
    const authority = makeAuthority('Labelwright test', Date.now());
    const opened = { key: createPrivateKey(authority.key), certificate: new X509Certificate(authority.certificate) };
    const pair = makeServerCertificate(opened, Date.now());
    const server = createServer({ key: pair.key, cert: pair.certificate }, (_request, response) =>
      response.end(GOODS_CSV),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const policy = (): AddressPolicy => openTo({ port }, { localhost: [['127.0.0.1']], 'other.test': [['127.0.0.1']] });
    const unknown = await fetchFrom(`https://localhost:${port}/a.csv`, { policy: policy() });
    expect(unknown).toEqual({ ok: false, error: { type: 'unreachable' } });

    const before = getCACertificates('default');
    onTestFinished(() => setDefaultCACertificates(before));
    setDefaultCACertificates([...before, authority.certificate]);
    expectOk(await fetchFrom(`https://localhost:${port}/a.csv`, { policy: policy() }));
    const other = await fetchFrom(`https://other.test:${port}/a.csv`, { policy: policy() });
    expect(other).toEqual({ ok: false, error: { type: 'unreachable' } });
  });
});

test('an error status is reported', async () => {
  expect(await fetchFrom('/missing.csv')).toEqual({ ok: false, error: { type: 'status', status: 404 } });
});

/**
 * A server that sends this to every request, and closes the connection; one that is missing for
 * ''.
 */
async function serveRaw(text: string): Promise<number> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  if (text === '') await new Promise((resolve) => server.close(resolve));
  else onTestFinished(() => void server.close());
  return port;
}
