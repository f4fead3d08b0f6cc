import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createNetServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { createPairingCodes } from '#print-assistant/pairing/codes.ts';
import { isSameUser } from '#print-assistant/pairing/same-user.ts';
import { createTickets } from '#print-assistant/pairing/tickets.ts';
import { createOutputPage, createVerifiedPage, PAGE_MM } from './create-page.ts';
import { connectRaw } from './raw-connection.ts';
import { createClient, createFolder, createPairing, never, ORIGIN, startAssistant } from './start-assistant.ts';

const KEY = 'a key that the launcher made';
const CLIENT = 'c'.repeat(64);

function sign(expiresAt: number, nonce = 'ab'.repeat(16), key = KEY): string {
  return `${expiresAt}.${nonce}.${createHmac('sha256', key).update(`${expiresAt}.${nonce}`).digest('hex')}`;
}

/** An assistant that lets its site ask, with the codes that it has shown. */
async function startClosed(folder: string, pairingKey: string | null = null) {
  const codes: string[] = [];
  const log = (line: string): void => void codes.push(...(/The code is (\d{6})/.exec(line)?.slice(1) ?? []));
  const assistant = await startAssistant(folder, { openOrigins: [], pairingKey, log });
  return Object.assign(assistant, { codes });
}

describe('an unpaired browser', () => {
  test('gets no printers, prints nothing and ends nothing', async () => {
    await using folder = await createFolder();
    await using assistant = await startClosed(folder.path);
    await using line = await connectRaw(assistant.port);
    expect(await line.ask('hello', { protocol: 1 })).toMatchObject({ code: 200, data: { access: 'needed' } });
    for (const [fun, data] of [
      ['getComputerPrinters', {}],
      ['outputPrintting', createOutputPage({ sequence: 1 })],
      ['jobStatus', { jobId: 'job-1' }],
      ['finishJob', { jobId: 'job-1' }],
      ['cancelJob', { jobId: 'job-1' }],
    ] as const) {
      expect(await line.ask(fun, data), fun).toMatchObject({
        fun,
        code: 401,
        data: { problem: { code: 'assistant.notPaired' } },
      });
    }
  });

  test('is paired by the code that the assistant shows, and known from then on', async () => {
    await using folder = await createFolder();
    const pairing = createPairing();
    {
      await using assistant = await startClosed(folder.path);
      using client = createClient(assistant.port, { pairing });
      expect(await client.printers(never())).toMatchObject({ ok: false, error: { code: 'assistant.notPaired' } });
      expect(client.state()).toBe('unpaired');
      expect(await client.pair('123456', never())).toMatchObject({ ok: false, error: { code: 'assistant.noCode' } });
      expect(await client.askForCode(never())).toMatchObject({ ok: true, value: 300 });
      const [code = ''] = assistant.codes;
      const wrong = code === '000000' ? '000001' : '000000';
      expect(await client.pair(wrong, never())).toMatchObject({ ok: false, error: { code: 'assistant.wrongCode' } });
      expect(await client.pair(code, never())).toEqual({ ok: true, value: null });
      expect(client.state()).toBe('connected');
      expect(await client.printers(never())).toMatchObject({ ok: true, value: [{ name: 'Folder' }] });
      // A code is valid once.
      using second = createClient(assistant.port);
      expect(await second.pair(code, never())).toMatchObject({ ok: false, error: { code: 'assistant.noCode' } });
    }
    await using again = await startClosed(folder.path);
    using client = createClient(again.port, { pairing });
    expect(await client.printers(never())).toMatchObject({ ok: true });
    expect(again.codes).toEqual([]);
    // Another site cannot use an intercepted secret.
    await using other = await startAssistant(folder.path, { origins: ['http://b.example'], openOrigins: [] });
    using foreign = createClient(other.port, { pairing }, 'http://b.example');
    expect(await foreign.printers(never())).toMatchObject({ ok: false, error: { code: 'assistant.notPaired' } });
  });

  test('the secret is stored as a hash, in a file for the assistant’s user alone', async () => {
    await using folder = await createFolder();
    await using assistant = await startClosed(folder.path);
    const pairing = createPairing();
    using client = createClient(assistant.port, { pairing });
    await client.askForCode(never());
    await client.pair(assistant.codes[0] ?? '', never());
    const path = join(folder.path, 'access.json');
    const own = (await pairing.keeper.load()).pairing;
    expect(own?.secret).toMatch(/^[0-9a-f]{64}$/);
    const text = await readFile(path, 'utf8');
    expect(text).toContain(own?.id);
    expect(text).not.toContain(own?.secret);
    expect((await stat(path)).mode & 0o077).toBe(0);
  });

  test('does not send its secret to a program that only claims to be the assistant', async () => {
    await using folder = await createFolder();
    const pairing = createPairing();
    {
      await using assistant = await startClosed(folder.path);
      using client = createClient(assistant.port, { pairing });
      await client.askForCode(never());
      await client.pair(assistant.codes[0] ?? '', never());
    }
    const heard: string[] = [];
    const server = createServer();
    const sockets = new WebSocketServer({ server });
    const info = {
      product: 'labelwright-assistant',
      protocol: 1,
      instance: 'i',
      access: 'known',
      proof: 'f'.repeat(64),
    };
    sockets.on('connection', (socket) =>
      socket.on('message', (data) => {
        heard.push(String(data));
        socket.send(JSON.stringify({ fun: 'hello', code: 200, data: info }));
      }),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    using client = createClient((server.address() as AddressInfo).port, { pairing });
    expect(await client.connect(never())).toMatchObject({ ok: false, error: { code: 'assistant.notOurs' } });
    const { secret } = (await pairing.keeper.load()).pairing ?? { secret: '' };
    expect(heard).toHaveLength(1);
    expect(heard.join()).not.toContain(secret);
    for (const socket of sockets.clients) socket.terminate();
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('codes', () => {
  test('allow five guesses at most, and expire', () => {
    let time = 0;
    const codes = createPairingCodes(() => time);
    const shown = codes.show(ORIGIN, 'Firefox', 'own');
    const wrong = shown?.code === '111111' ? '222222' : '111111';
    expect(codes.show(ORIGIN, 'Chrome', 'own')).toEqual(shown);
    expect(Array.from({ length: 5 }, () => codes.redeem(ORIGIN, wrong, 'own'))).toEqual([
      ...Array(4).fill('wrong'),
      'none',
    ]);
    expect(codes.redeem(ORIGIN, shown?.code ?? '', 'own')).toBe('none');
    // Asking again gives no new guesses before the time is over.
    expect(codes.show(ORIGIN, 'Firefox', 'own')).toBeNull();
    expect(codes.valid()).toEqual([]);
    time += 5 * 60_000;
    const next = codes.show(ORIGIN, 'Firefox', 'own');
    expect(next).not.toBeNull();
    time += 5 * 60_000;
    expect(codes.redeem(ORIGIN, next?.code ?? '', 'own')).toBe('none');
  });

  test('of the site’s page are not used up by a program of another user that names the site', () => {
    const codes = createPairingCodes(() => 0);
    const shown = codes.show(ORIGIN, 'Firefox', 'own');
    const wrong = shown?.code === '111111' ? '222222' : '111111';
    for (let guess = 0; guess < 20; guess++) codes.redeem(ORIGIN, wrong, 'other');
    expect(codes.redeem(ORIGIN, shown?.code ?? '', 'other')).toBe('none');
    expect(codes.show(ORIGIN, 'x', 'other')).toBeNull();
    expect(codes.show(ORIGIN, 'Firefox', 'own')).toEqual(shown);
    expect(codes.redeem(ORIGIN, shown?.code ?? '', 'own')).toBe('right');
  });

  test('of one site are invalid at another', () => {
    const codes = createPairingCodes(() => 0);
    const shown = codes.show('http://a.example', '', 'own');
    expect(codes.redeem('http://b.example', shown?.code ?? '', 'own')).toBe('none');
  });
});

describe('the ticket of a server that was started together with the assistant', () => {
  test('is valid once, with the right key, and for a short time', () => {
    const now = 1_800_000_000_000;
    const tickets = createTickets(KEY, () => now);
    expect(tickets.take(sign(now + 30_000))).toBe(true);
    expect(tickets.take(sign(now + 30_000))).toBe(false);
    expect(tickets.take(sign(now + 30_000, 'cd'.repeat(16), 'another key'))).toBe(false);
    expect(tickets.take(sign(now, 'ef'.repeat(16)))).toBe(false);
    expect(tickets.take(sign(now + 3_600_000, '01'.repeat(16)))).toBe(false);
    expect(tickets.take('')).toBe(false);
    expect(createTickets(null, () => now).take(sign(now + 30_000))).toBe(false);
  });

  test('pairs without a prompt', async () => {
    await using folder = await createFolder();
    await using assistant = await startClosed(folder.path, KEY);
    const ticket = vi.fn(() => Promise.resolve(sign(Date.now() + 30_000)));
    using client = createClient(assistant.port, { pairing: createPairing({ ticket }) });
    expect(await client.printers(never())).toMatchObject({ ok: true });
    client.close();
    expect(await client.printers(never())).toMatchObject({ ok: true });
    expect(ticket).toHaveBeenCalledTimes(1);
  });
});

describe('jobs', () => {
  test('are seen, continued and ended by their own client alone', async () => {
    await using folder = await createFolder();
    await using assistant = await startClosed(folder.path, KEY);
    let nonces = 0;
    const ticket = (): Promise<string> =>
      Promise.resolve(sign(Date.now() + 30_000, String(++nonces).padStart(32, '0')));
    using mine = createClient(assistant.port, { pairing: createPairing({ ticket }) });
    using theirs = createClient(assistant.port, { pairing: createPairing({ ticket }) });
    const page = (sequence: number) => ({
      jobId: 'mine',
      sequence,
      printer: 'Folder',
      copies: 1,
      jobName: 'Tags',
      ...PAGE_MM,
      page: createVerifiedPage(sequence),
    });
    expect(await mine.sendPage(page(1), never())).toMatchObject({ ok: true });
    for (const answer of [
      await theirs.jobStatus('mine', never()),
      await theirs.finishJob('mine', never()),
      await theirs.cancelJob('mine', never()),
    ]) {
      expect(answer).toMatchObject({ ok: true, value: { known: false, spooled: [] } });
    }
    expect(await theirs.sendPage(page(2), never())).toMatchObject({
      ok: false,
      error: { code: 'assistant.badMessage', params: { reason: 'the job is another client’s' } },
    });
    expect(await mine.sendPage(page(2), never())).toMatchObject({ ok: true, value: { outcome: 'spooled' } });
    expect(await mine.jobStatus('mine', never())).toMatchObject({
      ok: true,
      value: { state: 'open', spooled: [[1, 2]] },
    });
  });

  test('stay with a browser that is paired again, after a restart of the assistant too', async () => {
    await using folder = await createFolder();
    const pair = async (): Promise<void> => {
      await using assistant = await startClosed(folder.path);
      await using line = await connectRaw(assistant.port);
      await line.ask('askPairing', { browser: 'Firefox' });
      const by = { code: assistant.codes[0] ?? '' };
      expect(await line.ask('pair', { by, client: CLIENT, browser: 'Firefox' })).toMatchObject({ code: 200 });
      const status = await line.ask('jobStatus', { jobId: 'job-1' });
      expect(status).toMatchObject({ data: { known: known++ > 0 } });
      expect(await line.ask('outputPrintting', createOutputPage({ sequence: 1 }))).toMatchObject({ code: 200 });
    };
    let known = 0;
    await pair();
    await pair();
    const { pairings } = JSON.parse(await readFile(join(folder.path, 'access.json'), 'utf8')) as {
      pairings: unknown[];
    };
    expect(pairings).toHaveLength(1);
  });
});

describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)('who is at the other end', () => {
  test.each([
    [0, true],
    [65_534, false],
  ])('a program of user %i: %s', async (uid, same) => {
    const server = createNetServer();
    const connected = new Promise<Socket>((resolve) => server.once('connection', resolve));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const script = `exec 3<>/dev/tcp/127.0.0.1/${port}; read -u 3`;
    const program = spawn('/bin/bash', ['-c', script], { uid, cwd: '/', stdio: 'ignore' });
    const socket = await connected;
    expect(await isSameUser(socket)).toBe(same);
    const ended = new Promise((resolve) => program.once('exit', resolve));
    socket.destroy();
    await ended;
    await new Promise((resolve) => server.close(resolve));
  });
});
