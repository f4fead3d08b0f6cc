import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openPrinterRegistry } from '#print-assistant/printers/printer-registry.ts';
import { createPrinterList } from '#print-assistant/printers/printer-list.ts';
import { createBits, createOutputPage, encodeTestPng } from './create-page.ts';
import { startFakeIppServer } from './fake-ipp-server.ts';
import { connectRaw } from './raw-connection.ts';
import { createFolder, ORIGIN, startAssistant, addressed } from './start-assistant.ts';

describe('jobs', () => {
  test('are not busy once they ended: eighty of one page are printed while four records stay in memory', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, { limits: { maxIdleRecords: 4 } });
    await using line = await connectRaw(assistant.port);
    for (let i = 1; i <= 80; i++) {
      const jobId = `job-${i}`;
      const end = i % 2 === 0 ? 'finishJob' : 'cancelJob';
      expect(await line.ask('outputPrintting', createOutputPage({ sequence: 1, jobId }))).toMatchObject({ code: 200 });
      expect(await line.ask(end, { jobId })).toMatchObject({ code: 200, data: { spooled: [[1, 1]] } });
    }
    // An evicted record is read again on request.
    expect(await line.ask('outputPrintting', createOutputPage({ sequence: 1, jobId: 'job-2' }))).toMatchObject({
      data: { outcome: 'duplicate' },
    });
  });

  test('are canceled at once, while the printer is busy with another one', async () => {
    await using folder = await createFolder();
    await using server = await startFakeIppServer();
    const printers = [addressed('Slow', server.uri)];
    await using assistant = await startAssistant(folder.path, { configuredPrinters: printers });
    await using line = await connectRaw(assistant.port);
    await using second = await connectRaw(assistant.port);
    server.behave(() => 'hang');
    const page = createOutputPage({ sequence: 1, printer: 'Slow' });
    line.send(`hmarkwebclient ${JSON.stringify({ fun: 'outputPrintting', data: page })}`);
    await expect.poll(() => server.printed.length).toBe(1);
    // Another job waits behind it.
    const other = createOutputPage({ sequence: 1, printer: 'Slow', jobId: 'job-2' });
    second.send(`hmarkwebclient ${JSON.stringify({ fun: 'outputPrintting', data: other })}`);
    expect(await second.ask('cancelJob', { jobId: 'job-2' })).toMatchObject({
      fun: 'outputPrintting',
      data: { problem: { code: 'print.cancelled' } },
    });
    expect(await second.next()).toMatchObject({ fun: 'cancelJob', code: 200 });
    // The current page can't be recalled, and is reported as such.
    expect(await line.ask('cancelJob', { jobId: 'job-1' })).toMatchObject({
      fun: 'cancelJob',
      code: 200,
      data: { state: 'cancelled', accepted: [[1, 1]] },
    });
    server.release();
    expect(server.copies()).toBe(1);
  });

  test('of 9999 copies do not block others, and take the memory and the space of one', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    await using line = await connectRaw(assistant.port);
    await using other = await connectRaw(assistant.port);
    const order: string[] = [];
    const data = createOutputPage({ sequence: 1, copies: 9999 });
    line.send(`hmarkwebclient ${JSON.stringify({ fun: 'outputPrintting', data })}`);
    const printed = line.next().then((reply) => order.push(`page ${reply.code}`));
    for (let i = 0; i < 5; i++) order.push(`hello ${(await other.ask('hello', { protocol: 1 })).code}`);
    await printed;
    expect(order).toEqual(['hello 200', 'hello 200', 'hello 200', 'hello 200', 'hello 200', 'page 200']);
    const pages = (await readdir(folder.path, { recursive: true })).filter((name) => name.endsWith('.png'));
    expect(pages).toHaveLength(9999);
    const inodes = await Promise.all(pages.map(async (name) => (await stat(join(folder.path, name))).ino));
    expect(new Set(inodes).size).toBe(1);
  });

  test('of other clients are answered while a huge page is decoded', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    await using line = await connectRaw(assistant.port);
    await using other = await connectRaw(assistant.port);
    // 200 million dots: decompressed in one step they would block everyone.
    const bits = createBits(8000, 25_000, 1);
    const image = Buffer.from(encodeTestPng(bits, { filter: 4 })).toString('base64');
    const [widthMm, heightMm] = [(8000 / 600) * 25.4, (25_000 / 600) * 25.4];
    const data = createOutputPage({ sequence: 1, image, widthMm, heightMm, dpi: 600 });
    const order: string[] = [];
    line.send(`hmarkwebclient ${JSON.stringify({ fun: 'outputPrintting', data })}`);
    const printed = line.next().then((reply) => order.push(`page ${reply.code}`));
    for (let i = 0; i < 5; i++) order.push(`hello ${(await other.ask('hello', { protocol: 1 })).code}`);
    await printed;
    expect(order).toEqual(['hello 200', 'hello 200', 'hello 200', 'hello 200', 'hello 200', 'page 200']);
  });

  test('with a picture of another size than the page are rejected before decompression', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    await using line = await connectRaw(assistant.port);
    const bomb = encodeTestPng({ widthDots: 8000, heightDots: 25_000, rowBytes: 1000, bits: new Uint8Array(25e6) });
    const image = Buffer.from(bomb).toString('base64');
    expect(await line.ask('outputPrintting', createOutputPage({ sequence: 1, image }))).toMatchObject({
      code: 400,
      data: { problem: { params: { reason: '8000 x 25000 dots are not 40 x 25 mm at 300 dpi' } } },
    });
  });
});

describe('connections', () => {
  test('without messages make room for one with messages; active ones stay', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, { limits: { maxConnections: 4, idleMs: 100_000 } });
    await using busy = await connectRaw(assistant.port);
    expect(await busy.ask('hello', { protocol: 1 })).toMatchObject({ code: 200 });
    await using silent = await connectRaw(assistant.port);
    await using silentToo = await connectRaw(assistant.port);
    await using third = await connectRaw(assistant.port);
    await using next = await connectRaw(assistant.port);
    expect(await next.ask('hello', { protocol: 1 })).toMatchObject({ code: 200 });
    expect(await silent.closed).toBe(1013);
    expect(await busy.ask('hello', { protocol: 1 })).toMatchObject({ code: 200 });
    expect([silentToo, third]).toHaveLength(2);
  });

  test('with invalid frames are closed, malformed frames as well as too many', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, {
      limits: { maxBadFrames: 5, messagesPerSecond: 1, messageBurst: 3 },
    });
    for (const frame of ['rubbish', Uint8Array.of(1, 2), 'hmarkwebclient {"fun":"hello","data":{"protocol":1}}']) {
      await using line = await connectRaw(assistant.port);
      for (let i = 0; i < 12; i++) line.send(frame);
      expect(await line.closed).toBe(1008);
    }
    await using other = await connectRaw(assistant.port);
    expect(await other.ask('hello', { protocol: 1 })).toMatchObject({ code: 200 });
  });

  test('together may not exceed the memory limit', async () => {
    await using folder = await createFolder();
    const bytes = JSON.stringify(createOutputPage({ sequence: 1 })).length;
    await using assistant = await startAssistant(folder.path, { limits: { maxWaitingBytes: 2.5 * bytes } });
    await using one = await connectRaw(assistant.port);
    await using two = await connectRaw(assistant.port);
    for (const [line, jobId] of [
      [one, 'a'],
      [two, 'b'],
    ] as const) {
      for (const sequence of [1, 2, 3]) {
        const data = createOutputPage({ sequence, jobId });
        line.send(`hmarkwebclient ${JSON.stringify({ fun: 'outputPrintting', data })}`);
      }
    }
    const replies = [];
    for (const line of [one, two]) for (let i = 0; i < 3; i++) replies.push(await line.next());
    expect(replies.some(({ code }) => code === 429)).toBe(true);
    expect(await one.ask('outputPrintting', createOutputPage({ sequence: 4, jobId: 'a' }))).toMatchObject({
      code: 200,
    });
  });
});

test('only pages of allowed sites can read the list of clients', async () => {
  await using folder = await createFolder();
  await using assistant = await startAssistant(folder.path);
  const url = `http://127.0.0.1:${assistant.port}/`;
  const allowed = async (origin: string): Promise<string | null> =>
    (await fetch(url, { headers: { origin } })).headers.get('access-control-allow-origin');
  expect(await allowed(ORIGIN)).toBe(ORIGIN);
  expect(await allowed('http://evil.example')).toBe(null);
  expect(await allowed('null')).toBe(null);
});

test('a printer of a print server appears and disappears, and the first of a name counts', async () => {
  const driver = (name: string, kind: 'folder' | 'ipp') => ({
    name,
    describe: () => Promise.resolve({ name, kind, dpis: [], media: [], state: 'idle' as const }),
    prepare: () => Promise.reject(new Error('not asked')),
    recall: () => Promise.resolve('unknown' as const),
    close: () => Promise.resolve({ ok: true as const, value: null }),
  });
  let come = [driver('B', 'ipp'), driver('A', 'ipp')];
  await using folder = await createFolder();
  const list = createPrinterList(
    [{ drivers: () => Promise.resolve([driver('A', 'folder')]) }, { drivers: () => Promise.resolve(come) }],
    await openPrinterRegistry(join(folder.path, 'printers.json')),
  );
  expect((await list.describe()).map(({ name, kind }) => `${name} ${kind}`)).toEqual(['A folder', 'B ipp']);
  come = [];
  expect((await list.describe()).map(({ name }) => name)).toEqual(['A']);
  expect(await list.find('B')).toBe(null);
});
