import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { mmToDots, type Mm } from '#model/kernel/units.ts';
import { sheetSizeMm } from '#model/page/sheet.ts';
import { MAX_COPIES } from '#protocol/assistant.ts';
import type { Grade } from '#model/symbology/read/grade.ts';
import { longestLabel } from '#model/template/length-by-content.ts';
import type { Template } from '#model/template/template.ts';

export { MAX_COPIES };

/** Few, so that the first page is sent soon and rejected labels waste little. */
const FIRST_RECORDS_AT_ONCE = 8;
/** Once pages are being printed: each write to the journal and each sync of the assistant's disk is for a group. */
const MOST_RECORDS_AT_ONCE = 32;
/** The most bytes of the dots of pages that are rendered together; a single page of any size is rendered. */
const BYTES_AT_ONCE = 64 * 1024 * 1024;
/** The same for groups larger than the first: large pages take long enough. */
const GROWN_BYTES_AT_ONCE = 8 * 1024 * 1024;

/** What a run prints. It doesn't change after the first page. */
export interface PrintPlan {
  readonly jobId: string;
  readonly jobName: string;
  readonly printer: string;
  readonly dpi: number;
  /** The least grade of every symbol. */
  readonly minGrade: Grade;
  /** How often each label is printed. */
  readonly copies: number;
  /** The number of records; 1 when nothing is bound. */
  readonly totalRows: number;
  /** The number of labels of the records; one per record unless a column has the copies. */
  readonly totalLabels: number;
  /** Labels on a sheet. */
  readonly sheetCells: number;
  /** The cell of the first sheet with the first label, of `sheetCells` that are counted from 0. */
  readonly firstCell: number;
  readonly pageWidthMm: Mm;
  /** The most, where labels are as long as their content. */
  readonly pageHeightMm: Mm;
  readonly templateHash: string;
  readonly dataHash: string;
}

export interface PlanInput extends Omit<PrintPlan, 'sheetCells' | 'firstCell' | 'pageWidthMm' | 'pageHeightMm'> {
  readonly template: Template;
  /** 0 when left out. */
  readonly firstCell?: number | undefined;
}

/** Problems: `print.noContent`, `print.noPrinter`, `print.noRows`, `print.badCopies`, `print.badFirstCell`. */
export function createPlan(input: PlanInput): Result<PrintPlan> {
  const { template, firstCell = 0, ...rest } = input;
  if (template.elements.length === 0) return err(problem('print.noContent'));
  if (input.printer === '') return err(problem('print.noPrinter'));
  if (input.totalRows < 1) return err(problem('print.noRows'));
  if (!Number.isInteger(input.copies) || input.copies < 1 || input.copies > MAX_COPIES) {
    return err(problem('print.badCopies', { max: MAX_COPIES }));
  }
  const { label } = template;
  const sheetCells = label.rows * label.columns;
  if (!Number.isInteger(firstCell) || firstCell < 0 || firstCell >= sheetCells) {
    return err(problem('print.badFirstCell', { max: sheetCells }));
  }
  const page = sheetSizeMm(longestLabel(label));
  return ok({ ...rest, sheetCells, firstCell, pageWidthMm: page.width, pageHeightMm: page.height });
}

/**
 * How often a label is laid out. A page of one label is sent once and the printer makes the copies; a sheet of several
 * has the copies next to each other.
 */
export function repeatsPerRecord(plan: Pick<PrintPlan, 'copies' | 'sheetCells'>): number {
  return plan.sheetCells === 1 ? 1 : plan.copies;
}

/** How often the printer prints each page. */
export function copiesPerPage(plan: Pick<PrintPlan, 'copies' | 'sheetCells'>): number {
  return plan.sheetCells === 1 ? plan.copies : 1;
}

/** The requested labels, including copies. */
export function askedLabels(plan: Pick<PrintPlan, 'totalLabels' | 'copies'>): number {
  return plan.totalLabels * plan.copies;
}

/**
 * Sheets of paper if no label is rejected; without data ceil(copies / (rows * columns)) (specification 2, section 9).
 */
export function plannedSheets(plan: Pick<PrintPlan, 'totalLabels' | 'copies' | 'sheetCells' | 'firstCell'>): number {
  return Math.ceil((askedLabels(plan) + plan.firstCell) / plan.sheetCells);
}

/** Pages that are sent if no label is rejected: a page of one label counts once for each copy. */
export function plannedPages(plan: Parameters<typeof plannedSheets>[0]): number {
  return plannedSheets({ ...plan, copies: repeatsPerRecord(plan) });
}

/** How many records are rendered at a time: whole pages of them. Twice as many as the last time, up to a limit. */
export function recordsAtOnce(plan: PrintPlan, last = 0): number {
  const first = wholePages(plan, FIRST_RECORDS_AT_ONCE, BYTES_AT_ONCE);
  const most = wholePages(plan, MOST_RECORDS_AT_ONCE, GROWN_BYTES_AT_ONCE);
  return Math.max(first, Math.min(most, 2 * last));
}

/** Whether a page is so large that only one is rendered at a time. */
export function hasLargePages(plan: PrintPlan): boolean {
  return pagesInBytes(plan, BYTES_AT_ONCE) <= 1;
}

function wholePages(plan: PrintPlan, records: number, bytes: number): number {
  const pages = Math.min(pagesInBytes(plan, bytes), Math.floor(records / plan.sheetCells));
  return Math.max(1, pages) * plan.sheetCells;
}

function pagesInBytes({ pageWidthMm, pageHeightMm, dpi }: PrintPlan, bytes: number): number {
  const pageBytes = (mmToDots(pageWidthMm, dpi) * mmToDots(pageHeightMm, dpi)) / 8;
  return Math.floor(bytes / pageBytes);
}
