import type { LabelSettings } from '#model/template/template.ts';
import type { PrintReport } from '#printing/report.ts';
import { parseStored, readStored, writeStored } from '#app/state/browser-storage.ts';

/* The first free label of the sheet in a printer: kept in this browser for each printer and each form of sheet, if the user
   wants it. */

const CHOICE_KEY = 'rememberPartUsedSheets';
const SHEETS_KEY = 'partUsedSheets';
/** The least recently used ones are evicted. */
const MOST_SHEETS = 50;

/** The printer and the form of its sheets, if the user cuts and feeds them alike. */
interface KeptSheet {
  readonly sheet: string;
  /** Counted from 0. */
  readonly firstCell: number;
}

export function isRemembering(): boolean {
  return readStored(CHOICE_KEY) === 'yes';
}

/** Turning it off deletes the remembered sheets. */
export function setRemembering(wanted: boolean): void {
  writeStored(CHOICE_KEY, wanted ? 'yes' : null);
  if (!wanted) writeStored(SHEETS_KEY, null);
}

/** The first free cell of the sheet in the printer, counted from 0; 0 if unknown. */
export function firstFreeCell(printer: string, label: LabelSettings): number {
  if (!isRemembering()) return 0;
  const found = keptSheets().find(({ sheet }) => sheet === sheetName(printer, label));
  return found === undefined || found.firstCell >= label.rows * label.columns ? 0 : found.firstCell;
}

/** Remembers the last sheet of an ended run, as far as it is known: an unconfirmed label has used its cell. */
export function rememberSheet(
  run: { readonly printer: string; readonly label: LabelSettings; readonly firstCell: number },
  { sent, inDoubt }: Pick<PrintReport, 'sent' | 'inDoubt'>,
): void {
  const cells = run.label.rows * run.label.columns;
  if (!isRemembering() || cells === 1 || sent + inDoubt === 0) return;
  const sheet = sheetName(run.printer, run.label);
  const others = keptSheets().filter((kept) => kept.sheet !== sheet);
  const firstCell = (run.firstCell + sent + inDoubt) % cells;
  writeStored(SHEETS_KEY, JSON.stringify([{ sheet, firstCell }, ...others].slice(0, MOST_SHEETS)));
}

function keptSheets(): readonly KeptSheet[] {
  const stored = parseStored(readStored(SHEETS_KEY));
  return Array.isArray(stored) ? stored.filter(isKeptSheet) : [];
}

function isKeptSheet(value: unknown): value is KeptSheet {
  if (typeof value !== 'object' || value === null) return false;
  const { sheet, firstCell } = value as Partial<Record<keyof KeptSheet, unknown>>;
  return typeof sheet === 'string' && Number.isInteger(firstCell) && (firstCell as number) >= 0;
}

function sheetName(printer: string, label: LabelSettings): string {
  const { widthMm, heightMm, rows, columns, rowSpacingMm, columnSpacingMm, paddingMm } = label;
  const { left, right, top, bottom } = paddingMm;
  const form = [widthMm, heightMm, rows, columns, rowSpacingMm, columnSpacingMm, left, right, top, bottom];
  return JSON.stringify([printer, ...form]);
}
