import { describe, expect, test } from 'vitest';
import { ok } from '#model/kernel/result.ts';
import { startPrintRun } from '#printing/run-print.ts';
import { encodePage } from '#render-worker/encode-page.ts';
import { createDevicePrinters } from '#services/device/device-printers.ts';
import { createPrinterSink } from '#services/device/printer-sink.ts';
import {
  createPorts,
  createRecords,
  createRenderer,
  createRequest,
  createSink,
  expectSound,
  isHeld,
  NONE,
  until,
} from '#tests/printing/create-run.ts';
import { READERS } from '#tests/printing/languages/read-printer-data.ts';
import { givenDevices } from '#tests/support/fake-devices.ts';
import {
  HEIGHT,
  KINDS,
  LABELS,
  NAME,
  NEVER,
  bitsOf,
  bytesOf,
  createChannels,
  createDevices,
  createPage,
  createPrinter,
  createStore,
  print,
} from './create-device-run.ts';

describe.each(KINDS)('a run on a printer that the page reaches by itself: %s', (kind) => {
  test.each(LABELS)('%s: every dot arrives, and the report marks the labels as unconfirmed', async (language) => {
    const { run, printer } = print(kind, language, 3);
    const report = await run.done;
    expect(report).toMatchObject({ outcome: 'finished', asked: 3, sent: 3, inDoubt: 0, unconfirmed: true });
    const length = bytesOf(2, language).length;
    const first = READERS[language](Buffer.from(printer.bytes.slice(0, length)));
    const { bits, rowBytes } = bitsOf(2);
    expect([first.rowBytes, first.heightDots]).toEqual([rowBytes, HEIGHT]);
    expect(Buffer.from(first.ink.map((byte) => ~byte & 0xff)).equals(bits)).toBe(true);
    expect(Buffer.from(printer.bytes).equals(Buffer.concat([2, 3, 4].map((row) => bytesOf(row, language))))).toBe(true);
    expect(printer.isOpen).toBe(false);
  });

  test.each(LABELS)('%s: unplugged in the middle it is held, and continues after the half page', async (language) => {
    const before = bytesOf(2, language).length + bytesOf(3, language).length;
    const { run, printer, journal } = print(kind, language, 6, (one) => one.breakAfter(before + 100));
    await until(run, isHeld);
    expect(run.state().phase).toMatchObject({ problem: { code: 'device.brokenOff', params: { printer: NAME } } });
    expect(run.state().counts).toMatchObject({ spooled: 2 });
    expect(printer.isOpen).toBe(false);

    // Still unplugged: it says so, and only the half page is unconfirmed.
    run.resume();
    await until(run, ({ phase }) => phase.type === 'held' && phase.problem.code === 'device.notThere');
    expect(run.state().counts).toMatchObject({ spooled: 2, inDoubt: 1 });

    printer.plug();
    run.resume();
    const report = await run.done;
    expectSound(report);
    expect(report).toMatchObject({ outcome: 'finished', asked: 6, sent: 5, inDoubt: 1, notPrinted: 0 });
    expect([...journal.pages]).toEqual([1, 2, 3, 4, 5, 6].map((page) => [page, page === 3 ? 'inDoubt' : 'spooled']));
    // After the part of the third page comes its terminator, then each of the others once.
    const rest = Buffer.concat([5, 6, 7].map((row) => bytesOf(row, language)));
    const came = Buffer.from(printer.bytes);
    expect(came.subarray(-rest.length).equals(rest)).toBe(true);
    const ending = came.subarray(before + 100, -rest.length).toString('latin1');
    // eslint-disable-next-line no-control-regex
    expect(ending).toMatch(/^\0*(\r\n(ABORT\r\n)?)?$/);
    // A printer that counts bytes has the announced number.
    if (language !== 'zpl') expect(100 + ending.length).toBeGreaterThanOrEqual(bytesOf(4, language).length);
  });

  test('nothing follows an aborted page before the run continues, also when the printer is back at once', async () => {
    const taken = bytesOf(2, 'zpl').length + 50;
    const { run, printer, fakes } = print(kind, 'zpl', 6, (one) => one.breakAfter(taken));
    let isBack = false;
    fakes.usb.addEventListener('disconnect', () => {
      if (isBack) return;
      isBack = true;
      printer.plug();
    });
    await until(run, isHeld);
    await until(run, ({ out }) => out.size === 5);
    // Those after it have their turn.
    await new Promise((resolve) => setImmediate(resolve));
    expect(printer.bytes).toHaveLength(taken);
    run.resume();
    expect(await run.done).toMatchObject({ outcome: 'finished', sent: 5, inDoubt: 1 });
  });

  test('paused, waiting pages are recalled, and each is printed once', async () => {
    const { run, printer } = print(kind, 'epl', 30);
    await until(run, ({ counts }) => counts.spooled >= 2);
    run.pause();
    await until(run, ({ phase }) => phase.type === 'paused');
    run.resume();
    expect(await run.done).toMatchObject({ outcome: 'finished', sent: 30, inDoubt: 0 });
    const all = Array.from({ length: 30 }, (_, i) => bytesOf(i + 2, 'epl'));
    expect(Buffer.from(printer.bytes).equals(Buffer.concat(all))).toBe(true);
  });

  test('canceled while the printer accepts nothing: only the page in transit is unconfirmed', async () => {
    const { run, printer } = print(kind, 'tspl', 5, (one) => {
      one.mood = 'blocks';
    });
    await printer.blocked;
    run.cancel();
    const report = await run.done;
    expectSound(report);
    expect(report).toMatchObject({ outcome: 'cancelled', asked: 5, sent: 0, inDoubt: 1, notPrinted: 4 });
    expect(printer.isOpen).toBe(false);
  });

  test('canceled after it was unplugged: pages that were never sent are not unconfirmed', async () => {
    const { run } = print(kind, 'tspl', 5, (one) => one.breakAfter(bytesOf(2, 'tspl').length + 10));
    await until(run, isHeld);
    run.cancel();
    expect(await run.done).toMatchObject({ outcome: 'cancelled', sent: 1, inDoubt: 1, notPrinted: 3 });
  });

  test('a printer that is in use elsewhere, or missing, prevents the start of the run', async () => {
    const busy = print(kind, 'zpl', 2, (one) => {
      one.isBusy = true;
    });
    expect(await busy.run.done).toMatchObject({ outcome: 'failed', problem: { code: 'device.busy' }, sent: 0 });
    const absent = print(kind, 'zpl', 2, (one) => one.unplug());
    expect(await absent.run.done).toMatchObject({ outcome: 'failed', problem: { code: 'device.notThere' }, sent: 0 });
    expect(absent.printer.bytes).toEqual([]);
  });
});

test('pages of another resolution than the head’s are not sent', async () => {
  const fakes = givenDevices();
  const printer = createPrinter('usb', 'zpl');
  const devices = createDevices(fakes, createStore({ ...printer, setup: { ...printer.setup, dpi: 300 } }));
  const sink = createPrinterSink(devices, createSink(), NAME);
  const ports = createPorts({ renderer: createRenderer(1, NONE, createPage), sink });
  const run = startPrintRun(createRequest({ printer: NAME, dpi: 203, records: createRecords(1) }), ports);
  await until(run, isHeld);
  expect(run.state().phase).toMatchObject({ problem: { code: 'assistant.mediaUnsupported' } });
  run.cancel();
  expect(await run.done).toMatchObject({ sent: 0, inDoubt: 0, notPrinted: 1 });
  expect(fakes.usbPrinter.bytes).toEqual([]);
});

test('a continued run keeps its printer, even when another has that name now', async () => {
  const store = createStore(createPrinter('usb', 'zpl'));
  const devices = createDevices(givenDevices(), store);
  const connected = await (await devices.sink(NAME))?.connect(NEVER);
  const instance = connected?.ok === true ? connected.value.instance : '';
  expect(await devices.sink(NAME, 'an assistant')).toBeNull();
  expect(await devices.sink('Folder')).toBeNull();
  await store.delete(NAME);
  expect(await devices.sink(NAME)).toBeNull();
  // It is not printed on a printer of the assistant with that name.
  expect(await (await devices.sink(NAME, instance))?.connect(NEVER)).toMatchObject({
    error: { code: 'device.notThere' },
  });
});

test('the list shows the connected ones, and each name once', async () => {
  const fakes = givenDevices();
  const forgotten: string[] = [];
  const [port] = await fakes.serial.getPorts();
  Object.assign(port ?? {}, { forget: async () => void forgotten.push('serial') });
  const devices = createDevices(fakes, createStore());
  let notified = 0;
  const stop = devices.subscribe(() => notified++);
  expect(devices.kinds).toEqual(['usb', 'serial']);
  expect(await devices.add(createPrinter('serial', 'escpos'))).toEqual(ok(null));
  expect(await devices.add(createPrinter('usb', 'zpl'))).toMatchObject({ error: { code: 'assistant.printerTaken' } });
  expect(await devices.list()).toMatchObject([{ name: NAME, kind: 'serial', state: 'idle', confirms: false }]);
  fakes.serialPrinter.unplug();
  expect(await devices.list()).toMatchObject([{ state: 'unreachable' }]);
  fakes.serialPrinter.plug();
  // Forgetting the whole computer revokes the permission as well.
  await devices.forgetAll();
  expect(forgotten).toEqual(['serial']);
  await devices.remove(NAME);
  expect([await devices.list(), forgotten]).toEqual([[], ['serial', 'serial']]);
  // Added, unplugged for two kinds of connections, plugged in, removed.
  expect(notified).toBeGreaterThanOrEqual(4);
  stop();
});

test('a browser without both has nothing to offer', () => {
  const devices = createDevicePrinters({
    ports: { usb: null, serial: null },
    store: createStore(),
    encoder: { encode: async (order) => ok(encodePage(order)) },
    tryLock: async () => null,
    channel: createChannels()(),
  });
  expect(devices.kinds).toEqual([]);
});
