import type { Problem } from '#model/kernel/problem.ts';
import { assertNever } from '#model/kernel/assert-never.ts';
import {
  FREE_CELL_PLACES,
  MAX_CELL_PLACES,
  MAX_CELLS,
  MAX_COLUMNS,
  MAX_PLACES_PER_CELL,
  MAX_ROWS,
  tooLarge,
} from '../limits.ts';
import { plainNumber } from '../format/decimal.ts';
import { isoToSerial } from '../format/date-serial.ts';
import { formatDigits, formatNumber, type CellFormat } from '../format/cell-format.ts';
import type { SheetTable } from './sheet-table.ts';
import type { StringTable } from './string-table.ts';

interface CellKinds {
  readonly empty: 0;
  readonly number: 1;
  readonly text: 2;
  readonly boolean: 3;
  readonly error: 4;
  readonly digits: 5;
  readonly isoDate: 6;
  readonly uncalculated: 7;
}

/**
 * The kinds of cells. `value` is the number itself, or 0 or 1 for a boolean. For the others it is the number of their
 * text: `digits` is a whole number too long for a double, `isoDate` a date as ISO 8601, `error` what the cell shows,
 * `uncalculated` a formula whose value is not in the file.
 */
export const CELL: CellKinds = {
  empty: 0,
  number: 1,
  text: 2,
  boolean: 3,
  error: 4,
  digits: 5,
  isoDate: 6,
  uncalculated: 7,
};
export type CellKind = CellKinds[keyof CellKinds];

const PAGE_BITS = 12;
const PAGE_ROWS = 1 << PAGE_BITS;
const FIRST_PLACES = 32;
const MAX_STYLE = 0xffff;

/** Typed arrays for some rows of one column: 11 bytes for each cell. */
interface Page {
  readonly kinds: Uint8Array;
  readonly values: Float64Array;
  readonly styles: Uint16Array;
}

/** What the sheets of a workbook share. Counts the cells of all of them. */
export interface WorkbookCells {
  readonly strings: StringTable;
  /** Known once the whole workbook is read. */
  formats: readonly CellFormat[];
  date1904: boolean;
  cells: number;
  places: number;
}

export class CellGrid implements SheetTable {
  rowCount = 0;
  columnCount = 0;
  readonly #workbook: WorkbookCells;
  readonly #columns: (Page | undefined)[][] = [];

  constructor(workbook: WorkbookCells) {
    this.#workbook = workbook;
  }

  /**
   * Sets a cell. A problem when the sheet or the workbook grows beyond its limits. An empty text leaves the place
   * empty.
   */
  set(row: number, column: number, kind: CellKind, value: number, style: number): Problem | null {
    if (row >= MAX_ROWS || column >= MAX_COLUMNS) return tooLarge('rows or columns');
    if (kind === CELL.text && this.#workbook.strings.isEmpty(value)) return null;
    if (++this.#workbook.cells > MAX_CELLS) return tooLarge('cells');
    const page = this.#page(row, column);
    if (page === null) return tooLarge('cell places');
    const at = row & (PAGE_ROWS - 1);
    page.kinds[at] = kind;
    page.values[at] = value;
    page.styles[at] = style > MAX_STYLE ? 0 : style;
    if (row >= this.rowCount) this.rowCount = row + 1;
    if (column >= this.columnCount) this.columnCount = column + 1;
    return null;
  }

  kind(row: number, column: number): CellKind {
    const page = this.#columns[column]?.[row >> PAGE_BITS];
    return (page?.kinds[row & (PAGE_ROWS - 1)] ?? CELL.empty) as CellKind;
  }

  isBlank(column: number): boolean {
    return this.#columns[column] === undefined;
  }

  isError(row: number, column: number): boolean {
    const kind = this.kind(row, column);
    return kind === CELL.error || kind === CELL.uncalculated;
  }

  text(row: number, column: number): string {
    const page = this.#columns[column]?.[row >> PAGE_BITS];
    const at = row & (PAGE_ROWS - 1);
    const kind = (page?.kinds[at] ?? CELL.empty) as CellKind;
    if (page === undefined || kind === CELL.empty) return '';
    const value = page.values[at] as number;
    const { strings, formats, date1904 } = this.#workbook;
    const format = formats[page.styles[at] as number];
    switch (kind) {
      case CELL.number:
        return format === undefined || format.type === 'general'
          ? plainNumber(value)
          : formatNumber(format, value, date1904);
      case CELL.text:
      case CELL.error:
      case CELL.uncalculated:
        return unescape(strings.text(value));
      case CELL.boolean:
        return value === 1 ? 'TRUE' : 'FALSE';
      case CELL.digits:
        return formatDigits(format, strings.text(value));
      case CELL.isoDate: {
        const text = strings.text(value);
        const serial = format?.type === 'date' ? isoToSerial(text, date1904) : null;
        return serial === null || format === undefined ? text : formatNumber(format, serial, date1904);
      }
      default:
        return assertNever(kind);
    }
  }

  #page(row: number, column: number): Page | null {
    const pages = (this.#columns[column] ??= []);
    const index = row >> PAGE_BITS;
    const page = pages[index];
    const at = row & (PAGE_ROWS - 1);
    if (page !== undefined && at < page.kinds.length) return page;
    const before = page?.kinds.length ?? 0;
    // A column that has filled a page before will probably fill this one too.
    let places = index > 0 && pages[index - 1]?.kinds.length === PAGE_ROWS && at === 0 ? PAGE_ROWS : FIRST_PLACES;
    while (places <= at) places *= 2;
    const all = (this.#workbook.places += places - before);
    if (all > MAX_CELL_PLACES || all > FREE_CELL_PLACES + this.#workbook.cells * MAX_PLACES_PER_CELL) return null;
    const grown: Page = {
      kinds: new Uint8Array(places),
      values: new Float64Array(places),
      styles: new Uint16Array(places),
    };
    if (page !== undefined) {
      grown.kinds.set(page.kinds);
      grown.values.set(page.values);
      grown.styles.set(page.styles);
    }
    pages[index] = grown;
    return grown;
  }
}

/** `_x000D_` is how a workbook writes a character that XML can't hold (ECMA-376, 22.9.2.19). */
function unescape(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
