import { csvCell } from '#model/kernel/csv-cell.ts';
import type { Problem } from '#model/kernel/problem.ts';
import { symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import type { Reading } from '#protocol/printing.ts';

/** The columns of the file, in order. */
export const CSV_COLUMNS = [
  'row',
  'state',
  'element',
  'symbology',
  'expected',
  'decoded',
  'grade',
  'decodability',
  'quietZone',
  'module',
  'ratio',
  'width',
  'height',
  'errorCorrection',
  'reason',
  'readers',
] as const;
export type CsvColumn = (typeof CSV_COLUMNS)[number];

/** The wording of the file, in the user's language. */
export interface CsvWords {
  readonly column: (column: CsvColumn) => string;
  readonly printed: string;
  readonly refused: string;
  /** For a row that may or may not have been printed. */
  readonly inDoubt: string;
  /** Instead of a grade, for a symbol that was mirrored on purpose. */
  readonly exempt: string;
  readonly describe: (problem: Problem) => string;
}

/** The heading line (RFC 4180), after a byte-order mark so that Excel reads UTF-8. Lines of readings follow. */
export function csvHeading(words: CsvWords): string {
  return `\uFEFF${line(CSV_COLUMNS.map(words.column))}`;
}

/**
 * A line for each reading. Lengths are in millimeters, shares from 0 to 1, all with a decimal point in every language.
 */
export function csvLines(readings: readonly Reading[], doubtful: ReadonlySet<number>, words: CsvWords): string {
  const state = ({ printed, row }: Reading): string =>
    !printed ? words.refused : doubtful.has(row) ? words.inDoubt : words.printed;
  return readings.map((reading) => line(cellsOf(reading, state(reading), words))).join('');
}

function cellsOf(reading: Reading, state: string, words: CsvWords): readonly string[] {
  const { row, elementName, symbology, expected, decoded, readers = [], grade, measures: m, reasons } = reading;
  const number = (value: number | null | undefined): string =>
    value === null || value === undefined ? '' : round(value);
  const isSymbol = symbology !== null;
  return [
    String(row),
    state,
    elementName,
    isSymbol ? symbologyInfo(symbology).title : '',
    expected,
    decoded ?? '',
    grade ?? (isSymbol ? words.exempt : ''),
    number(m?.decodability),
    number(m?.quietZone),
    number(m?.moduleMm),
    number(m?.ratio),
    number(m?.widthMm),
    number(m?.heightMm),
    number(m?.unusedErrorCorrection),
    reasons.map(words.describe).join(' '),
    readers.join(' + '),
  ];
}

function round(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

function line(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}
