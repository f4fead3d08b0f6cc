import { GRADES, type Grade } from '#model/symbology/read/grade.ts';
import { symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import type { Problem } from '#model/kernel/problem.ts';
import type { Reading } from '#protocol/printing.ts';
import type { PrintReport } from './report.ts';
import type { ReportLine } from './report-pages.ts';

/** The wording of a report, in the user's language. */
export interface ReportWords {
  readonly title: string;
  /** Lines with the place, the time and the outcome of the print. */
  readonly head: readonly string[];
  readonly gradesTitle: string;
  readonly columns: {
    readonly row: string;
    readonly element: string;
    readonly symbology: string;
    readonly content: string;
    readonly readers: string;
    readonly grade: string;
    readonly reason: string;
  };
  readonly exempt: string;
  readonly symbolsTitle: string;
  /** Explains what the grade means and what it doesn't. */
  readonly note: string;
  readonly doubtTitle: string;
  readonly doubtRows: string;
  readonly describe: (problem: Problem) => string;
}

/** The lines of a report: the summary, the grades by element, then `readings` one by one. */
export function reportLines(
  report: PrintReport,
  readings: readonly Reading[],
  words: ReportWords,
): readonly ReportLine[] {
  const { columns } = words;
  const blank: ReportLine = { type: 'text', text: '' };
  const lines: ReportLine[] = [
    { type: 'heading', text: words.title },
    blank,
    ...words.head.map((text): ReportLine => ({ type: 'text', text })),
    blank,
  ];
  if (report.doubtfulPages.length > 0) {
    lines.push({ type: 'heading', text: words.doubtTitle }, { type: 'text', text: words.doubtRows }, blank);
  }
  lines.push({ type: 'heading', text: words.gradesTitle });
  lines.push({ type: 'cells', bold: true, cells: ['', columns.element, columns.symbology, GRADES.join(' / ')] });
  for (const { elementName, symbology, counts, exempt } of report.grades) {
    const tally = distribution(counts) + (exempt > 0 ? ` · ${words.exempt}: ${exempt}` : '');
    lines.push({ type: 'cells', cells: ['', elementName, symbologyInfo(symbology).title, tally] });
  }
  lines.push({ type: 'text', text: words.note }, blank, { type: 'heading', text: words.symbolsTitle });
  lines.push({
    type: 'cells',
    bold: true,
    cells: [
      columns.row,
      columns.element,
      columns.symbology,
      columns.content,
      columns.readers,
      columns.grade,
      columns.reason,
    ],
  });
  for (const reading of readings) lines.push(symbolLine(reading, words));
  return lines;
}

function distribution(counts: Readonly<Record<Grade, number>>): string {
  return GRADES.map((grade) => counts[grade]).join(' / ');
}

function symbolLine(reading: Reading, words: ReportWords): ReportLine {
  const { row, elementName, symbology, expected, readers = [], grade, reasons } = reading;
  const title = symbology === null ? '' : symbologyInfo(symbology).title;
  const graded = grade ?? (symbology === null ? '–' : words.exempt);
  const why = reasons.map(words.describe).join(' ');
  return {
    type: 'cells',
    cells: [row > 0 ? String(row) : '', elementName, title, expected, readers.join(' + '), graded, why],
  };
}
