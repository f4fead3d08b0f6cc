import { ok } from '#model/kernel/result.ts';
import { startPrintRun, type PrintRun } from '#printing/run-print.ts';
import { LANGUAGES } from '#printing/languages/languages.ts';
import type { DevicePrinter } from '#protocol/device-printer.ts';
import { DEFAULT_PRINTER_SETTINGS } from '#protocol/printer-settings.ts';
import { DEFAULT_PRINTER_SETUP } from '#protocol/printer-setup.ts';
import type { LabelOutcome, VerifiedPage } from '#protocol/render.ts';
import { encodePage } from '#render-worker/encode-page.ts';
import {
  createDevicePrinters,
  type DevicePrinters,
  type DevicePrintersOptions,
  type DeviceStore,
} from '#services/device/device-printers.ts';
import type { Patience } from '#services/device/conversation.ts';
import type { StateChannel } from '#services/device/reported-states.ts';
import { createPrinterSink } from '#services/device/printer-sink.ts';
import { createSerialPort } from '#services/device/serial.ts';
import { createUsbPort } from '#services/device/usb.ts';
import { createBits, encodeTestPng } from '#tests/assistant/create-page.ts';
import {
  createPorts,
  createRecords,
  createRenderer,
  createRequest,
  createSink,
  NONE,
} from '#tests/printing/create-run.ts';
import { givenDevices, type FakeDevices } from '#tests/support/fake-devices.ts';

export const LABELS = ['zpl', 'tspl', 'epl', 'escpos', 'cpcl'] as const;
export const NEVER = new AbortController().signal;
export const [WIDTH, HEIGHT] = [300, 200];
export const NAME = 'Thermal';
export const KINDS = ['usb', 'serial'] as const;

export function createPrinter(kind: (typeof KINDS)[number], language: (typeof LABELS)[number]): DevicePrinter {
  const setup = { ...DEFAULT_PRINTER_SETUP, language };
  return kind === 'usb'
    ? { name: NAME, setup, address: { type: kind, vendorId: 0x0a5f, productId: 0x0120, serialNumber: 'A-17' } }
    : {
        name: NAME,
        setup,
        address: { type: kind, vendorId: 0x0403, productId: 0x6001, baudRate: 9600, flowControl: 'none' },
      };
}

export function createStore(...printers: DevicePrinter[]): DeviceStore {
  const kept = new Map(printers.map((printer) => [printer.name, printer]));
  return {
    all: async () => [...kept.values()],
    async put(printer) {
      kept.set(printer.name, printer);
      return ok(null);
    },
    async delete(name) {
      kept.delete(name);
      return ok(null);
    },
  };
}

export function createDevices(
  fakes: FakeDevices,
  store: DeviceStore,
  over: Partial<Pick<DevicePrintersOptions, 'tryLock' | 'channel'>> & { readonly patience?: Patience } = {},
): DevicePrinters {
  const { patience, ...options } = over;
  return createDevicePrinters({
    ports: { usb: createUsbPort(fakes.usb, patience), serial: createSerialPort(fakes.serial, patience) },
    store,
    encoder: { encode: async (order) => ok(encodePage(order)) },
    tryLock: async () => ({ release: () => undefined }),
    channel: createChannels()(),
    ...options,
  });
}

/** Each call returns another window's end; the others receive its messages. */
export function createChannels(): () => StateChannel {
  const windows: ((message: unknown) => void)[] = [];
  return () => {
    const own = windows.length;
    windows.push(() => undefined);
    return {
      post: (message) => windows.filter((_, i) => i !== own).forEach((hear) => hear(structuredClone(message))),
      listen(listener) {
        windows[own] = listener;
      },
    };
  };
}

export const bitsOf = (row: number) => createBits(WIDTH, HEIGHT, row);

export function createPage(labels: readonly LabelOutcome[]): VerifiedPage {
  const png = encodeTestPng(bitsOf(labels[0]?.row ?? 0), { dpi: 203 });
  return { png, pngHash: '', widthDots: WIDTH, heightDots: HEIGHT, dpi: 203, labels } as unknown as VerifiedPage;
}

/** The bytes of the label of a row. */
export function bytesOf(row: number, language: (typeof LABELS)[number]): Buffer {
  const page = { ...bitsOf(row), dpi: 203, copies: 1 };
  return Buffer.concat([...LANGUAGES[language].encode(page, DEFAULT_PRINTER_SETTINGS)]);
}

export interface Printing {
  readonly run: PrintRun;
  readonly fakes: FakeDevices;
  readonly devices: DevicePrinters;
  readonly journal: ReturnType<typeof createPorts>['journal'];
  /** The printer of the run. */
  readonly printer: FakeDevices['usbPrinter'];
}

/** A run of this many labels, rows 2, 3, …; `before` prepares the printer before it begins. */
export function print(
  kind: (typeof KINDS)[number],
  language: (typeof LABELS)[number],
  rows: number,
  before: (printer: FakeDevices['usbPrinter']) => void = () => undefined,
  { fakes = givenDevices(), patience }: { readonly fakes?: FakeDevices; readonly patience?: Patience } = {},
): Printing {
  const printer = kind === 'usb' ? fakes.usbPrinter : fakes.serialPrinter;
  const devices = createDevices(
    fakes,
    createStore(createPrinter(kind, language)),
    patience === undefined ? {} : { patience },
  );
  before(printer);
  const sink = createPrinterSink(devices, createSink(), NAME);
  const ports = createPorts({ renderer: createRenderer(1, NONE, createPage), sink });
  const request = createRequest({ printer: NAME, dpi: 203, records: createRecords(rows) });
  return { run: startPrintRun(request, ports), fakes, devices, journal: ports.journal, printer };
}
