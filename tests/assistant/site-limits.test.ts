import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createLineMemory } from '#print-assistant/page/line-memory.ts';
import { openAccessList } from '#print-assistant/pairing/access-list.ts';
import { CLIENT_PREFIX } from '#protocol/assistant.ts';
import { DEFAULT_PRINTER_SETUP } from '#protocol/printer-setup.ts';
import { createOutputPage } from './create-page.ts';
import { startFakeIppServer } from './fake-ipp-server.ts';
import { connectRaw, type RawConnection, type RawReply } from './raw-connection.ts';
import { addressed, createFolder, ORIGIN, startAssistant } from './start-assistant.ts';

const OTHER = 'http://localhost:8080';
/** Both sites print without being paired. */
const SITES = { origins: [ORIGIN, OTHER], openOrigins: [ORIGIN, OTHER] };

function send(line: RawConnection, fun: string, data: unknown): void {
  line.send(CLIENT_PREFIX + JSON.stringify({ fun, data }));
}

describe('a site', () => {
  test('has a connection limit that leaves room for others, and a site without any displaces one of several', async () => {
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

  test('has a limit for frames in transit: the connection with one too large for it is closed', async () => {
    await using folder = await createFolder();
    const limits = { maxIncomingBytes: 400_000, maxFrameBytes: 1_000_000 };
    await using assistant = await startAssistant(folder.path, { ...SITES, limits });
    await using greedy = await connectRaw(assistant.port);
    await using other = await connectRaw(assistant.port, OTHER);
    greedy.send('x'.repeat(900_000));
    expect(await greedy.closed).toBe(1006);
    expect(await other.ask('outputPrintting', createOutputPage({ sequence: 1 }))).toMatchObject({ code: 200 });
  });

  test('has a limit for waiting pages that leaves room for others', async () => {
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
    // A status request answers that its waiting pages are not lost.
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
    // Printed pages do not count: the next job is accepted at once.
    const next = createOutputPage({ sequence: 1, jobId: 'next', printer: 'Labels' });
    expect(await line.ask('outputPrintting', next)).toMatchObject({ code: 200 });
  });

  test('has a daily limit for writing to the disk, by the free space', async () => {
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
    // The use of the disk is known after a restart, too.
    await using assistant = await startAssistant(folder.path, { ...SITES, freeBytes: () => Promise.resolve(bytes) });
    await using line = await connectRaw(assistant.port);
    expect(await line.ask('outputPrintting', page(3))).toMatchObject(full);
  });

  test('has a limit for added printers that leaves room for others', async () => {
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

  test('may pair many browsers, and ends no pairing of another site', async () => {
    await using folder = await createFolder();
    const path = join(folder.path, 'access.json');
    let time = 0;
    const access = await openAccessList({ path, origins: [ORIGIN, OTHER], openOrigins: [], now: () => ++time });
    const { id } = await access.pair(OTHER, 'Firefox', 'client');
    for (let i = 0; i < 205; i++) await access.pair(ORIGIN, 'Firefox', `client ${i}`);
    expect(access.pairings()).toHaveLength(200);
    expect(access.pairing(id, OTHER)).not.toBe(null);
  });

  test('repeats requests for its code and wrong attempts without filling the log', async () => {
    await using folder = await createFolder();
    const log: string[] = [];
    await using assistant = await startAssistant(folder.path, { openOrigins: [], log: (text) => log.push(text) });
    await using line = await connectRaw(assistant.port);
    for (let i = 0; i < 20; i++) expect(await line.ask('askPairing', { browser: 'F' })).toMatchObject({ code: 200 });
    const wrong = { client: 'a'.repeat(64), browser: 'F', by: { code: '000000' } };
    for (let i = 0; i < 20; i++) await line.ask('pair', wrong);
    expect(log.filter((text) => text.includes('requests pairing'))).toHaveLength(1);
    expect(log.filter((text) => text.includes('wrong pairing code'))).toHaveLength(5);
    expect(await line.ask('askPairing', { browser: 'F' })).toMatchObject({
      code: 429,
      data: { problem: { params: { limit: 'assistant.codesTried' } } },
    });
  });

  test('repeats one message a thousand times without displacing others from the log', () => {
    const memory = createLineMemory(() => 0);
    memory.add('printed');
    for (let i = 0; i < 1000; i++) memory.add('rejected a connection');
    expect(memory.lines()).toEqual(['1970-01-01 00:00:00 printed', '1970-01-01 00:00:00 rejected a connection']);
  });
});
