import { describe, expect, test } from 'vitest';
import type { DeviceAddress } from '#protocol/device-printer.ts';
import { createSerialPort } from '#services/device/serial.ts';
import { createUsbPort } from '#services/device/usb.ts';
import { givenDevices, type FakeDevices, type FakePrinter } from '#tests/support/fake-devices.ts';

const USB: DeviceAddress = { type: 'usb', vendorId: 0x0a5f, productId: 0x0120, serialNumber: 'A-17' };
const SERIAL: DeviceAddress = {
  type: 'serial',
  vendorId: 0x0403,
  productId: 0x6001,
  baudRate: 38_400,
  flowControl: 'hardware',
};
const NEVER = new AbortController().signal;
const DATA = Uint8Array.from({ length: 50_000 }, (_, i) => (i * 7) & 0xff);

const KINDS = [
  {
    kind: 'USB',
    address: USB,
    other: { ...USB, serialNumber: 'B-1' } as DeviceAddress,
    portOf: (fakes: FakeDevices) => createUsbPort(fakes.usb),
    printerOf: (fakes: FakeDevices): FakePrinter => fakes.usbPrinter,
  },
  {
    kind: 'a serial port',
    address: SERIAL,
    other: { ...SERIAL, productId: null } as DeviceAddress,
    portOf: (fakes: FakeDevices) => createSerialPort(fakes.serial),
    printerOf: (fakes: FakeDevices): FakePrinter => fakes.serialPrinter,
  },
];

describe.each(KINDS)('a printer on $kind', ({ address, other, portOf, printerOf }) => {
  async function opened() {
    const fakes = givenDevices();
    const port = portOf(fakes);
    const line = await port.open(address);
    if (!line.ok) throw new Error(line.error.code);
    return { fakes, port, printer: printerOf(fakes), line: line.value };
  }

  test.each(['takes', 'short'] as const)('has every byte in its order when it %s', async (mood) => {
    const { line, printer } = await opened();
    printer.mood = mood;
    expect(await line.write(DATA, NEVER)).toEqual({ type: 'taken' });
    expect(Uint8Array.from(printer.bytes)).toEqual(DATA);
    await line.close();
    expect(printer.isOpen).toBe(false);
  });

  test('unplugged in the middle, it has at least the counted bytes, and can be opened once it is back', async () => {
    const { line, printer, port } = await opened();
    printer.breakAfter(40_001);
    const written = await line.write(DATA, NEVER);
    if (written.type !== 'broken') throw new Error(written.type);
    expect(written.takenBytes).toBeLessThanOrEqual(40_001);
    expect(written.takenBytes).toBeGreaterThan(20_000);
    expect(printer.bytes).toHaveLength(40_001);
    expect(await port.isThere(address)).toBe(false);
    expect(await port.open(address)).toMatchObject({ error: { code: 'device.notThere' } });
    printer.plug();
    expect(await port.open(address)).toMatchObject({ ok: true });
  });

  test('a blocked transfer ends with the abort, and nothing is held after it', async () => {
    const { line, printer } = await opened();
    printer.mood = 'blocks';
    const abort = new AbortController();
    const writing = line.write(DATA, abort.signal);
    await printer.blocked;
    abort.abort();
    expect(await writing).toEqual({ type: 'broken', takenBytes: 0 });
    expect(printer.isOpen).toBe(false);
  });

  test('a transfer aborted before it starts leaves nothing', async () => {
    const { line, printer } = await opened();
    printer.mood = 'blocks';
    expect(await line.write(DATA, AbortSignal.abort())).toEqual({ type: 'broken', takenBytes: 0 });
    expect(printer.isOpen).toBe(false);
  });

  test('has one owner, and the next when that has released it', async () => {
    const { line, port, printer } = await opened();
    expect(await port.open(address)).toMatchObject({ error: { code: 'device.busy' } });
    expect(await line.write(Uint8Array.of(7), NEVER)).toEqual({ type: 'taken' });
    await line.close();
    expect(await port.open(address)).toMatchObject({ ok: true });
    printer.isBusy = true;
    expect(await port.open(address)).toMatchObject({ error: { code: 'device.busy' } });
  });

  test('is not confused with another of its make', async () => {
    const fakes = givenDevices();
    const port = portOf(fakes);
    expect([await port.isThere(address), await port.isThere(other)]).toEqual([true, false]);
    expect(await port.open(other)).toMatchObject({ error: { code: 'device.notThere' } });
  });

  test('is returned by the chooser, or nothing, or a rejection', async () => {
    const fakes = givenDevices();
    const port = portOf(fakes);
    const chosen = await port.choose();
    expect(chosen).toMatchObject({ ok: true, value: { address: { type: address.type } } });
    fakes.chooser = 'close';
    expect(await port.choose()).toEqual({ ok: true, value: null });
    fakes.chooser = 'refused';
    expect(await port.choose()).toMatchObject({ error: { code: 'device.refused' } });
  });
});

test('the chooser lists only USB printers, and the selected one is known again', async () => {
  const fakes = givenDevices();
  const chosen = await createUsbPort(fakes.usb).choose();
  expect(fakes.filters).toEqual([{ classCode: 7 }]);
  expect(chosen).toEqual({ ok: true, value: { address: USB, title: 'ZD410' } });
});

test('a stalled endpoint aborts the page', async () => {
  const fakes = givenDevices();
  const line = await createUsbPort(fakes.usb).open(USB);
  fakes.usbPrinter.mood = 'stalls';
  expect(line.ok && (await line.value.write(DATA, NEVER))).toEqual({ type: 'broken', takenBytes: 0 });
  expect(fakes.usbPrinter.isOpen).toBe(false);
});

test('a device without a printer interface cannot be opened', async () => {
  const { usb } = givenDevices();
  const [device] = await usb.getDevices();
  if (device === undefined) throw new Error('no device');
  Object.assign(device, { configurations: [{ configurationValue: 1, interfaces: [] }] });
  expect(await createUsbPort(usb).open(USB)).toMatchObject({ error: { code: 'device.noWay' } });
});

test('a serial connection is opened with its settings', async () => {
  const fakes = givenDevices();
  await createSerialPort(fakes.serial).open(SERIAL);
  expect(fakes.lines).toEqual([{ baudRate: 38_400, flowControl: 'hardware' }]);
});

test('the selected one of similar serial ports is opened, and none without a selection', async () => {
  const fakes = givenDevices();
  const twin = givenDevices();
  const [[port], [other]] = await Promise.all([fakes.serial.getPorts(), twin.serial.getPorts()]);
  if (port === undefined || other === undefined) throw new Error('no port');
  const both = { ...fakes.serial, getPorts: async () => [other, port] };
  const ports = createSerialPort(both);
  expect(await ports.open(SERIAL)).toMatchObject({ error: { code: 'device.alike' } });
  await ports.choose();
  expect(await ports.open(SERIAL)).toMatchObject({ ok: true });
  expect([fakes.lines.length, twin.lines.length]).toEqual([1, 0]);
});
