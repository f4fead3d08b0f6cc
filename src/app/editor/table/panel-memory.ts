import { parseStored, readStored, writeStored } from '#app/state/browser-storage.ts';

/** The place and the size of the table. */
export interface PanelLook {
  readonly open: boolean;
  readonly side: 'below' | 'beside';
  /** CSS pixels. */
  readonly height: number;
  readonly width: number;
}

const LOOK_KEY = 'dataTable';
const WIDTHS_KEY = 'dataTableWidths';
/** The most sheets whose column widths are remembered, the one used last at the end. */
const MAX_SHEETS = 30;
const FIRST_LOOK: PanelLook = { open: true, side: 'below', height: 232, width: 420 };

export function readLook(): PanelLook {
  const stored = parseStored(readStored(LOOK_KEY));
  if (typeof stored !== 'object' || stored === null) return FIRST_LOOK;
  const { open, side, height, width } = stored as Partial<Record<keyof PanelLook, unknown>>;
  return {
    open: typeof open === 'boolean' ? open : FIRST_LOOK.open,
    side: side === 'beside' ? 'beside' : 'below',
    height: typeof height === 'number' && height > 0 ? height : FIRST_LOOK.height,
    width: typeof width === 'number' && width > 0 ? width : FIRST_LOOK.width,
  };
}

export function writeLook(look: PanelLook): void {
  writeStored(LOOK_KEY, JSON.stringify(look));
}

type StoredWidths = readonly (readonly [sheet: string, widths: Readonly<Record<string, number>>])[];

function readAllWidths(): StoredWidths {
  const stored = parseStored(readStored(WIDTHS_KEY));
  return Array.isArray(stored) ? (stored as StoredWidths).filter((entry) => Array.isArray(entry)) : [];
}

/** The user's column widths of a sheet, by heading. The file may be another one with the same sheet. */
export function readWidths(sheet: string): Readonly<Record<string, number>> {
  return readAllWidths().find(([name]) => name === sheet)?.[1] ?? {};
}

export function writeWidth(sheet: string, column: string, width: number): void {
  const others = readAllWidths().filter(([name]) => name !== sheet);
  const all = [...others, [sheet, { ...readWidths(sheet), [column]: width }] as const];
  writeStored(WIDTHS_KEY, JSON.stringify(all.slice(-MAX_SHEETS)));
}
