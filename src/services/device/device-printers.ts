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
import { createSaidStates, type StateChannel } from './said-states.ts';

/** While nothing is printed, one that was ready is asked this seldom. */
const READY_LOOK_MS = 20_000;

/** A printer that this page reaches by itself, as lists show it. */
export interface DevicePrinterInfo extends Omit<PrinterInfo, 'kind' | 'setup'> {
  readonly kind: DeviceKind;
  readonly setup: PrinterSetup;
  readonly device: DevicePrinter;
}

/** Where these printers are kept: the database of the browser's user. */
export interface DeviceShelf {
  all(): Promise<readonly DevicePrinter[]>;
  put(printer: DevicePrinter): Promise<Result<null>>;
  delete(name: string): Promise<Result<null>>;
}

/** The printers that this page reaches by itself, with no assistant. */
export interface DevicePrinters extends PrinterFaults {
  /** What this browser can reach; empty where it can nothing, or not on this page. */
  readonly kinds: readonly DeviceKind[];
  list(): Promise<readonly DevicePrinterInfo[]>;
  /**
   * Asks those that no run has how they are; `list` has it then. `isAsked`: the user wants to know it now. Otherwise those
   * that have said nothing of themselves before are left in peace.
   */
  look(isAsked: boolean): Promise<void>;
  /** Opens the browser's chooser, at a press of the user. Null when none was chosen. Problem: `device.refused`. */
  choose(kind: DeviceKind): Promise<Result<ChosenDevice | null>>;
  /** Problems: `assistant.printerTaken` (the name), those of the storage. */
  add(printer: DevicePrinter): Promise<Result<null>>;
  /** Keeps it as it is now, in the place of what was kept under its name. */
  change(printer: DevicePrinter): Promise<Result<null>>;
  /** The browser gives the device to this site no more, either. */
  remove(name: string): Promise<Result<null>>;
  /** The browser gives none of the kept devices to this site any more. */
  forgetAll(): Promise<void>;
  /**
   * Where the pages for this printer go; null where it is none of these. `instance` is the record of a run that goes on: its
   * pages go where they went, also when a printer of that name was added or removed since.
   */
  sink(name: string, instance?: string): Promise<PageSink | null>;
  /** The listener is called when one comes, goes or is changed; call what is returned to stop. */
  subscribe(listener: () => void): () => void;
}

export interface DevicePrintersOptions {
  /** Null for what the browser does not have. */
  readonly ports: Readonly<Record<DeviceKind, DevicePort | null>>;
  readonly shelf: DeviceShelf;
  readonly encoder: Pick<PageEncoder, 'encode'>;
  /** Reserves a printer as a run does; null where one has it. */
  readonly tryLock: (printer: string) => Promise<{ release(): void } | null>;
  readonly channel: StateChannel;
}

export function createDevicePrinters(options: DevicePrintersOptions): DevicePrinters {
  const { ports, shelf, encoder, tryLock, channel } = options;
  const sinks = new Map<string, DeviceSink>();
  const { learn, ...shown } = createFaultBoard();
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const said = createSaidStates(channel, tell);
  for (const port of Object.values(ports)) {
    port?.listen(() => {
      for (const name of sinks.keys()) forgetState(name);
      tell();
    });
  }

  async function find(name: string): Promise<DevicePrinter | null> {
    return (await shelf.all()).find((printer) => printer.name === name) ?? null;
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

  /** Another window's run on it must not find it taken by a look. */
  async function lookAt({ name, address }: DevicePrinter, isAsked: boolean): Promise<void> {
    const isReady = said.of(name)?.length === 0 && said.age(name) < READY_LOOK_MS;
    if ((isReady && !isAsked) || (await ports[address.type]?.isThere(address)) !== true) return;
    const lock = await tryLock(name);
    if (lock === null) return;
    await sinkOf(name)
      .look(isAsked)
      .finally(() => lock.release());
  }

  /** It may be another now. */
  function forgetState(name: string): void {
    said.forget(name);
    sinks.get(name)?.forgetSilence();
  }

  async function keep(printer: DevicePrinter): Promise<Result<null>> {
    const kept = await shelf.put(printer);
    forgetState(printer.name);
    tell();
    return kept;
  }

  return {
    kinds: (['usb', 'serial'] as const).filter((kind) => ports[kind] !== null),
    list: async () => Promise.all((await shelf.all()).map(describe)),
    async look(isAsked) {
      await Promise.all((await shelf.all()).map((printer) => lookAt(printer, isAsked)));
    },
    choose: (kind) => ports[kind]?.choose() ?? Promise.resolve(ok(null)),
    async add(printer) {
      return (await find(printer.name)) === null ? keep(printer) : err(problem('assistant.printerTaken'));
    },
    change: keep,
    async remove(name) {
      const printer = await find(name);
      if (printer !== null) await ports[printer.address.type]?.forget(printer.address);
      const removed = await shelf.delete(name);
      tell();
      return removed;
    },
    async forgetAll() {
      for (const { address } of await shelf.all()) await ports[address.type]?.forget(address);
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
