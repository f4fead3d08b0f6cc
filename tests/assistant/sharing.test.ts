import { describe, expect, test } from 'vitest';
import { CLIENT_PREFIX } from '#protocol/assistant.ts';
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
  test('with printed pages use no slot: eighty open ones leave room for eighty more and for others', async () => {
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
    // An idle job is continued, and still knows its pages.
    expect(await line.ask('outputPrintting', createOutputPage({ sequence: 1, jobId: 'job-1' }))).toMatchObject({
      data: { outcome: 'duplicate' },
    });
    expect(await line.ask('outputPrintting', createOutputPage({ sequence: 2, jobId: 'job-1' }))).toMatchObject({
      data: { outcome: 'spooled' },
    });
  });
});

describe('a page of 9,999 copies', () => {
  test('lets a page of another site print in between, on a printer with its own language', async () => {
    await using folder = await createFolder();
    await using printer = await startFakeRawPrinter();
    const configuredPrinters = [addressed('Zebra', `socket://127.0.0.1:${printer.port}?language=zpl&dpi=300`)];
    await using assistant = await startAssistant(folder.path, { ...SITES, configuredPrinters });
    await using line = await connectRaw(assistant.port);
    await using other = await connectRaw(assistant.port, OTHER);
    send(line, 'outputPrintting', createOutputPage({ sequence: 1, printer: 'Zebra', copies: 9999 }));
    send(line, 'outputPrintting', createOutputPage({ sequence: 2, printer: 'Zebra' }));
    // All parts are printed within a second: the other site sends its page once there is one.
    await expect.poll(() => printer.taken.length, { interval: 1 }).toBeGreaterThan(0);
    const ack = await other.ask('outputPrintting', createOutputPage({ sequence: 1, jobId: 'b', printer: 'Zebra' }));
    expect(ack).toMatchObject({ data: { jobId: 'b', outcome: 'spooled' } });
    expect(await line.next()).toMatchObject({ data: { sequence: 1, outcome: 'spooled' } });
    expect(await line.next()).toMatchObject({ data: { sequence: 2, outcome: 'spooled' } });
    const copies = printer.taken.map((document) => Number(/\^PQ(\d+)/.exec(document.toString('latin1'))?.[1] ?? 1));
    // The other site's page is the only one in between that is printed once.
    expect(copies.indexOf(1)).toBeLessThan(copies.length - 2);
    expect(copies.reduce((sum, count) => sum + count)).toBe(9999 + 2);
    expect(Math.max(...copies)).toBe(100);
    // The job's own order is unchanged: all copies of its first page, then the second.
    expect(copies.at(-1)).toBe(1);
    expect(copies.at(-2)).toBe(99);
  });

  test('is unconfirmed when its job is canceled between two parts, and prints no further part', async () => {
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
    // Now its job is known, and the next page is in the queue before the answer to the next request.
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

test('many pages of one site let a page of another one print after the current page', async () => {
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
