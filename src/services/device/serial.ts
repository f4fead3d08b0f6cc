import { orAborted } from '#model/kernel/abort.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { DeviceAddress, FlowControl } from '#protocol/device-printer.ts';
import type { Patience } from './conversation.ts';
import { errorName, type DeviceLine, type DevicePort, type Written } from './device-line.ts';
import { twoWays } from './two-ways.ts';
import { writePieces, type TakenPiece } from './write-pieces.ts';

/** Some hundred milliseconds on a usual connection, so that the count of accepted bytes is precise. */
const PIECE_BYTES = 1024;
/** The default until the user chooses others: the factory setting of most label printers. */
const USUAL = { baudRate: 9600, flowControl: 'none' } as const;

/** The computer sends the rest of the last piece within this time, or the connection is stopped for good. */
const DRAIN_MS = 30_000;

/* The used part of Web Serial (https://wicg.github.io/serial/), which the compiler's library lacks. */

export interface SerialPort {
  /** False while it is unplugged; left out by earlier browsers, which don't list such ports. */
  readonly connected?: boolean;
  readonly writable: WritableStream<Uint8Array> | null;
  readonly readable: ReadableStream<Uint8Array> | null;
  getInfo(): { readonly usbVendorId?: number; readonly usbProductId?: number };
  open(options: { readonly baudRate: number; readonly flowControl: FlowControl }): Promise<void>;
  close(): Promise<void>;
  forget?(): Promise<void>;
}

export interface Serial {
  getPorts(): Promise<readonly SerialPort[]>;
  requestPort(): Promise<SerialPort>;
  addEventListener(type: 'connect' | 'disconnect', listener: () => void): void;
}

/** Serial ports, as the browser grants them to this site. */
export function createSerialPort(serial: Serial, patience?: Patience): DevicePort {
  /** The chosen port takes precedence over indistinguishable ones. */
  let chosen: SerialPort | null = null;

  async function alike(address: DeviceAddress): Promise<readonly SerialPort[]> {
    const ports = await serial.getPorts().catch(() => []);
    const found = ports.filter((port) => port.connected !== false && isAt(port, address));
    const own = found.find((port) => port === chosen);
    return own === undefined ? found : [own];
  }

  return {
    async choose() {
      try {
        chosen = await serial.requestPort();
      } catch (error) {
        return errorName(error) === 'NotFoundError' ? ok(null) : err(problem('device.refused'));
      }
      return ok({ address: { type: 'serial', ...idsOf(chosen), ...USUAL }, title: '' });
    },
    isThere: async (address) => (await alike(address)).length > 0,
    async open(address) {
      const [port, ...others] = await alike(address);
      if (port === undefined || address.type !== 'serial') return err(problem('device.notThere'));
      return others.length > 0 ? err(problem('device.alike')) : openPort(port, address, patience);
    },
    async forget(address) {
      const [port, ...others] = await alike(address);
      if (others.length === 0) await port?.forget?.().catch(() => undefined);
    },
    listen(listener) {
      serial.addEventListener('connect', listener);
      serial.addEventListener('disconnect', listener);
    },
  };
}

function idsOf(port: SerialPort): { readonly vendorId: number | null; readonly productId: number | null } {
  const { usbVendorId = null, usbProductId = null } = port.getInfo();
  return { vendorId: usbVendorId, productId: usbProductId };
}

function isAt(port: SerialPort, address: DeviceAddress): boolean {
  const { vendorId, productId } = idsOf(port);
  return address.type === 'serial' && vendorId === address.vendorId && productId === address.productId;
}

async function openPort(
  port: SerialPort,
  { baudRate, flowControl }: { readonly baudRate: number; readonly flowControl: FlowControl },
  patience: Patience | undefined,
): Promise<Result<DeviceLine>> {
  try {
    await port.open({ baudRate, flowControl });
  } catch (error) {
    return err(problem(errorName(error) === 'NotFoundError' ? 'device.notThere' : 'device.busy'));
  }
  if (port.writable === null) {
    await closeQuietly(port);
    return err(problem('device.noWay'));
  }
  return ok(createLine(port, port.writable.getWriter(), patience));
}

function createLine(
  port: SerialPort,
  writer: WritableStreamDefaultWriter<Uint8Array>,
  patience: Patience | undefined,
): DeviceLine {
  // Failures are detected when something is written.
  writer.closed.catch(() => undefined);
  const ear = createEar(port);

  const take = (piece: Uint8Array<ArrayBuffer>): Promise<TakenPiece> =>
    writer.ready
      .then(() => writer.write(piece))
      .then(
        () => ({ takenBytes: piece.length, takesMore: true }),
        () => ({ takenBytes: 0, takesMore: false }),
      );

  /** Discards the computer's buffer of the last pieces. */
  async function giveUp(): Promise<void> {
    await writer.abort().catch(() => undefined);
    writer.releaseLock();
    await ear.close();
    await closeQuietly(port);
  }

  async function write(bytes: Uint8Array, signal: AbortSignal): Promise<Written> {
    const written = await writePieces(bytes, PIECE_BYTES, signal, take);
    if (written.type === 'broken') await giveUp();
    return written;
  }

  const ways = twoWays({ write, hear: ear.hear, giveUp, patience });
  return {
    ...ways,
    async close() {
      // A question that the printer doesn't accept is not waited for.
      if (!ways.isAsking()) {
        const drained = writer.close().then(
          () => ok(null),
          () => ok(null),
        );
        await orAborted(drained, AbortSignal.timeout(DRAIN_MS));
      }
      await giveUp();
    },
  };
}

/** Reads incoming bytes, from the first request on. */
function createEar(port: SerialPort): { hear(): Promise<Uint8Array | null>; close(): Promise<void> } {
  let stream: ReadableStream<Uint8Array> | null = null;
  let reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  let isClosed = false;

  /** A damaged byte ends the stream, and the port has another one. */
  function nextReader(): ReadableStreamDefaultReader<Uint8Array> | null {
    if (isClosed || port.readable === stream) return null;
    stream = port.readable;
    return stream?.getReader() ?? null;
  }

  return {
    async hear() {
      for (reader ??= nextReader(); reader !== null; reader = nextReader()) {
        try {
          const { done, value } = await reader.read();
          return done ? null : value;
        } catch {
          reader?.releaseLock();
        }
      }
      return null;
    },
    async close() {
      isClosed = true;
      await reader?.cancel().catch(() => undefined);
      reader?.releaseLock();
      reader = null;
    },
  };
}

/** It may be disconnected. */
function closeQuietly(port: SerialPort): Promise<void> {
  return port.close().catch(() => undefined);
}
