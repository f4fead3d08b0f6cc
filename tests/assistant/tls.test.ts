import { readFile } from 'node:fs/promises';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { connect as connectSecurely } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { WebSocket as WsWebSocket } from 'ws';
import { DAY_MS } from '#model/kernel/time.ts';
import type { Assistant, AssistantOptions } from '#print-assistant/assistant.ts';
import { openCertificates } from '#print-assistant/certificate-files.ts';
import { SERVER_DAYS } from '#print-assistant/make-certificate.ts';
import { createTlsServer, renew } from '#print-assistant/tls-server.ts';
import { runAssistant, startAssistantProcess } from './assistant-process.ts';
import { createOutputPage } from './create-page.ts';
import { connectRaw } from './raw-connection.ts';
import { createFolder, ORIGIN, startAssistant } from './start-assistant.ts';

interface Started extends AsyncDisposable {
  readonly assistant: Assistant;
  readonly port: number;
  /** PEM. */
  readonly ca: string;
  readonly lines: readonly string[];
}

async function start(over: Partial<AssistantOptions> = {}): Promise<Started> {
  const folder = await createFolder();
  const lines: string[] = [];
  const assistant = await startAssistant(folder.path, { tls: true, log: (line) => lines.push(line), ...over });
  return {
    assistant,
    port: assistant.port,
    ca: await readFile(join(folder.path, 'tls/ca.crt'), 'utf8'),
    lines,
    async [Symbol.asyncDispose]() {
      await assistant.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
}

function call(
  url: string,
  options: { readonly ca?: string; readonly headers?: Record<string, string>; readonly form?: Record<string, string> },
): Promise<Answer> {
  const request = url.startsWith('https:') ? secureRequest : plainRequest;
  const { form, headers = {}, ca } = options;
  const body = form === undefined ? undefined : new URLSearchParams(form).toString();
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        method: form === undefined ? 'GET' : 'POST',
        headers,
        agent: false,
        servername: '',
        ...(ca === undefined ? {} : { ca }),
      },
      (answer) => {
        let text = '';
        answer.on('data', (piece: Buffer) => (text += piece.toString()));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

/** All data of a connection until the other end closes it. */
function untilClosed(socket: Socket): Promise<Buffer> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    socket.on('data', (piece: Buffer) => parts.push(piece));
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(Buffer.concat(parts)));
  });
}

function opened(socket: WsWebSocket): Promise<string> {
  return new Promise((resolve) => {
    socket.once('open', () => resolve('open'));
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

const HTML = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };

describe('an assistant with TLS', () => {
  test('accepts pages from a client that trusts its authority, by each of its names', async () => {
    await using started = await start();
    const { port, ca } = started;
    expect(started.assistant.address).toBe(`wss://127.0.0.1:${port}`);
    await using line = await connectRaw(port, ORIGIN, ca);
    expect(await line.ask('hello', { protocol: 1 })).toMatchObject({ code: 200 });
    expect(await line.ask('outputPrintting', createOutputPage({ sequence: 1 }))).toMatchObject({
      code: 200,
      data: { outcome: 'spooled' },
    });
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      const socket = new WsWebSocket(`wss://${host}:${port}`, { origin: ORIGIN, ca });
      expect(await opened(socket), host).toBe('open');
      socket.terminate();
    }
  });

  test('is rejected by a client that does not trust it', async () => {
    await using started = await start();
    const socket = new WsWebSocket(`wss://127.0.0.1:${started.port}`, { origin: ORIGIN });
    expect(await opened(socket)).toMatch(/UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT/);
    await using other = await createFolder();
    const foreign = await openCertificates({ folder: other.path, now: Date.now, log: () => undefined });
    const wrong = new WsWebSocket(`wss://127.0.0.1:${started.port}`, { origin: ORIGIN, ca: foreign.authority });
    expect(await opened(wrong)).toMatch(/UNABLE_TO|SIGNATURE/);
    // A client that trusts it still connects.
    await using line = await connectRaw(started.port, ORIGIN, started.ca);
    expect(await line.ask('hello', { protocol: 1 })).toMatchObject({ code: 200 });
  });

  test('checks origin and host as in plain text', async () => {
    await using started = await start();
    const { port, ca, lines } = started;
    await expect(connectRaw(port, 'http://evil.example', ca)).rejects.toThrow('403');
    expect(lines.join('\n')).toContain('the origin http://evil.example is not an allowed site');
    const rebound = await call(`https://127.0.0.1:${port}/`, { ca, headers: { host: `rebound.example:${port}` } });
    expect(rebound.status).toBe(403);
    const url = `https://127.0.0.1:${port}/`;
    const allowed = await call(url, { ca, headers: { origin: ORIGIN } });
    expect(JSON.parse(allowed.text)).toEqual({ product: 'labelwright-assistant', protocol: 1, originAllowed: true });
    expect(allowed.headers['access-control-allow-origin']).toBe(ORIGIN);
    const foreign = await call(url, { ca, headers: { origin: 'http://evil.example' } });
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('has its own page there, which offers the certificate, and whose buttons are its own alone', async () => {
    await using started = await start();
    const { assistant, port, ca } = started;
    expect(assistant.pageUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/p\/[0-9a-f]{32}\/$/);
    const page = await call(assistant.pageUrl, { ca, headers: { ...HTML, 'accept-language': 'en' } });
    expect(page.status).toBe(200);
    expect(page.text).toContain('TLS certificate');
    expect(page.text).toContain('localhost, 127.0.0.1, ::1');
    expect(page.text).toContain('href="/ca.crt"');
    const closed = await call(`https://127.0.0.1:${port}/p/${'0'.repeat(32)}/`, { ca, headers: HTML });
    expect(closed.text).toContain('href="/ca.crt"');
    const file = await call(`https://127.0.0.1:${port}/ca.crt`, { ca });
    expect(file.text).toBe(ca);
    expect(file.headers['content-type']).toContain('application/x-x509-ca-cert');
    const add = (origin: string): Promise<Answer> =>
      call(`${assistant.pageUrl}add-site`, { ca, headers: { origin }, form: { origin: 'https://shop.example' } });
    expect(await add(`http://127.0.0.1:${port}`)).toMatchObject({ status: 403 });
    expect(await add(`https://127.0.0.1:${port}`)).toMatchObject({ status: 303 });
    expect((await call(assistant.pageUrl, { ca })).text).toContain('https://shop.example');
  });

  test('answers a plain-text client that it requires TLS, and nothing to others', async () => {
    await using started = await start();
    const { port } = started;
    const url = `http://127.0.0.1:${port}`;
    const answered = await call(url, { headers: { origin: ORIGIN } });
    expect(JSON.parse(answered.text)).toMatchObject({ originAllowed: true, tls: true });
    expect(answered.headers).toMatchObject({ 'access-control-allow-origin': ORIGIN, connection: 'close' });
    const foreign = await call(url, { headers: { origin: 'http://evil.example' } });
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined();
    expect((await call(url, { headers: { host: `rebound.example:${port}` } })).status).toBe(403);
    // A browser is redirected; the page itself and the certificate are not served in plain text.
    const path = new URL(started.assistant.pageUrl).pathname;
    const led = await call(`${url}${path}`, { headers: HTML });
    expect([led.status, led.headers['location'], led.text]).toEqual([307, `https://127.0.0.1:${port}${path}`, '']);
    expect((await call(`${url}/ca.crt`, {})).text).not.toContain('BEGIN');
    expect((await call(`${url}${path}`, { headers: { origin: 'null' }, form: {} })).text).toContain('"tls":true');
    await expect(connectRaw(port)).rejects.toThrow('426');
    await expect(connectRaw(port, 'http://evil.example')).rejects.toThrow('403');
  });

  test('survives data that is neither', async () => {
    await using started = await start({ limits: { headersMs: 1000 } });
    const { port, ca } = started;
    for (const bytes of [
      Buffer.from('\u0016\u0003\u0001 and then no handshake at all, but words\r\n\r\n'),
      Buffer.from('hello\r\n\r\n'),
      Buffer.alloc(70_000, 0x16),
      Buffer.alloc(70_000, 0xff),
      Buffer.from('GET / HTTP/1.1\r\n'.padEnd(40_000, 'x')),
    ]) {
      const socket = connect(port, '127.0.0.1');
      socket.write(bytes);
      const answer = await untilClosed(socket);
      expect(answer.toString('latin1')).not.toContain('labelwright');
    }
    const silent = connect(port, '127.0.0.1');
    silent.on('connect', () => silent.resetAndDestroy());
    await untilClosed(silent);
    await using line = await connectRaw(port, ORIGIN, ca);
    expect(await line.ask('hello', { protocol: 1 })).toMatchObject({ code: 200 });
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['half a handshake', Buffer.from([0x16, 3, 1, 2, 0, 1])],
    ['half a request', Buffer.from('GET / HTTP/1.1\r\nHost: ')],
  ])('ends a connection on which %s came', async (_what, bytes) => {
    await using started = await start({ limits: { headersMs: 300 } });
    const socket = connect(started.port, '127.0.0.1');
    const began = performance.now();
    if (bytes.length > 0) socket.write(bytes);
    expect((await untilClosed(socket)).toString('latin1')).not.toContain('200 OK');
    expect(performance.now() - began).toBeGreaterThan(250);
  });

  test('ends unfinished handshakes when it stops', async () => {
    const started = await start();
    const sockets = [Buffer.alloc(0), Buffer.from([0x16, 3, 1, 2, 0, 1]), Buffer.from('GET / HTTP/1.1\r\n')].map(
      (bytes) => {
        const socket = connect(started.port, '127.0.0.1');
        if (bytes.length > 0) socket.write(bytes);
        return { connected: new Promise((resolve) => socket.once('connect', resolve)), closed: untilClosed(socket) };
      },
    );
    await Promise.all(sockets.map(({ connected }) => connected));
    await started[Symbol.asyncDispose]();
    await Promise.all(sockets.map(({ closed }) => closed));
  });
});

test('an assistant with plain text survives a TLS client', async () => {
  await using folder = await createFolder();
  await using assistant = await startAssistant(folder.path);
  expect(assistant.address).toBe(`ws://127.0.0.1:${assistant.port}`);
  const socket = connectSecurely({ port: assistant.port, host: '127.0.0.1', rejectUnauthorized: false });
  const failure = await new Promise<Error>((resolve) => socket.once('error', resolve));
  expect(failure).toBeInstanceOf(Error);
  await using line = await connectRaw(assistant.port);
  expect(await line.ask('hello', { protocol: 1 })).toMatchObject({ code: 200 });
  expect((await call(`http://127.0.0.1:${assistant.port}/ca.crt`, {})).text).not.toContain('BEGIN');
  await expect(readFile(join(folder.path, 'tls/ca.crt'))).rejects.toThrow('ENOENT');
});

test('a renewed certificate is used for new connections, and old ones stay', async () => {
  await using folder = await createFolder();
  const log = (): void => undefined;
  const inUse = (): number => Date.now() - (SERVER_DAYS - 1) * DAY_MS;
  const first = await openCertificates({ folder: folder.path, now: inUse, log });
  const server = createTlsServer({
    identity: first,
    onRequest: (_request, response) => response.end('come in'),
    onUpgrade: (_request, socket) => socket.destroy(),
    onPlainRequest: (_request, response) => response.end(),
    onPlainUpgrade: (_request, socket) => socket.destroy(),
    handshakeMs: 5000,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const shake = async (): Promise<{ serial: string; end: () => void; closed: boolean }> => {
    const socket = connectSecurely({ port, host: '127.0.0.1', ca: first.authority });
    await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject));
    return {
      serial: socket.getPeerCertificate().serialNumber,
      end: () => void socket.destroy(),
      get closed() {
        return socket.closed;
      },
    };
  };
  const before = await shake();
  const renewed = await openCertificates({ folder: folder.path, now: Date.now, log });
  renew(server, renewed);
  // Its authority is the same one.
  const after = await shake();
  expect(after.serial).not.toBe(before.serial);
  expect(before.closed).toBe(false);
  before.end();
  after.end();
  await new Promise((resolve) => server.close(resolve));
});

describe('the program', () => {
  test('makes the certificate when it is installed or first started, and prints its path', async () => {
    await using folder = await createFolder();
    const printed = await command({ ASSISTANT_DIR: folder.path }, 'certificate');
    expect(printed.output).toMatch(/\/tls\/ca\.crt\nSHA-256 ([0-9A-F]{2}:){31}[0-9A-F]{2}\n/);
    expect(printed.output).toContain('TLS is off: set ASSISTANT_TLS=on to enable it');
    await using assistant = await startAssistantProcess({ ASSISTANT_DIR: folder.path, ASSISTANT_TLS: 'on' });
    expect(assistant.output()).toMatch(/listening on wss:.+\nSettings page: https:/);
    await using line = await connectRaw(
      assistant.port,
      ORIGIN,
      await readFile(join(folder.path, 'tls/ca.crt'), 'utf8'),
    );
    expect(await line.ask('hello', { protocol: 1 })).toMatchObject({ code: 200 });
    const again = await command({ ASSISTANT_DIR: folder.path, ASSISTANT_TLS: 'on' }, 'certificate');
    expect(again.output.split('\n').slice(0, 3)).toEqual(printed.output.split('\n').slice(0, 3));
    expect(again.output).toContain('TLS is on');
    expect((await command({ ASSISTANT_DIR: folder.path, ASSISTANT_TLS: 'on' }, 'page')).output).toMatch(/^https:/);
  });

  test('reports an error in one line', async () => {
    await using folder = await createFolder();
    const wrong = await command({ ASSISTANT_DIR: folder.path, ASSISTANT_TLS: 'yes' });
    expect(wrong).toEqual({ code: 1, output: 'Print assistant: ASSISTANT_TLS must be on or off\n' });
    const nowhere = await command({ ASSISTANT_DIR: '/dev/null/assistant' }, 'certificate');
    expect(nowhere.code).toBe(1);
    expect(nowhere.output).toContain('Print assistant: cannot write to /dev/null/assistant');
  });
});

async function command(
  env: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = runAssistant(env, words);
  let output = '';
  child.stdout?.on('data', (piece: Buffer) => (output += piece.toString()));
  child.stderr?.on('data', (piece: Buffer) => (output += piece.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}
