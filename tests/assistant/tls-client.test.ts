import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { AssistantOptions } from '#print-assistant/assistant.ts';
import { createAnyAssistant } from '#services/assistant/any-assistant.ts';
import { openByEither, notOpened, type Scheme } from '#services/assistant/open-socket.ts';
import { problem, type ProblemCode } from '#model/kernel/problem.ts';
import { expectOk, ok } from '#model/kernel/result.ts';
import {
  createClient,
  createFolder,
  createPairing,
  fetchFrom,
  never,
  ORIGIN,
  startAssistant,
  webSocketFrom,
} from './start-assistant.ts';

/** The browser's WebSocket that notes its addresses, and trusts this authority alone. */
function notingSocket(ca: string | undefined, noted: string[]): typeof WebSocket {
  const Base = webSocketFrom(ORIGIN, ca);
  return class extends Base {
    constructor(url: string | URL) {
      super(url);
      noted.push(String(url).slice(0, String(url).indexOf(':')));
    }
  };
}

async function start(
  over: Partial<AssistantOptions> = {},
): Promise<{ readonly port: number; readonly ca: string; readonly path: string } & AsyncDisposable> {
  const folder = await createFolder();
  const assistant = await startAssistant(folder.path, { tls: true, ...over });
  return {
    port: assistant.port,
    ca: await readFile(join(folder.path, 'tls/ca.crt'), 'utf8'),
    path: folder.path,
    async [Symbol.asyncDispose]() {
      await assistant.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe('a client and an assistant with TLS', () => {
  test('find each other, and the second time at once', async () => {
    await using started = await start();
    const noted: string[] = [];
    using client = createClient(started.port, { WebSocket: notingSocket(started.ca, noted) });
    const states: string[] = [];
    client.subscribe((state) => states.push(state));
    expect(client.pageUrl()).toBe(`http://127.0.0.1:${started.port}/`);
    expectOk(await client.connect(never()));
    expect(noted).toEqual(['ws', 'wss']);
    expect(states).toEqual(['connecting', 'connected']);
    expect(client.pageUrl()).toBe(`https://127.0.0.1:${started.port}/`);
    client.close();
    expectOk(await client.connect(never()));
    expect(noted).toEqual(['ws', 'wss', 'wss']);
  });

  test("without trust report it, and the address of the assistant's page", async () => {
    await using started = await start();
    using client = createClient(started.port);
    expect(await client.connect(never())).toMatchObject({ ok: false, error: { code: 'assistant.untrusted' } });
    expect(client.state()).toBe('closed');
    expect(client.pageUrl()).toBe(`https://127.0.0.1:${started.port}/`);
    // A second attempt, after the user has looked there.
    expect(await client.connect(never())).toMatchObject({ ok: false, error: { code: 'assistant.untrusted' } });
  });

  test('are paired by a code, and recognize each other by it afterwards', async () => {
    const codes: string[] = [];
    const log = (line: string): void => void codes.push(...(/The code is (\d{6})/.exec(line)?.slice(1) ?? []));
    await using started = await start({ openOrigins: [], log });
    const over = { WebSocket: notingSocket(started.ca, []), pairing: createPairing() };
    using client = createClient(started.port, over);
    expect(await client.connect(never())).toMatchObject({ ok: false, error: { code: 'assistant.notPaired' } });
    expect(client.state()).toBe('unpaired');
    expectOk(await client.askForCode(never()));
    const [code = ''] = codes;
    expectOk(await client.pair(code, never()));
    using again = createClient(started.port, over);
    expectOk(await again.connect(never()));
    using stranger = createClient(started.port, { WebSocket: notingSocket(started.ca, []) });
    expect(await stranger.connect(never())).toMatchObject({ ok: false, error: { code: 'assistant.notPaired' } });
  });

  test("do not connect before the user knows about the browser's prompt", async () => {
    await using started = await start();
    const noted: string[] = [];
    const asked: string[] = [];
    const client = createAnyAssistant({
      url: `ws://127.0.0.1:${started.port}`,
      WebSocket: notingSocket(started.ca, noted),
      fetch: fetchFrom(ORIGIN),
      pairing: createPairing(),
      basic: { allowed: () => false, allow: () => undefined },
      access: {
        willAsk: async () => asked.length === 0,
        async ask(url) {
          // Another program answers there in plain text as well, which is all that the browser needs.
          await fetch(url);
          asked.push(url);
        },
      },
    });
    onTestFinished(() => client.close());
    expect(await client.connect(never())).toMatchObject({ ok: false, error: { code: 'assistant.accessToAsk' } });
    expect([noted, asked]).toEqual([[], []]);
    client.allowAsking();
    expectOk(await client.connect(never()));
    expect(asked).toEqual([`http://127.0.0.1:${started.port}`]);
    expect(noted).toEqual(['ws', 'wss']);
    expect(client.pageUrl()).toBe(`https://127.0.0.1:${started.port}/`);
  });

  test('of another site stay apart, without a second attempt', async () => {
    await using started = await start({ origins: ['http://other.example'], openOrigins: [] });
    const noted: string[] = [];
    using client = createClient(started.port, { WebSocket: notingSocket(started.ca, noted) });
    expect(await client.connect(never())).toMatchObject({ ok: false, error: { code: 'assistant.refusedOrigin' } });
    expect(noted).toEqual(['ws']);
  });

  test("find each other again when the assistant's protocol was changed meanwhile", async () => {
    await using folder = await createFolder();
    const noted: string[] = [];
    let assistant = await startAssistant(folder.path, { tls: true });
    const { port } = assistant;
    const ca = await readFile(join(folder.path, 'tls/ca.crt'), 'utf8');
    using client = createClient(port, { WebSocket: notingSocket(ca, noted) });
    for (const tls of [false, true]) {
      expectOk(await client.connect(never()));
      await assistant.close();
      await expect.poll(() => client.state()).toBe('lost');
      assistant = await startAssistant(folder.path, { port, tls });
    }
    expectOk(await client.connect(never()));
    expect(noted).toEqual(['ws', 'wss', 'wss', 'ws', 'ws', 'wss']);
    await assistant.close();
  });
});

describe('a client', () => {
  test('tries nothing but plain text when that is answered', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    const noted: string[] = [];
    using client = createClient(assistant.port, { WebSocket: notingSocket(undefined, noted) });
    expectOk(await client.connect(never()));
    expect(noted).toEqual(['ws']);
  });

  test('does not wait twice for a silent program', async () => {
    const held = new Set<{ destroy(): void }>();
    const mute = createServer((socket) => void held.add(socket.on('error', () => undefined)));
    const port = await listen(mute);
    const noted: string[] = [];
    const fetcher: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    using client = createClient(port, {
      WebSocket: notingSocket(undefined, noted),
      fetch: fetcher,
      limits: { connectMs: 100 },
    });
    expect(await client.connect(never())).toMatchObject({ ok: false, error: { code: 'assistant.notRunning' } });
    expect(noted).toEqual(['ws']);
    for (const socket of held) socket.destroy();
    await new Promise((resolve) => mute.close(resolve));
  });

  test('is closed while it connects, and opens nothing more', async () => {
    const nobody = createServer();
    const port = await listen(nobody);
    await new Promise((resolve) => nobody.close(resolve));
    const noted: string[] = [];
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<Response>();
    const fetcher: typeof fetch = () => {
      asked.resolve();
      return answer.promise;
    };
    using client = createClient(port, { WebSocket: notingSocket(undefined, noted), fetch: fetcher });
    const connecting = client.connect(never());
    await asked.promise;
    client.close();
    answer.reject(new TypeError('Failed to fetch'));
    expect(await connecting).toMatchObject({ ok: false, error: { code: 'aborted' } });
    expect(noted).toEqual(['ws']);
    expect(client.state()).toBe('closed');
  });

  test('tries TLS when its browser blocks plain text', async () => {
    await using started = await start();
    class Careful extends webSocketFrom(ORIGIN, started.ca) {
      constructor(url: string | URL) {
        if (String(url).startsWith('ws:')) throw new DOMException('mixed content', 'SecurityError');
        super(url);
      }
    }
    using client = createClient(started.port, { WebSocket: Careful });
    expectOk(await client.connect(never()));
  });
});

test.each<[first: ProblemCode, second: ProblemCode | 'open', reported: ProblemCode | 'open', tries: number]>([
  ['assistant.notRunning', 'open', 'open', 2],
  ['assistant.notRunning', 'assistant.notRunning', 'assistant.notRunning', 2],
  ['assistant.untrusted', 'assistant.notRunning', 'assistant.untrusted', 2],
  ['assistant.notRunning', 'assistant.untrusted', 'assistant.untrusted', 2],
  ['assistant.notRunning', 'assistant.refusedOrigin', 'assistant.refusedOrigin', 2],
  ['assistant.accessDenied', 'open', 'assistant.accessDenied', 1],
  ['assistant.refusedOrigin', 'open', 'assistant.refusedOrigin', 1],
  ['assistant.notOurs', 'open', 'assistant.notOurs', 1],
])('after %s, then %s, the user gets the message %s', async (first, second, reported, tries) => {
  const asked: Scheme[] = [];
  const opened = await openByEither('ws', (scheme) => {
    asked.push(scheme);
    const outcome = scheme === 'ws' ? first : second;
    return Promise.resolve(
      outcome === 'open' ? ok('open') : notOpened('failed', { reason: problem(outcome), isThere: false }),
    );
  });
  expect(opened.ok ? opened.value : opened.error.code).toBe(reported);
  expect(asked).toHaveLength(tries);
});

test('an assistant that answers by TLS, and takes no more connections, is not called untrusted', async () => {
  const opened = await openByEither('ws', (scheme) =>
    Promise.resolve(
      notOpened('failed', {
        reason: problem(scheme === 'ws' ? 'assistant.untrusted' : 'assistant.notRunning'),
        isThere: scheme === 'wss',
      }),
    ),
  );
  expect(opened).toMatchObject({ ok: false, error: { code: 'assistant.notRunning' } });
});

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
}
