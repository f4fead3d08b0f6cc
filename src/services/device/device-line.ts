import type { Result } from '#model/kernel/result.ts';
import type { DeviceAddress } from '#protocol/device-printer.ts';
import type { StatusQuestion } from '#printing/status/answer-reader.ts';
import type { Asked } from './conversation.ts';

/** The end of a document: the device has all of it, or an unknown part beyond the bytes that it certainly accepted. */
export type Written = { readonly type: 'taken' } | { readonly type: 'broken'; readonly takenBytes: number };

/** An open device, used only by this page. */
export interface DeviceLine {
  /**
   * Sends bytes piece by piece, each after the previous one was accepted. An abort interrupts it. The connection is
   * closed when it breaks.
   */
  write(bytes: Uint8Array, signal: AbortSignal): Promise<Written>;
  /**
   * Asks for the printer's status with the question of its language; never while bytes are written. At the signal it
   * stops waiting. The connection is closed when it breaks. Left out if it is one-way.
   */
  ask?(question: StatusQuestion, signal: AbortSignal): Promise<Asked>;
  /** Sends everything that was handed over first. */
  close(): Promise<void>;
}

/** A device from the browser's chooser. */
export interface ChosenDevice {
  readonly address: DeviceAddress;
  /** The device's own name; empty if it has none. */
  readonly title: string;
}

/** The devices of one kind that the browser grants to this site. */
export interface DevicePort {
  /**
   * Opens the browser's chooser, which needs a press by the user. Null when none was chosen. Problem: `device.refused`.
   */
  choose(): Promise<Result<ChosenDevice | null>>;
  isThere(address: DeviceAddress): Promise<boolean>;
  /** Problems: `device.notThere`, `device.alike`, `device.busy`, `device.noWay`. */
  open(address: DeviceAddress): Promise<Result<DeviceLine>>;
  /** Revokes the browser's grant of the device. */
  forget(address: DeviceAddress): Promise<void>;
  /** Calls the listener when a device is connected or disconnected. */
  listen(listener: () => void): void;
}

/** The name of an exception of the browser. */
export function errorName(error: unknown): string {
  // A DOMException is an Error in some browsers only.
  return error instanceof Error || error instanceof DOMException ? error.name : '';
}
