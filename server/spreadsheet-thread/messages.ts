import type { Problem } from '#model/kernel/problem.ts';

/** What the thread that reads a spreadsheet is started with. */
export interface ReadingTask {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  /** Rows above the headings, which are left out. */
  readonly skippedRows: number;
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

export type ReadingAnswer =
  | { readonly ok: true; readonly sheets: readonly ReadSheet[]; readonly complete: boolean }
  | { readonly ok: false; readonly problem: Problem };
