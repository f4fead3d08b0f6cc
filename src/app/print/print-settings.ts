import type { LanguageTag } from '#model/elements/base/translations.ts';
import { DEFAULT_MIN_GRADE, GRADES, type Grade } from '#model/symbology/read/grade.ts';
import type { PrintRequest } from '#printing/print-request.ts';
import { calibrationOf, DEFAULT_DPI } from '#protocol/printer-info.ts';
import type { TextOverflow } from '#protocol/render.ts';
import type { RowChoice } from '#services/storage/row-choices.ts';
import { readStored, writeStored } from '#app/state/browser-storage.ts';
import type { ListedPrinter } from './list-printers.ts';

/** Resolutions for a printer that does not report its own. */
export const RESOLUTIONS: readonly number[] = [203, 300, 600];

/** The user's settings in the dialog. */
export interface PrintSettings {
  readonly printer: string;
  /** Null while the field is empty; leaving it makes it 1. */
  readonly copies: number | null;
  readonly dpi: number;
  /** The lowest grade of a code; with F it only has to be readable. */
  readonly minGrade: Grade;
  /** Whether labels are printed even if their text is cut off. */
  readonly overflow: TextOverflow;
  readonly rows: RowChoice;
  /** The column with the number of labels per row; null if all rows have the same number. */
  readonly copiesColumn: string | null;
  readonly printBackground: boolean;
  /** The language of the texts; null for the label's own choice. */
  readonly language: LanguageTag | null;
  /** The cell of the first label on the first sheet, counted from 0. */
  readonly firstCell: number;
}

/** The printer's own resolutions, or the common ones. */
export function resolutionsOf(printer: { readonly dpis: readonly number[] } | undefined): readonly number[] {
  return printer === undefined || printer.dpis.length === 0 ? RESOLUTIONS : printer.dpis;
}

/** The grade chosen last, from the browser's storage; the default for an invalid value. */
export function storedGrade(text: string | null): Grade {
  return GRADES.find((grade) => grade === text) ?? DEFAULT_MIN_GRADE;
}

const GRADE_KEY = 'minGrade';

/** The lowest grade of a code in the next run. */
export function wantedGrade(): Grade {
  return storedGrade(readStored(GRADE_KEY));
}

export function keepWantedGrade(grade: Grade): void {
  writeStored(GRADE_KEY, grade);
}

const STAYS_OPEN_KEY = 'printWindowStaysOpen';

/** Whether the print window closes automatically after a run without a problem. */
export function closesAfterPrint(): boolean {
  return readStored(STAYS_OPEN_KEY) !== 'yes';
}

export function setClosesAfterPrint(closes: boolean): void {
  writeStored(STAYS_OPEN_KEY, closes ? null : 'yes');
}

/** The settings, and the printer's current properties, that go into every order. `copies`: of each label. */
export function orderedSettings(
  { printer: name, dpi, minGrade, overflow, firstCell }: PrintSettings,
  printer: ListedPrinter | undefined,
  copies: number,
): Pick<PrintRequest, 'printer' | 'dpi' | 'minGrade' | 'overflow' | 'copies' | 'calibration' | 'firstCell'> {
  return { printer: name, dpi, minGrade, overflow, copies, calibration: calibrationOf(printer), firstCell };
}

const KEY = 'symbolDpi';

/** The resolution chosen last for showing the sizes of symbols. */
export function storedResolution(): number {
  const stored = Number(readStored(KEY));
  return RESOLUTIONS.includes(stored) ? stored : DEFAULT_DPI;
}

export function storeResolution(dpi: number): void {
  writeStored(KEY, String(dpi));
}
