import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocketServer, type WebSocket as ServerSocket } from 'ws';
import type { MachineAccess } from '#services/assistant/machine-access.ts';
import { createAnyAssistant, type AnyAssistant } from '#services/assistant/any-assistant.ts';
import { createVerifiedPage, PAGE_MM } from './create-page.ts';
import {
  createFolder,
  createPairing,
  fetchFrom,
  never,
  ORIGIN,
  startAssistant,
  webSocketFrom,
} from './start-assistant.ts';

interface BasicProgram extends AsyncDisposable {
  readonly port: number;
  /** The numbers of the printed pages. */
  readonly printed: number[];
  /** Number of connection attempts, over HTTP or for a socket. */
  connections(): number;
}

/** Another vendor's assistant. `answer` sends the answer to a page, or does something else. */
async function startBasic(
  answer: (socket: ServerSocket, page: number, ok: () => void) => void = (_socket, _page, ok) => ok(),
): Promise<BasicProgram> {
  const server = createServer();
  let connections = 0;
  server.on('connection', () => connections++);
  const sockets = new WebSocketServer({ server });
  const printed: number[] = [];
  sockets.on('connection', (socket) =>
    socket.on('message', (frame) => {
      const text = String(frame);
      const { fun, data } = JSON.parse(text.replace('hmarkwebclient ', '')) as { fun: string; data: { page: number } };
      if (fun === 'getComputerPrinters') socket.send(JSON.stringify({ fun, code: 200, data: ['Old one'] }));
      if (fun !== 'outputPrintting') return;
      printed.push(data.page);
      answer(socket, data.page, () => socket.send(JSON.stringify({ fun, code: 200, data: 'output Success' })));
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    printed,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets.clients) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A browser that shows no permission prompt. */
const OPEN: MachineAccess = { willAsk: async () => false, ask: async () => undefined };

function createAny(port: number, allowed: boolean, access = OPEN): AnyAssistant & Disposable {
  let isAllowed = allowed;
  const client = createAnyAssistant({
    url: `ws://127.0.0.1:${port}`,
    WebSocket: webSocketFrom(ORIGIN),
    fetch: fetchFrom(ORIGIN),
    pairing: createPairing(),
    limits: { connectMs: 150 },
    basic: {
      allowed: () => isAllowed,
      allow: () => {
        isAllowed = true;
      },
    },
    basicLimits: { connectMs: 1000, pageMs: 1000 },
    access,
  });
  return Object.assign(client, { [Symbol.dispose]: () => client.close() });
}

const pageToSend = (sequence: number) => ({
  jobId: 'job-1',
  sequence,
  printer: 'Old one',
  copies: 1,
  jobName: 'Tags',
  ...PAGE_MM,
  page: createVerifiedPage(sequence),
});

test('an assistant of the basic protocol prints page after page once the user has allowed it', async () => {
  await using other = await startBasic();
  using client = createAny(other.port, false);
  expect(await client.printers(never())).toMatchObject({ ok: false, error: { code: 'assistant.onlyBasic' } });
  client.allowBasic();
  expect(await client.printers(never())).toMatchObject({ ok: true, value: [{ name: 'Old one', confirms: false }] });
  const acks = await Promise.all([1, 2, 3].map((sequence) => client.sendPage(pageToSend(sequence), never())));
  expect(acks.map((ack) => ack.ok && ack.value.outcome)).toEqual(['spooled', 'spooled', 'spooled']);
  expect(other.printed).toEqual([1, 2, 3]);
  // Sent again, none is printed again.
  expect(await client.sendPage(pageToSend(2), never())).toMatchObject({ ok: true, value: { outcome: 'duplicate' } });
  expect(other.printed).toEqual([1, 2, 3]);
  expect(await client.finishJob('job-1', never())).toMatchObject({ ok: true, value: { spooled: [[1, 3]] } });
});

test('a page with a lost answer is unconfirmed, and the pages after it were never sent', async () => {
  await using other = await startBasic((socket, page, ok) => (page === 2 ? socket.terminate() : ok()));
  using client = createAny(other.port, true);
  const first = await client.connect(never());
  expect(first).toMatchObject({ ok: true, value: { confirms: false } });
  const answers = [1, 2].map((sequence) => client.sendPage(pageToSend(sequence), never()));
  expect((await Promise.all(answers)).map((answer) => answer.ok)).toEqual([true, false]);
  expect(await client.jobStatus('job-1', never())).toMatchObject({
    ok: true,
    value: { known: true, spooled: [[1, 1]], inDoubt: [[2, 2]], failed: [] },
  });
  // The record is the same as before: the run may continue.
  expect(await client.connect(never())).toEqual(first);
  expect(await client.sendPage(pageToSend(2), never())).toMatchObject({ ok: true, value: { outcome: 'inDoubt' } });
  expect(await client.sendPage(pageToSend(3), never())).toMatchObject({ ok: true, value: { outcome: 'spooled' } });
  expect(other.printed).toEqual([1, 2, 3]);
  // Another page of the browser, or this one after a reload, cannot know whether they were printed.
  using reloaded = createAny(other.port, true);
  const next = await reloaded.connect(never());
  expect(next.ok && first.ok && next.value.instance !== first.value.instance).toBe(true);
});

test('recalls waiting pages, which are not sent after a cancellation', async () => {
  let letGo: () => void = () => undefined;
  await using other = await startBasic((_socket, page, ok) => {
    if (page === 1) letGo = ok;
    else ok();
  });
  using client = createAny(other.port, true);
  await client.connect(never());
  const waiting = [1, 2].map((sequence) => client.sendPage(pageToSend(sequence), never()));
  await expect.poll(() => other.printed).toEqual([1]);
  const back = client.recallPages('job-1', never());
  // The recall reaches the client's queue before the page is answered.
  await client.jobStatus('job-1', never());
  letGo();
  const [first, second] = await Promise.all(waiting);
  expect(await back).toEqual({ ok: true, value: null });
  expect([first?.ok, second]).toMatchObject([true, { ok: false, error: { code: 'print.calledBack' } }]);
  await client.cancelJob('job-1', never());
  expect(await client.sendPage(pageToSend(2), never())).toMatchObject({
    ok: false,
    error: { code: 'print.cancelled' },
  });
  expect(other.printed).toEqual([1]);
});

test('never uses the basic protocol with our own assistant', async () => {
  await using folder = await createFolder();
  await using assistant = await startAssistant(folder.path);
  using client = createAny(assistant.port, true);
  const printers = await client.printers(never());
  expect(printers).toMatchObject({ ok: true, value: [{ name: 'Folder' }] });
  expect(printers.ok && 'confirms' in (printers.value[0] ?? {})).toBe(false);
});

test("connects to nothing on this machine before the user knows about the browser's prompt", async () => {
  await using other = await startBasic();
  let answer: 'none' | 'allowed' = 'none';
  const asked: string[] = [];
  using client = createAny(other.port, true, {
    willAsk: async () => answer === 'none',
    async ask(url) {
      asked.push(url);
      answer = 'allowed';
    },
  });
  for (const attempt of [client.connect(never()), client.printers(never())])
    expect(await attempt).toMatchObject({ ok: false, error: { code: 'assistant.accessToAsk' } });
  expect([asked, other.connections()]).toEqual([[], 0]);
  client.allowAsking();
  expect(await client.printers(never())).toMatchObject({ ok: true, value: [{ name: 'Old one' }] });
  expect(asked).toEqual([`http://127.0.0.1:${other.port}`]);
  // Once the browser has its answer, there is no further prompt.
  client.close();
  expect((await client.connect(never())).ok).toBe(true);
  expect(asked).toHaveLength(1);
});
