import { MM_PER_INCH, type Mm } from '#model/kernel/units.ts';
import type { LabelSettings } from '#model/template/template.ts';

/** Limits and defaults of a label (specification 1, sections 5 and 9). Lengths in millimetres. */
export const MIN_SIDE = 0.001;
export const MAX_WIDTH_MM: Mm = 400;
export const MAX_HEIGHT_MM: Mm = 3000;
/** The same two as they are shown in inches: the specification cuts them to these decimals. */
export const MAX_WIDTH_INCH = 15.748;
export const MAX_HEIGHT_INCH = 118.11;
export const MAX_GRID = 20;
/** Spacings and paddings, in the unit that is shown. */
export const MAX_GAP = 100;

export const DEFAULT_WIDTH_MM: Mm = 100;
export const DEFAULT_HEIGHT_MM: Mm = 80;

/** The largest gap in millimetres, whichever unit it was typed in. */
export const MAX_GAP_MM: Mm = MAX_GAP * MM_PER_INCH;

/** What may not stand in a name: it becomes a file name. */
export const FORBIDDEN_IN_NAME = '\\/:*?"<>|';
export const MAX_NAME_LENGTH = 100;

export type NameFault = 'empty' | 'forbidden' | null;

export function nameFault(name: string): NameFault {
  if (name.trim() === '') return 'empty';
  return [...name].some((character) => FORBIDDEN_IN_NAME.includes(character)) ? 'forbidden' : null;
}

export function defaultLabelSettings(name: string): LabelSettings {
  return {
    name,
    widthMm: DEFAULT_WIDTH_MM,
    heightMm: DEFAULT_HEIGHT_MM,
    rows: 1,
    columns: 1,
    rowSpacingMm: 0,
    columnSpacingMm: 0,
    paddingMm: { left: 0, right: 0, top: 0, bottom: 0 },
    background: null,
    printBackground: false,
  };
}
