import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { PrinterInfo } from '#protocol/assistant.ts';
import type { PrinterSetup } from '#protocol/printer-setup.ts';
import type { PageSink } from '#protocol/printing.ts';
import type { DeviceKind, DevicePrinter } from '#protocol/device-printer.ts';
import type { ChosenDevice, DevicePort } from './device-line.ts';
import { createFaultBoard, type PrinterFaults } from '../assistant/fault-board.ts';
import { DeviceSink, isDeviceRecord } from './device-sink.ts';
import type { PageEncoder } from './page-encoder.ts';
import { createReportedStates, type StateChannel } from './reported-states.ts';

/** The polling interval of a ready printer while nothing is printed. */
const READY_LOOK_MS = 20_000;

/** A printer that this page reaches without the assistant, as lists show it. */
export interface DevicePrinterInfo extends Omit<PrinterInfo, 'kind' | 'setup'> {
  readonly kind: DeviceKind;
  readonly setup: PrinterSetup;
  readonly device: DevicePrinter;
}

/** The store of these printers: the database of the browser's user. */
export interface DeviceStore {
  all(): Promise<readonly DevicePrinter[]>;
  put(printer: DevicePrinter): Promise<Result<null>>;
  delete(name: string): Promise<Result<null>>;
}

/** The printers that this page reaches without the assistant. */
export interface DevicePrinters extends PrinterFaults {
  /** The kinds of devices that this browser can reach; empty for none, or not on this page. */
  readonly kinds: readonly DeviceKind[];
  list(): Promise<readonly DevicePrinterInfo[]>;
  /**
   * Asks the printers without a run for their status; `list` has it afterwards. `isAsked`: the user requested it.
   * Otherwise those that never answered are skipped.
   */
  look(isAsked: boolean): Promise<void>;
  /**
   * Opens the browser's chooser, which needs a press by the user. Null when none was chosen. Problem: `device.refused`.
   */
  choose(kind: DeviceKind): Promise<Result<ChosenDevice | null>>;
  /** Problems: `assistant.printerTaken` (the name), those of the storage. */
  add(printer: DevicePrinter): Promise<Result<null>>;
  /** Replaces the stored printer of the same name. */
  change(printer: DevicePrinter): Promise<Result<null>>;
  /** Also revokes the browser's grant of the device. */
  remove(name: string): Promise<Result<null>>;
  /** Revokes the browser's grants of all stored devices. */
  forgetAll(): Promise<void>;
  /**
   * The sink for this printer's pages; null if it is none of these. `instance` is the record of a resumed run: its
   * pages use the same sink as before, even if a printer of that name was added or removed since.
   */
  sink(name: string, instance?: string): Promise<PageSink | null>;
  /** Calls the listener when one is added, removed or changed; the returned function unsubscribes. */
  subscribe(listener: () => void): () => void;
}

export interface DevicePrintersOptions {
  /** Null for APIs that the browser lacks. */
  readonly ports: Readonly<Record<DeviceKind, DevicePort | null>>;
  readonly store: DeviceStore;
  readonly encoder: Pick<PageEncoder, 'encode'>;
  /** Reserves a printer like a run; null if one has it. */
  readonly tryLock: (printer: string) => Promise<{ release(): void } | null>;
  readonly channel: StateChannel;
}

export function createDevicePrinters(options: DevicePrintersOptions): DevicePrinters {
  const { ports, store, encoder, tryLock, channel } = options;
  const sinks = new Map<string, DeviceSink>();
  const { learn, ...shown } = createFaultBoard();
  const listeners = new Set<() => void>();
  const notifyListeners = (): void => {
    for (const listener of listeners) listener();
  };
  const said = createReportedStates(channel, notifyListeners);
  for (const port of Object.values(ports)) {
    port?.listen(() => {
      for (const name of sinks.keys()) forgetState(name);
      notifyListeners();
    });
  }

  async function find(name: string): Promise<DevicePrinter | null> {
    return (await store.all()).find((printer) => printer.name === name) ?? null;
  }

  async function describe(device: DevicePrinter): Promise<DevicePrinterInfo> {
    const { name, address, setup } = device;
    const isThere = (await ports[address.type]?.isThere(address)) ?? false;
    const isSending = sinks.get(name)?.isSending === true;
    const faults = isThere ? said.of(name) : null;
    return {
      name,
      kind: address.type,
      dpis: setup.dpi === null ? [] : [setup.dpi],
      media: [],
      state: isSending ? 'processing' : isThere ? 'idle' : 'unreachable',
      confirms: false,
      ...(faults === null ? {} : { faults: [...faults] }),
      setup,
      device,
    };
  }

  function sinkOf(name: string): DeviceSink {
    const present = sinks.get(name);
    if (present !== undefined) return present;
    const sink = new DeviceSink(name, {
      printer: () => find(name),
      open: ({ address }) => ports[address.type]?.open(address) ?? Promise.resolve(err(problem('device.notThere'))),
      encoder,
      waitsFor: (faults) => learn(name, faults),
      learned: (known) => said.learn(name, known),
    });
    sinks.set(name, sink);
    return sink;
  }

  /** A status request must not block another window's run. */
  async function lookAt({ name, address }: DevicePrinter, isAsked: boolean): Promise<void> {
    const isReady = said.of(name)?.length === 0 && said.age(name) < READY_LOOK_MS;
    if ((isReady && !isAsked) || (await ports[address.type]?.isThere(address)) !== true) return;
    const lock = await tryLock(name);
    if (lock === null) return;
    await sinkOf(name)
      .look(isAsked)
      .finally(() => lock.release());
  }

  /** It may be another printer now. */
  function forgetState(name: string): void {
    said.forget(name);
    sinks.get(name)?.forgetSilence();
  }

  async function keep(printer: DevicePrinter): Promise<Result<null>> {
    const kept = await store.put(printer);
    forgetState(printer.name);
    notifyListeners();
    return kept;
  }

  return {
    kinds: (['usb', 'serial'] as const).filter((kind) => ports[kind] !== null),
    list: async () => Promise.all((await store.all()).map(describe)),
    async look(isAsked) {
      await Promise.all((await store.all()).map((printer) => lookAt(printer, isAsked)));
    },
    choose: (kind) => ports[kind]?.choose() ?? Promise.resolve(ok(null)),
    async add(printer) {
      return (await find(printer.name)) === null ? keep(printer) : err(problem('assistant.printerTaken'));
    },
    change: keep,
    async remove(name) {
      const printer = await find(name);
      if (printer !== null) await ports[printer.address.type]?.forget(printer.address);
      const removed = await store.delete(name);
      notifyListeners();
      return removed;
    },
    async forgetAll() {
      for (const { address } of await store.all()) await ports[address.type]?.forget(address);
    },
    async sink(name, instance) {
      const isDevice = instance === undefined ? (await find(name)) !== null : isDeviceRecord(instance);
      return isDevice ? sinkOf(name) : null;
    },
    ...shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
