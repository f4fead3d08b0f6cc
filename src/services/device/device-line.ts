import type { Result } from '#model/kernel/result.ts';
import type { DeviceAddress } from '#protocol/device-printer.ts';
import type { StatusQuestion } from '#printing/status/status-question.ts';
import type { Asked } from './conversation.ts';

/** How a document ended: the device has all of it, or has nobody knows what beyond the bytes that it surely took. */
export type Written = { readonly type: 'taken' } | { readonly type: 'broken'; readonly takenBytes: number };

/** A device that is open, and this page's alone. */
export interface DeviceLine {
  /** Hands bytes over piece by piece, each after the one before was taken. An abort breaks it off. Once broken, it is closed. */
  write(bytes: Uint8Array, signal: AbortSignal): Promise<Written>;
  /**
   * Asks the printer how it is, with the one question of its language; never while bytes are written. At the signal it stops
   * waiting. Broken, it is closed. Left out where nothing comes back this way.
   */
  ask?(question: StatusQuestion, signal: AbortSignal): Promise<Asked>;
  /** What was handed over goes out first. */
  close(): Promise<void>;
}

/** A device that the browser's chooser gave. */
export interface ChosenDevice {
  readonly address: DeviceAddress;
  /** What the device calls itself; empty where it does not say. */
  readonly title: string;
}

/** The devices of one kind that the browser gives to this site. */
export interface DevicePort {
  /** Opens the browser's chooser, at a press of the user. Null when none was chosen. Problem: `device.refused`. */
  choose(): Promise<Result<ChosenDevice | null>>;
  isThere(address: DeviceAddress): Promise<boolean>;
  /** Problems: `device.notThere`, `device.alike`, `device.busy`, `device.noWay`. */
  open(address: DeviceAddress): Promise<Result<DeviceLine>>;
  /** The browser gives the device to this site no more. */
  forget(address: DeviceAddress): Promise<void>;
  /** The listener is called when a device comes or goes. */
  listen(listener: () => void): void;
}

/** The name of what a call of the browser threw. */
export function errorName(error: unknown): string {
  // A DOMException is an Error in some browsers only.
  return error instanceof Error || error instanceof DOMException ? error.name : '';
}
