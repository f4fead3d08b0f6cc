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
import { isoToSerial, serialToIso } from '../format/date-serial.ts';
import type { CellForm } from '#model/data/cell-form.ts';
import { currencyIn } from '#model/data/currency.ts';
import { currencyShown, formatDigits, formatNumber, formatText, type CellFormat } from '../format/cell-format.ts';
import { MergedCells, type CellPlace } from './merged-cells.ts';
import { numberOfText } from './number-of-text.ts';
import { BLOCK, fillTexts, type BlockKind, type BlockPart, type CellBlock } from './cell-block.ts';
import type { SheetTable } from './sheet-table.ts';
import { unescape, type StringTable } from './string-table.ts';

/** The rows and columns of a sheet that the workbook hides, in reading order. */
class HiddenParts {
  /** As [first, count], in ascending order. */
  readonly rows: (readonly [number, number])[] = [];
  /** 1 for each hidden one; null for the many sheets without any. */
  #columns: Uint8Array | null = null;
  #ranges = 0;

  /** Rows come in ascending order. */
  hideRows(first: number, count = 1): void {
    const last = this.rows.at(-1);
    if (last !== undefined && last[0] + last[1] === first) this.rows[this.rows.length - 1] = [last[0], last[1] + count];
    else this.rows.push([first, count]);
  }

  hideColumns(first: number, count: number): void {
    // A sheet can't have more ranges of columns than columns; a malicious file can.
    if (this.#ranges++ >= MAX_COLUMNS) return;
    this.#columns ??= new Uint8Array(MAX_COLUMNS);
    this.#columns.fill(1, first, first + count);
  }

  isColumnHidden(column: number): boolean {
    return this.#columns?.[column] === 1;
  }
}

/** Kind in a block of numbers in this format. */
function numberKind(format: CellFormat | undefined): BlockKind {
  if (format === undefined || format.type === 'general') return BLOCK.number;
  return format.date ? BLOCK.date : BLOCK.formatted;
}

/** Kind in a block of texts in this format. A format can add to texts or replace them. */
function textKind(format: CellFormat | undefined): BlockKind {
  return format?.type === 'sections' && format.text !== null ? BLOCK.other : BLOCK.text;
}

interface CellKinds {
  readonly empty: 0;
  readonly number: 1;
  readonly text: 2;
  readonly boolean: 3;
  readonly error: 4;
  readonly digits: 5;
  readonly isoDate: 6;
  readonly uncalculated: 7;
  readonly textAndStored: 8;
}

/**
 * The kinds of cells. `value` is the number itself, or 0 or 1 for a boolean. For the others it is the number of their
 * text: `digits` is a whole number too long for a double, `isoDate` a date as ISO 8601, `error` the shown error,
 * `uncalculated` a formula whose value is not in the file, `textAndStored` a shown text from the file; its value without
 * a format is the next text.
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
  textAndStored: 8,
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
  /** The kind of all its cells if all have the same kind and style; `MIXED` if not, `UNKNOWN` until it is needed. */
  alike: number;
}

const [MIXED, UNKNOWN] = [-1, -2];

/** Shared data of a workbook's sheets. Counts the cells of all of them. */
export interface WorkbookCells {
  readonly strings: StringTable;
  /** Known once the whole workbook is read. */
  formats: readonly CellFormat[];
  date1904: boolean;
  /** Whether texts have escapes such as `_x000D_`, as they may in the XML of an .xlsx. */
  escapes: boolean;
  cells: number;
  places: number;
}

export class CellGrid implements SheetTable {
  rowCount = 0;
  columnCount = 0;
  readonly hidden: HiddenParts = new HiddenParts();
  readonly merged: MergedCells = new MergedCells();
  readonly #workbook: WorkbookCells;
  readonly #columns: (Page | undefined)[][] = [];

  constructor(workbook: WorkbookCells) {
    this.#workbook = workbook;
  }

  /** Sets a cell. A problem when the sheet or the workbook exceeds its limits. An empty text leaves it empty. */
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
    page.alike = UNKNOWN;
    if (row >= this.rowCount) this.rowCount = row + 1;
    if (column >= this.columnCount) this.columnCount = column + 1;
    return null;
  }

  get date1904(): boolean {
    return this.#workbook.date1904;
  }

  kind(row: number, column: number): CellKind {
    const page = this.#columns[column]?.[row >> PAGE_BITS];
    return (page?.kinds[row & (PAGE_ROWS - 1)] ?? CELL.empty) as CellKind;
  }

  isBlank(column: number): boolean {
    return this.#columns[column] === undefined;
  }

  mergedWith(row: number, column: number): CellPlace | null {
    return this.merged.originOf(row, column);
  }

  fillMerged(firstRow: number): number {
    return this.merged.fillDownwards(firstRow, this.rowCount, ({ row, column }, below) => {
      const kind = this.kind(row, column);
      if (kind === CELL.empty || this.kind(below, column) !== CELL.empty) return false;
      const { values, styles } = this.#page(row, column) as Page;
      const at = row & (PAGE_ROWS - 1);
      return this.set(below, column, kind, values[at] as number, styles[at] as number) === null;
    });
  }

  get hiddenRows(): readonly (readonly [number, number])[] {
    return this.hidden.rows;
  }

  isColumnHidden(column: number): boolean {
    return this.hidden.isColumnHidden(column);
  }

  isError(row: number, column: number): boolean {
    const kind = this.kind(row, column);
    return kind === CELL.error || kind === CELL.uncalculated;
  }

  isFormatUnknown(row: number, column: number): boolean {
    const isNumber = ([CELL.number, CELL.digits, CELL.isoDate] as CellKind[]).includes(this.kind(row, column));
    return isNumber && this.#formatOf(row, column)?.unknown === true;
  }

  text(row: number, column: number): string {
    const page = this.#columns[column]?.[row >> PAGE_BITS];
    const at = row & (PAGE_ROWS - 1);
    const kind = (page?.kinds[at] ?? CELL.empty) as CellKind;
    if (page === undefined || kind === CELL.empty) return '';
    const value = page.values[at] as number;
    const { strings, formats, date1904, escapes } = this.#workbook;
    const format = formats[page.styles[at] as number];
    switch (kind) {
      case CELL.number:
        return format === undefined || format.type === 'general'
          ? plainNumber(value)
          : formatNumber(format, value, date1904);
      case CELL.text:
        return formatText(format, escapes ? unescape(strings.text(value)) : strings.text(value));
      case CELL.error:
      case CELL.uncalculated:
      case CELL.textAndStored:
        return strings.text(value);
      case CELL.boolean:
        return value === 1 ? 'TRUE' : 'FALSE';
      case CELL.digits:
        return formatDigits(format, strings.text(value));
      case CELL.isoDate: {
        const text = strings.text(value);
        const serial = format?.type === 'sections' && format.date ? isoToSerial(text, date1904) : null;
        return serial === null || format === undefined ? text : formatNumber(format, serial, date1904);
      }
      default:
        return assertNever(kind);
    }
  }

  value(row: number, column: number, form: Exclude<CellForm, 'shown'>): string {
    const kind = this.kind(row, column);
    const value = this.#columns[column]?.[row >> PAGE_BITS]?.values[row & (PAGE_ROWS - 1)] ?? 0;
    const { strings, date1904, escapes } = this.#workbook;
    switch (kind) {
      case CELL.number: {
        if (form === 'money') return (currencyShown(this.#formatOf(row, column), value) ?? '') + plainNumber(value);
        const isDate =
          form === 'date' || (form === 'numberOrDate' && numberKind(this.#formatOf(row, column)) === BLOCK.date);
        return (isDate ? serialToIso(value, date1904) : null) ?? plainNumber(value);
      }
      case CELL.text:
        return escapes ? unescape(strings.text(value)) : strings.text(value);
      case CELL.digits: {
        const digits = strings.text(value);
        const currency = form === 'money' ? currencyShown(this.#formatOf(row, column), Number(digits)) : null;
        return (currency ?? '') + digits;
      }
      case CELL.isoDate:
        return strings.text(value);
      case CELL.textAndStored: {
        const currency = form === 'money' ? currencyIn(strings.text(value)) : null;
        return (currency ?? '') + strings.text(value + 1);
      }
      default:
        return this.text(row, column);
    }
  }

  #formatOf(row: number, column: number): CellFormat | undefined {
    return this.#workbook.formats[this.#columns[column]?.[row >> PAGE_BITS]?.styles[row & (PAGE_ROWS - 1)] ?? 0];
  }

  /** Up to the end of a page: pages of equal cells are not copied. */
  blockRows(row: number): number {
    return PAGE_ROWS - (row & (PAGE_ROWS - 1));
  }

  readBlock(column: number, row: number, count: number, block: CellBlock, at: number, part?: BlockPart): void {
    const { strings } = this.#workbook;
    block.bytes = strings.bytes.bytes;
    block.idCount = strings.count;
    block.numbers = block.ownNumbers;
    block.alike = null;
    block.offsets = null;
    for (let done = 0; done < count;) {
      const from = (row + done) & (PAGE_ROWS - 1);
      const length = Math.min(count - done, PAGE_ROWS - from);
      const page = this.#columns[column]?.[(row + done) >> PAGE_BITS];
      if (
        part !== undefined &&
        length === count &&
        page !== undefined &&
        this.#lendPage(page, from, count, block, part)
      )
        return;
      this.#copyPage(page, from, length, block, at + done, part);
      done += length;
    }
  }

  /** Gives a block of a page whose cells are all of one kind, without copying them. False when they are not. */
  #lendPage(page: Page, from: number, count: number, block: CellBlock, part: BlockPart): boolean {
    if (page.alike === UNKNOWN) page.alike = alikeKind(page);
    const kind = page.alike;
    if (kind !== CELL.number && kind !== CELL.text) return false;
    const { formats, strings } = this.#workbook;
    const format = formats[page.styles[0] as number];
    const shown = kind === CELL.number ? numberKind(format) : textKind(format);
    block.alike = shown;
    block.kinds.fill(shown, 0, count);
    block.formats.fill(page.styles[0] as number, 0, count);
    block.numbers = page.values.subarray(from, from + count);
    if (shown !== BLOCK.text) return true;
    block.offsets = strings.offsets;
    if (part === 'cells') fillTexts(block, count);
    return true;
  }

  #copyPage(
    page: Page | undefined,
    from: number,
    length: number,
    block: CellBlock,
    at: number,
    part: BlockPart | undefined,
  ): void {
    const there = page === undefined ? 0 : Math.max(0, Math.min(length, page.kinds.length - from));
    if (there < length) block.kinds.fill(BLOCK.empty, at + there, at + length);
    if (page === undefined) return;
    const kept = page.kinds.subarray(from, from + there);
    const styles = page.styles.subarray(from, from + there);
    if (part === 'kinds') {
      for (let i = 0; i < there; i++) block.kinds[at + i] = PLAIN_KINDS[kept[i] as number] as BlockKind;
      return;
    }
    block.formats.set(styles, at);
    block.numbers.set(page.values.subarray(from, from + there), at);
    // Neighbors mostly have the same style.
    for (let i = 0; i < there;) {
      const style = styles[i] as number;
      let end = i + 1;
      while (end < there && styles[end] === style) end++;
      this.#copyCells(kept, i, end, this.#workbook.formats[style], block, at);
      i = end;
    }
  }

  /** Cells `from` to `to`, all of one format; their values are in the block's numbers already. */
  #copyCells(
    cells: Uint8Array,
    from: number,
    to: number,
    format: CellFormat | undefined,
    block: CellBlock,
    at: number,
  ): void {
    const { offsets } = this.#workbook.strings;
    const { kinds, numbers, ids, starts, ends } = block;
    const numberShown = numberKind(format);
    const textShown = textKind(format);
    for (let i = from; i < to; i++) {
      const kind = cells[i] as CellKind;
      const place = at + i;
      if (kind === CELL.number) {
        kinds[place] = numberShown;
      } else if (kind === CELL.text) {
        const index = numbers[place] as number;
        kinds[place] = textShown;
        ids[place] = index;
        starts[place] = offsets[index] as number;
        ends[place] = offsets[index + 1] as number;
      } else if (kind === CELL.textAndStored) {
        this.#copyShown(numbers[place] as number, block, place);
      } else if (kind === CELL.isoDate) {
        this.#copyDate(numbers[place] as number, format, block, place);
      } else {
        kinds[place] = PLAIN_KINDS[kind] as BlockKind;
      }
    }
  }

  /** A date written as text: a normal date if it is one and is shown as one. */
  #copyDate(text: number, format: CellFormat | undefined, block: CellBlock, place: number): void {
    const { strings, date1904 } = this.#workbook;
    const serial = numberKind(format) === BLOCK.date ? isoToSerial(strings.text(text), date1904) : null;
    block.kinds[place] = serial === null ? BLOCK.other : BLOCK.date;
    block.numbers[place] = serial ?? Number.NaN;
  }

  /** A cell whose shown text and value are two texts: a number if its value is one. */
  #copyShown(text: number, block: CellBlock, place: number): void {
    const { strings } = this.#workbook;
    const { offsets } = strings;
    const value = numberOfText(strings.bytes.bytes, offsets[text + 1] as number, offsets[text + 2] as number);
    block.kinds[place] = Number.isNaN(value) ? BLOCK.text : BLOCK.formatted;
    block.numbers[place] = value;
    block.ids[place] = text;
    block.starts[place] = offsets[text] as number;
    block.ends[place] = offsets[text + 1] as number;
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
      alike: UNKNOWN,
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

/** Kinds in a block by the kind of the cell, without a format. */
const PLAIN_KINDS: readonly BlockKind[] = [
  BLOCK.empty,
  BLOCK.number,
  BLOCK.text,
  BLOCK.boolean,
  BLOCK.error,
  BLOCK.other,
  BLOCK.other,
  BLOCK.error,
  BLOCK.other,
];

function alikeKind({ kinds, styles }: Page): number {
  if (kinds.length < PAGE_ROWS) return MIXED;
  const kind = kinds[0] as number;
  const style = styles[0] as number;
  for (let i = 1; i < kinds.length; i++) if (kinds[i] !== kind || styles[i] !== style) return MIXED;
  return kind;
}
