import { Type } from 'typebox';
import { MAX_MOVE_MM, MAX_SCALE_CHANGE } from '#model/page/calibration.ts';
import type { Message } from './message.ts';
import { FINISHES, MEDIA_KINDS, PRINTER_LANGUAGES, type PrinterSettings } from './printer-settings.ts';

/** Beyond every language's steps; a value that a language lacks is clamped. */
const MAX_STEP = 100;
/** The longest gap or mark. */
export const MAX_GAP_MM = 100;
export const MIN_DPI = 50;
export const MAX_DPI = 2400;
/** Of an added printer. */
export const MAX_PRINTER_NAME = 100;

const Step = Type.Union([Type.Number({ minimum: -MAX_STEP, maximum: MAX_STEP }), Type.Null()]);

const ScaleFactor = Type.Number({ minimum: 1 - MAX_SCALE_CHANGE, maximum: 1 + MAX_SCALE_CHANGE });
const Move = Type.Number({ minimum: -MAX_MOVE_MM, maximum: MAX_MOVE_MM });

/** See `Calibration`. */
const CalibrationSchema = Type.Object({
  acrossScale: ScaleFactor,
  alongScale: ScaleFactor,
  rightMm: Move,
  downMm: Move,
});

/** The stored setup of a printer for every run on it. A null value means that nothing is chosen. */
export const PrinterSetupSchema = Type.Object({
  /** Null for printers that accept pages without one: the folder, IPP. */
  language: Type.Union([Type.Enum(PRINTER_LANGUAGES), Type.Null()]),
  /** The default resolution of a run; that of the head, for printers that don't report theirs. */
  dpi: Type.Union([Type.Number({ minimum: MIN_DPI, maximum: MAX_DPI }), Type.Null()]),
  /** In the steps of the language. */
  darkness: Step,
  speed: Step,
  media: Type.Union([Type.Enum(MEDIA_KINDS), Type.Null()]),
  gapMm: Type.Number({ minimum: 0, maximum: MAX_GAP_MM }),
  finish: Type.Union([Type.Enum(FINISHES), Type.Null()]),
  /** Left out for an uncalibrated printer, and by earlier versions. */
  calibration: Type.Optional(CalibrationSchema),
});
export type PrinterSetup = Message<typeof PrinterSetupSchema>;

/** The setup of a printer without any choices. */
export const DEFAULT_PRINTER_SETUP: PrinterSetup = {
  language: null,
  dpi: null,
  darkness: null,
  speed: null,
  media: null,
  gapMm: 3,
  finish: null,
};

/** The printer settings of a setup; `base` has the rest. */
export function settingsOf(setup: PrinterSetup, base: PrinterSettings): PrinterSettings {
  const { darkness, speed, media, gapMm, finish } = setup;
  return { ...base, darkness, speed, media, gapMm, finish };
}
