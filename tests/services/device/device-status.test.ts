import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PrinterFault } from '#protocol/printer-info.ts';
import { expectSound, isHeld, until } from '#tests/printing/create-run.ts';
import { givenDevices } from '#tests/support/fake-devices.ts';
import { hostStatus } from '#tests/support/host-status.ts';
import {
  bytesOf,
  createDevices,
  createChannels,
  createPrinter,
  createStore,
  KINDS,
  NAME,
  print,
  type Printing,
} from './create-device-run.ts';

/** Answers of printers in the languages with status queries. */
const ANSWERS = {
  zpl: {
    ready: [...hostStatus()],
    paperOut: [...hostStatus({ paper: 1, pause: 1 })],
    headOpen: [...hostStatus({ head: 1, pause: 1 })],
  },
  escpos: { ready: [0x16, 0x12, 0x12], paperOut: [0x1e, 0x32, 0x72], headOpen: [0x1e, 0x16, 0x12] },
} as const;
type Asked = keyof typeof ANSWERS;
const WAYS = KINDS.flatMap((kind) => (['zpl', 'escpos'] as const).map((language) => [kind, language] as const));

/** The pauses between queries to a printer are a twentieth as long. */
const [TICK_MS, STEP_OF_TIME_MS] = [5, 100];
let clock: NodeJS.Timeout;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  clock = setInterval(() => vi.advanceTimersByTime(STEP_OF_TIME_MS), TICK_MS);
});
afterEach(() => {
  clearInterval(clock);
  vi.useRealTimers();
});

const paper = (language: Asked, ...rows: readonly number[]): Buffer =>
  Buffer.concat(rows.map((row) => bytesOf(row, language)));
/** The labels up to this row. */
const rowsTo = (last: number): readonly number[] => Array.from({ length: last - 1 }, (_, i) => i + 2);
/** Checks that no query interrupted a page. */
function expectOnlyBetween({ printer }: Printing, language: Asked): void {
  const ends = [1, 2, 3, 4, 5, 6].map((row) => paper(language, ...rowsTo(row)).length);
  expect(printer.asked.length).toBeGreaterThan(0);
  expect(ends).toEqual(expect.arrayContaining([...printer.asked]));
}
const faultsOf = ({ devices }: Printing): readonly PrinterFault[] => devices.faults(NAME);

describe.each(WAYS)('a printer on %s with a status in %s', (kind, language) => {
  const { ready, paperOut, headOpen } = ANSWERS[language];

  test('without paper it gets nothing; the run says so, and continues by itself', async () => {
    const printing = print(kind, language, 5, (one) => {
      one.answer = paperOut;
    });
    const { run, printer, devices } = printing;
    let notified = 0;
    devices.subscribeFaults(() => notified++);
    await expect.poll(() => faultsOf(printing)).toEqual(['paperOut']);
    expect(await devices.list()).toMatchObject([{ faults: ['paperOut'], state: 'processing' }]);
    printer.answer = headOpen;
    await expect.poll(() => faultsOf(printing)).toEqual(['headOpen']);
    expect(run.state()).toMatchObject({ phase: { type: 'running' }, counts: { spooled: 0, inDoubt: 0 } });
    expect(printer.bytes).toEqual([]);
    printer.answer = ready;
    const report = await run.done;
    expectSound(report);
    expect(report).toMatchObject({ outcome: 'finished', sent: 5, inDoubt: 0 });
    expect(Buffer.from(printer.bytes).equals(paper(language, ...rowsTo(6)))).toBe(true);
    expectOnlyBetween(printing, language);
    expect([faultsOf(printing), notified]).toEqual([[], 3]);
    expect(printer.isOpen).toBe(false);
  });

  test('without paper in the middle of a label it gets the rest of that, and no other before it is ready', async () => {
    const length = bytesOf(2, language).length;
    const printing = print(kind, language, 4, (one) => {
      one.answer = ready;
      one.holdAfter(length + 100);
    });
    const { run, printer } = printing;
    await expect.poll(() => printer.heldAt).not.toBeNull();
    printer.answer = paperOut;
    // A printer that was ready is not queried again within a second.
    await expect.poll(() => performance.now() - (printer.heldAt ?? Infinity)).toBeGreaterThan(1_000);
    printer.goOn();
    await expect.poll(() => faultsOf(printing)).toEqual(['paperOut']);
    expect(printer.bytes).toHaveLength(paper(language, 2, 3).length);
    expect(run.state().counts).toMatchObject({ spooled: 2 });
    printer.answer = ready;
    expect(await run.done).toMatchObject({ outcome: 'finished', sent: 4, inDoubt: 0 });
    expect(Buffer.from(printer.bytes).equals(paper(language, ...rowsTo(5)))).toBe(true);
    expectOnlyBetween(printing, language);
  });

  test('paused while it waits, the page is recalled, and each is printed once after it', async () => {
    const printing = print(kind, language, 5, (one) => {
      one.answer = paperOut;
    });
    const { run, printer } = printing;
    await expect.poll(() => faultsOf(printing)).toEqual(['paperOut']);
    run.pause();
    await expect.poll(() => faultsOf(printing)).toEqual([]);
    expect(run.state()).toMatchObject({ phase: { type: 'paused' }, counts: { inDoubt: 0 } });
    const { length } = printer.asked;
    run.resume();
    await expect.poll(() => printer.asked.length).toBeGreaterThan(length);
    printer.answer = ready;
    expect(await run.done).toMatchObject({ outcome: 'finished', sent: 5, inDoubt: 0 });
    expect(Buffer.from(printer.bytes).equals(paper(language, ...rowsTo(6)))).toBe(true);
  });

  test('canceled while it waits, nothing is printed and nothing unconfirmed', async () => {
    const printing = print(kind, language, 5, (one) => {
      one.answer = headOpen;
    });
    const { run, printer } = printing;
    await expect.poll(() => faultsOf(printing)).toEqual(['headOpen']);
    run.cancel();
    const report = await run.done;
    expectSound(report);
    expect(report).toMatchObject({ outcome: 'cancelled', sent: 0, inDoubt: 0, notPrinted: 5 });
    expect([printer.bytes, printer.isOpen, faultsOf(printing)]).toEqual([[], false, []]);
  });

  test('canceled while it does not even accept the query, nothing is unconfirmed', async () => {
    const { run, printer } = print(kind, language, 5, (one) => {
      one.mood = 'blocks';
    });
    await printer.blocked;
    run.cancel();
    expect(await run.done).toMatchObject({ outcome: 'cancelled', sent: 0, inDoubt: 0, notPrinted: 5 });
    expect(printer.isOpen).toBe(false);
  });

  test('unplugged while it waits, the run is held, and no page is unconfirmed', async () => {
    const printing = print(kind, language, 5, (one) => {
      one.answer = paperOut;
    });
    const { run, printer } = printing;
    await expect.poll(() => faultsOf(printing)).toEqual(['paperOut']);
    printer.unplug();
    await until(run, isHeld);
    expect(run.state()).toMatchObject({ phase: { problem: { code: 'device.notThere', params: { printer: NAME } } } });
    expect(faultsOf(printing)).toEqual([]);
    printer.answer = ready;
    printer.plug();
    run.resume();
    expect(await run.done).toMatchObject({ outcome: 'finished', sent: 5, inDoubt: 0 });
    expect(Buffer.from(printer.bytes).equals(paper(language, ...rowsTo(6)))).toBe(true);
  });

  test('one that answered and stops answering is waited for as offline', async () => {
    const start = (one: Printing['printer']): void => {
      one.answer = paperOut;
    };
    const printing = print(kind, language, 3, start, { patience: { firstMs: 1_000, laterMs: 20 } });
    const { run, printer } = printing;
    await expect.poll(() => faultsOf(printing)).toEqual(['paperOut']);
    printer.answer = null;
    await expect.poll(() => faultsOf(printing)).toEqual(['offline']);
    expect(printer.bytes).toEqual([]);
    printer.answer = ready;
    // The first answer is ambiguous: those to earlier queries may be late.
    expect(await run.done).toMatchObject({ outcome: 'finished', sent: 3, inDoubt: 0 });
    expect(Buffer.from(printer.bytes).equals(paper(language, ...rowsTo(4)))).toBe(true);
  });

  test('one that does not answer is queried once, and prints as before', async () => {
    const printing = print(kind, language, 12);
    expect(await printing.run.done).toMatchObject({ outcome: 'finished', sent: 12, inDoubt: 0 });
    expect(printing.printer.asked).toEqual([0]);
    expect(Buffer.from(printing.printer.bytes).equals(paper(language, ...rowsTo(13)))).toBe(true);
    const [listed] = await printing.devices.list();
    expect(listed).not.toHaveProperty('faults');
  });

  test("after an aborted page, it is queried after the page's terminator", async () => {
    const length = bytesOf(2, language).length;
    const { run, printer } = print(kind, language, 3, (one) => {
      one.answer = ready;
      one.breakAfter(length + 100);
    });
    await until(run, isHeld);
    printer.plug();
    run.resume();
    expect(await run.done).toMatchObject({ outcome: 'finished', sent: 2, inDoubt: 1 });
    const last = bytesOf(4, language);
    expect(Buffer.from(printer.bytes).subarray(-last.length).equals(last)).toBe(true);
    expect(printer.asked).toEqual([0, printer.bytes.length - last.length]);
  });

  test('on the page of printers it is queried while no run uses it', async () => {
    const fakes = givenDevices();
    const printer = kind === 'usb' ? fakes.usbPrinter : fakes.serialPrinter;
    let isLocked = true;
    const tryLock = async () => (isLocked ? null : { release: () => void (isLocked = false) });
    const devices = createDevices(fakes, createStore(createPrinter(kind, language)), { tryLock });
    const faults = async () => (await devices.list())[0]?.faults;
    printer.answer = paperOut;
    await devices.look(true);
    expect([await faults(), printer.asked]).toEqual([undefined, []]);
    isLocked = false;
    await devices.look(false);
    expect([await faults(), printer.asked.length, printer.isOpen]).toEqual([['paperOut'], 1, false]);
    printer.answer = ready;
    await devices.look(false);
    expect([await faults(), printer.asked.length]).toEqual([[], 2]);
    // A ready one is not queried for a while, and a silent one not until a user asks.
    await devices.look(false);
    expect(printer.asked).toHaveLength(2);
    printer.answer = null;
    await devices.look(true);
    await devices.look(false);
    expect([await faults(), printer.asked.length]).toEqual([undefined, 3]);
    printer.unplug();
    await devices.look(true);
    expect(printer.asked).toHaveLength(3);
    expect(printer.bytes).toEqual([]);
  });
});

test("a printer's status is known in the other windows", async () => {
  const createChannel = createChannels();
  const [fakes, other] = [givenDevices(), givenDevices()];
  const store = createStore(createPrinter('usb', 'zpl'));
  const own = createChannel();
  const here = createDevices(fakes, store, { channel: own });
  const there = createDevices(other, store, { channel: createChannel(), tryLock: async () => null });
  let notified = 0;
  there.subscribe(() => notified++);
  for (const [answer, faults] of [
    [ANSWERS.zpl.paperOut, ['paperOut']],
    [ANSWERS.zpl.ready, []],
    [null, undefined],
  ] as const) {
    fakes.usbPrinter.answer = answer;
    await here.look(true);
    expect((await there.list())[0]?.faults).toEqual(faults);
  }
  expect(notified).toBe(3);
  // A message of another version of the product.
  for (const message of [7, null, { printer: NAME }, { printer: NAME, state: ['onFire'] }]) own.post(message);
  expect([notified, other.usbPrinter.asked]).toEqual([3, []]);
});

test('a printer on USB without a return channel prints as before, and is not queried', async () => {
  const fakes = givenDevices();
  const [device] = await fakes.usb.getDevices();
  for (const { alternates } of device?.configurations[0]?.interfaces ?? []) {
    for (const alternate of alternates) {
      const endpoints = alternate.endpoints.filter(({ direction }) => direction === 'out');
      Object.assign(alternate, { endpoints });
    }
  }
  const printing = print('usb', 'zpl', 3, () => undefined, { fakes });
  expect(await printing.run.done).toMatchObject({ outcome: 'finished', sent: 3 });
  expect(printing.printer.asked).toEqual([]);
});
