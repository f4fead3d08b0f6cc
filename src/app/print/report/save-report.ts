import type { TFunction } from 'i18next';
import { isBelow } from '#model/symbology/read/grade.ts';
import { csvHeading, csvLines, type CsvColumn, type CsvWords } from '#printing/readings-csv.ts';
import type { Reading } from '#protocol/printing.ts';
import { layOutReport, type ReportPages, withoutCharacters } from '#printing/report-pages.ts';
import { reportLines, type ReportWords } from '#printing/report-text.ts';
import { outcomeOf, repeatsText } from './outcome.ts';
import type { PrintReport } from '#printing/report.ts';
import type { PrintRenderer } from '#services/render/print-renderer.ts';
import type { Services } from '#app/state/services.tsx';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { dateFormat, numberFormat } from '#app/state/language-formats.ts';
import { rowNumbers } from './row-numbers.ts';

type Source = Pick<Services, 'eachReadings' | 'printRenderer'>;
export type EachReadings = Services['eachReadings'];

/** The PDF lists all symbols up to this number; if there are more, only those that need attention. */
const LISTED = 2_000;
/** A PDF of more than a few hundred pages is useless; the CSV lists everything. */
const LISTED_AT_MOST = 10_000;
const PDF_DPI = 300;
const PAGES_AT_ONCE = 32;
const TEXT_COLUMNS = {
  row: 'print:report.row',
  state: 'print:report.state',
  element: 'print:report.element',
  symbology: 'print:report.symbology',
  expected: 'print:report.expected',
  decoded: 'print:report.decoded',
  grade: 'print:report.grade',
  decodability: 'print:report.decodability',
  quietZone: 'print:report.quietZone',
  module: 'print:report.module',
  ratio: 'print:report.ratio',
  width: 'print:report.width',
  height: 'print:report.height',
  errorCorrection: 'print:report.errorCorrection',
  reason: 'print:report.reason',
  readers: 'print:report.readers',
} as const satisfies Record<CsvColumn, string>;

/** Every symbol of the run, one per line, then the unconfirmed rows. Null if the journal can't be read. */
export async function reportAsCsv({ eachReadings }: Source, report: PrintReport, t: TFunction): Promise<Blob | null> {
  const words: CsvWords = {
    column: (column) => t(TEXT_COLUMNS[column]),
    printed: t('print:report.printedState'),
    refused: t('print:count.refused'),
    exempt: t('print:report.exempt'),
    inDoubt: t('print:count.inDoubt'),
    describe: (problem) => problemText(t, problem),
  };
  const doubtful = new Set(report.doubtfulPages.flatMap((page) => page.rows));
  const parts: Blob[] = [new Blob([csvHeading(words)])];
  // Each part is a separate blob, because the browser may move blobs from memory to the disk.
  const read = await eachReadings(report.jobId, (readings) => {
    parts.push(new Blob([csvLines(readings, doubtful, words)]));
  });
  return read ? new Blob(parts, { type: 'text/csv;charset=utf-8' }) : null;
}

/**
 * The report with every reading, in the program's form: an object with `report` and `readings`. Null if the journal can't
 * be read.
 */
export async function reportAsJson({ eachReadings }: Source, report: PrintReport): Promise<Blob | null> {
  const parts: Blob[] = [new Blob([`{"report":${JSON.stringify(report)},"readings":[`])];
  let separator = '\n';
  const read = await eachReadings(report.jobId, (readings) => {
    if (readings.length === 0) return;
    parts.push(new Blob([separator + readings.map((reading) => JSON.stringify(reading)).join(',\n')]));
    separator = ',\n';
  });
  parts.push(new Blob([']}\n']));
  return read ? new Blob(parts, { type: 'application/json' }) : null;
}

/** The report as a readable document: summary, grades, symbols. Null if it can't be made. */
export async function reportAsPdf(
  { eachReadings, printRenderer }: Source,
  report: PrintReport,
  t: TFunction,
  language: string,
): Promise<Blob | null> {
  const all: Reading[] = [];
  const needing: Reading[] = [];
  let count = 0;
  const read = await eachReadings(report.jobId, (readings) => {
    for (const reading of readings) {
      if (count++ < LISTED) all.push(reading);
      if (needsLook(reading) && needing.length < LISTED_AT_MOST) needing.push(reading);
    }
  });
  if (!read) return null;
  const listed = count <= LISTED ? all : needing;
  const words = reportWords(report, t, language, count <= LISTED);
  const pages = layOutReport(reportLines(report, listed, words), (page, of) =>
    t('print:report.page', { job: report.jobName, page, pages: of }),
  );
  return (await pdfOf(printRenderer, pages)) ?? null;
}

function needsLook({ printed, grade }: Reading): boolean {
  return !printed || (grade !== null && isBelow(grade, 'B'));
}

/** Renders the pages like any other export. Characters without a font are replaced in a second attempt. */
async function pdfOf(renderer: PrintRenderer, pages: ReportPages): Promise<Blob | null> {
  const first = await exported(renderer, pages);
  if (first === null || first.missing.size === 0) return first?.file ?? null;
  return (await exported(renderer, withoutCharacters(pages, first.missing)))?.file ?? null;
}

async function exported(
  renderer: PrintRenderer,
  { template, records }: ReportPages,
): Promise<{ readonly file: Blob; readonly missing: ReadonlySet<string> } | null> {
  const { signal } = new AbortController();
  const opened = await renderer.openExport({ template, dpi: PDF_DPI, format: 'pdf-vector' }, signal);
  if (!opened.ok) return null;
  const pieces: BlobPart[] = [];
  const missing = new Set<string>();
  try {
    for (let at = 0; at < records.length; at += PAGES_AT_ONCE) {
      const last = at + PAGES_AT_ONCE >= records.length;
      const step = await opened.value.exportRecords(records.slice(at, at + PAGES_AT_ONCE), last, signal);
      if (!step.ok) return null;
      pieces.push(...step.value.pieces.map((piece) => new Uint8Array(piece)));
      for (const { problem } of step.value.labels.flatMap((label) => label.problems)) {
        if (problem.code !== 'text.missingGlyph') return null;
        for (const character of String(problem.params?.['characters'] ?? '').split(' ')) missing.add(character);
      }
    }
  } finally {
    opened.value.close();
  }
  return { file: new Blob(pieces, { type: 'application/pdf' }), missing };
}

function reportWords(report: PrintReport, t: TFunction, language: string, listsAll: boolean): ReportWords {
  const time = dateFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });
  const number = numberFormat(language);
  const counts = (['asked', 'verified', 'sent', 'refused', 'inDoubt', 'notPrinted'] as const)
    .map((name) => `${t(`print:count.${name}`)}: ${number.format(report[name])}`)
    .join(' · ');
  const { minGrade } = report;
  return {
    title: t('print:report.title'),
    head: [
      t('print:report.where', { printer: report.printer, job: report.jobName }),
      ...(report.folder === undefined ? [] : [t('print:report.folder', { folder: report.folder })]),
      t(`print:report.outcome.${outcomeOf(report)}`),
      t('print:report.started', { time: time.format(report.startedAt) }),
      t('print:report.ended', { time: time.format(report.endedAt) }),
      ...(report.repeats === undefined ? [] : [repeatsText(t as TFunction<'print'>, language, report.repeats)]),
      counts,
      ...(report.unconfirmed === true ? [t('print:assistant.unconfirmed')] : []),
      minGrade === 'F' ? t('print:report.leastRead') : t('print:report.least', { grade: minGrade }),
      ...(report.editedCells === 0 ? [] : [t('print:edited', { count: report.editedCells })]),
      ...(report.problem === null ? [] : [problemText(t, report.problem)]),
      ...(report.readingsComplete ? [] : [t('print:report.incomplete')]),
    ],
    gradesTitle: t('print:report.grades'),
    columns: {
      row: t('print:report.row'),
      element: t('print:report.element'),
      symbology: t('print:report.symbology'),
      content: t('print:report.content'),
      readers: t('print:report.readers'),
      grade: t('print:report.grade'),
      reason: t('print:report.reason'),
    },
    exempt: t('print:report.exempt'),
    symbolsTitle: t(listsAll ? 'print:report.allSymbols' : 'print:report.symbols'),
    note: t('print:report.gradeNote'),
    doubtTitle: t('print:report.doubt', { count: report.inDoubt }),
    doubtRows: t('print:report.doubtRows', { rows: rowNumbers(report.doubtfulPages.flatMap((page) => page.rows)) }),
    describe: (problem) => problemText(t, problem),
  };
}
