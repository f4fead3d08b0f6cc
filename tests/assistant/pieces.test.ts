import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import type { Client } from '#print-assistant/fair-share.ts';
import { createImagePuller } from '#print-assistant/image-puller.ts';
import { createImageMemory } from '#print-assistant/image-memory.ts';
import {
  ASSISTANT_PRODUCT,
  ASSISTANT_PROTOCOL,
  CLIENT_PREFIX,
  MAX_MESSAGE_PNG_BYTES,
  type AnnouncedPage,
} from '#protocol/assistant.ts';
import { encodePiece, PIECE_BYTES } from '#protocol/image-pieces.ts';
import type { PageToPrint } from '#protocol/printing.ts';
import type { VerifiedPage } from '#protocol/render.ts';
import { createOutputPage, encodeTestPng } from './create-page.ts';
import { connectRaw, type RawConnection, type RawReply } from './raw-connection.ts';
import { createClient, createFolder, never, ORIGIN, startAssistant, webSocketFrom } from './start-assistant.ts';

const DPI = 600;
const WIDTH_DOTS = 8000;

interface Picture {
  readonly png: Uint8Array;
  readonly heightDots: number;
}

/** A page that cannot be compressed: its PNG has about `bytes` bytes. */
function createNoise(bytes: number, seed = 1): Picture {
  const rowBytes = WIDTH_DOTS / 8;
  const heightDots = Math.ceil(bytes / rowBytes);
  const words = new Uint32Array((rowBytes * heightDots) / 4);
  let state = seed;
  for (let i = 0; i < words.length; i++) words[i] = state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  // The low bits of such numbers repeat themselves; folded with the high ones they do not.
  for (let i = 0; i < words.length; i++) words[i] = Math.imul((words[i] ?? 0) ^ ((words[i] ?? 0) >>> 15), 0x2c1b3c6d);
  const bits = { widthDots: WIDTH_DOTS, heightDots, rowBytes, bits: new Uint8Array(words.buffer) };
  return { png: encodeTestPng(bits, { dpi: DPI }), heightDots };
}

const PICTURE = createNoise(2.5 * PIECE_BYTES);

function mm(dots: number): number {
  return (dots / DPI) * 25.4;
}

function pageToPrint(sequence: number, { png, heightDots }: Picture = PICTURE, jobId = 'job-1'): PageToPrint {
  const page = {
    png,
    pngHash: 'h',
    widthDots: WIDTH_DOTS,
    heightDots,
    dpi: DPI,
    labels: [],
  } as unknown as VerifiedPage;
  const sizes = { widthMm: mm(WIDTH_DOTS), heightMm: mm(heightDots) };
  return { jobId, sequence, printer: 'Folder', copies: 1, jobName: 'Photos', ...sizes, page };
}

function announcement(sequence: number, jobId = 'job-1'): Record<string, unknown> {
  const sizes = { widthMm: mm(WIDTH_DOTS), heightMm: mm(PICTURE.heightDots), dpi: DPI };
  const { image: _, ...order } = createOutputPage({ sequence, jobId, ...sizes });
  return { ...order, imageBytes: PICTURE.png.length };
}

function announce(line: RawConnection, sequence: number, jobId?: string): Promise<RawReply> {
  return line.ask('outputPrintting', announcement(sequence, jobId));
}

interface Wanted {
  readonly piece: number;
  readonly from: number;
  readonly to: number;
}

/** Answers the request for a chunk correctly. */
function sendPiece(line: RawConnection, wish: RawReply): void {
  expect(wish.fun).toBe('imagePiece');
  const { piece, from, to } = wish.data as Wanted;
  line.send(encodePiece({ piece, bytes: PICTURE.png.subarray(from, to) }));
}

async function pagesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(join(folder, 'pages'), { recursive: true });
  return names.filter((name) => name.endsWith('.png')).map((name) => join(folder, 'pages', name));
}

describe('a large page', () => {
  test('of more than a message may hold is printed unchanged', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    using client = createClient(assistant.port);
    const picture = createNoise(MAX_MESSAGE_PNG_BYTES + PIECE_BYTES);
    expect(picture.png.length).toBeGreaterThan(MAX_MESSAGE_PNG_BYTES);
    const ack = await client.sendPage(pageToPrint(1, picture), never());
    expect(ack).toEqual({ ok: true, value: { jobId: 'job-1', sequence: 1, outcome: 'spooled' } });
    const [file = ''] = await pagesIn(folder.path);
    expect(Buffer.compare(await readFile(file), picture.png)).toBe(0);
  });

  test('is requested chunk by chunk, each after the one before, and printed once', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    await using line = await connectRaw(assistant.port);
    const wishes: Wanted[] = [];
    for (const outcome of ['spooled', 'duplicate']) {
      let reply = await announce(line, 1);
      while (reply.fun === 'imagePiece') {
        wishes.push(reply.data as Wanted);
        // If it requested more than one, the answer to this question would not be next.
        expect(await line.ask('hello', { protocol: 1 })).toMatchObject({ fun: 'hello', data: { pieces: true } });
        sendPiece(line, reply);
        reply = await line.next();
      }
      expect(reply).toMatchObject({ fun: 'outputPrintting', code: 200, data: { outcome } });
    }
    expect(wishes.slice(0, 3).map(({ from, to }) => [from, to])).toEqual([
      [0, PIECE_BYTES],
      [PIECE_BYTES, 2 * PIECE_BYTES],
      [2 * PIECE_BYTES, PICTURE.png.length],
    ]);
    expect(new Set(wishes.map(({ piece }) => piece)).size).toBe(6);
    expect(await pagesIn(folder.path)).toHaveLength(1);
  });

  test('is not printed when the connection breaks halfway, does not block others, and may be sent again', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    await using other = await connectRaw(assistant.port);
    {
      await using line = await connectRaw(assistant.port);
      sendPiece(line, await announce(line, 1));
      expect(await line.next()).toMatchObject({ fun: 'imagePiece', data: { from: PIECE_BYTES } });
      // This one waits for the printer until then.
      other.send(
        CLIENT_PREFIX + JSON.stringify({ fun: 'outputPrintting', data: createOutputPage({ sequence: 1, jobId: 'b' }) }),
      );
    }
    expect(await other.next()).toMatchObject({ code: 200, data: { jobId: 'b', outcome: 'spooled' } });
    expect(await other.ask('jobStatus', { jobId: 'job-1' })).toMatchObject({ data: { known: false } });
    expect(await pagesIn(folder.path)).toHaveLength(1);
    using client = createClient(assistant.port);
    expect(await client.sendPage(pageToPrint(1), never())).toMatchObject({ ok: true, value: { outcome: 'spooled' } });
  });

  test('is one of ten at once, which are all printed, with memory for one', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, { limits: { maxImageBytes: PICTURE.png.length } });
    using one = createClient(assistant.port);
    using two = createClient(assistant.port);
    const sent = Array.from({ length: 5 }, (_, i) => [
      one.sendPage(pageToPrint(i + 1, PICTURE, 'a'), never()),
      two.sendPage(pageToPrint(i + 1, PICTURE, 'b'), never()),
    ]);
    for (const ack of await Promise.all(sent.flat())) expect(ack).toMatchObject({ value: { outcome: 'spooled' } });
    expect(await pagesIn(folder.path)).toHaveLength(10);
  });

  test('is not requested any further when its job is canceled', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    await using line = await connectRaw(assistant.port);
    const wish = await announce(line, 1);
    line.send(CLIENT_PREFIX + JSON.stringify({ fun: 'cancelJob', data: { jobId: 'job-1' } }));
    const replies = [await line.next(), await line.next()];
    expect(replies).toContainEqual(expect.objectContaining({ fun: 'cancelJob', code: 200 }));
    expect(replies).toContainEqual(
      expect.objectContaining({
        fun: 'outputPrintting',
        data: expect.objectContaining({ problem: { code: 'print.cancelled' } }),
      }),
    );
    // The chunk in transit is no error.
    sendPiece(line, wish);
    expect(await line.ask('hello', { protocol: 1 })).toMatchObject({ fun: 'hello', code: 200 });
    expect(await announce(line, 2)).toMatchObject({ data: { problem: { code: 'print.cancelled' } } });
    expect(await pagesIn(folder.path)).toHaveLength(0);
  });

  test('that the page cancels is canceled by the assistant, and the next one is printed', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    const giveUp = new AbortController();
    const pieces: number[] = [];
    class WatchedSocket extends webSocketFrom(ORIGIN) {
      override send(frame: string | Uint8Array<ArrayBuffer>): void {
        super.send(frame);
        if (typeof frame !== 'string') pieces.push(frame.length);
        else if (frame.includes('imageBytes')) giveUp.abort();
      }
    }
    using client = createClient(assistant.port, { WebSocket: WatchedSocket });
    const sent = client.sendPage(pageToPrint(1), giveUp.signal);
    expect(await sent).toMatchObject({ ok: false, error: { code: 'aborted' } });
    expect(await client.sendPage(pageToPrint(1, PICTURE, 'b'), never())).toMatchObject({ ok: true });
    // One answer without bytes, then the three chunks of the other page.
    expect(pieces).toEqual([4, PIECE_BYTES + 4, PIECE_BYTES + 4, PICTURE.png.length - 2 * PIECE_BYTES + 4]);
    expect(await client.jobStatus('job-1', never())).toMatchObject({ ok: true, value: { spooled: [] } });
    expect(await pagesIn(folder.path)).toHaveLength(1);
  });

  test.each([
    [
      'a piece of another size',
      (wish: Wanted) => encodePiece({ piece: wish.piece, bytes: PICTURE.png.subarray(0, 10) }),
    ],
    [
      'a piece that is too large',
      (wish: Wanted) => encodePiece({ ...wish, bytes: PICTURE.png.subarray(0, PIECE_BYTES + 1) }),
    ],
    ['no piece', () => null],
    [
      'a piece that nobody asked for',
      (wish: Wanted) => encodePiece({ piece: wish.piece + 9, bytes: PICTURE.png }),
      true,
    ],
    ['a frame without a number', () => Uint8Array.of(1, 2, 3), true],
  ])('is refused with %s', async (_, frameFor, isUnasked = false) => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, { limits: { pieceMs: 200 } });
    await using line = await connectRaw(assistant.port);
    const wish = (await announce(line, 1)).data as Wanted;
    const frame = frameFor(wish);
    if (frame !== null) line.send(frame);
    // An unrequested frame has an answer of its own, before the page is canceled or after.
    const replies = [await line.next(), ...(isUnasked ? [await line.next()] : [])];
    expect(replies.map(({ fun, code }) => `${fun} ${code}`).toSorted()).toEqual(
      isUnasked ? [' 400', 'outputPrintting 400'] : ['outputPrintting 400'],
    );
    expect(replies.find(({ fun }) => fun === 'outputPrintting')).toMatchObject({
      data: { sequence: 1, problem: { code: 'assistant.badMessage' } },
    });
    expect(await line.ask('outputPrintting', createOutputPage({ sequence: 2 }))).toMatchObject({ code: 200 });
    expect(await pagesIn(folder.path)).toHaveLength(1);
  });
});

test('an assistant without support for chunks gets whole images, and none above its limit', async () => {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  const asked: Record<string, unknown>[] = [];
  const hello = { product: ASSISTANT_PRODUCT, protocol: ASSISTANT_PROTOCOL, instance: 'old' };
  sockets.on('connection', (socket) =>
    socket.on('message', (data: Buffer) => {
      const { fun, data: order } = JSON.parse(String(data).slice(CLIENT_PREFIX.length));
      if (fun === 'outputPrintting') asked.push(order);
      const reply = fun === 'hello' ? hello : { jobId: order.jobId, sequence: order.sequence, outcome: 'spooled' };
      socket.send(JSON.stringify({ fun, code: 200, data: reply }));
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  using client = createClient((server.address() as AddressInfo).port);
  expect(await client.sendPage(pageToPrint(1), never())).toMatchObject({ ok: true });
  expect(asked.map(({ image }) => image)).toEqual([Buffer.from(PICTURE.png).toString('base64')]);
  const tooLarge = { png: new Uint8Array(MAX_MESSAGE_PNG_BYTES + 1), heightDots: 100 };
  expect(await client.sendPage(pageToPrint(2, tooLarge), never())).toMatchObject({
    ok: false,
    error: { code: 'assistant.tooLarge' },
  });
  expect(asked).toHaveLength(1);
  client.close();
  sockets.close();
  server.close();
});

describe('the memory limit', () => {
  const a = { site: 'a', owner: 'a' };
  const b = { site: 'b', owner: 'b' };

  test('is shared between sites, longest wait first, and too large images come one at a time', async () => {
    const memory = createImageMemory(100);
    const order: string[] = [];
    const enter = (name: string, client: Client, bytes: number): Promise<(() => void) | null> =>
      memory.take(client, bytes, never()).then((free) => (order.push(name), free));
    const first = await enter('a 1', a, 25);
    // A page that waits for the limit of its own site blocks no other site.
    const waiting = [enter('a 2', a, 10), enter('a large', a, 500), enter('a large 2', a, 500)];
    const other = await enter('b 1', b, 25);
    const largeOfOther = await enter('b large', b, 26);
    expect(order).toEqual(['a 1', 'b 1', 'b large']);
    first?.();
    first?.();
    await waiting[0];
    largeOfOther?.();
    const large = await waiting[1];
    const nextOfOther = enter('b large 2', b, 26);
    large?.();
    other?.();
    (await nextOfOther)?.();
    (await waiting[2])?.();
    expect(order).toEqual(['a 1', 'b 1', 'b large', 'a 2', 'a large', 'b large 2', 'a large 2']);
  });

  test('is not used by a canceled page, and the next one follows', async () => {
    const memory = createImageMemory(100);
    const first = await memory.take(a, 80, never());
    const giveUp = new AbortController();
    const large = memory.take(b, 80, giveUp.signal);
    const small = memory.take(b, 20, never());
    giveUp.abort();
    expect(await large).toBe(null);
    expect(await small).not.toBe(null);
    expect(first).not.toBe(null);
    expect(await memory.take(a, 1, AbortSignal.abort())).toBe(null);
  });
});

test('a client that sends its image too slowly is disconnected once all of it could have arrived', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const wishes: Wanted[] = [];
  const puller = createImagePuller(
    (text) => wishes.push((JSON.parse(text) as { data: Wanted }).data),
    createImageMemory(1e9),
    10_000,
  );
  const bytes = 100 * PIECE_BYTES;
  const page = { ...announcement(1), imageBytes: bytes } as unknown as AnnouncedPage;
  const pulled = puller.pull({ site: 'a', owner: 'a' }, page, never());
  const began = performance.now();
  const ended: unknown[] = [];
  void pulled.then((result) => ended.push(result));
  await vi.advanceTimersByTimeAsync(0);
  while (ended.length === 0) {
    const { piece, from, to } = wishes.at(-1) ?? { piece: 0, from: 0, to: 0 };
    await vi.advanceTimersByTimeAsync(9_000);
    puller.take(encodePiece({ piece, bytes: new Uint8Array(to - from) }));
    await vi.advanceTimersByTimeAsync(0);
  }
  expect(await pulled).toMatchObject({ ok: false, error: { code: 'assistant.badMessage' } });
  expect(performance.now() - began).toBeLessThan(10_000 + bytes / 4096 + 9_000);
});
