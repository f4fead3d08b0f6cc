import { Type } from 'typebox';
import type { Message } from './message.ts';
import { MAX_PRINTER_NAME, PrinterSetupSchema } from './printer-setup.ts';

export const DEVICE_KINDS = ['usb', 'serial'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

/** Whether the printer pauses the connection with RTS and CTS when its memory is full. */
export const FLOW_CONTROLS = ['none', 'hardware'] as const;
export type FlowControl = (typeof FLOW_CONTROLS)[number];
export const BAUD_RATES = [1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600] as const;

const Id = Type.Union([Type.Number(), Type.Null()]);

/** Identifies a device at the next visit: the browser gives it no name of its own. */
const DeviceAddressSchema = Type.Union([
  Type.Object({
    type: Type.Literal('usb'),
    vendorId: Type.Number(),
    productId: Type.Number(),
    /** Null if the device has none: other devices of the same model are then indistinguishable. */
    serialNumber: Type.Union([Type.String(), Type.Null()]),
  }),
  Type.Object({
    type: Type.Literal('serial'),
    /** Of the adapter; null for a port of the computer itself. */
    vendorId: Id,
    productId: Id,
    baudRate: Type.Number({ minimum: 1 }),
    flowControl: Type.Enum(FLOW_CONTROLS),
  }),
]);
export type DeviceAddress = Message<typeof DeviceAddressSchema>;

/** A printer that this page reaches without the assistant, as stored in the user's browser. */
export const DevicePrinterSchema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: MAX_PRINTER_NAME }),
  address: DeviceAddressSchema,
  setup: PrinterSetupSchema,
});
export type DevicePrinter = Message<typeof DevicePrinterSchema>;
