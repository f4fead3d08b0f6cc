import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEFAULT_PRINTER_SETUP } from '#protocol/printer-setup.ts';
import { openJobStore } from '#print-assistant/job-store.ts';
import { createFairShare } from '#print-assistant/fair-share.ts';
import { createLineMemory } from '#print-assistant/page/line-memory.ts';
import { openAccessList } from '#print-assistant/pairing/access-list.ts';
import { PrinterQueue, type Pause, type QueuedPage } from '#print-assistant/printer-queue.ts';
import { CLIENT_PREFIX } from '#protocol/assistant.ts';
import { ok } from '#model/kernel/result.ts';
import { createOutputPage } from './create-page.ts';
import { startFakeIppServer } from './fake-ipp-server.ts';
import { startFakeRawPrinter } from './fake-raw-printer.ts';
import { connectRaw, type RawConnection, type RawReply } from './raw-connection.ts';
import { addressed, createFolder, ORIGIN, startAssistant } from './start-assistant.ts';

const OTHER = 'http://localhost:8080';
/** Both sites print without being paired. */
const SITES = { origins: [ORIGIN, OTHER], openOrigins: [ORIGIN, OTHER] };

function send(line: RawConnection, fun: string, data: unknown): void {
  line.send(CLIENT_PREFIX + JSON.stringify({ fun, data }));
}

describe('jobs of one site', () => {
  test('whose pages are printed take no place: eighty that nobody ends leave room for eighty more and for others', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, SITES);
    await using line = await connectRaw(assistant.port);
    await using other = await connectRaw(assistant.port, OTHER);
    const codes: number[] = [];
    for (let i = 1; i <= 160; i++) {
      codes.push((await line.ask('outputPrintting', createOutputPage({ sequence: 1, jobId: `job-${i}` }))).code);
    }
    expect(codes.filter((code) => code !== 200)).toEqual([]);
    expect(await other.ask('outputPrintting', createOutputPage({ sequence: 1, jobId: 'other' }))).toMatchObject({
      data: { outcome: 'spooled' },
    });
    // A job that rested is gone on with, and still knows what it has.
    expect(await line.ask('outputPrintting', createOutputPage({ sequence: 1, jobId: 'job-1' }))).toMatchObject({
      data: { outcome: 'duplicate' },
    });
    expect(await line.ask('outputPrintting', createOutputPage({ sequence: 2, jobId: 'job-1' }))).toMatchObject({
      data: { outcome: 'spooled' },
    });
  });
});

describe('a page of 9,999 copies', () => {
  test('lets a page of another site print in between, on a printer that takes its own language', async () => {
    await using folder = await createFolder();
    await using printer = await startFakeRawPrinter();
    const configuredPrinters = [addressed('Zebra', `socket://127.0.0.1:${printer.port}?language=zpl&dpi=300`)];
    await using assistant = await startAssistant(folder.path, { ...SITES, configuredPrinters });
    await using line = await connectRaw(assistant.port);
    await using other = await connectRaw(assistant.port, OTHER);
    send(line, 'outputPrintting', createOutputPage({ sequence: 1, printer: 'Zebra', copies: 9999 }));
    send(line, 'outputPrintting', createOutputPage({ sequence: 2, printer: 'Zebra' }));
    await expect.poll(() => printer.taken.length).toBeGreaterThan(0);
    const ack = await other.ask('outputPrintting', createOutputPage({ sequence: 1, jobId: 'b', printer: 'Zebra' }));
    expect(ack).toMatchObject({ data: { jobId: 'b', outcome: 'spooled' } });
    const before = printer.taken.length;
    expect(await line.next()).toMatchObject({ data: { sequence: 1, outcome: 'spooled' } });
    expect(await line.next()).toMatchObject({ data: { sequence: 2, outcome: 'spooled' } });
    const copies = printer.taken.map((document) => Number(/\^PQ(\d+)/.exec(document.toString('latin1'))?.[1] ?? 1));
    expect(before).toBeLessThan(copies.length - 2);
    expect(copies.reduce((sum, count) => sum + count)).toBe(9999 + 2);
    expect(Math.max(...copies)).toBe(100);
    // The job's own order stays as it was: all copies of its first page, then the second.
    expect(copies.at(-1)).toBe(1);
    expect(copies.at(-2)).toBe(99);
  });

  test('is in doubt where its job is cancelled between two parts, and prints no further one', async () => {
    await using folder = await createFolder();
    await using printer = await startFakeIppServer();
    const configuredPrinters = [addressed('Labels', printer.uri)];
    await using assistant = await startAssistant(folder.path, { ...SITES, configuredPrinters });
    await using line = await connectRaw(assistant.port);
    printer.behave(() => 'hang');
    send(line, 'outputPrintting', createOutputPage({ sequence: 1, printer: 'Labels', copies: 9999 }));
    await expect.poll(() => printer.printed.length).toBe(1);
    send(line, 'cancelJob', { jobId: 'job-1' });
    expect(await line.ask('hello', { protocol: 1 })).toMatchObject({ fun: 'hello' });
    printer.release();
    const replies = [await line.next(), await line.next()];
    expect(replies).toContainEqual(
      expect.objectContaining({ code: 202, data: { jobId: 'job-1', sequence: 1, outcome: 'inDoubt' } }),
    );
    expect(replies).toContainEqual(expect.objectContaining({ fun: 'cancelJob', code: 200 }));
    expect(await line.ask('jobStatus', { jobId: 'job-1' })).toMatchObject({
      data: { state: 'cancelled', inDoubt: [[1, 1]] },
    });
    expect(printer.copies()).toBe(100);
  });

  test('lets a page of another site print in between, on a printer of the network (IPP)', async () => {
    await using folder = await createFolder();
    await using printer = await startFakeIppServer();
    const configuredPrinters = [addressed('Labels', printer.uri)];
    await using assistant = await startAssistant(folder.path, { ...SITES, configuredPrinters });
    await using line = await connectRaw(assistant.port);
    await using other = await connectRaw(assistant.port, OTHER);
    const page = (sequence: number) =>
      createOutputPage({ sequence, jobId: 'b', printer: 'Labels', jobName: 'B', copies: sequence });
    // Now its job is known, and the next page is in the queue before the answer to what is asked after it.
    expect(await other.ask('outputPrintting', page(1))).toMatchObject({ data: { outcome: 'spooled' } });
    printer.behave(() => 'hang');
    send(line, 'outputPrintting', createOutputPage({ sequence: 1, printer: 'Labels', copies: 350, jobName: 'A' }));
    await expect.poll(() => printer.printed.length).toBe(2);
    send(other, 'outputPrintting', page(2));
    expect(await other.ask('hello', { protocol: 1 })).toMatchObject({ code: 200 });
    printer.behave(() => 'print');
    printer.release();
    expect(await other.next()).toMatchObject({ data: { jobId: 'b', sequence: 2, outcome: 'spooled' } });
    expect(await line.next()).toMatchObject({ data: { sequence: 1, outcome: 'spooled' } });
    expect(printer.printed).toEqual(['B 1', 'A 1', 'B 2', 'A 1', 'A 1', 'A 1']);
    expect(printer.copies()).toBe(350 + 1 + 2);
  });
});

test('many pages of one site let a page of another one print after the page that is being printed', async () => {
  await using folder = await createFolder();
  await using printer = await startFakeIppServer();
  const configuredPrinters = [addressed('Labels', printer.uri)];
  await using assistant = await startAssistant(folder.path, { ...SITES, configuredPrinters });
  await using line = await connectRaw(assistant.port);
  await using other = await connectRaw(assistant.port, OTHER);
  const page = (sequence: number) => createOutputPage({ sequence, jobId: 'b', printer: 'Labels', jobName: 'B' });
  expect(await other.ask('outputPrintting', page(1))).toMatchObject({ data: { outcome: 'spooled' } });
  printer.behave(() => 'hang');
  for (let sequence = 1; sequence <= 200; sequence++) {
    send(line, 'outputPrintting', createOutputPage({ sequence, printer: 'Labels', jobName: 'A' }));
  }
  await expect.poll(() => printer.printed.length).toBe(2);
  for (const sequence of [2, 3]) send(other, 'outputPrintting', page(sequence));
  expect(await other.ask('hello', { protocol: 1 })).toMatchObject({ code: 200 });
  printer.behave(() => 'print');
  printer.release();
  const replies: RawReply[] = [];
  for (let i = 0; i < 200; i++) replies.push(await line.next());
  expect(printer.printed.slice(0, 6)).toEqual(['B 1', 'A 1', 'B 2', 'A 2', 'B 3', 'A 3']);
  expect(replies.map(({ data }) => (data as { sequence: number }).sequence)).toEqual(
    Array.from({ length: 200 }, (_, i) => i + 1),
  );
});

describe('a share', () => {
  /** Takes one after the other until there is no more. */
  function takeAll(share: ReturnType<typeof createFairShare>, sharer: { site: string; owner?: string }): number {
    let taken = 0;
    while (share.take(sharer, 1) !== null) taken++;
    return taken;
  }

  test('leaves every next site a part, and every next pairing of a site one of its part', () => {
    const share = createFairShare(64);
    expect(['a', 'b', 'c', 'd'].map((site) => takeAll(share, { site }))).toEqual([32, 16, 8, 4]);
    const byPairing = createFairShare(64);
    expect(['1', '2', '3'].map((owner) => takeAll(byPairing, { site: 'a', owner }))).toEqual([16, 8, 4]);
    expect(takeAll(byPairing, { site: 'b', owner: '1' })).toBeGreaterThanOrEqual(8);
  });

  test('is free again once it is given back, each part once', () => {
    const share = createFairShare(4);
    const back = share.take({ site: 'a' }, 2);
    expect(share.take({ site: 'a' }, 1)).toBe(null);
    back?.();
    back?.();
    expect(takeAll(share, { site: 'a' })).toBe(2);
    expect(takeAll(share, { site: 'b' })).toBe(1);
  });
});

describe('a queue of a printer', () => {
  /** What was printed, in order; pages wait at the printer until they are let go. */
  function createQueue(parts = 1): { queue: PrinterQueue; paper: string[]; letGo: () => void } {
    const paper: string[] = [];
    let letGo = (): void => undefined;
    const first = new Promise<void>((resolve) => (letGo = resolve));
    const print = async (group: readonly QueuedPage[], pause: Pause) => {
      const [{ order } = { order: null }] = group;
      const name = `${order?.owner} ${order?.sequence}`;
      for (let part = 0; part < (order?.copies ?? 1); part += 100) {
        if (part > 0) await pause(new AbortController().signal);
        paper.push(name);
        await first;
      }
      return group.map(({ order: { jobId, sequence } }) => ok({ jobId, sequence, outcome: 'spooled' as const }));
    };
    return { queue: new PrinterQueue(() => Promise.resolve({ maxPages: parts, print })), paper, letGo };
  }

  function page(site: string, owner: string, sequence: number, copies = 1): QueuedPage {
    const { image: _, ...order } = createOutputPage({ sequence, jobId: owner, copies });
    return {
      order: { ...order, site, owner },
      image: { isHere: true, read: () => Promise.reject(new Error('unread')) },
    };
  }

  test('gives sites a turn each, and of each site its pairings, and keeps the order of each pairing', async () => {
    const { queue, paper, letGo } = createQueue();
    const sent = [1, 2, 3, 4].map((sequence) => queue.output(page('a', 'a1', sequence)));
    await Promise.resolve();
    sent.push(...[1, 2].map((sequence) => queue.output(page('a', 'a2', sequence))));
    sent.push(...[1, 2, 3].map((sequence) => queue.output(page('b', 'b1', sequence))));
    letGo();
    await Promise.all(sent);
    expect(paper).toEqual(['a1 1', 'b1 1', 'a2 1', 'b1 2', 'a1 2', 'b1 3', 'a2 2', 'a1 3', 'a1 4']);
    await queue.drained();
    expect(queue.isEmpty).toBe(true);
  });

  test('gives others a turn between the parts of many copies, two such pages one part each', async () => {
    const { queue, paper, letGo } = createQueue();
    const sent = [queue.output(page('a', 'a', 1, 300)), queue.output(page('a', 'a', 2))];
    await Promise.resolve();
    sent.push(queue.output(page('b', 'b', 1, 200)));
    sent.push(queue.output(page('c', 'c', 1)));
    letGo();
    await Promise.all(sent);
    expect(paper).toEqual(['a 1', 'b 1', 'c 1', 'a 1', 'b 1', 'a 1', 'a 2']);
  });

  test('stops a page that has paused at once where its job is cancelled, whose turn it is or not', async () => {
    const stop = new AbortController();
    const order: string[] = [];
    let letGo = (): void => undefined;
    const hanging = new Promise<void>((resolve) => (letGo = resolve));
    const queue = new PrinterQueue(() =>
      Promise.resolve({
        maxPages: 1,
        async print([{ order: { owner, jobId, sequence } } = page('', '', 1)], pause) {
          order.push(owner);
          if (owner === 'a') await pause(stop.signal);
          else await hanging;
          return [ok({ jobId, sequence, outcome: 'spooled' as const })];
        },
      }),
    );
    const a = queue.output(page('a', 'a', 1, 9999));
    const b = queue.output(page('b', 'b', 1));
    await expect.poll(() => order).toEqual(['a', 'b']);
    stop.abort();
    expect(await a).toMatchObject({ ok: true });
    const next = queue.output(page('a', 'a', 2));
    letGo();
    await Promise.all([b, next]);
    expect(order).toEqual(['a', 'b', 'a']);
  });

  test('does what uses no printer beside it, after all that its client has sent before', async () => {
    const { queue, paper, letGo } = createQueue();
    const sent = queue.output(page('a', 'a', 1));
    let bind = (): void => undefined;
    const binding = queue.run({ site: 'a', owner: 'a' }, () => new Promise<void>((resolve) => (bind = resolve)));
    const later = queue.output(page('a', 'a', 2));
    letGo();
    await sent;
    await queue.output(page('b', 'b', 1));
    await queue.output(page('b', 'b', 2));
    expect(paper).toEqual(['a 1', 'b 1', 'b 2']);
    bind();
    await Promise.all([binding, later]);
    expect(paper).toEqual(['a 1', 'b 1', 'b 2', 'a 2']);
  });
});

describe('records of jobs', () => {
  const header = (jobId: string, owner: string) => ({
    jobId,
    jobName: '',
    printer: 'P',
    openedAt: '2026-01-01',
    owner,
  });

  test('are one for all who use a job at a time, and are forgotten and read again without a loss', async () => {
    await using folder = await createFolder();
    const store = await openJobStore(folder.path, 1, () => Promise.resolve());
    {
      const [one, two] = await Promise.all([store.open(header('a', 'x')), store.open(header('a', 'x'))]);
      await one.accept([{ sequence: 1, hash: 'ab' }]);
      expect(two.page(1)).toEqual({ state: 'accepted', hash: 'ab' });
      await two.settle([{ sequence: 1, state: 'spooled' }]);
      one[Symbol.dispose]();
      two[Symbol.dispose]();
    }
    for (const jobId of ['b', 'c', 'd']) (await store.open(header(jobId, 'y')))[Symbol.dispose]();
    using again = await store.find('a');
    expect(again?.page(1)).toEqual({ state: 'spooled', hash: 'ab' });
    expect(await store.find('nobody')).toBe(null);
    expect((await readFile(join(folder.path, 'a.log'), 'utf8')).match(/jobId/g)).toHaveLength(1);
  });
});

describe('a site with much of something', () => {
  test('has as many connections as leave others theirs, and who has none comes in where another has several', async () => {
    await using folder = await createFolder();
    const limits = { maxConnections: 4, idleMs: 100_000 };
    await using assistant = await startAssistant(folder.path, { ...SITES, limits });
    await using first = await connectRaw(assistant.port);
    await using second = await connectRaw(assistant.port);
    for (const line of [first, second]) expect(await line.ask('hello', { protocol: 1 })).toMatchObject({ code: 200 });
    await expect(connectRaw(assistant.port)).rejects.toThrow('503');
    await using other = await connectRaw(assistant.port, OTHER);
    expect(await other.ask('hello', { protocol: 1 })).toMatchObject({ code: 200 });
    await expect(connectRaw(assistant.port, OTHER)).rejects.toThrow('503');
    expect(await first.ask('hello', { protocol: 1 })).toMatchObject({ code: 200 });
  });

  test('has frames under way that leave others theirs: the connection with one too large for that is ended', async () => {
    await using folder = await createFolder();
    const limits = { maxIncomingBytes: 400_000, maxFrameBytes: 1_000_000 };
    await using assistant = await startAssistant(folder.path, { ...SITES, limits });
    await using greedy = await connectRaw(assistant.port);
    await using other = await connectRaw(assistant.port, OTHER);
    greedy.send('x'.repeat(900_000));
    expect(await greedy.closed).toBe(1006);
    expect(await other.ask('outputPrintting', createOutputPage({ sequence: 1 }))).toMatchObject({ code: 200 });
  });

  test('has its pages waiting, and others theirs', async () => {
    await using folder = await createFolder();
    await using printer = await startFakeIppServer();
    const configuredPrinters = [addressed('Labels', printer.uri)];
    const limits = { maxWaitingPages: 40 };
    await using assistant = await startAssistant(folder.path, { ...SITES, configuredPrinters, limits });
    await using line = await connectRaw(assistant.port);
    await using other = await connectRaw(assistant.port, OTHER);
    printer.behave(() => 'hang');
    for (let i = 1; i <= 80; i++) {
      send(line, 'outputPrintting', createOutputPage({ sequence: 1, jobId: `job-${i}`, printer: 'Labels' }));
    }
    const refused: RawReply[] = [];
    for (let i = 0; i < 70; i++) refused.push(await line.next());
    // Whoever asks hears that the silence of its pages is no loss.
    const ask = (connection: RawConnection) => connection.ask('printerFaults', { printer: 'Labels' });
    expect(await ask(line)).toMatchObject({ data: { underWay: true } });
    expect(await ask(other)).toMatchObject({ data: { underWay: false } });
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set([429]));
    expect(refused[0]).toMatchObject({ data: { problem: { params: { limit: 'assistant.pagesWaiting', most: 10 } } } });
    expect(await other.ask('outputPrintting', createOutputPage({ sequence: 1, jobId: 'b' }))).toMatchObject({
      code: 200,
    });
    printer.behave(() => 'print');
    printer.release();
    for (let i = 0; i < 10; i++) expect(await line.next()).toMatchObject({ code: 200 });
    // What is printed waits for nothing: the next job comes at once.
    const next = createOutputPage({ sequence: 1, jobId: 'next', printer: 'Labels' });
    expect(await line.ask('outputPrintting', next)).toMatchObject({ code: 200 });
  });

  test('writes as much to the disk as it leaves free, in a day', async () => {
    await using folder = await createFolder();
    const page = (sequence: number) => createOutputPage({ sequence });
    const bytes = Buffer.from(page(1).image, 'base64').length + 4096;
    const freeBytes = () => Promise.resolve(2.5 * bytes);
    const full = { code: 429, data: { problem: { params: { limit: 'assistant.diskShare' } } } };
    {
      await using assistant = await startAssistant(folder.path, { ...SITES, freeBytes });
      await using line = await connectRaw(assistant.port);
      await using other = await connectRaw(assistant.port, OTHER);
      for (const sequence of [1, 2])
        expect(await line.ask('outputPrintting', page(sequence))).toMatchObject({ code: 200 });
      expect(await line.ask('outputPrintting', page(3))).toMatchObject(full);
      const theirs = createOutputPage({ sequence: 1, jobId: 'b' });
      expect(await other.ask('outputPrintting', theirs)).toMatchObject({ code: 200 });
    }
    // What is on the disk is known after a restart, too.
    await using assistant = await startAssistant(folder.path, { ...SITES, freeBytes: () => Promise.resolve(bytes) });
    await using line = await connectRaw(assistant.port);
    expect(await line.ask('outputPrintting', page(3))).toMatchObject(full);
  });

  test('adds printers that leave others theirs', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, SITES);
    await using line = await connectRaw(assistant.port);
    await using other = await connectRaw(assistant.port, OTHER);
    const add = (connection: RawConnection, printer: string): Promise<RawReply> =>
      connection.ask('addPrinter', {
        printer,
        address: 'socket://127.0.0.1:9101?language=zpl',
        setup: DEFAULT_PRINTER_SETUP,
      });
    for (let i = 1; i <= 64; i++) expect(await add(line, `P${i}`)).toMatchObject({ code: 200 });
    expect(await add(line, 'P65')).toMatchObject({
      code: 429,
      data: { problem: { params: { limit: 'assistant.printersAdded', most: 64 } } },
    });
    expect(await add(other, 'Q')).toMatchObject({ code: 200 });
    expect(await line.ask('removePrinter', { printer: 'P1' })).toMatchObject({ code: 200 });
    expect(await add(line, 'P65')).toMatchObject({ code: 429 });
    expect(await line.ask('removePrinter', { printer: 'P2' })).toMatchObject({ code: 200 });
    expect(await add(line, 'P65')).toMatchObject({ code: 200 });
  });

  test('is paired with many browsers, and ends no pairing of another site', async () => {
    await using folder = await createFolder();
    const path = join(folder.path, 'access.json');
    let time = 0;
    const access = await openAccessList({ path, origins: [ORIGIN, OTHER], openOrigins: [], now: () => ++time });
    const { id } = await access.pair(OTHER, 'Firefox', 'client');
    for (let i = 0; i < 205; i++) await access.pair(ORIGIN, 'Firefox', `client ${i}`);
    expect(access.pairings()).toHaveLength(200);
    expect(access.pairing(id, OTHER)).not.toBe(null);
  });

  test('asks for its code again and again, and for one too many times tried, without filling the log', async () => {
    await using folder = await createFolder();
    const log: string[] = [];
    await using assistant = await startAssistant(folder.path, { openOrigins: [], log: (text) => log.push(text) });
    await using line = await connectRaw(assistant.port);
    for (let i = 0; i < 20; i++) expect(await line.ask('askPairing', { browser: 'F' })).toMatchObject({ code: 200 });
    const wrong = { client: 'a'.repeat(64), browser: 'F', by: { code: '000000' } };
    for (let i = 0; i < 20; i++) await line.ask('pair', wrong);
    expect(log.filter((text) => text.includes('asks to be paired'))).toHaveLength(1);
    expect(log.filter((text) => text.includes('a wrong pairing code'))).toHaveLength(5);
    expect(await line.ask('askPairing', { browser: 'F' })).toMatchObject({
      code: 429,
      data: { problem: { params: { limit: 'assistant.codesTried' } } },
    });
  });

  test('has said the same a thousand times, and pushed nothing else out of the log', () => {
    const memory = createLineMemory(() => 0);
    memory.add('printed');
    for (let i = 0; i < 1000; i++) memory.add('refused a connection');
    expect(memory.lines()).toEqual(['1970-01-01 00:00:00 printed', '1970-01-01 00:00:00 refused a connection']);
  });
});
