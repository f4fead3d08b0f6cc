import type { SpreadsheetReading } from '#model/elements/base/reading.ts';
import type { Result } from '#model/kernel/result.ts';

/** What the thread that reads a spreadsheet is started with. */
export interface ReadingTask {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  readonly reading: SpreadsheetReading;
  /** One sheet, counted from 0; null for all. */
  readonly sheet: number | null;
  /** Of all texts together; the rows beyond are left out. */
  readonly answerBytes: number;
}

/** One sheet as rows of texts, as the spreadsheet shows them. */
export interface ReadSheet {
  readonly name: string;
  /** The headings, then the rows below. */
  readonly rows: readonly (readonly string[])[];
}

export interface ReadSpreadsheet {
  readonly sheets: readonly ReadSheet[];
  /** False when rows were left out to keep the answer small. */
  readonly complete: boolean;
}

export type ReadingAnswer = Result<ReadSpreadsheet>;
