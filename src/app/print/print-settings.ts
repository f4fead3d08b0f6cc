import { DEFAULT_MIN_GRADE, GRADES, type Grade } from '#model/symbology/read/grade.ts';
import type { PrintRequest } from '#printing/print-request.ts';
import { calibrationOf } from '#protocol/printer-info.ts';
import type { TextOverflow } from '#protocol/render.ts';
import type { RowChoice } from '#services/storage/row-choices.ts';
import { readStored, writeStored } from '#app/state/browser-storage.ts';
import type { ListedPrinter } from './list-printers.ts';

/** Resolutions offered when the printer does not say its own. */
export const RESOLUTIONS: readonly number[] = [203, 300, 600];

/** What the user chooses in the dialog. */
export interface PrintSettings {
  readonly printer: string;
  /** Null while the field is empty; leaving it makes it 1. */
  readonly copies: number | null;
  readonly dpi: number;
  /** The lowest grade that a code may have; with F it only has to be readable. */
  readonly minGrade: Grade;
  /** Whether labels whose text does not fit are printed all the same. */
  readonly overflow: TextOverflow;
  readonly rows: RowChoice;
  /** The column that says how many labels each row gives; null when each gives as many. */
  readonly copiesColumn: string | null;
  readonly printBackground: boolean;
  /** The cell of the first sheet in which the first label stands, counted from 0. */
  readonly firstCell: number;
}

/** The printer's own resolutions, or the usual ones. */
export function resolutionsOf(printer: { readonly dpis: readonly number[] } | undefined): readonly number[] {
  return printer === undefined || printer.dpis.length === 0 ? RESOLUTIONS : printer.dpis;
}

/** The grade that was chosen the last time, from what the browser has stored; the default for anything else. */
export function storedGrade(text: string | null): Grade {
  return GRADES.find((grade) => grade === text) ?? DEFAULT_MIN_GRADE;
}

const GRADE_KEY = 'minGrade';

/** The lowest grade that a code may have in the next run. */
export function wantedGrade(): Grade {
  return storedGrade(readStored(GRADE_KEY));
}

export function keepWantedGrade(grade: Grade): void {
  writeStored(GRADE_KEY, grade);
}

const STAYS_OPEN_KEY = 'printWindowStaysOpen';

/** Whether the print window closes by itself after a run without a problem. */
export function closesAfterPrint(): boolean {
  return readStored(STAYS_OPEN_KEY) !== 'yes';
}

export function setClosesAfterPrint(closes: boolean): void {
  writeStored(STAYS_OPEN_KEY, closes ? null : 'yes');
}

/** What of the settings and of the printer as it is now goes into every order. `copies`: of each label. */
export function orderedSettings(
  { printer: name, dpi, minGrade, overflow, firstCell }: PrintSettings,
  printer: ListedPrinter | undefined,
  copies: number,
): Pick<PrintRequest, 'printer' | 'dpi' | 'minGrade' | 'overflow' | 'copies' | 'calibration' | 'firstCell'> {
  return { printer: name, dpi, minGrade, overflow, copies, calibration: calibrationOf(printer), firstCell };
}
