import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { createOutputPage } from './create-page.ts';
import { runAssistant, startAssistantProcess } from './assistant-process.ts';
import { connectRaw } from './raw-connection.ts';
import { createFolder, ORIGIN, startAssistant } from './start-assistant.ts';

/** The answer to an upgrade: 101, or a rejection and its text. */
function knock(port: number, headers: Record<string, string>): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, headers: { ...UPGRADE, ...headers }, setHost: false });
    call.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, text: '' });
    });
    call.on('response', (response) => {
      let text = '';
      response.on('data', (piece: Buffer) => (text += piece.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    call.on('error', reject);
    call.end();
  });
}

/** Sends the lines as they are, and returns the first answer. */
async function send(port: number, lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const [first] = (await once(socket, 'data')) as [Buffer];
  return first.toString();
}

const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

describe('access control', () => {
  test('admits only a page of an allowed origin or a program without one, by a loopback name', async () => {
    await using folder = await createFolder();
    const lines: string[] = [];
    await using assistant = await startAssistant(folder.path, { log: (line) => lines.push(line) });
    const { port } = assistant;
    const host = `127.0.0.1:${port}`;
    for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
      expect(await knock(port, { host: `${name}:${port}`, origin: ORIGIN })).toMatchObject({ status: 101 });
    }
    // A program on this machine, allowed on the assistant's page: browsers always name an origin.
    expect(await knock(port, { host })).toMatchObject({ status: 101 });
    for (const [headers, reason] of [
      [{ host, origin: 'http://evil.example' }, 'the origin http://evil.example is not an allowed site'],
      [{ host, origin: `${ORIGIN}.evil.example` }, 'is not an allowed site'],
      [{ host, origin: 'null' }, 'the origin null is not an allowed site'],
      [{ host: `rebound.example:${port}`, origin: ORIGIN }, 'the host "rebound.example'],
      [{ host: '127.0.0.1', origin: ORIGIN }, 'the host "127.0.0.1"'],
    ] as [Record<string, string>, string][]) {
      const answer = await knock(port, headers);
      expect(answer.status).toBe(403);
      expect(answer.text).toContain(reason);
      expect(lines.slice(-2).join()).toContain(reason);
    }
  });

  test.each<readonly [what: string, target: string, hosts: readonly string[], reason: string]>([
    ['two hosts', '/', ['OWN', 'evil.example'], 'more than one host'],
    ['the same host twice', '/', ['OWN', 'OWN'], 'more than one host'],
    ['a foreign address as its target', 'http://evil.example/', ['OWN'], 'more than one host'],
    ['a foreign address of its page', 'http://evil.example/p/x/', ['OWN'], 'more than one host'],
    ['a user in the host', '/', ['x@OWN'], 'is not this machine'],
    ['a dot behind the name', '/', ['localhost.:PORT'], 'is not this machine'],
    ['upper case', '/', ['LOCALHOST:PORT'], 'is not this machine'],
    ['another port', '/', ['127.0.0.1:1'], 'is not this machine'],
    ['a zone', '/', ['[::1%25lo]:PORT'], 'is not this machine'],
    ['no host in HTTP/1.0', '/', [], 'is not this machine'],
  ])('rejects a page, a websocket and a request with %s', async (_what, target, hosts, reason) => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    const { port } = assistant;
    const lines = hosts.map(
      (host) => `Host: ${host.replace('OWN', `127.0.0.1:${port}`).replace('PORT', String(port))}`,
    );
    const version = hosts.length === 0 ? '1.0' : '1.1';
    const upgrade = Object.entries(UPGRADE).map(([name, value]) => `${name}: ${value}`);
    for (const more of [['Accept: text/html'], [`Origin: ${ORIGIN}`], [`Origin: ${ORIGIN}`, ...upgrade]]) {
      const answer = await send(port, [`GET ${target} HTTP/${version}`, ...lines, ...more]);
      expect(answer).toMatch(/^HTTP\/1\.1 403 /);
      expect(answer).toContain(reason);
    }
  });

  test('rejects connections from outside this machine', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    const outside = Object.values(networkInterfaces()).flatMap((addresses) =>
      (addresses ?? []).filter(({ internal, family }) => !internal && family === 'IPv4'),
    );
    for (const { address } of outside) {
      const reached = await new Promise<boolean>((resolve) => {
        const socket = connect(assistant.port, address);
        socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      });
      expect(reached, address).toBe(false);
    }
  });

  test('identifies itself over HTTP, and answers nothing to a foreign host name', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    const url = `http://127.0.0.1:${assistant.port}/`;
    expect(await (await fetch(url, { headers: { origin: ORIGIN } })).json()).toMatchObject({
      product: 'labelwright-assistant',
      originAllowed: true,
    });
    expect(await (await fetch(url, { headers: { origin: 'http://x.example' } })).json()).toMatchObject({
      originAllowed: false,
    });
  });
});

describe('limits', () => {
  test('a frame that is too long ends its connection, and only that', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, { limits: { maxFrameBytes: 100_000 } });
    await using greedy = await connectRaw(assistant.port);
    await using other = await connectRaw(assistant.port);
    greedy.send('x'.repeat(100_001));
    expect(await greedy.closed).toBe(1009);
    expect(await other.ask('hello', { protocol: 1 })).toMatchObject({ code: 200 });
  });

  test('rejects too many messages and connections with a named error', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, {
      limits: { messagesPerSecond: 1, messageBurst: 4, maxConnections: 1 },
    });
    await using line = await connectRaw(assistant.port);
    expect(await line.ask('outputPrintting', createOutputPage({ sequence: 1 }))).toMatchObject({ code: 200 });
    expect(await line.ask('outputPrintting', createOutputPage({ sequence: 1, jobId: 'other' }))).toMatchObject({
      code: 200,
    });
    const replies = [];
    for (let i = 0; i < 4; i++) replies.push(await line.ask('hello', { protocol: 1 }));
    expect(replies.map(({ code }) => code)).toEqual([200, 200, 429, 429]);
    expect(replies.at(-1)).toMatchObject({
      data: { problem: { code: 'assistant.tooMany', params: { limit: 'assistant.tooFast', most: 1 } } },
    });
    const second = new WebSocket(`ws://127.0.0.1:${assistant.port}`, { origin: ORIGIN });
    const status = await new Promise((resolve) => {
      second.once('unexpected-response', (_request, response) => resolve(response.statusCode));
      second.once('error', () => undefined);
    });
    expect(status).toBe(503);
  });

  test("rejects waiting pages above a client's limit, and prints the others", async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, { limits: { maxWaitingPages: 12 } });
    await using line = await connectRaw(assistant.port);
    const asked = [1, 2, 3, 4, 5].map((sequence) => createOutputPage({ sequence }));
    for (const data of asked) line.send(`hmarkwebclient ${JSON.stringify({ fun: 'outputPrintting', data })}`);
    const replies = [];
    for (const _ of asked) replies.push(await line.next());
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(3);
    const refused = replies.filter(({ code }) => code === 429);
    expect(refused).toHaveLength(2);
    expect(refused[0]).toMatchObject({ data: { problem: { params: { limit: 'assistant.pagesWaiting', most: 3 } } } });
  });

  test('answers binary frames and garbage with an error', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    await using line = await connectRaw(assistant.port);
    line.send(Uint8Array.of(1, 2, 3));
    expect(await line.next()).toMatchObject({ fun: '', code: 400 });
    line.send('GET / HTTP/1.1');
    expect(await line.next()).toMatchObject({ fun: '', code: 400 });
    for (const [over, reason] of [
      [{ image: Buffer.from('<html>').toString('base64') }, 'not a PNG'],
      [{ widthMm: 80 }, '472 x 295 dots are not 80 x 25 mm at 300 dpi'],
    ] as const) {
      const reply = await line.ask('outputPrintting', createOutputPage({ sequence: 1, ...over }));
      expect(reply).toMatchObject({ code: 400, data: { problem: { params: { reason } } } });
    }
    expect(await line.ask('outputPrintting', createOutputPage({ sequence: 1, printer: 'None' }))).toMatchObject({
      code: 404,
      data: { problem: { code: 'assistant.printerUnknown' } },
    });
  });
});

describe('the program', () => {
  test('reports its address, reports an occupied port, stops on SIGINT and SIGTERM', async () => {
    await using folder = await createFolder();
    await using first = await startAssistantProcess({ ASSISTANT_DIR: folder.path });
    expect(first.output()).toMatch(
      /^Print assistant listening on ws:\/\/127\.0\.0\.1:\d+\nSettings page: http:\/\/127\.0\.0\.1:\d+\/p\/[0-9a-f]{32}\/\n$/,
    );
    expect(await endOf({ ASSISTANT_DIR: folder.path, ASSISTANT_PORT: String(first.port) })).toEqual({
      code: 1,
      output: `Print assistant: port ${first.port} is in use; set ASSISTANT_PORT to another one\n`,
    });
    expect(await first.signal('SIGINT')).toBe(0);
    await using second = await startAssistantProcess({ ASSISTANT_DIR: folder.path });
    expect(await second.signal('SIGTERM')).toBe(0);
  });

  test.each([
    [{ ASSISTANT_PORT: 'high' }, 'ASSISTANT_PORT must be a port number'],
    [{ ASSISTANT_ORIGINS: 'http://a.example/' }, 'ASSISTANT_ORIGINS: http://a.example/ is not an origin'],
    [{ ASSISTANT_PRINTERS: 'Labels' }, 'ASSISTANT_PRINTERS must be {'],
    [{ ASSISTANT_PRINTERS: '{"Labels": "http://x"}' }, 'ASSISTANT_PRINTERS: http://x must start with ipp://'],
    [{ ASSISTANT_PRINTERS: 'Labels=socket://zebra' }, 'ASSISTANT_PRINTERS: socket://zebra needs language=zpl'],
    [
      { ASSISTANT_PRINTERS: 'Labels=file:///etc/passwd?language=zpl' },
      'ASSISTANT_PRINTERS: file:///etc/passwd?language=zpl must be socket://host:port or file:///dev/',
    ],
    [{ ASSISTANT_KEEP_DAYS: '0' }, 'ASSISTANT_KEEP_DAYS must be a number of days'],
    [{ ASSISTANT_KEEP_MB: 'all' }, 'ASSISTANT_KEEP_MB must be a number of megabytes'],
    [{ FOLDER_FORMAT: 'gif' }, 'FOLDER_FORMAT must be png or pdf'],
    [{ ASSISTANT_DIR: '/dev/null/assistant' }, 'cannot write to /dev/null/assistant'],
  ])('ends with one line and 1 for %j', async (env, line) => {
    const { code, output } = await endOf(env as Record<string, string>);
    expect(code).toBe(1);
    expect(output).toContain(`Print assistant: ${line}`);
    expect(output.trimEnd()).not.toContain('\n');
  });
});

async function endOf(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = runAssistant(env);
  let output = '';
  child.stdout?.on('data', (piece: Buffer) => (output += piece.toString()));
  child.stderr?.on('data', (piece: Buffer) => (output += piece.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

test('the command prints the address of the page, also while no assistant runs, and other information', async () => {
  await using folder = await createFolder();
  const env = { ASSISTANT_DIR: folder.path, ASSISTANT_PORT: '9004' };
  const [first, second] = [await command(env, 'page'), await command(env, 'page')];
  expect(first.output).toMatch(/^http:\/\/127\.0\.0\.1:9004\/p\/[0-9a-f]{32}\/\n$/);
  expect(second).toEqual(first);
  expect(await command(env, '--help')).toMatchObject({
    code: 0,
    output: expect.stringContaining('labelwright-assistant page'),
  });
  expect(await command(env, 'unknown')).toMatchObject({ code: 2 });
});

async function command(
  env: Record<string, string>,
  word: string,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, ['scripts/assistant.mjs', word], { env: { ...process.env, ...env } });
  let output = '';
  child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}
