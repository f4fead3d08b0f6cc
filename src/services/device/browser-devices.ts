import type { DeviceKind } from '#protocol/device-printer.ts';
import type { DevicePort } from './device-line.ts';
import { createSerialPort, type Serial } from './serial.ts';
import { createUsbPort, type Usb } from './usb.ts';

/** The device APIs of this browser: Chromium has both on pages from a secure origin, others have neither. */
export function browserPorts(navigator: object): Readonly<Record<DeviceKind, DevicePort | null>> {
  const { usb, serial } = navigator as { readonly usb?: Usb; readonly serial?: Serial };
  return {
    usb: usb === undefined ? null : createUsbPort(usb),
    serial: serial === undefined ? null : createSerialPort(serial),
  };
}
