import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { createRawConnection } from '#print-assistant/printers/raw-connection.ts';
import { readRawAddress } from '#print-assistant/printers/raw-address.ts';
import { createRawPrinter } from '#print-assistant/printers/raw-printer.ts';
import type { PrinterDriver } from '#print-assistant/printers/printer-driver.ts';
import { DEFAULT_PRINTER_SETUP } from '#protocol/printer-setup.ts';
import { PRINTER_LANGUAGES } from '#protocol/printer-settings.ts';
import { READERS } from '#tests/printing/languages/read-printer-data.ts';
import { createOutputPage } from './create-page.ts';
import { createPrintablePage, describeDriver, NOT_CANCELLED } from './driver-conformance.ts';
import { type FakeRawPrinter, startFakeRawPrinter } from './fake-raw-printer.ts';
import { connectRaw } from './raw-connection.ts';
import { addressed, createFolder, startAssistant } from './start-assistant.ts';

function driverFor(printer: FakeRawPrinter, rest = 'language=zpl'): PrinterDriver {
  const address = expectOk(readRawAddress(`socket://127.0.0.1:${printer.port}?${rest}`));
  return createRawPrinter({ name: 'Labels', address, timeouts: { writeTimeoutMs: 300, statusMs: 100 } });
}

describe('a printer that accepts its own language on a port', () => {
  describeDriver(async () => {
    const printer = await startFakeRawPrinter();
    return {
      driver: driverFor(printer),
      sheets: () => Promise.resolve(printer.taken.reduce((sheets, bytes) => sheets + READERS.zpl(bytes).copies, 0)),
      [Symbol.asyncDispose]: () => printer[Symbol.asyncDispose](),
    };
  });

  test.each(PRINTER_LANGUAGES.filter((name) => name !== 'pwg'))('gets the very dots in %s', async (language) => {
    await using printer = await startFakeRawPrinter();
    const page = createPrintablePage(1, 1);
    const ready = expectOk(await driverFor(printer, `language=${language}&dpi=${page.dpi}`).prepare(page));
    expect(await ready(NOT_CANCELLED)).toEqual({ type: 'spooled' });
    const [taken = Buffer.alloc(0)] = printer.taken;
    const { ink, rowBytes, heightDots } = READERS[language](taken);
    expect([rowBytes, heightDots]).toEqual([page.bitmap.rowBytes, page.bitmap.heightDots]);
    expect(
      Buffer.compare(
        ink,
        page.bitmap.bits.map((byte) => ~byte & 0xff),
      ),
    ).toBe(0);
  });

  test('reports what it accepted: all, nothing, or unknown', async () => {
    await using printer = await startFakeRawPrinter();
    const driver = driverFor(printer);
    const page = createPrintablePage(1, 1);
    for (const [behaviour, outcome] of [
      ['print', { type: 'spooled' }],
      ['break', { type: 'inDoubt' }],
      ['stay', { type: 'inDoubt' }],
    ] as const) {
      printer.behave(behaviour);
      const ready = expectOk(await driver.prepare(page));
      expect([behaviour, await ready(NOT_CANCELLED)]).toMatchObject([behaviour, outcome]);
    }
  });

  test('is unconfirmed when it accepts some bytes and no more', async () => {
    await using printer = await startFakeRawPrinter();
    printer.behave('stall');
    const line = createRawConnection(
      { type: 'tcp', host: '127.0.0.1', port: printer.port },
      { connectMs: 1_000, writeTimeoutMs: 300, statusMs: 300 },
    );
    // More than the system buffers for an unread connection.
    const sent = await line.send([new Uint8Array(64 * 1024 * 1024)]);
    expect(sent).toMatchObject({ type: 'broken', reason: 'the printer does not accept data' });
  });

  test('waits while the printer serves another client, until the job is canceled', async () => {
    const stopped = await startFakeRawPrinter();
    const { port } = stopped;
    const driver = driverFor(stopped);
    await stopped[Symbol.asyncDispose]();
    expect(await driver.describe()).toMatchObject({ kind: 'raw', dpis: [] });
    const ready = expectOk(await driver.prepare(createPrintablePage(1, 1)));
    const cancel = new AbortController();
    const cancelled = ready(cancel.signal);
    cancel.abort();
    expect(await cancelled).toMatchObject({ type: 'failed', problem: { code: 'print.cancelled' } });
    const waited = ready(NOT_CANCELLED);
    await using back = await startFakeRawPrinter(port);
    expect(await waited).toEqual({ type: 'spooled' });
    expect(back.taken).toHaveLength(1);
  });

  test('rejects pages of another resolution', async () => {
    await using printer = await startFakeRawPrinter();
    const refused = await driverFor(printer, 'language=tspl&dpi=203').prepare(createPrintablePage(1, 1));
    expect(refused).toMatchObject({ ok: false, error: { code: 'assistant.mediaUnsupported' } });
    expect(await driverFor(printer, 'language=tspl&dpi=203').describe()).toEqual({
      name: 'Labels',
      kind: 'raw',
      dpis: [203],
      media: [],
      state: 'idle',
      address: `socket://127.0.0.1:${printer.port}`,
      setup: { ...DEFAULT_PRINTER_SETUP, language: 'tspl', dpi: 203 },
    });
  });

  test('prints a page that comes over the socket, once', async () => {
    await using folder = await createFolder();
    await using printer = await startFakeRawPrinter();
    const configuredPrinters = [addressed('Zebra', `socket://127.0.0.1:${printer.port}?language=zpl&darkness=20`)];
    await using assistant = await startAssistant(folder.path, { configuredPrinters });
    await using line = await connectRaw(assistant.port);
    const page = createOutputPage({ sequence: 1, printer: 'Zebra' });
    expect(await line.ask('outputPrintting', page)).toMatchObject({ data: { outcome: 'spooled' } });
    expect(await line.ask('outputPrintting', page)).toMatchObject({ data: { outcome: 'duplicate' } });
    expect(printer.taken).toHaveLength(1);
    expect(printer.taken[0]?.toString('latin1')).toContain('~SD20');
  });
});

describe('a device file', () => {
  test('gets the page, and is never created', async () => {
    await using folder = await createFolder();
    const path = join(folder.path, 'lp0');
    const line = createRawConnection(
      { type: 'device', path },
      { connectMs: 1_000, writeTimeoutMs: 1_000, statusMs: 300 },
    );
    expect(await line.isThere()).toBe(false);
    expect(await line.send([Buffer.from('^XA^XZ')])).toMatchObject({ type: 'refused', busy: false });
    await promisify(execFile)('mkfifo', [path]);
    const read: Buffer[] = [];
    const reader = createReadStream(path).on('data', (part) => read.push(Buffer.from(part)));
    expect(await line.send([Buffer.from('^XA'), Buffer.from('^XZ')])).toEqual({ type: 'taken' });
    await once(reader, 'end');
    expect(Buffer.concat(read).toString()).toBe('^XA^XZ');
  });
});

describe('the address of a printer', () => {
  test.each([
    ['socket://zebra', 'needs language='],
    ['socket:///?language=zpl', 'must be socket://'],
    ['file:///home/a/x?language=zpl', 'must be socket://'],
    ['file:///dev/../etc/passwd?language=zpl', 'must be socket://'],
    ['socket://z?language=zpl&darknes=3', 'unknown darknes'],
    ['socket://z?language=zpl&darkness=dark', 'darkness is not a number'],
    ['socket://z?language=zpl&dpi=9000', 'dpi must be from 50'],
    ['socket://z?language=escpos&media=gap', 'media must be one of mark, continuous'],
    ['socket://z?language=epl&finish=rewind', 'finish must be one of tear, peel, cut'],
  ])('%s is refused: %s', (uri, reason) => {
    const read = readRawAddress(uri);
    expect(read.ok ? 'fine' : read.error).toContain(reason);
  });

  test('may contain everything known about it', () => {
    const uri =
      'socket://[::1]:6101?language=zpl&dpi=203,300&darkness=12.5&speed=4&media=mark&gap=2.5&finish=cut&x=-3&y=8';
    expect(readRawAddress(uri)).toEqual({
      ok: true,
      value: {
        target: { type: 'tcp', host: '::1', port: 6101 },
        language: 'zpl',
        dpis: [203, 300],
        settings: { darkness: 12.5, speed: 4, media: 'mark', gapMm: 2.5, finish: 'cut', offsetDots: { x: -3, y: 8 } },
      },
    });
  });
});
