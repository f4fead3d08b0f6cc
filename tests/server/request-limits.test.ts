import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { API_CODES, CALLS, UPLOAD_FILE_PATH, UPLOAD_IMAGE_PATH } from '#protocol/api.ts';
import {
  createSuiteServer,
  createTestServer,
  createUser,
  createVisitor,
  upload,
  pageHeaderLines,
} from './create-test-server.ts';

/** An open connection and everything received over it. */
interface Wire {
  readonly socket: Socket;
  readonly received: () => string;
  readonly closed: Promise<void>;
}

async function openWire(url: string): Promise<Wire> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  return { socket, received: () => text, closed };
}

async function until(holds: () => boolean): Promise<void> {
  await expect.poll(holds, PATIENCE).toBe(true);
}

function head(path: string, more: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${more}\r\n`;
}

/** Patience for a busy machine; this measures no speed. */
const PATIENCE = { interval: 10 };

const JSON_HEAD = 'Content-Type: application/json\r\n';
const FORM_HEAD = 'Content-Type: multipart/form-data; boundary=cut\r\n';
const SECURITY = [
  'x-content-type-options: nosniff',
  'x-frame-options: DENY',
  'content-security-policy:',
  'permissions-policy:',
];

/** The status and the envelope of the only answer on a connection, which must have the security headers. */
function answerOf(text: string): { status: number; code: number; message: string } {
  const lower = text.toLowerCase();
  for (const header of SECURITY) expect(lower).toContain(header.toLowerCase());
  const envelope = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as { code: number; message: string };
  expect(Object.keys(envelope)).toEqual(['code', 'data', 'message']);
  expect(envelope.message).not.toBe('');
  return { status: Number(text.slice(9, 12)), ...envelope };
}

const QUICK = { bodyCheckMs: 100, bodyBytesPerCheck: 10, headersMs: 300, requestMs: 60_000 };

describe('half a request', () => {
  test('of JSON that stops is aborted with an answer', async () => {
    const { url } = await createTestServer({ requestLimits: QUICK });
    const wire = await openWire(url);
    wire.socket.write(`${head(CALLS.login.path, `${JSON_HEAD}Content-Length: 100\r\n`)}{"account":`);
    await wire.closed;
    expect(answerOf(wire.received())).toMatchObject({ status: 408, code: API_CODES.tooSlow });
  });

  test('that trickles is aborted, too', async () => {
    const { url } = await createTestServer({ requestLimits: { ...QUICK, bodyBytesPerCheck: 1000 } });
    const wire = await openWire(url);
    wire.socket.write(head(CALLS.login.path, `${JSON_HEAD}Content-Length: 100000\r\n`));
    const drip = setInterval(() => wire.socket.write(' '), 10);
    await wire.closed;
    clearInterval(drip);
    expect(answerOf(wire.received())).toMatchObject({ status: 408 });
  });

  test('of a signed-in user’s form that stops in its file', async () => {
    const { url, server } = await createTestServer({ requestLimits: QUICK });
    const user = await createUser(url, 'ana');
    const token = expectOk(await user.api.call('uploadToken', {})).data;
    const wire = await openWire(url);
    wire.socket.write(head(UPLOAD_FILE_PATH, `${FORM_HEAD}${pageHeaderLines(user)}Content-Length: 5000\r\n`));
    wire.socket.write(`--cut\r\nContent-Disposition: form-data; name="token"\r\n\r\n${token}\r\n`);
    wire.socket.write('--cut\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n<Templ');
    await wire.closed;
    expect(answerOf(wire.received())).toMatchObject({ status: 408 });
    expect(await server.services.db.selectFrom('stored_file').selectAll().execute()).toEqual([]);
  });

  test('headers that never end', async () => {
    const { url } = await createTestServer({ requestLimits: QUICK });
    const wire = await openWire(url);
    wire.socket.write(`POST ${CALLS.login.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX: `);
    await wire.closed;
    expect(answerOf(wire.received())).toMatchObject({ status: 408, code: API_CODES.tooSlow });
  });

  test('whose body slows down after a good start is aborted', async () => {
    const { url } = await createTestServer({ requestLimits: { ...QUICK, bodyBytesPerCheck: 0, requestMs: 500 } });
    const wire = await openWire(url);
    wire.socket.write(head(CALLS.login.path, `${JSON_HEAD}Content-Length: 100000\r\n`));
    const drip = setInterval(() => wire.socket.write(' '.repeat(20)), 10);
    await wire.closed;
    clearInterval(drip);
    expect(answerOf(wire.received())).toMatchObject({ status: 408 });
  });

  test('a form that is cut off in the middle of a part is 400, and nothing is stored', async () => {
    const { url, server } = await createTestServer();
    const user = await createUser(url, 'ana');
    const token = expectOk(await user.api.call('uploadToken', {})).data;
    const body =
      `--cut\r\nContent-Disposition: form-data; name="token"\r\n\r\n${token}\r\n` +
      '--cut\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n<Template/>';
    const wire = await openWire(url);
    const length = `Content-Length: ${body.length}\r\nConnection: close\r\n`;
    wire.socket.write(head(UPLOAD_FILE_PATH, `${FORM_HEAD}${pageHeaderLines(user)}${length}`) + body);
    await wire.closed;
    expect(answerOf(wire.received())).toMatchObject({ status: 400, code: API_CODES.invalid });
    expect(await server.services.db.selectFrom('stored_file').selectAll().execute()).toEqual([]);
  });

  test('ten at once do not block others', async () => {
    const { url } = await createTestServer({ requestLimits: { ...QUICK, bodyCheckMs: 60_000 } });
    const wires = await Promise.all(Array.from({ length: 10 }, () => openWire(url)));
    for (const { socket } of wires) {
      socket.write(`${head(CALLS.login.path, `${JSON_HEAD}Content-Length: 100\r\n`)}{`);
    }
    const user = await createUser(url, 'ana');
    expectOk(await user.api.call('folderList', {}));
  });
});

describe('without a session', () => {
  const calls: readonly { access: string; method: string; path: string }[] = Object.values(CALLS);
  const posts = calls.filter((call) => call.access === 'session' && call.method === 'POST');
  const routes: readonly (readonly [path: string, type: string])[] = [
    ...posts.map(({ path }) => [path, JSON_HEAD] as const),
    [UPLOAD_FILE_PATH, FORM_HEAD],
    [UPLOAD_IMAGE_PATH, 'Content-Type: application/octet-stream\r\n'],
  ];
  const suiteServer = createSuiteServer();
  test.each(routes)('%s rejects before the body arrives', async (path, type) => {
    const { url } = suiteServer();
    const wire = await openWire(url);
    wire.socket.write(head(path, `${type}Content-Length: 5000\r\n`));
    await until(() => wire.received().includes('\r\n\r\n'));
    expect(answerOf(wire.received())).toMatchObject({ status: 401, code: API_CODES.signedOut });
  });

  test('a form with a wrong token is rejected when the token has arrived', async () => {
    const { url } = await createTestServer();
    const user = await createUser(url, 'ana');
    const wire = await openWire(url);
    wire.socket.write(head(UPLOAD_FILE_PATH, `${FORM_HEAD}${pageHeaderLines(user)}Content-Length: 500000\r\n`));
    wire.socket.write('--cut\r\nContent-Disposition: form-data; name="token"\r\n\r\nmade-up\r\n');
    wire.socket.write('--cut\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n<Templ');
    await until(() => wire.received().includes('\r\n\r\n'));
    expect(answerOf(wire.received())).toMatchObject({ status: 401, code: API_CODES.unauthorized });
  });
});

describe('one address', () => {
  test('has no more connections than its share, and gets new ones when old ones close', async () => {
    const { url } = await createTestServer({ requestLimits: { connectionsPerAddress: 3 } });
    const wires = await Promise.all([openWire(url), openWire(url), openWire(url)]);
    const fourth = await openWire(url);
    await fourth.closed;
    expect(fourth.received()).toBe('');
    wires[0]?.socket.destroy();
    await wires[0]?.closed;
    await expect
      .poll(async () => {
        const next = await openWire(url);
        next.socket.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
        await next.closed;
        return next.received().slice(9, 12);
      }, PATIENCE)
      .toBe('200');
  });

  test('may not make the server buffer more bodies than its share', async () => {
    const { url } = await createTestServer({ requestLimits: { bodyBytesPerAddress: 20_000 } });
    const visitor = createVisitor(url);
    const wires = await Promise.all([openWire(url), openWire(url)]);
    for (const { socket } of wires) {
      socket.write(`${head(CALLS.login.path, `${JSON_HEAD}Content-Length: 10000\r\n`)}{`);
    }
    const refused = (): Promise<Response> =>
      visitor.fetch(CALLS.login.path, {
        method: 'POST',
        body: '{"account":"a","password":"b"}',
        headers: { 'content-type': 'application/json' },
      });
    await expect.poll(async () => (await refused()).status, PATIENCE).toBe(API_CODES.busy);
    expect((await refused()).headers.get('retry-after')).toBe('5');
    for (const { socket } of wires) socket.destroy();
    await expect.poll(async () => (await refused()).status, PATIENCE).toBe(API_CODES.unauthorized);
  });
});

test('a /48 of IPv6 makes the server buffer at most half of all bodies, from any number of its networks', async () => {
  const requestLimits = { bodyBytes: 40_000, bodyBytesPerAddress: 10_000 };
  const { url } = await createTestServer({ trustProxy: 1, requestLimits });
  const statusFrom = async (address: string): Promise<number> => {
    const response = await createVisitor(url, 'en', { headers: { 'x-forwarded-for': address } }).fetch(
      CALLS.login.path,
      {
        method: 'POST',
        body: '{"account":"a","password":"b"}',
        headers: { 'content-type': 'application/json' },
      },
    );
    return response.status;
  };
  for (const network of [1, 2]) {
    const { socket } = await openWire(url);
    const from = `X-Forwarded-For: 2001:db8:7:${network}::1\r\n`;
    socket.write(`${head(CALLS.login.path, `${JSON_HEAD}${from}Content-Length: 10000\r\n`)}{`);
  }
  await expect.poll(() => statusFrom('2001:db8:7:3::1'), PATIENCE).toBe(API_CODES.busy);
  expect(await statusFrom('2001:db8:8:1::1')).toBe(API_CODES.unauthorized);
  expect(await statusFrom('192.0.2.1')).toBe(API_CODES.unauthorized);
});

test('a client that disconnects during an upload leaves nothing behind and is no fault of the server', async () => {
  const faults: Error[] = [];
  const { url, server } = await createTestServer({ onError: (error) => faults.push(error) });
  const user = await createUser(url, 'ana');
  const wire = await openWire(url);
  wire.socket.write(head(UPLOAD_FILE_PATH, `${FORM_HEAD}${pageHeaderLines(user)}Content-Length: 5000\r\n`));
  wire.socket.write('--cut\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n<Templ');
  await new Promise((resolve) => setTimeout(resolve, 50));
  wire.socket.destroy();
  await wire.closed;
  await upload(user);
  expect(faults).toEqual([]);
  expect((await server.services.db.selectFrom('stored_file').selectAll().execute()).length).toBe(2);
});
