import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { DEFAULT_PRINTER_SETUP } from '#protocol/printer-setup.ts';
import { WebSocketServer } from 'ws';
import { TEST_MS } from '#tests/support/time-limits.ts';
import { createVerifiedPage, PAGE_MM } from './create-page.ts';
import { createClient, createFolder, never, ORIGIN, startAssistant, webSocketFrom } from './start-assistant.ts';

function pageToSend(sequence: number) {
  return {
    jobId: 'job-1',
    sequence,
    printer: 'Folder',
    copies: 1,
    jobName: 'Tags',
    ...PAGE_MM,
    page: createVerifiedPage(sequence),
  };
}

/** Another program on the port. */
async function startOther(
  server: Server,
  speak?: (frame: string) => string,
): Promise<{ port: number } & AsyncDisposable> {
  const sockets = new WebSocketServer({ noServer: true });
  if (speak !== undefined) {
    server.on('upgrade', (request, socket, head) =>
      sockets.handleUpgrade(request, socket, head, (client) =>
        client.on('message', (data) => client.send(speak(String(data)))),
      ),
    );
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('the client', () => {
  test('connects, lists printers, prints, queries the status, closes', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    using client = createClient(assistant.port);
    const states: string[] = [];
    client.subscribe((state) => states.push(state));
    expect(await client.connect(never())).toMatchObject({ ok: true, value: { product: 'labelwright-assistant' } });
    expect(await client.printers(never())).toEqual({
      ok: true,
      value: [{ name: 'Folder', kind: 'folder', dpis: [], media: [], state: 'idle', setup: DEFAULT_PRINTER_SETUP }],
    });
    const acks = await Promise.all([1, 2, 3].map((sequence) => client.sendPage(pageToSend(sequence), never())));
    expect(acks).toEqual(
      [1, 2, 3].map((sequence) => ({ ok: true, value: { jobId: 'job-1', sequence, outcome: 'spooled' } })),
    );
    expect(await client.jobStatus('job-1', never())).toMatchObject({ ok: true, value: { spooled: [[1, 3]] } });
    expect(await client.finishJob('job-1', never())).toMatchObject({ ok: true, value: { state: 'finished' } });
    client.close();
    expect(states).toEqual(['connecting', 'connected', 'closed']);
  });

  test('connects by itself on the first request, once for all callers', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, { limits: { maxConnections: 1 } });
    using client = createClient(assistant.port);
    const [a, b] = await Promise.all([client.printers(never()), client.connect(never())]);
    expect([a.ok, b.ok]).toEqual([true, true]);
  });

  test('one canceled caller does not affect the answers of the others', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    using client = createClient(assistant.port);
    const states: string[] = [];
    client.subscribe((state) => states.push(state));
    const first = new AbortController();
    const second = new AbortController();
    const answers = [client.connect(first.signal), client.connect(second.signal), client.printers(never())] as const;
    first.abort();
    second.abort();
    const [a, b, c] = await Promise.all(answers);
    expect([a.ok, b.ok, c.ok]).toEqual([false, false, true]);
    // There is one connection, opened once.
    expect(states).toEqual(['connecting', 'connected']);
  });

  test('an attempt that all callers canceled does not affect the next', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    using client = createClient(assistant.port);
    const first = new AbortController();
    const given = client.connect(first.signal);
    first.abort();
    expect(await client.printers(never())).toMatchObject({ ok: true });
    expect(await given).toMatchObject({ ok: false, error: { code: 'aborted' } });
    expect(client.state()).toBe('connected');
  });

  test('reports that nothing is there', async () => {
    const other = await startOther(createServer());
    await other[Symbol.asyncDispose]();
    using client = createClient(other.port);
    expect(await client.connect(never())).toMatchObject({ ok: false, error: { code: 'assistant.notRunning' } });
    expect(client.state()).toBe('closed');
  });

  test('reports that its page is not allowed', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    using client = createClient(assistant.port, {}, 'http://other.example');
    expect(await client.connect(never())).toMatchObject({ ok: false, error: { code: 'assistant.refusedOrigin' } });
  });

  test.each([
    ['a web server', undefined, 'assistant.refusedOrigin'],
    ['a websocket that echoes', (frame: string) => frame, 'assistant.notOurs'],
    [
      'a websocket that answers in JSON of its own',
      () => '{"fun":"hello","code":200,"data":{"product":"other"}}',
      'assistant.notOurs',
    ],
  ])(
    'sees that another program is on the port, or one that does not answer this page: %s',
    async (_what, speak, code) => {
      await using other = await startOther(
        createServer((_request, response) => response.end('hello')),
        speak,
      );
      using client = createClient(other.port);
      expect(await client.connect(never())).toMatchObject({ ok: false, error: { code } });
    },
  );

  test('detects that another program is on the port: a silent one', async () => {
    await using other = await startOther(createServer(), () => '');
    using client = createClient(other.port, { limits: { connectMs: 100 } });
    expect(await client.connect(never())).toMatchObject({ ok: false, error: { code: 'assistant.notOurs' } });
  });

  test('notifies every caller when the assistant disconnects, and finds it again', async () => {
    await using folder = await createFolder();
    let assistant = await startAssistant(folder.path);
    const { port } = assistant;
    using client = createClient(port);
    await client.connect(never());
    const lost = new Promise((resolve) => client.subscribe((state) => state === 'lost' && resolve(state)));
    await assistant.close();
    await lost;
    expect(await client.jobStatus('job-1', never())).toMatchObject({
      ok: false,
      error: { code: 'assistant.notRunning' },
    });
    assistant = await startAssistant(folder.path, { port });
    expect(await client.sendPage(pageToSend(1), never())).toMatchObject({ ok: true });
    await assistant.close();
  });

  test('stops when it is canceled and at its timeout', async () => {
    const hello = { fun: 'hello', code: 200, data: { product: 'labelwright-assistant', protocol: 1, instance: 'i' } };
    const silent = (frame: string): string =>
      frame.includes('"hello"')
        ? JSON.stringify(hello)
        : '{"fun":"hello","code":200,"data":{"product":"labelwright-assistant","protocol":1,"instance":"i"}}';
    await using other = await startOther(createServer(), silent);
    using client = createClient(other.port, { limits: { pageMs: 50 } });
    expect(await client.sendPage(pageToSend(1), never())).toMatchObject({
      ok: false,
      error: { code: 'assistant.timeout' },
    });
    const abort = new AbortController();
    const waiting = client.printers(abort.signal);
    setTimeout(() => abort.abort(), 20);
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'aborted' } });
    expect(await client.printers(abort.signal)).toMatchObject({ ok: false, error: { code: 'aborted' } });
  });

  test('drops a connection without answers, and asks for the status of its pages on a new one', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    let opened = 0;
    class SilentOnce extends webSocketFrom(ORIGIN) {
      readonly #isFirst = ++opened === 1;
      #isSilent = false;
      /** The first connection carries no page, and nothing after it, like a connection that was cut without notice. */
      override send(data: string | ArrayBufferView<ArrayBuffer>): void {
        if (this.#isFirst) this.#isSilent ||= typeof data !== 'string';
        if (!this.#isSilent) super.send(data);
      }
    }
    // Only the first connection is given up soon: on a busy machine the second one may be slow.
    const timers = {
      after(ms: number, call: () => void) {
        const timer = setTimeout(call, opened < 2 ? ms : TEST_MS);
        return () => clearTimeout(timer);
      },
    };
    const limits = { pageMs: 50, answerMs: 1000 };
    using client = createClient(assistant.port, { WebSocket: SilentOnce, limits, timers });
    const states: string[] = [];
    client.subscribe((state) => states.push(state));
    expect(await client.sendPage(pageToSend(1), never())).toMatchObject({
      ok: false,
      error: { code: 'assistant.timeout' },
    });
    // Pages may wait for paper: that alone is no reason.
    expect(client.state()).toBe('connected');
    expect(await client.jobStatus('job-1', never())).toMatchObject({ ok: true, value: { known: false } });
    expect(states).toEqual(['connecting', 'connected', 'lost', 'connecting', 'connected']);
    expect(await client.sendPage(pageToSend(1), never())).toMatchObject({ ok: true });
    expect(await client.jobStatus('job-1', never())).toMatchObject({ ok: true, value: { spooled: [[1, 1]] } });
  });

  test('fails a page when its whole job gets no answer, not because many are before it', async () => {
    const hello = { fun: 'hello', code: 200, data: { product: 'labelwright-assistant', protocol: 1, instance: 'i' } };
    const first = { fun: 'outputPrintting', code: 200, data: { jobId: 'job-1', sequence: 1, outcome: 'spooled' } };
    await using other = await startOther(createServer(), (frame) =>
      JSON.stringify(frame.includes('"hello"') ? hello : first),
    );
    let due: (() => void)[] = [];
    const timers = {
      after(_ms: number, call: () => void) {
        due.push(call);
        return () => void (due = due.filter((other) => other !== call));
      },
    };
    const fire = (): void => {
      for (const call of due.splice(0)) call();
    };
    using client = createClient(other.port, { timers });
    expect(await client.connect(never())).toMatchObject({ ok: true });
    const second = client.sendPage(pageToSend(2), never());
    expect(await client.sendPage(pageToSend(1), never())).toMatchObject({ ok: true });
    let settled = false;
    void second.then(() => (settled = true));
    fire();
    await new Promise(setImmediate);
    expect([settled, due.length]).toEqual([false, 1]);
    fire();
    expect(await second).toMatchObject({ ok: false, error: { code: 'assistant.timeout' } });
  });

  test('rejects an assistant that stops following the protocol', async () => {
    const hello = { fun: 'hello', code: 200, data: { product: 'labelwright-assistant', protocol: 1, instance: 'i' } };
    await using other = await startOther(createServer(), (frame) =>
      frame.includes('"hello"') ? JSON.stringify(hello) : '<html>',
    );
    using client = createClient(other.port);
    const both = await Promise.all([client.sendPage(pageToSend(1), never()), client.printers(never())]);
    for (const result of both) expect(result).toMatchObject({ ok: false, error: { code: 'assistant.badMessage' } });
    expect(client.state()).toBe('lost');
  });
});
