import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PageOrder } from '#protocol/assistant.ts';
import { decodePageBatch, encodePageBatch, MAX_BATCH_PAGES } from '#protocol/page-batch.ts';
import { createPng, createVerifiedPage, PAGE_MM } from './create-page.ts';
import { connectRaw, type RawReply } from './raw-connection.ts';
import { createClient, createFolder, never, ORIGIN, startAssistant, webSocketFrom } from './start-assistant.ts';

function createOrder(sequence: number, over: Partial<PageOrder> = {}): PageOrder {
  const place = { sequence, page: sequence, row: 1, column: 1 };
  return { jobId: 'job-1', ...place, printer: 'Folder', copies: 1, jobName: 'Tags', dpi: 300, ...PAGE_MM, ...over };
}

function createBatch(orders: readonly PageOrder[], png = createPng): Uint8Array {
  const [first = createOrder(1)] = orders;
  return encodePageBatch(
    first,
    orders.map((order) => ({ order, png: png(order.sequence) })),
  );
}

function pageToSend(sequence: number, over: object = {}) {
  const { page: _, row: __, column: ___, dpi: ____, ...order } = createOrder(sequence);
  return { ...order, page: createVerifiedPage(sequence), ...over };
}

/** A frame of these header fields and bytes. */
function createFrame(header: string, images: Uint8Array = new Uint8Array(), length = header.length): Uint8Array {
  const start = Buffer.alloc(8);
  start.writeUInt32BE(length, 4);
  return Buffer.concat([start, Buffer.from(header), images]);
}

async function printedFiles(folder: string): Promise<readonly Buffer[]> {
  const pages = join(folder, 'pages');
  const [job = ''] = await readdir(pages);
  const names = (await readdir(join(pages, job))).sort();
  return Promise.all(names.map((name) => readFile(join(pages, job, name))));
}

/** The answers for this many pages: the sequences by outcome, and the failures. */
async function answersFor(pages: number, next: () => Promise<RawReply>) {
  const printed: Record<string, number[]> = {};
  const failures: RawReply[] = [];
  for (let left = pages; left > 0;) {
    const reply = await next();
    if (reply.code !== 200) failures.push(reply);
    const { outcome, sequences } = reply.data as { outcome: string; sequences: readonly number[] };
    if (reply.code === 200) (printed[outcome] ??= []).push(...sequences);
    left -= reply.code === 200 ? sequences.length : 1;
  }
  return { printed, failures };
}

const isAnyPage = fc.record({
  sequence: fc.integer({ min: 1, max: 10_000_000 }),
  png: fc.uint8Array({ minLength: 1 }),
});

describe('a batch of pages', () => {
  test('has the same pages after encoding and decoding', () => {
    fc.assert(
      fc.property(
        fc.array(isAnyPage, { minLength: 1, maxLength: 20 }),
        fc.constantFrom({}, { pages: 9 }),
        (pages, over) => {
          const batch = pages.map(({ sequence, png }) => ({ order: createOrder(sequence, over), png }));
          const decoded = decodePageBatch(encodePageBatch(createOrder(1, over), batch));
          expect(decoded).toEqual({ ok: true, value: batch });
        },
      ),
    );
  });

  test('never throws when it is decoded from other bytes', () => {
    const starts = fc.uint8Array({ maxLength: 12 }).map((bytes) => [0, 0, 0, 0, ...bytes]);
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), starts), (bytes) => {
        expect(decodePageBatch(Uint8Array.from(bytes))?.ok).not.toBe(true);
      }),
    );
  });

  test('of a client has the pages of one turn; they are printed unchanged and acknowledged together', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    const frames: unknown[] = [];
    const replies: string[] = [];
    class CountingSocket extends webSocketFrom(ORIGIN) {
      constructor(url: string) {
        super(url);
        this.addEventListener('message', ({ data }) => replies.push(String(data)));
      }
      override send(data: Parameters<WebSocket['send']>[0]): void {
        if (typeof data !== 'string') frames.push(data);
        super.send(data);
      }
    }
    using client = createClient(assistant.port, { WebSocket: CountingSocket as typeof WebSocket });
    await client.connect(never());
    const sequences = Array.from({ length: 40 }, (_, i) => i + 1);
    const acks = await Promise.all(sequences.map((sequence) => client.sendPage(pageToSend(sequence), never())));
    expect(acks).toEqual(
      sequences.map((sequence) => ({ ok: true, value: { jobId: 'job-1', sequence, outcome: 'spooled' } })),
    );
    expect(frames).toHaveLength(1);
    expect(replies.filter((reply) => reply.includes('sequences'))).toHaveLength(1);
    expect(await printedFiles(folder.path)).toEqual(sequences.map((sequence) => Buffer.from(createPng(sequence))));
    const again = await Promise.all(sequences.map((sequence) => client.sendPage(pageToSend(sequence), never())));
    expect(new Set(again.map((ack) => ack.ok && ack.value.outcome))).toEqual(new Set(['duplicate']));
    expect(await printedFiles(folder.path)).toHaveLength(40);
  });

  test('of a client has pages of one job, in their order, and no aborted page', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    using client = createClient(assistant.port);
    await client.connect(never());
    const abort = new AbortController();
    const aborted = client.sendPage(pageToSend(2), abort.signal);
    const sent = [pageToSend(1), pageToSend(1, { jobId: 'job-2' }), pageToSend(3)];
    const answers = sent.map((page) => client.sendPage(page, never()));
    abort.abort();
    expect(await aborted).toMatchObject({ ok: false, error: { code: 'aborted' } });
    expect(await Promise.all(answers)).toMatchObject(
      sent.map(({ jobId, sequence }) => ({ value: { jobId, sequence } })),
    );
    expect(await client.jobStatus('job-1', never())).toMatchObject({
      value: {
        spooled: [
          [1, 1],
          [3, 3],
        ],
      },
    });
  });

  test('is not overtaken by a later request: a canceled job has an answer for each page', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    using client = createClient(assistant.port);
    await client.connect(never());
    const answers = Array.from({ length: 64 }, (_, i) => client.sendPage(pageToSend(i + 1), never()));
    const status = await client.cancelJob('job-1', never());
    const outcomes = (await Promise.all(answers)).map((answer) => (answer.ok ? 'spooled' : answer.error.code));
    expect(outcomes.filter((outcome) => outcome !== 'spooled' && outcome !== 'print.cancelled')).toEqual([]);
    const printed = outcomes.filter((outcome) => outcome === 'spooled').length;
    const files = printed === 0 ? 0 : (await printedFiles(folder.path)).length;
    expect(files).toBe(printed);
    expect(status).toMatchObject({ ok: true, value: { spooled: printed === 0 ? [] : [[1, printed]] } });
  });

  test('with a damaged page prints all others', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    await using line = await connectRaw(assistant.port);
    const pngOf = (sequence: number): Uint8Array =>
      sequence === 2 ? createPng(2).subarray(0, 90) : createPng(sequence);
    line.send(
      createBatch(
        [1, 2, 3].map((sequence) => createOrder(sequence)),
        pngOf,
      ),
    );
    const { printed, failures } = await answersFor(3, () => line.next());
    expect(printed).toEqual({ spooled: [1, 3] });
    expect(failures).toMatchObject([{ fun: 'outputPrintting', code: 400, data: { jobId: 'job-1', sequence: 2 } }]);
    expect(await printedFiles(folder.path)).toEqual([1, 3].map((sequence) => Buffer.from(createPng(sequence))));
  });

  test('takes no more pages and bytes than the client may have', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, { limits: { maxWaitingPages: 12 } });
    await using line = await connectRaw(assistant.port);
    line.send(createBatch([1, 2, 3, 4, 5].map((sequence) => createOrder(sequence))));
    const { printed, failures } = await answersFor(5, () => line.next());
    expect(printed).toEqual({ spooled: [1, 2, 3] });
    expect(failures).toMatchObject(
      [4, 5].map((sequence) => ({
        code: 429,
        data: { sequence, problem: { params: { limit: 'assistant.pagesWaiting', most: 3 } } },
      })),
    );
    await using crowded = await createFolder();
    await using small = await startAssistant(crowded.path, { limits: { maxWaitingBytes: 4000 } });
    await using other = await connectRaw(small.port);
    other.send(createBatch([createOrder(1), createOrder(2)]));
    expect((await answersFor(2, () => other.next())).failures).toMatchObject(
      [1, 2].map((sequence) => ({
        code: 429,
        data: { sequence, problem: { params: { limit: 'assistant.bytesWaiting' } } },
      })),
    );
  });

  test('gives back its share of pages and bytes, so that any number of batches is printed', async () => {
    await using folder = await createFolder();
    const frame = createBatch([1, 2, 3].map((sequence) => createOrder(sequence)));
    const limits = { maxWaitingPages: 12, maxWaitingBytes: 4 * frame.length };
    await using assistant = await startAssistant(folder.path, { limits });
    await using line = await connectRaw(assistant.port);
    for (let i = 0; i < 20; i++) {
      line.send(createBatch([1, 2, 3].map((n) => createOrder(3 * i + n))));
      expect((await answersFor(3, () => line.next())).failures).toEqual([]);
    }
  });

  test.each([
    ['no JSON', createFrame('{"jobId":')],
    ['a header beyond its end', createFrame('{}', new Uint8Array(), 0xffffffff)],
    ['no pages', createBatch([])],
    ['too many pages', createBatch(Array.from({ length: MAX_BATCH_PAGES + 1 }, (_, i) => createOrder(i + 1)))],
    ['a sequence of 0', createBatch([createOrder(0)])],
    ['a job id that leads elsewhere', createBatch([createOrder(1, { jobId: '../x' })])],
    ['no copies', createBatch([createOrder(1, { copies: 0 })])],
    ['a byte too few', createBatch([createOrder(1)]).subarray(0, -1)],
    ['a byte too many', Buffer.concat([createBatch([createOrder(1)]), Uint8Array.of(0)])],
  ])('with %s is rejected, and prints nothing', async (_, frame) => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    await using line = await connectRaw(assistant.port);
    line.send(frame);
    expect(await line.next()).toMatchObject({
      fun: '',
      code: 400,
      data: { problem: { code: 'assistant.badMessage' } },
    });
    const status = { data: { known: false, spooled: [] } };
    expect(await line.ask('jobStatus', { jobId: 'job-1' })).toMatchObject(status);
  });

  test('of a client that may not print is rejected page by page', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, { openOrigins: [] });
    await using line = await connectRaw(assistant.port);
    line.send(createBatch([createOrder(1), createOrder(2)]));
    expect((await answersFor(2, () => line.next())).failures).toMatchObject(
      [1, 2].map((sequence) => ({ data: { sequence, problem: { code: 'assistant.notPaired' } } })),
    );
  });
});
