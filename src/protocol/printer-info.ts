import { Type, type TString } from 'typebox';
import type { Calibration } from '#model/page/calibration.ts';
import type { Message } from './message.ts';
import { PrinterSetupSchema } from './printer-setup.ts';

/** Faults that stop a printer until a person fixes them. */
export const PRINTER_FAULTS = ['paperOut', 'headOpen', 'ribbonOut', 'paused', 'offline', 'fault'] as const;
export type PrinterFault = (typeof PRINTER_FAULTS)[number];

/** The name that identifies a printer. */
export const PrinterName: TString = Type.String({ minLength: 1, maxLength: 200 });

/** A range of page sizes in mm. For a single size both ends are equal. */
const MediaLimitsSchema = Type.Object({
  minWidthMm: Type.Number(),
  maxWidthMm: Type.Number(),
  minHeightMm: Type.Number(),
  maxHeightMm: Type.Number(),
});
export type MediaLimits = Message<typeof MediaLimitsSchema>;

/** How a printer was discovered: by CUPS, in the system's list of USB, or on the network. */
const FOUND_BY = ['cups', 'usb', 'network'] as const;
export type FoundBy = (typeof FOUND_BY)[number];

/** The edges of a page that a printer cannot print on, in mm (see `UnprintableEdges`). */
const UnprintableEdgesSchema = Type.Object({
  leftMm: Type.Number({ minimum: 0 }),
  topMm: Type.Number({ minimum: 0 }),
  rightMm: Type.Number({ minimum: 0 }),
  bottomMm: Type.Number({ minimum: 0 }),
});

const PRINTER_KINDS = ['folder', 'ipp', 'raw'] as const;
const PRINTER_STATES = ['idle', 'processing', 'stopped', 'unreachable'] as const;
export type PrinterState = (typeof PRINTER_STATES)[number];

export const PrinterInfoSchema = Type.Object({
  name: PrinterName,
  kind: Type.Enum(PRINTER_KINDS),
  /** Its resolutions; empty for any. */
  dpis: Type.Array(Type.Number({ exclusiveMinimum: 0 })),
  /** Its media sizes; empty if any is accepted or if unknown. */
  media: Type.Array(MediaLimitsSchema),
  state: Type.Enum(PRINTER_STATES),
  /** The edges of a page that it cannot print on; left out if it has none or if unknown. */
  bare: Type.Optional(UnprintableEdgesSchema),
  /** False if the status of a sent page can't be confirmed. */
  confirms: Type.Optional(Type.Boolean()),
  /** The stored setup for every run. Left out by assistants that store nothing. */
  setup: Type.Optional(PrinterSetupSchema),
  /** Its displayed location; left out if there is nothing useful. */
  address: Type.Optional(Type.String()),
  /** Make and model, as it reports them; left out if unknown. */
  model: Type.Optional(Type.String({ maxLength: 200 })),
  /** Left out for a configured printer, and by earlier versions. */
  foundBy: Type.Optional(Type.Enum(FOUND_BY)),
  /** Its language is an unconfirmed guess. */
  guessed: Type.Optional(Type.Boolean()),
  /** Its current faults; left out if it reports no status. */
  faults: Type.Optional(Type.Array(Type.Enum(PRINTER_FAULTS))),
  /** Whether a page has added it, and may remove it. */
  added: Type.Optional(Type.Boolean()),
  /**
   * Its place (`printer-place.ts` of the assistant); sent only to servers, which identify it by that through several
   * assistants.
   */
  at: Type.Optional(Type.Array(Type.String({ maxLength: 500 }))),
});
export type PrinterInfo = Message<typeof PrinterInfoSchema>;

/** The stored calibration of a printer, for runs and their previews; null for none. */
export function calibrationOf(printer: Pick<PrinterInfo, 'setup'> | undefined): Calibration | null {
  return printer?.setup?.calibration ?? null;
}

/** The default resolution of a run. */
export const DEFAULT_DPI = 300;

/** The stored resolution of the printer for its runs, or the default one. */
export function startingDpi(printer: Pick<PrinterInfo, 'setup'> | undefined): number {
  return printer?.setup?.dpi ?? DEFAULT_DPI;
}

/** The wanted resolution if the printer has it, otherwise its nearest one. */
export function usableDpi(wished: number, offered: readonly number[]): number {
  return offered.reduce(
    (best, dpi) => (Math.abs(dpi - wished) < Math.abs(best - wished) ? dpi : best),
    offered[0] ?? wished,
  );
}
