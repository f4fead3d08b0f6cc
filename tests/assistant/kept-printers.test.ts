import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import type { PrinterInfo } from '#protocol/assistant.ts';
import { DEFAULT_PRINTER_SETUP, type PrinterSetup } from '#protocol/printer-setup.ts';
import { pageAddress } from '#print-assistant/printers/page-address.ts';
import { createUsbSource, readDeviceId } from '#print-assistant/printers/usb-source.ts';
import { READERS } from '#tests/printing/languages/read-printer-data.ts';
import { createOutputPage } from './create-page.ts';
import { startFakeIppServer } from './fake-ipp-server.ts';
import { startFakeRawPrinter } from './fake-raw-printer.ts';
import { connectRaw, type RawConnection } from './raw-connection.ts';
import { addressed, createClient, createFolder, never, startAssistant } from './start-assistant.ts';

const ZPL: PrinterSetup = { ...DEFAULT_PRINTER_SETUP, language: 'zpl' };

async function listed(line: RawConnection, name: string): Promise<PrinterInfo | undefined> {
  const { data } = await line.ask('getComputerPrinters', { detail: true });
  return (data as readonly PrinterInfo[]).find((printer) => printer.name === name);
}

describe('the stored settings of a printer', () => {
  test('apply to the next page on it, and after a restart', async () => {
    await using folder = await createFolder();
    await using printer = await startFakeRawPrinter();
    const uri = `socket://127.0.0.1:${printer.port}?language=zpl&darkness=20&x=7`;
    const options = { configuredPrinters: [addressed('Zebra', uri)] };
    const setup: PrinterSetup = { ...ZPL, darkness: 12, speed: 3, media: 'mark', dpi: 300 };
    {
      await using assistant = await startAssistant(folder.path, options);
      await using line = await connectRaw(assistant.port);
      expect((await listed(line, 'Zebra'))?.setup).toEqual({ ...ZPL, darkness: 20 });
      await line.ask('outputPrintting', createOutputPage({ sequence: 1, jobId: 'before', printer: 'Zebra' }));
      expect((await line.ask('setUpPrinter', { printer: 'Zebra', setup })).code).toBe(200);
      await line.ask('outputPrintting', createOutputPage({ sequence: 1, jobId: 'after', printer: 'Zebra' }));
    }
    await using assistant = await startAssistant(folder.path, options);
    await using line = await connectRaw(assistant.port);
    expect(await listed(line, 'Zebra')).toMatchObject({ setup, dpis: [300] });
    await line.ask('outputPrintting', createOutputPage({ sequence: 1, jobId: 'restarted', printer: 'Zebra' }));
    const [before, ...after] = printer.taken.map((bytes) => bytes.toString('latin1'));
    expect(before).toContain('~SD20');
    expect(after).toHaveLength(2);
    for (const sent of after) expect(sent).toMatch(/~SD12[\s\S]*\^PR3[\s\S]*\^MNM/);
    // Values that no page sets stay as the user of the assistant set them.
    expect(after[1]).toContain('^FO7,0');
  });

  test('may have another language, and the printer gets the exact dots in it', async () => {
    await using folder = await createFolder();
    await using printer = await startFakeRawPrinter();
    const configuredPrinters = [addressed('Labels', `socket://127.0.0.1:${printer.port}?language=zpl`)];
    await using assistant = await startAssistant(folder.path, { configuredPrinters });
    await using line = await connectRaw(assistant.port);
    const setup: PrinterSetup = { ...DEFAULT_PRINTER_SETUP, language: 'tspl', darkness: 8 };
    await line.ask('setUpPrinter', { printer: 'Labels', setup });
    const page = createOutputPage({ sequence: 1, printer: 'Labels' });
    expect(await line.ask('outputPrintting', page)).toMatchObject({ data: { outcome: 'spooled' } });
    const [taken = Buffer.alloc(0)] = printer.taken;
    expect(READERS.tspl(taken).heightDots).toBe(Math.round((page.heightMm * page.dpi) / 25.4));
    expect(taken.toString('latin1')).toContain('DENSITY 8');
  });

  test('have the resolution of the head: a page of another is rejected', async () => {
    await using folder = await createFolder();
    await using printer = await startFakeRawPrinter();
    const configuredPrinters = [addressed('Labels', `socket://127.0.0.1:${printer.port}?language=zpl`)];
    await using assistant = await startAssistant(folder.path, { configuredPrinters });
    await using line = await connectRaw(assistant.port);
    await line.ask('setUpPrinter', { printer: 'Labels', setup: { ...ZPL, dpi: 203 } });
    const refused = await line.ask('outputPrintting', createOutputPage({ sequence: 1, printer: 'Labels' }));
    expect(refused).toMatchObject({ code: 415, data: { problem: { code: 'assistant.mediaUnsupported' } } });
    expect(printer.taken).toEqual([]);
  });

  test('are rejected for values without a command in the language, and for unknown printers', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path);
    await using line = await connectRaw(assistant.port);
    const setup: PrinterSetup = { ...DEFAULT_PRINTER_SETUP, dpi: 203, darkness: 5, media: 'gap', finish: 'cut' };
    await line.ask('setUpPrinter', { printer: 'Folder', setup });
    expect((await listed(line, 'Folder'))?.setup).toEqual({ ...DEFAULT_PRINTER_SETUP, dpi: 203 });
    expect(await line.ask('setUpPrinter', { printer: 'Nobody', setup })).toMatchObject({ code: 404 });
    for (const wrong of [
      { ...setup, dpi: 9000 },
      { ...setup, gapMm: -1 },
      { ...setup, language: 'basic' },
    ]) {
      expect(await line.ask('setUpPrinter', { printer: 'Folder', setup: wrong })).toMatchObject({ code: 400 });
    }
  });

  test('may have a calibration, which survives a restart and is removed by a setup without it', async () => {
    await using folder = await createFolder();
    const calibration = { acrossScale: 1.0101, alongScale: 0.99, rightMm: 0.4, downMm: -1.2 };
    {
      await using assistant = await startAssistant(folder.path);
      using client = createClient(assistant.port);
      expectOk(await client.setUpPrinter('Folder', { ...DEFAULT_PRINTER_SETUP, calibration }, never()));
    }
    await using assistant = await startAssistant(folder.path);
    using client = createClient(assistant.port);
    const kept = async (): Promise<unknown> => expectOk(await client.printers(never()))[0]?.setup;
    expect(await kept()).toEqual({ ...DEFAULT_PRINTER_SETUP, calibration });
    await using line = await connectRaw(assistant.port);
    for (const wrong of [
      { ...calibration, acrossScale: 1.06 },
      { ...calibration, alongScale: 0 },
      { ...calibration, downMm: 51 },
      { acrossScale: 1 },
    ]) {
      const setup = { ...DEFAULT_PRINTER_SETUP, calibration: wrong };
      expect(await line.ask('setUpPrinter', { printer: 'Folder', setup })).toMatchObject({ code: 400 });
    }
    expectOk(await client.setUpPrinter('Folder', DEFAULT_PRINTER_SETUP, never()));
    expect(await kept()).toEqual(DEFAULT_PRINTER_SETUP);
  });

  test('are lost when the file is unreadable, and nothing else is', async () => {
    await using folder = await createFolder();
    await writeFile(join(folder.path, 'printers.json'), '{"added": 7');
    await using assistant = await startAssistant(folder.path);
    await using line = await connectRaw(assistant.port);
    expect((await listed(line, 'Folder'))?.setup).toEqual(DEFAULT_PRINTER_SETUP);
  });
});

describe('a printer that a page adds', () => {
  test('prints, is there after a restart, and can be removed', async () => {
    await using folder = await createFolder();
    await using printer = await startOnSocketPort();
    const address = `socket://127.0.0.1:${printer.port}?language=zpl`;
    {
      await using assistant = await startAssistant(folder.path);
      using client = createClient(assistant.port);
      expectOk(await client.addPrinter({ printer: 'Shop', address, setup: { ...ZPL, darkness: 9 } }, never()));
      expect(await client.addPrinter({ printer: 'Shop', address, setup: ZPL }, never())).toMatchObject({
        error: { code: 'assistant.printerTaken' },
      });
      expect(await client.addPrinter({ printer: 'Folder', address, setup: ZPL }, never())).toMatchObject({
        error: { code: 'assistant.printerTaken' },
      });
    }
    await using assistant = await startAssistant(folder.path);
    using client = createClient(assistant.port);
    const shop = expectOk(await client.printers(never())).find(({ name }) => name === 'Shop');
    expect(shop).toMatchObject({ added: true, kind: 'raw', address: address.split('?')[0] });
    await using line = await connectRaw(assistant.port);
    await line.ask('outputPrintting', createOutputPage({ sequence: 1, printer: 'Shop' }));
    expect(printer.taken[0]?.toString('latin1')).toContain('~SD09');
    expectOk(await client.removePrinter('Shop', never()));
    expect(expectOk(await client.printers(never())).map(({ name }) => name)).toEqual(['Folder']);
    expect(
      await line.ask('outputPrintting', createOutputPage({ sequence: 1, jobId: 'late', printer: 'Shop' })),
    ).toMatchObject({
      code: 404,
    });
    expect(await client.removePrinter('Folder', never())).toMatchObject({
      error: { code: 'assistant.printerUnknown' },
    });
    expect(await readFile(join(folder.path, 'printers.json'), 'utf8')).not.toContain('Shop');
  });

  test('is added by paired pages alone', async () => {
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, { openOrigins: [] });
    await using line = await connectRaw(assistant.port);
    const address = 'socket://192.0.2.8?language=zpl';
    for (const [fun, data] of [
      ['addPrinter', { printer: 'Shop', address, setup: ZPL }],
      ['setUpPrinter', { printer: 'Folder', setup: ZPL }],
      ['removePrinter', { printer: 'Folder' }],
    ] as const) {
      expect([fun, (await line.ask(fun, data)).code]).toEqual([fun, 401]);
    }
  });

  test.each([
    'socket://192.0.2.8?language=zpl',
    'socket://zebra.local:9102?language=tspl',
    'socket://[2001:db8::8]:6101?language=zpl',
    'ipp://192.0.2.7/ipp/print',
    'ipps://printer.example:443/ipp/print',
    'file:///dev/usb/lp0?language=epl',
    'file:///dev/lp1?language=escpos',
  ])('may be at %s', (address) => {
    expect(pageAddress('Shop', address)).toEqual({ ok: true, value: address });
  });

  test.each([
    'socket://192.0.2.8:6379?language=escpos',
    'socket://192.0.2.8:22?language=zpl',
    'socket://192.0.2.8',
    'ipp://192.0.2.7:8080/admin',
    'ipp://user:secret@192.0.2.7/ipp/print',
    'file:///dev/sda?language=escpos',
    'file:///dev/usb/../sda?language=escpos',
    'file:///dev/usb/%2e%2e/sda?language=escpos',
    'http://192.0.2.7/',
    'anything',
  ])('may not be at %s', (address) => {
    expect(pageAddress('Shop', address)).toMatchObject({ ok: false, error: { code: 'assistant.badAddress' } });
  });
});

describe('a queue of CUPS without a driver', () => {
  test('accepts nothing before its language is known, then gets the exact commands', async () => {
    await using cups = await startFakeIppServer(['Laser', 'Zebra'], ['Zebra']);
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, { cupsServer: cups.server });
    await using line = await connectRaw(assistant.port);
    expect(await listed(line, 'Laser')).toMatchObject({ kind: 'ipp' });
    expect(await listed(line, 'Zebra')).toMatchObject({ kind: 'raw', state: 'idle', setup: { language: null } });
    expect(
      await line.ask('outputPrintting', createOutputPage({ sequence: 1, jobId: 'a', printer: 'Zebra' })),
    ).toMatchObject({
      data: { problem: { code: 'assistant.noLanguage' } },
    });
    await line.ask('setUpPrinter', { printer: 'Zebra', setup: ZPL });
    const page = createOutputPage({ sequence: 1, jobId: 'b', printer: 'Zebra' });
    expect(await line.ask('outputPrintting', page)).toMatchObject({ data: { outcome: 'spooled' } });
    expect(cups.raw).toHaveLength(1);
    expect(READERS.zpl(cups.raw[0] ?? Buffer.alloc(0)).heightDots).toBe(Math.round((page.heightMm * page.dpi) / 25.4));
  });

  test('reports unprinted pages and pages of unknown status as different', async () => {
    await using cups = await startFakeIppServer(['Zebra'], ['Zebra']);
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, { cupsServer: cups.server });
    await using line = await connectRaw(assistant.port);
    await line.ask('setUpPrinter', { printer: 'Zebra', setup: ZPL });
    cups.behave(() => 0x0400);
    expect(
      await line.ask('outputPrintting', createOutputPage({ sequence: 1, jobId: 'a', printer: 'Zebra' })),
    ).toMatchObject({
      data: { problem: { code: 'assistant.deliveryFailed' } },
    });
    cups.behave(() => 'swallow');
    expect(
      await line.ask('outputPrintting', createOutputPage({ sequence: 1, jobId: 'b', printer: 'Zebra' })),
    ).toMatchObject({
      data: { outcome: 'inDoubt' },
    });
  });
});

describe('printers on USB', () => {
  test('are found by their device descriptions', async () => {
    await using folder = await createFolder();
    for (const [device, id] of [
      ['lp0', 'MFG:Zebra Technologies ;CMD:ZPL;MDL:ZTC ZD420-300dpi ZPL;CLS:PRINTER;'],
      ['lp1', 'MANUFACTURER:ACME;COMMAND SET:PCL,PJL;MODEL:ACME Laser;'],
      ['hiddev0', ''],
    ] as const) {
      await mkdir(join(folder.path, device, 'device'), { recursive: true });
      await writeFile(join(folder.path, device, 'device/ieee1284_id'), id);
    }
    const source = createUsbSource(folder.path);
    const drivers = await source.drivers();
    expect(await Promise.all(drivers.map((driver) => driver.describe()))).toMatchObject([
      { name: 'Zebra Technologies ZTC ZD420-300dpi ZPL (lp0)', address: '/dev/usb/lp0', setup: { language: 'zpl' } },
      { name: 'ACME Laser (lp1)', address: '/dev/usb/lp1', setup: { language: null } },
    ]);
    expect((await source.drivers())[0]).toBe(drivers[0]);
    expect(await createUsbSource(join(folder.path, 'none')).drivers()).toEqual([]);
  });

  test.each([
    ['CMD:ZPL II,EPL', 'zpl'],
    ['CMD:EPL2', 'epl'],
    ['COMMAND SET:TSPL2', 'tspl'],
    ['CMD:ESC/POS', 'escpos'],
    ['CMD:CPCL,VCPCL', 'cpcl'],
    ['CMD:PCL', null],
    ['', null],
  ] as const)('%s means %s', (id, language) => {
    expect(readDeviceId(id).language).toBe(language);
  });
});

/** On one of the ports that a page may name; other tests may use some of them. */
async function startOnSocketPort(): ReturnType<typeof startFakeRawPrinter> {
  for (let port = 9109; port > 9100; port--) {
    try {
      return await startFakeRawPrinter(port);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
  throw new Error('all ports of printers are taken');
}
