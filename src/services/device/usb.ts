import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { DeviceAddress } from '#protocol/device-printer.ts';
import type { Patience } from './conversation.ts';
import { errorName, type DeviceLine, type DevicePort, type Written } from './device-line.ts';
import { twoWays } from './two-ways.ts';
import { writePieces, type TakenPiece } from './write-pieces.ts';

/** Universal Serial Bus Device Class Definition for Printing Devices 1.1, clause 4.3: the class of printers. */
const PRINTER_CLASS = 7;
/** The interface's protocols that take plain bytes: one-way and two-way. Others wrap them (IEEE 1284.4, IPP over USB). */
const PLAIN_PROTOCOLS = [1, 2];
/** Small enough that the count of accepted bytes is precise. Each piece is many packets. */
const PIECE_BYTES = 16 * 1024;
/** Whole packets, at any speed of the bus: a device that sends more than was requested fails. */
const HEARD_BYTES = 4 * 1024;

/* The used part of WebUSB (https://wicg.github.io/webusb/), which the compiler's library lacks. */

export interface UsbAlternate {
  readonly alternateSetting: number;
  readonly interfaceClass: number;
  readonly interfaceProtocol: number;
  readonly endpoints: readonly {
    readonly endpointNumber: number;
    readonly direction: 'in' | 'out';
    readonly type: 'bulk' | 'interrupt' | 'isochronous';
  }[];
}

export interface UsbConfiguration {
  readonly configurationValue: number;
  readonly interfaces: readonly { readonly interfaceNumber: number; readonly alternates: readonly UsbAlternate[] }[];
}

export interface UsbDevice {
  readonly vendorId: number;
  readonly productId: number;
  readonly serialNumber?: string | undefined;
  readonly productName?: string | undefined;
  readonly configuration: UsbConfiguration | null;
  readonly configurations: readonly UsbConfiguration[];
  open(): Promise<void>;
  close(): Promise<void>;
  forget?(): Promise<void>;
  selectConfiguration(value: number): Promise<void>;
  claimInterface(interfaceNumber: number): Promise<void>;
  selectAlternateInterface(interfaceNumber: number, alternate: number): Promise<void>;
  transferOut(
    endpointNumber: number,
    data: Uint8Array<ArrayBuffer>,
  ): Promise<{ readonly status?: 'ok' | 'stall' | 'babble'; readonly bytesWritten?: number }>;
  transferIn(
    endpointNumber: number,
    length: number,
  ): Promise<{ readonly status?: 'ok' | 'stall' | 'babble'; readonly data?: DataView }>;
}

export interface Usb {
  getDevices(): Promise<readonly UsbDevice[]>;
  requestDevice(options: { readonly filters: readonly { readonly classCode: number }[] }): Promise<UsbDevice>;
  addEventListener(type: 'connect' | 'disconnect', listener: () => void): void;
}

/** Printers on USB, as the browser grants them to this site. */
export function createUsbPort(usb: Usb, patience?: Patience): DevicePort {
  /** The chosen device takes precedence over indistinguishable ones. */
  let chosen: UsbDevice | null = null;
  /** The browser lets a page open its own device a second time. */
  const held = new Set<UsbDevice>();

  async function find(address: DeviceAddress): Promise<UsbDevice | null> {
    const devices = (await usb.getDevices().catch(() => [])).filter((device) => isAt(device, address));
    return devices.find((device) => device === chosen) ?? devices[0] ?? null;
  }

  return {
    async choose() {
      try {
        chosen = await usb.requestDevice({ filters: [{ classCode: PRINTER_CLASS }] });
      } catch (error) {
        return errorName(error) === 'NotFoundError' ? ok(null) : err(problem('device.refused'));
      }
      const { vendorId, productId, serialNumber, productName = '' } = chosen;
      const address = { type: 'usb', vendorId, productId, serialNumber: serialNumber || null } as const;
      return ok({ address, title: productName.trim() });
    },
    isThere: async (address) => (await find(address)) !== null,
    async open(address) {
      const device = await find(address);
      if (device === null) return err(problem('device.notThere'));
      if (held.has(device)) return err(problem('device.busy'));
      held.add(device);
      const line = await openDevice(device, patience, () => held.delete(device));
      if (!line.ok) held.delete(device);
      return line;
    },
    async forget(address) {
      const device = await find(address);
      await device?.forget?.().catch(() => undefined);
    },
    listen(listener) {
      usb.addEventListener('connect', listener);
      usb.addEventListener('disconnect', listener);
    },
  };
}

function isAt(device: UsbDevice, address: DeviceAddress): boolean {
  return (
    address.type === 'usb' &&
    device.vendorId === address.vendorId &&
    device.productId === address.productId &&
    (device.serialNumber || null) === address.serialNumber
  );
}

interface Way {
  readonly interfaceNumber: number;
  readonly alternateSetting: number;
  readonly endpointNumber: number;
  /** Null for a one-way connection. */
  readonly endpointIn: number | null;
}

async function openDevice(
  device: UsbDevice,
  patience: Patience | undefined,
  onClosed: () => void,
): Promise<Result<DeviceLine>> {
  try {
    await device.open();
    const configuration = device.configuration ?? device.configurations[0];
    if (device.configuration === null && configuration !== undefined) {
      await device.selectConfiguration(configuration.configurationValue);
    }
    const way = configuration === undefined ? null : wayInto(configuration);
    if (way === null) {
      await closeQuietly(device);
      return err(problem('device.noWay'));
    }
    await device.claimInterface(way.interfaceNumber);
    if (way.alternateSetting !== 0) await device.selectAlternateInterface(way.interfaceNumber, way.alternateSetting);
    return ok(createLine(device, way, patience, onClosed));
  } catch (error) {
    await closeQuietly(device);
    return err(problem(errorName(error) === 'NotFoundError' ? 'device.notThere' : 'device.busy'));
  }
}

function wayInto({ interfaces }: UsbConfiguration): Way | null {
  for (const { interfaceNumber, alternates } of interfaces) {
    for (const { alternateSetting, interfaceClass, interfaceProtocol, endpoints } of alternates) {
      const out = endpoints.find(({ direction, type }) => direction === 'out' && type === 'bulk');
      if (out === undefined || interfaceClass !== PRINTER_CLASS || !PLAIN_PROTOCOLS.includes(interfaceProtocol))
        continue;
      const back = endpoints.find(({ direction, type }) => direction === 'in' && type === 'bulk');
      const endpointIn = back?.endpointNumber ?? null;
      return { interfaceNumber, alternateSetting, endpointNumber: out.endpointNumber, endpointIn };
    }
  }
  return null;
}

function createLine(
  device: UsbDevice,
  { endpointNumber, endpointIn }: Way,
  patience: Patience | undefined,
  onClosed: () => void,
): DeviceLine {
  const close = (): Promise<void> => closeQuietly(device).finally(onClosed);

  /** A stall accepts a part of it at most. */
  const take = (piece: Uint8Array<ArrayBuffer>): Promise<TakenPiece> =>
    device.transferOut(endpointNumber, piece).then(
      ({ status, bytesWritten = 0 }) => ({ takenBytes: bytesWritten, takesMore: status === 'ok' }),
      () => ({ takenBytes: 0, takesMore: false }),
    );

  async function write(bytes: Uint8Array, signal: AbortSignal): Promise<Written> {
    const written = await writePieces(bytes, PIECE_BYTES, signal, take);
    // Closing ends a pending transfer.
    if (written.type === 'broken') await close();
    return written;
  }

  if (endpointIn === null) return { write, close };
  const hear = (): Promise<Uint8Array | null> =>
    device.transferIn(endpointIn, HEARD_BYTES).then(
      ({ status, data }) =>
        status === 'ok' && data !== undefined ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : null,
      () => null,
    );
  return { ...twoWays({ write, hear, patience, giveUp: close }), close };
}

/** It may be disconnected. */
function closeQuietly(device: UsbDevice): Promise<void> {
  return device.close().catch(() => undefined);
}
