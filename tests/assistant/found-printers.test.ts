import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { encode, type Answer } from 'dns-packet';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import type { PrinterInfo } from '#protocol/assistant.ts';
import { DEFAULT_PRINTER_SETUP } from '#protocol/printer-setup.ts';
import { createDiscovery, type Discovery, type DiscoveryTimes } from '#print-assistant/discovery/discovery.ts';
import type { FoundPrinter } from '#print-assistant/discovery/found-printer.ts';
import { createFoundSource } from '#print-assistant/discovery/found-source.ts';
import { readSettings } from '#print-assistant/settings.ts';
import { READERS } from '#tests/printing/languages/read-printer-data.ts';
import { recordsOf, startMdnsResponder, type AnnouncedService } from '#tests/support/mdns-responder.ts';
import { canHaveNeighbours, startPrintingNeighbour } from '#tests/support/printing-neighbour.ts';
import { freePort } from '#tests/support/product.ts';
import { createBits, createOutputPage, PAGE_DOTS } from './create-page.ts';
import { startFakeIppServer } from './fake-ipp-server.ts';
import { startFakeRawPrinter, type FakeRawPrinter } from './fake-raw-printer.ts';
import { readPwgRaster } from './pwg-reader.ts';
import { connectRaw } from './raw-connection.ts';
import { addressed, createFolder, startAssistant } from './start-assistant.ts';

const RAW = '_pdl-datastream._tcp.local';
const LOOPBACK = { interfaces: ['127.0.0.1'] };
/** A neighbor on the loopback link: the machine answers at all of its addresses. */
const NEIGHBOUR = '127.0.0.2';
const FAST: DiscoveryTimes = { firstLookMs: 800, askEveryMs: 100, restMs: 600_000 };

function zebraAt(port: number): AnnouncedService {
  const txt = { ty: 'Zebra ZD420-203dpi ZPL', pdl: 'application/octet-stream' };
  return { instance: 'Zebra ZD420', type: RAW, host: 'zebra-1a2b.local', address: NEIGHBOUR, port, txt };
}
const ZEBRA = `Zebra ZD420 (${NEIGHBOUR})`;

function discoveryAt(port: number, times: Partial<DiscoveryTimes> = FAST): Discovery & Disposable {
  const discovery = createDiscovery({ ...LOOPBACK, port, times, log: () => undefined });
  return { ...discovery, [Symbol.dispose]: discovery.close };
}

/** On one of the ports on which printers are found. */
async function startNeighbour(): Promise<FakeRawPrinter> {
  for (let port = 9109; port >= 9100; port--) {
    try {
      return await startFakeRawPrinter(port, NEIGHBOUR);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
  throw new Error('all ports of printers are taken');
}

describe('the search for printers', () => {
  test('finds all that answer, with all records at once or on request', async () => {
    for (const parts of [4, 1]) {
      const port = await freePort();
      await using responder = await startMdnsResponder(port, parts);
      await responder.announce([zebraAt(9100)]);
      using discovery = discoveryAt(port);
      expect(await discovery.look()).toMatchObject([
        { name: ZEBRA, way: { type: 'raw', host: NEIGHBOUR, port: 9100, language: 'zpl' } },
      ]);
    }
  });

  test('sends few queries: two at first, then occasional ones, and none for fresh answers', async () => {
    const port = await freePort();
    await using responder = await startMdnsResponder(port);
    await responder.announce([zebraAt(9100)]);
    using discovery = discoveryAt(port, { firstLookMs: 800 });
    for (let i = 0; i < 20; i++) expect(await discovery.look()).toHaveLength(1);
    expect(responder.heard).toEqual([
      { questions: ['PTR _ipp._tcp.local', `PTR ${RAW}`], known: [] },
      { questions: ['PTR _ipp._tcp.local', `PTR ${RAW}`], known: [`Zebra ZD420.${RAW}`] },
    ]);
  });

  test('listens only during a search and for a while after it', async () => {
    const port = await freePort();
    await using responder = await startMdnsResponder(port);
    await responder.announce([zebraAt(9100)]);
    const restMs = 1_000;
    using discovery = discoveryAt(port, { ...FAST, restMs });
    expect(responder.heard).toEqual([]);
    expect(await discovery.look()).toHaveLength(1);
    await sleep(restMs + 100);
    const heard = responder.heard.length;
    await responder.say(encode({ type: 'response', answers: [...recordsOf(otherThan(zebraAt(9101)))] }));
    // Known printers remain; announcements in between were not received.
    expect((await discovery.look()).map(({ name }) => name)).toEqual([ZEBRA]);
    expect(responder.heard.length).toBeGreaterThan(heard);
  });

  test('removes a printer that says goodbye', async () => {
    const port = await freePort();
    await using responder = await startMdnsResponder(port);
    const zebra = zebraAt(9100);
    await responder.announce([zebra]);
    using discovery = discoveryAt(port);
    expect(await discovery.look()).toHaveLength(1);
    await responder.takeBack(zebra);
    await expect.poll(() => discovery.look()).toEqual([]);
  });

  test('removes a silent printer when its time is over', async () => {
    const port = await freePort();
    await using responder = await startMdnsResponder(port);
    await responder.announce([{ ...zebraAt(9100), ttl: 2 }]);
    using discovery = discoveryAt(port);
    expect(await discovery.look()).toHaveLength(1);
    await responder.announce([]);
    await expect.poll(() => discovery.look()).toEqual([]);
  });

  test('ignores answers from another port, and too large ones', async () => {
    const port = await freePort();
    await using responder = await startMdnsResponder(port);
    using discovery = discoveryAt(port);
    expect(await discovery.look()).toEqual([]);
    const stranger = createSocket('udp4');
    await sendFrom(stranger, port, encode({ type: 'response', answers: [...recordsOf(otherThan(zebraAt(9101)))] }));
    stranger.close();
    const padding = Array.from({ length: 40 }, () => Buffer.alloc(250, 'x'));
    const name = 'padding.local';
    const large: Answer = { type: 'TXT', name, data: padding, ttl: 120, class: 'IN' };
    const announced = recordsOf({ ...zebraAt(9102), instance: 'Large' });
    await responder.say(encode({ type: 'response', answers: [...announced, large] }));
    await responder.announce([zebraAt(9100)]);
    const names = async (): Promise<readonly string[]> => (await discovery.look()).map((printer) => printer.name);
    await expect.poll(names).toEqual([ZEBRA]);
  });

  test('continues through a flood of meaningless answers', async () => {
    const port = await freePort();
    await using responder = await startMdnsResponder(port);
    const zebra = zebraAt(9100);
    await responder.announce([zebra]);
    using discovery = discoveryAt(port);
    expect(await discovery.look()).toHaveLength(1);
    const noise = Buffer.alloc(9000, 0xc0);
    noise[2] = 0x84;
    for (let i = 0; i < 1000; i++) await responder.say(noise);
    expect(await discovery.look()).toHaveLength(1);
    // They leave no room for others at first, and then there is some again.
    await expect.poll(() => responder.takeBack(zebra).then(() => discovery.look()), { interval: 200 }).toEqual([]);
  });

  test('finds none, and reports the reason once, when the system does not allow it', async () => {
    const port = await freePort();
    // Another program has the port exclusively.
    const owner = createSocket({ type: 'udp4', reuseAddr: false });
    owner.bind({ port, exclusive: true });
    await once(owner, 'listening');
    const announced: string[] = [];
    const discovery = createDiscovery({
      ...LOOPBACK,
      port,
      times: { ...FAST, askEveryMs: 0 },
      log: (l) => announced.push(l),
    });
    for (let i = 0; i < 3; i++) expect(await discovery.look()).toEqual([]);
    expect(announced).toEqual([expect.stringContaining('printer discovery failed on 127.0.0.1: bind EADDRINUSE')]);
    discovery.close();
    owner.close();
    expect(await discovery.look()).toEqual([]);
  });

  test('is harmless without a network, and without permission', async () => {
    const discovery = createDiscovery({ interfaces: ['203.0.113.9'], log: expect.fail });
    expect(await discovery.look()).toEqual([]);
    discovery.close();
    const announced: string[] = [];
    const denied = createDiscovery({
      ...LOOPBACK,
      times: { ...FAST, askEveryMs: 0 },
      log: (line) => announced.push(line),
      readInterfaces() {
        throw new Error('not permitted');
      },
    });
    for (let i = 0; i < 2; i++) expect(await denied.look()).toEqual([]);
    expect(announced).toEqual(['printer discovery failed: not permitted']);
    denied.close();
  });
});

describe('a found printer', () => {
  test('prints the same bytes as one with an address, and is not contacted before', async () => {
    await using folder = await createFolder();
    await using printer = await startNeighbour();
    await using twin = await startFakeRawPrinter();
    const port = await freePort();
    await using responder = await startMdnsResponder(port);
    await responder.announce([zebraAt(printer.port)]);
    await using assistant = await startAssistant(folder.path, {
      discovery: { ...LOOPBACK, port, times: FAST },
      configuredPrinters: [addressed('Twin', `socket://127.0.0.1:${twin.port}?language=zpl`)],
    });
    await using line = await connectRaw(assistant.port);
    const { data } = await line.ask('getComputerPrinters', { detail: true });
    expect(data).toMatchObject([
      { name: 'Folder' },
      { name: 'Twin' },
      {
        name: ZEBRA,
        kind: 'raw',
        foundBy: 'network',
        model: 'Zebra ZD420-203dpi ZPL',
        address: `socket://${NEIGHBOUR}:${printer.port}`,
        state: 'idle',
        guessed: true,
        setup: { language: 'zpl' },
      },
    ]);
    expect([printer.questions(), printer.taken.length]).toEqual([0, 0]);
    for (const name of [ZEBRA, 'Twin']) {
      const page = createOutputPage({ sequence: 1, jobId: `to-${name.slice(0, 4)}`, printer: name });
      expect(await line.ask('outputPrintting', page)).toMatchObject({ data: { outcome: 'spooled' } });
    }
    expect(printer.taken).toHaveLength(1);
    expect(printer.taken).toEqual(twin.taken);
    const { ink } = READERS.zpl(printer.taken[0] ?? Buffer.alloc(0));
    const { bits } = createBits(PAGE_DOTS.widthDots, PAGE_DOTS.heightDots, 1);
    expect(
      Buffer.compare(
        ink,
        bits.map((byte) => ~byte & 0xff),
      ),
    ).toBe(0);
  });

  test('by IPP is queried for its capabilities occasionally, and each time it is selected', async () => {
    let asked = 0;
    const server = createServer((_, response) => {
      asked++;
      response.writeHead(500).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const uri = `ipp://127.0.0.1:${(server.address() as AddressInfo).port}/ipp/print`;
    const look = (): Promise<readonly FoundPrinter[]> =>
      Promise.resolve([{ name: 'Office', model: 'ACME', way: { type: 'ipp', uri }, places: [] }]);
    const source = createFoundSource({ look });
    const describeAll = async (): Promise<number> => {
      const before = asked;
      for (const driver of await source.drivers()) expect(await driver.describe()).toMatchObject({ model: 'ACME' });
      return asked - before;
    };
    expect(await describeAll()).toBeGreaterThan(0);
    expect(await describeAll()).toBe(0);
    await (await source.drivers())[0]?.untilReady?.(new AbortController().signal);
    expect(await describeAll()).toBeGreaterThan(0);
    server.close();
  });

  test('uses the language that the user selects instead of the guess', async () => {
    await using folder = await createFolder();
    await using printer = await startNeighbour();
    const port = await freePort();
    await using responder = await startMdnsResponder(port);
    await responder.announce([zebraAt(printer.port)]);
    await using assistant = await startAssistant(folder.path, { discovery: { ...LOOPBACK, port, times: FAST } });
    await using line = await connectRaw(assistant.port);
    const setup = { ...DEFAULT_PRINTER_SETUP, language: 'tspl' };
    expect((await line.ask('setUpPrinter', { printer: ZEBRA, setup })).code).toBe(200);
    const page = createOutputPage({ sequence: 1, printer: ZEBRA });
    expect(await line.ask('outputPrintting', page)).toMatchObject({ data: { outcome: 'spooled' } });
    expect(READERS.tspl(printer.taken[0] ?? Buffer.alloc(0)).heightDots).toBe(PAGE_DOTS.heightDots);
  });

  test('that disappeared is not listed, and its pages are rejected with an error, not printed elsewhere', async () => {
    await using folder = await createFolder();
    await using printer = await startNeighbour();
    const port = await freePort();
    await using responder = await startMdnsResponder(port);
    const zebra = zebraAt(printer.port);
    await responder.announce([zebra]);
    await using assistant = await startAssistant(folder.path, { discovery: { ...LOOPBACK, port, times: FAST } });
    await using line = await connectRaw(assistant.port);
    const names = async (): Promise<readonly string[]> =>
      (((await line.ask('getComputerPrinters', { detail: true })).data ?? []) as readonly PrinterInfo[]).map(
        ({ name }) => name,
      );
    expect(await names()).toEqual(['Folder', ZEBRA]);
    await responder.takeBack(zebra);
    // Another device uses its name.
    await responder.announce([{ ...zebra, address: '127.0.0.3' }]);
    await expect.poll(names).toEqual(['Folder', 'Zebra ZD420 (127.0.0.3)']);
    const page = createOutputPage({ sequence: 1, printer: ZEBRA });
    expect(await line.ask('outputPrintting', page)).toMatchObject({
      code: 404,
      data: { problem: { code: 'assistant.printerUnknown', params: { printer: ZEBRA } } },
    });
    expect(printer.taken).toEqual([]);
  });

  test('is listed once when CUPS has it, or a user has named it', async () => {
    const port = await freePort();
    await using responder = await startMdnsResponder(port);
    await responder.announce([
      zebraAt(9100),
      { ...zebraAt(9101), instance: 'Zebra B' },
      { ...zebraAt(9102), instance: 'Zebra C' },
    ]);
    await using cups = await startFakeIppServer(['Shop'], ['Shop'], {
      Shop: 'dnssd://Zebra%20ZD420._pdl-datastream._tcp.local/',
    });
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, {
      discovery: { ...LOOPBACK, port, times: FAST },
      cupsServer: cups.server,
      configuredPrinters: [addressed('Named', `socket://${NEIGHBOUR}:9101?language=zpl`)],
    });
    await using line = await connectRaw(assistant.port);
    const { data } = await line.ask('getComputerPrinters', { detail: true });
    expect((data as readonly PrinterInfo[]).map(({ name, foundBy }) => [name, foundBy])).toEqual([
      ['Folder', undefined],
      ['Named', undefined],
      ['Shop', 'cups'],
      [`Zebra C (${NEIGHBOUR})`, 'network'],
    ]);
  });
});

test.each([
  [undefined, { interfaces: null }],
  ['on', { interfaces: null }],
  ['off', null],
  ['127.0.0.1, 192.0.2.4', { interfaces: ['127.0.0.1', '192.0.2.4'] }],
])('ASSISTANT_DISCOVERY=%s', (text, discovery) => {
  expect(expectOk(readSettings({ ASSISTANT_DISCOVERY: text })).discovery).toEqual(discovery);
});

test.each(['no', 'eth0', '127.0.0.1;192.0.2.4', ','])('ASSISTANT_DISCOVERY=%s is rejected', (text) => {
  expect(readSettings({ ASSISTANT_DISCOVERY: text })).toMatchObject({
    ok: false,
    error: expect.stringContaining('ASSISTANT_DISCOVERY') as string,
  });
});

describe.skipIf(!canHaveNeighbours())('a real printer on the network (ippeveprinter, Avahi)', () => {
  test("is found through Avahi's records, and gets the exact dots of the page", async () => {
    await using neighbour = await startPrintingNeighbour();
    await using folder = await createFolder();
    await using assistant = await startAssistant(folder.path, {
      discovery: { interfaces: [neighbour.ownAddress], times: FAST },
    });
    await using line = await connectRaw(assistant.port);
    const name = `${neighbour.name} (${neighbour.address})`;
    const found = async (): Promise<PrinterInfo | undefined> =>
      ((await line.ask('getComputerPrinters', { detail: true })).data as readonly PrinterInfo[]).find(
        (printer) => printer.name === name,
      );
    await expect.poll(found, { message: neighbour.output() }).toMatchObject({
      kind: 'ipp',
      foundBy: 'network',
      address: `ipp://${neighbour.address}:631/ipp/print`,
      dpis: [300],
      state: 'idle',
    });
    const page = createOutputPage({ sequence: 1, printer: name });
    expect(await line.ask('outputPrintting', page), neighbour.output()).toMatchObject({ code: 200 });
    const [document = Buffer.alloc(0)] = await neighbour.documents();
    const { bits } = createBits(PAGE_DOTS.widthDots, PAGE_DOTS.heightDots, 1);
    const [sheet] = readPwgRaster(document);
    expect(sheet).toMatchObject({
      width: PAGE_DOTS.widthDots,
      height: PAGE_DOTS.heightDots,
      dpi: 300,
      bitsPerPixel: 1,
    });
    const rows = sheet?.rows ?? Buffer.alloc(0);
    expect(
      Buffer.compare(
        rows.map((byte) => ~byte & 0xff),
        bits,
      ),
    ).toBe(0);
  });
});

function otherThan(service: AnnouncedService): AnnouncedService {
  return { ...service, instance: 'Stranger', host: 'stranger.local' };
}

function sendFrom(socket: Socket, port: number, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.bind(0, () => {
      socket.setMulticastInterface('127.0.0.1');
      socket.send(bytes, port, '224.0.0.251', (error) => (error === null ? resolve() : reject(error)));
    });
  });
}
