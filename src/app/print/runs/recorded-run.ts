import { blankKey, blankName, formFault, type Blank, type BlankValues } from '#model/data/blanks.ts';
import type { LanguageTag } from '#model/elements/base/translations.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { BoundTable } from '#model/data/tables.ts';
import { rowSetOfRanges } from '#model/data/row-set.ts';
import type { Grade } from '#model/symbology/read/grade.ts';
import type { PrintReport } from '#printing/report.ts';
import type { PrintedTemplate, RepeatedRun } from '#protocol/printing.ts';
import {
  PRINT_RECORD_LIMITS,
  type BeginPrintRecordInput,
  type RecordedReport,
  type RecordedSettings,
} from '#protocol/api.ts';
import type { TextOverflow } from '#protocol/render.ts';
import { clipped, recordedProblem } from '#services/storage/recorded-readings.ts';
import type { RowChoice, SheetChoice } from '#services/storage/row-choices.ts';

const LIMITS = PRINT_RECORD_LIMITS;
/** The body of a call is at most 256 KB, including the data around the report. */
const REPORT_BYTES = 200_000;
/** There may be many. */
const BLANK_NAME = 100;
/** For a report that is too large even without rejections. */
const FEW_PAGES = 8;

/** The settings of a run. */
interface ChosenSettings extends SheetChoice {
  readonly printer: string;
  readonly copies: number | null;
  readonly dpi: number;
  readonly minGrade: Grade;
  readonly overflow: TextOverflow;
  readonly printBackground: boolean;
  readonly language: LanguageTag | null;
}

/** What the print dialog knows of a run when it starts it. */
export interface RunAbout {
  readonly jobName: string;
  readonly template: PrintedTemplate;
  readonly tables: readonly BoundTable[];
  /** The fill-in fields of the label, with their values. */
  readonly blanks: readonly Blank[];
  readonly settings: ChosenSettings;
  /** Labels, including copies. */
  readonly asked: number;
  /** The earlier run whose labels this one prints again; left out if there is none. */
  readonly repeats?: RepeatedRun;
}

/** The start of a run in the form of the server's history. */
export function recordedStart(jobId: string, startedAt: number, about: RunAbout): BeginPrintRecordInput {
  const { jobName, template, tables, settings, asked, repeats } = about;
  const filled = recordedBlanks(about.blanks);
  return {
    job_id: jobId,
    template_id: template.id,
    template_type: template.type,
    template_revision: template.revision,
    name: clipped(jobName, LIMITS.name),
    printer: clipped(settings.printer, LIMITS.name),
    data: tables.slice(0, 20).map(({ fileName, sheet, connection }) => ({
      file: clipped(fileName, LIMITS.name),
      sheet: clipped(sheet, LIMITS.name),
      connection: clipped(connection),
    })),
    settings: {
      copies: settings.copies ?? 1,
      dpi: settings.dpi,
      min_grade: settings.minGrade,
      overflow: settings.overflow,
      background: settings.printBackground,
      rows: recordedRows(settings.rows),
      copies_column: settings.copiesColumn === null ? null : clipped(settings.copiesColumn, LIMITS.name),
      ...(settings.language === null ? {} : { language: settings.language }),
      ...(repeats === undefined ? {} : { repeats }),
      ...(filled === undefined ? {} : { filled }),
    },
    asked,
    started_at: startedAt,
  };
}

/** Undefined if there are none, and if the template's own values exceed the limits of a form. */
function recordedBlanks(blanks: readonly Blank[]): RecordedSettings['filled'] {
  const isKept = formFault(blanks, new Map(blanks.map(({ key, text }) => [key, text]))) === null;
  if (!isKept || blanks.some(({ text }) => text.length > LIMITS.text)) return undefined;
  return blanks.map((blank) => ({
    element: blank.element.id,
    ...(blank.content === 0 ? {} : { content: blank.content }),
    index: blank.index,
    name: recordedName(blank),
    text: blank.text,
  }));
}

function recordedName(blank: Blank): string {
  return clipped(blankName(blank), BLANK_NAME);
}

/**
 * The values of a run in the fill-in fields of today's label; empty if unknown. A text belongs to the field of its element
 * with the same name, even after rows and columns have moved, and to the one at its position if none or several have that
 * name.
 */
export function blanksOfRun({ filled = [] }: RecordedSettings, today: readonly Blank[]): BlankValues {
  const named = filled.map(({ element, name, text }) => {
    const [blank, more] = today.filter((one) => one.element.id === element && recordedName(one) === name);
    return { key: more === undefined ? blank?.key : undefined, text };
  });
  const values = new Map(named.flatMap(({ key, text }) => (key === undefined ? [] : [[key, text] as const])));
  for (const [i, { element, content = 0, index, text }] of filled.entries()) {
    const key = blankKey(element as ElementId, content, index);
    const isThere = today.some((one) => one.key === key);
    if (named[i]?.key === undefined && isThere && !values.has(key)) values.set(key, text);
  }
  return values;
}

function recordedRows(choice: RowChoice): RecordedSettings['rows'] {
  switch (choice.type) {
    case 'all':
      return choice;
    case 'range':
      return { type: 'range', from: wholeOrNull(choice.from), to: wholeOrNull(choice.to) };
    case 'chosen':
      return choice.text.length <= LIMITS.text ? choice : { type: 'unknown' };
    case 'checked': {
      const { starts, ends } = choice.rows;
      if (starts.length > LIMITS.ranges) return { type: 'unknown' };
      return { type: 'checked', ranges: Array.from(starts, (start, i): [number, number] => [start, ends[i] ?? start]) };
    }
  }
}

function wholeOrNull(number: number | null): number | null {
  return number !== null && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/** The rows and the column of copies of a run; null if the rows were not saved. */
export function choiceOfRun({ rows, copies_column: copiesColumn }: RecordedSettings): SheetChoice | null {
  switch (rows.type) {
    case 'unknown':
      return null;
    case 'checked':
      return {
        rows: { type: 'checked', rows: rowSetOfRanges(rows.ranges.map(([from, to]) => [from, to])) },
        copiesColumn,
      };
    default:
      return { rows, copiesColumn };
  }
}

/** A report in the form of the server's history: long lists are shortened. */
export function recordedReport(report: PrintReport): RecordedReport {
  let shortened = withRefusals(report, LIMITS.refusals);
  for (let most: number = LIMITS.refusals; most > 0 && sizeOf(shortened) > REPORT_BYTES; most = Math.floor(most / 2)) {
    shortened = withRefusals(report, most);
  }
  if (sizeOf(shortened) <= REPORT_BYTES) return shortened;
  const bare = withRefusals(report, 0);
  return { ...bare, doubtfulPages: bare.doubtfulPages.slice(0, FEW_PAGES) };
}

function withRefusals(report: PrintReport, most: number): RecordedReport {
  const refusals = report.refusals.slice(0, most);
  // A local path has no meaning on another machine.
  const { folder: _folder, ...kept } = report;
  return {
    ...kept,
    jobName: clipped(report.jobName, LIMITS.name),
    printer: clipped(report.printer, LIMITS.name),
    problem: report.problem === null ? null : recordedProblem(report.problem),
    refusals: refusals.map(({ row, elementName, problem }) => ({
      row,
      elementName: clipped(elementName, LIMITS.name),
      problem: recordedProblem(problem),
    })),
    refusalsBeyond: report.refusalsBeyond + report.refusals.length - refusals.length,
    doubtfulPages: report.doubtfulPages
      .slice(0, LIMITS.doubtfulPages)
      .map((page) => ({ ...page, rows: page.rows.slice(0, LIMITS.rowsOfPage) })),
    grades: report.grades.slice(0, 200).map((tally) => ({
      ...tally,
      elementName: clipped(tally.elementName, LIMITS.name),
    })),
  };
}

function sizeOf(report: RecordedReport): number {
  return new TextEncoder().encode(JSON.stringify(report)).length;
}

/** The report of a record. It lacks readings if the server has not kept all of them. */
export function reportOfRecord(
  report: RecordedReport,
  readings: { readonly total: number; readonly kept: number },
): PrintReport {
  return { ...(report as PrintReport), readingsComplete: report.readingsComplete && readings.kept === readings.total };
}
