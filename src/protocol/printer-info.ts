import { Type, type TString } from 'typebox';
import type { Calibration } from '#model/page/calibration.ts';
import type { Message } from './message.ts';
import { PRINTER_FAULTS } from './printer-faults.ts';
import { PrinterSetupSchema } from './printer-setup.ts';

/** How a printer is called, and asked for. */
export const PrinterName: TString = Type.String({ minLength: 1, maxLength: 200 });

/** A range of page sizes in mm. For a single size both ends are equal. */
const MediaLimitsSchema = Type.Object({
  minWidthMm: Type.Number(),
  maxWidthMm: Type.Number(),
  minHeightMm: Type.Number(),
  maxHeightMm: Type.Number(),
});
export type MediaLimits = Message<typeof MediaLimitsSchema>;

/** Who has found a printer that nobody has named: CUPS, the system's list of USB, or the printer itself on the network. */
const FOUND_BY = ['cups', 'usb', 'network'] as const;
export type FoundBy = (typeof FOUND_BY)[number];

/** How much of a page a printer leaves bare, in mm (see `BareEdges`). */
const BareEdgesSchema = Type.Object({
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
  /** Resolutions it prints at; empty for any. */
  dpis: Type.Array(Type.Number({ exclusiveMinimum: 0 })),
  /** Sizes it takes; empty where any is taken or it does not tell. */
  media: Type.Array(MediaLimitsSchema),
  state: Type.Enum(PRINTER_STATES),
  /** The edges of a page that it leaves bare; left out where it has none or does not say. */
  bare: Type.Optional(BareEdgesSchema),
  /** False where nobody can say what became of a page that was handed over. */
  confirms: Type.Optional(Type.Boolean()),
  /** What is kept of it for every run. Left out by assistants that keep nothing. */
  setup: Type.Optional(PrinterSetupSchema),
  /** Where it is, for people to read; left out where that says nothing. */
  address: Type.Optional(Type.String()),
  /** Make and model, in its own words; left out where it does not say. */
  model: Type.Optional(Type.String({ maxLength: 200 })),
  /** Left out for one that was named, and by earlier versions. */
  foundBy: Type.Optional(Type.Enum(FOUND_BY)),
  /** Its language is a guess that nobody has confirmed. */
  guessed: Type.Optional(Type.Boolean()),
  /** What keeps it from printing; left out where it does not say. */
  faults: Type.Optional(Type.Array(Type.Enum(PRINTER_FAULTS))),
  /** A page has added it, and may remove it. */
  added: Type.Optional(Type.Boolean()),
  /** Where it is (`printer-place.ts` of the assistant); told to servers alone, which know it by that through other assistants. */
  at: Type.Optional(Type.Array(Type.String({ maxLength: 500 }))),
});
export type PrinterInfo = Message<typeof PrinterInfoSchema>;

/** What is kept of a printer to make its prints true, as runs on it and their previews take it; null for nothing. */
export function calibrationOf(printer: Pick<PrinterInfo, 'setup'> | undefined): Calibration | null {
  return printer?.setup?.calibration ?? null;
}

/** The resolution of a run where nothing else is said. */
export const DEFAULT_DPI = 300;

/** The resolution that is kept of the printer for its runs, or the usual one. */
export function startingDpi(printer: Pick<PrinterInfo, 'setup'> | undefined): number {
  return printer?.setup?.dpi ?? DEFAULT_DPI;
}

/** The wanted resolution if the printer has it, otherwise the nearest one that it has. */
export function usableDpi(wished: number, offered: readonly number[]): number {
  return offered.reduce(
    (best, dpi) => (Math.abs(dpi - wished) < Math.abs(best - wished) ? dpi : best),
    offered[0] ?? wished,
  );
}
