import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Mm } from '#model/kernel/units.ts';
import { sheetSizeMm } from '#model/page/sheet.ts';
import { MAX_COPIES } from '#protocol/assistant.ts';
import type { Grade } from '#model/symbology/read/grade.ts';
import type { Template } from '#model/template/template.ts';

export { MAX_COPIES };

/** What is to be printed, frozen before the first page. */
export interface PrintPlan {
  readonly jobId: string;
  readonly jobName: string;
  readonly printer: string;
  readonly dpi: number;
  /** The grade that every symbol must have at least. */
  readonly minGrade: Grade;
  /** Copies of each record. */
  readonly copies: number;
  /** How many records there are; 1 when nothing is bound. */
  readonly totalRows: number;
  /** Labels on a sheet. */
  readonly sheetCells: number;
  readonly pageWidthMm: Mm;
  readonly pageHeightMm: Mm;
  readonly templateHash: string;
  readonly dataHash: string;
}

export interface PlanInput extends Omit<PrintPlan, 'sheetCells' | 'pageWidthMm' | 'pageHeightMm'> {
  readonly template: Template;
}

/** `print.noContent`, `print.noPrinter`, `print.noRows`, `print.badCopies`. */
export function createPlan(input: PlanInput): Result<PrintPlan> {
  const { template, ...rest } = input;
  if (template.elements.length === 0) return err(problem('print.noContent'));
  if (input.printer === '') return err(problem('print.noPrinter'));
  if (input.totalRows < 1) return err(problem('print.noRows'));
  if (!Number.isInteger(input.copies) || input.copies < 1 || input.copies > MAX_COPIES) {
    return err(problem('print.badCopies', { max: MAX_COPIES }));
  }
  const { label } = template;
  const page = sheetSizeMm(label);
  return ok({ ...rest, sheetCells: label.rows * label.columns, pageWidthMm: page.width, pageHeightMm: page.height });
}

/**
 * How often a record is laid out. A page of one label is sent once and the printer makes the copies; a sheet of
 * several holds the copies side by side.
 */
export function repeatsPerRecord(plan: Pick<PrintPlan, 'copies' | 'sheetCells'>): number {
  return plan.sheetCells === 1 ? 1 : plan.copies;
}

/** How often each page comes out of the printer. */
export function copiesPerPage(plan: Pick<PrintPlan, 'copies' | 'sheetCells'>): number {
  return plan.sheetCells === 1 ? plan.copies : 1;
}

/** Labels asked for, copies counted. */
export function askedLabels(plan: Pick<PrintPlan, 'totalRows' | 'copies'>): number {
  return plan.totalRows * plan.copies;
}

/** Sheets of paper when no label is refused (specification 2, section 9: ceil(copies / (rows * columns)) without data). */
export function plannedSheets(plan: Pick<PrintPlan, 'totalRows' | 'copies' | 'sheetCells'>): number {
  return Math.ceil(askedLabels(plan) / plan.sheetCells);
}
