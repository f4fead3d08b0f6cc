import type { Serial, SerialPort } from '#services/device/serial.ts';
import type { Usb, UsbDevice } from '#services/device/usb.ts';

/**
 * Behavior of the printer: takes all bytes, takes half of them, stalls its endpoint, or takes none until it
 * is reset.
 */
export type FakeMood = 'takes' | 'short' | 'stalls' | 'blocks';

/** A printer at the end of a fake connection. */
export interface FakePrinter {
  /** All received bytes, in order. */
  readonly bytes: number[];
  mood: FakeMood;
  /** Answer to a status query; null for none. */
  answer: readonly number[] | null;
  /** Number of received bytes at each query. The query itself does not count. */
  readonly asked: number[];
  /** Another program uses it. */
  isBusy: boolean;
  /** It is open here. */
  readonly isOpen: boolean;
  /** Resolves when it gets data that it does not accept. */
  readonly blocked: Promise<void>;
  /** Time (`performance.now`) at which it got data that it did not accept before `goOn`; null without any. */
  readonly heldAt: number | null;
  /** Accepts no more after this number of bytes. */
  holdAfter(count: number): void;
  goOn(): void;
  /** Sends this unsolicited. */
  say(bytes: readonly number[]): void;
  /** Loses the connection after this number of bytes. */
  breakAfter(count: number): void;
  unplug(): void;
  plug(): void;
}

export interface FakeDevices {
  readonly usb: Usb;
  readonly serial: Serial;
  readonly usbPrinter: FakePrinter;
  readonly serialPrinter: FakePrinter;
  /** Settings with which the connection of the serial printer was opened. */
  readonly lines: { readonly baudRate: number; readonly flowControl: string }[];
  /** Filters passed to the chooser. */
  readonly filters: unknown[];
  /** The user's action in the chooser: selects the device, closes it, or it is not shown. */
  chooser: 'choose' | 'close' | 'refused';
}

/**
 * A browser's printers. It is self-contained, so that it runs in Node and as an init script of a page. `isGiven` and `give`:
 * the permissions of the site.
 */
export function createFakeDevices(isGiven: (kind: string) => boolean, give: (kind: string) => void): FakeDevices {
  const failure = (name: string): Error => Object.assign(new Error(name), { name });
  const listeners: (() => void)[] = [];
  /** `~HS`, and three times `DLE EOT`. */
  const questions = ['126,72,83,13,10', '16,4,1,16,4,2,16,4,4'];

  interface Inside extends FakePrinter {
    take(data: Uint8Array): Promise<number>;
    /** Its next output. */
    hear(): Promise<Uint8Array>;
    end(): void;
    open(): void;
  }

  function createPrinter(): Inside {
    let breakAt = Infinity;
    let isThere = true;
    let holdAt = Infinity;
    let release: () => void = () => undefined;
    let lose: () => void = () => undefined;
    const first = Promise.withResolvers<void>();
    const said: (readonly number[])[] = [];
    let listening: { resolve(bytes: Uint8Array): void; reject(error: Error): void } | null = null;
    function forwardEvents(): void {
      const next = listening === null ? undefined : said.shift();
      if (next === undefined) return;
      listening?.resolve(Uint8Array.from(next));
      listening = null;
    }
    const printer = {
      bytes: [] as number[],
      mood: 'takes' as FakeMood,
      answer: null as readonly number[] | null,
      asked: [] as number[],
      heldAt: null as number | null,
      holdAfter(count: number) {
        holdAt = printer.bytes.length + count;
      },
      goOn() {
        holdAt = Infinity;
        release();
      },
      say(bytes: readonly number[]) {
        said.push(bytes);
        forwardEvents();
      },
      hear() {
        if (!printer.isOpen) return Promise.reject(failure('InvalidStateError'));
        const next = new Promise<Uint8Array>((resolve, reject) => {
          listening = { resolve, reject };
        });
        forwardEvents();
        return next;
      },
      isBusy: false,
      isOpen: false,
      isThere: () => isThere,
      blocked: first.promise,
      breakAfter(count: number) {
        breakAt = printer.bytes.length + count;
      },
      unplug() {
        isThere = false;
        printer.end();
        for (const listener of listeners) listener();
      },
      plug() {
        isThere = true;
        breakAt = Infinity;
        for (const listener of listeners) listener();
      },
      open() {
        if (printer.isBusy || printer.isOpen) throw failure('NetworkError');
        printer.isOpen = true;
        said.splice(0);
      },
      end() {
        printer.isOpen = false;
        lose();
        listening?.reject(failure('NetworkError'));
        listening = null;
      },
      async take(data: Uint8Array): Promise<number> {
        await Promise.resolve();
        if (!printer.isOpen) throw failure('InvalidStateError');
        if (printer.mood === 'stalls') return 0;
        if (printer.mood === 'blocks') {
          first.resolve();
          return new Promise((_, reject) => {
            lose = () => reject(failure('AbortError'));
          });
        }
        if (questions.includes(data.join())) {
          printer.asked.push(printer.bytes.length);
          if (printer.answer !== null) printer.say(printer.answer);
          return data.length;
        }
        if (printer.bytes.length + data.length > holdAt) {
          printer.heldAt = performance.now();
          await new Promise<void>((resolve, reject) => {
            release = resolve;
            lose = () => reject(failure('AbortError'));
          });
          printer.heldAt = null;
        }
        const count = printer.mood === 'short' ? Math.ceil(data.length / 2) : data.length;
        const room = Math.min(count, breakAt - printer.bytes.length);
        for (const byte of data.subarray(0, room)) printer.bytes.push(byte);
        if (room < count) {
          printer.unplug();
          throw failure('NetworkError');
        }
        return count;
      },
    };
    return printer;
  }

  const usbPrinter = createPrinter();
  const serialPrinter = createPrinter();
  const isThere = (printer: FakePrinter): boolean => (printer as unknown as { isThere(): boolean }).isThere();

  const endpoint = (endpointNumber: number, direction: 'in' | 'out') =>
    ({ endpointNumber, direction, type: 'bulk' }) as const;
  const configuration = {
    configurationValue: 1,
    interfaces: [
      {
        interfaceNumber: 0,
        alternates: [
          { alternateSetting: 0, interfaceClass: 255, interfaceProtocol: 0, endpoints: [endpoint(1, 'out')] },
        ],
      },
      {
        interfaceNumber: 1,
        alternates: [
          { alternateSetting: 0, interfaceClass: 7, interfaceProtocol: 4, endpoints: [endpoint(2, 'out')] },
          {
            alternateSetting: 1,
            interfaceClass: 7,
            interfaceProtocol: 2,
            endpoints: [endpoint(3, 'in'), endpoint(4, 'out')],
          },
        ],
      },
    ],
  };
  const claimed: number[] = [];
  let alternate = 0;
  const device = {
    vendorId: 0x0a5f,
    productId: 0x0120,
    serialNumber: 'A-17',
    productName: 'ZD410',
    configuration: null as typeof configuration | null,
    configurations: [configuration],
    open: async () => undefined,
    async close() {
      usbPrinter.end();
      claimed.splice(0);
      alternate = 0;
    },
    async selectConfiguration() {
      device.configuration = configuration;
    },
    async claimInterface(wanted: number) {
      usbPrinter.open();
      claimed.push(wanted);
    },
    async selectAlternateInterface(_wanted: number, setting: number) {
      alternate = setting;
    },
    async transferOut(endpointNumber: number, data: Uint8Array) {
      if (!claimed.includes(1) || alternate !== 1 || endpointNumber !== 4) throw failure('NotFoundError');
      const isStalled = usbPrinter.mood === 'stalls';
      const bytesWritten = await usbPrinter.take(data);
      return { status: isStalled ? 'stall' : 'ok', bytesWritten } as const;
    },
    async transferIn(endpointNumber: number, length: number) {
      if (!claimed.includes(1) || alternate !== 1 || endpointNumber !== 3) throw failure('NotFoundError');
      const bytes = await usbPrinter.hear();
      if (bytes.length > length) return { status: 'babble' } as const;
      return { status: 'ok', data: new DataView(bytes.buffer) } as const;
    },
  } satisfies UsbDevice;

  let stream: WritableStream<Uint8Array> | null = null;
  let readable: ReadableStream<Uint8Array> | null = null;
  const lines: { readonly baudRate: number; readonly flowControl: string }[] = [];
  const port: SerialPort = {
    get connected() {
      return isThere(serialPrinter);
    },
    get writable() {
      return stream;
    },
    get readable() {
      return readable;
    },
    getInfo: () => ({ usbVendorId: 0x0403, usbProductId: 0x6001 }),
    async open(line) {
      serialPrinter.open();
      lines.push(line);
      readable = new ReadableStream({
        async pull(controller) {
          controller.enqueue(await serialPrinter.hear());
        },
      });
      stream = new WritableStream(
        {
          async write(data, controller) {
            const ended = new Promise<never>((_, reject) =>
              controller.signal.addEventListener('abort', () => reject(failure('AbortError'))),
            );
            let from = 0;
            while (from < data.length) from += await Promise.race([serialPrinter.take(data.subarray(from)), ended]);
          },
        },
        { highWaterMark: 255, size: (chunk: Uint8Array) => chunk.length },
      );
    },
    async close() {
      if (stream?.locked === true || readable?.locked === true) throw new TypeError('a stream is locked');
      serialPrinter.end();
      stream = null;
      readable = null;
    },
  };

  const fakes: FakeDevices = {
    usb: {
      getDevices: async () => (isGiven('usb') && isThere(usbPrinter) ? [device] : []),
      async requestDevice(options) {
        fakes.filters.push(...options.filters);
        chosen('usb');
        return device;
      },
      addEventListener: (_type, listener) => void listeners.push(listener),
    },
    serial: {
      getPorts: async () => (isGiven('serial') ? [port] : []),
      async requestPort() {
        chosen('serial');
        return port;
      },
      addEventListener: (_type, listener) => void listeners.push(listener),
    },
    usbPrinter,
    serialPrinter,
    lines,
    filters: [],
    chooser: 'choose',
  };
  function chosen(kind: string): void {
    if (fakes.chooser === 'close') throw failure('NotFoundError');
    if (fakes.chooser === 'refused') throw failure('SecurityError');
    give(kind);
  }
  return fakes;
}

/** The same for a test in Node, with all permissions. */
export function givenDevices(): FakeDevices {
  return createFakeDevices(
    () => true,
    () => undefined,
  );
}
