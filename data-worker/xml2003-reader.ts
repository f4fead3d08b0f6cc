import { BUILT_IN_FORMATS } from './format/built-in-formats.ts';
import { compileFormat, GENERAL, type CellFormat } from './format/cell-format.ts';
import { MAX_CELL_BYTES, MAX_COLUMNS, MAX_ROWS, MAX_STYLES, tooLarge } from './limits.ts';
import { ByteBuffer } from './table/byte-buffer.ts';
import { CELL, CellGrid, type CellKind, type WorkbookCells } from './table/cell-grid.ts';
import { isWholeDigits, parseNumber } from './xlsx/cell-number.ts';
import { TOKEN, type Token, type XmlScanner, readAttributes, nameCode } from './xml/xml-scanner.ts';

/** Formats that the file names, in addition to those that are codes. */
const NAMED_FORMATS: ReadonlyMap<string, string> = new Map([
  ['General Number', 'General'],
  ['General Date', BUILT_IN_FORMATS.get(22) ?? ''],
  ['Long Date', 'dddd, mmmm dd, yyyy'],
  ['Medium Date', 'd-mmm-yy'],
  ['Short Date', BUILT_IN_FORMATS.get(14) ?? ''],
  ['Long Time', 'h:mm:ss AM/PM'],
  ['Medium Time', 'h:mm AM/PM'],
  ['Short Time', 'h:mm'],
  ['Currency', '"$"#,##0.00;("$"#,##0.00)'],
  ['Euro Currency', '[$€-2] #,##0.00;([$€-2] #,##0.00)'],
  ['Fixed', '0.00'],
  ['Standard', '#,##0.00'],
  ['Percent', '0.00%'],
  ['Scientific', '0.00E+00'],
  ['Yes/No', '"Yes";"Yes";"No"'],
  ['True/False', '"True";"True";"False"'],
  ['On/Off', '"On";"On";"Off"'],
  // The codes of the system's short dates.
  ['m/d/yy', BUILT_IN_FORMATS.get(14) ?? ''],
  ['m/d/yy h:mm', BUILT_IN_FORMATS.get(22) ?? ''],
]);

// The name is no longer available when an element without content closes.
const DATA: number = nameCode('Data');
const CELL_END: number = nameCode('Cell');
const VISIBLE: number = nameCode('Visible');
const STYLE: number = nameCode('Style');
const WORKSHEET: number = nameCode('Worksheet');

type Attributes = ReadonlyMap<string, string>;

export interface FoundSheet {
  readonly name: string;
  hidden: boolean;
  readonly table: CellGrid;
}

/** Turns the tokens of an XML Spreadsheet 2003 into sheets. */
export class Xml2003Reader {
  readonly sheets: FoundSheet[] = [];
  readonly #cells: WorkbookCells;
  readonly #formats: CellFormat[] = [GENERAL];
  /** Position of a style's format, by the style's name. */
  readonly #styles = new Map<string, number>();
  #style = '';
  #grid: CellGrid | null = null;
  #row = -1;
  #rowStyle = 0;
  #nextRow = 0;
  #column = 0;
  #nextColumn = 0;
  #columnStyles: number[] = [];
  #cellStyle = 0;
  #formula = '';
  #type: string | null = null;
  readonly #text = new ByteBuffer(256);
  #takesText = false;

  constructor(cells: WorkbookCells) {
    this.#cells = cells;
    cells.formats = this.#formats;
  }

  take(token: Token, scanner: XmlScanner): void {
    if (token === TOKEN.text) {
      if (!this.#takesText) return;
      if (!scanner.copyText(this.#text)) scanner.fail('xml entity');
      if (this.#text.length > MAX_CELL_BYTES) scanner.failure = tooLarge('cell', scanner.part);
    } else if (token === TOKEN.open) {
      this.#open(`${scanner.depth} ${scanner.nameText()}`, scanner);
    } else {
      this.#close(scanner);
    }
  }

  #open(place: string, scanner: XmlScanner): void {
    const { depth } = scanner;
    if (depth > 6) return;
    switch (place) {
      case '3 Date1904':
        this.#cells.date1904 = true;
        break;
      case '3 Style':
        this.#openStyle(readAttributes(scanner), scanner);
        break;
      case '4 NumberFormat':
        if (this.#style !== '') this.#setFormat(attributeOf(readAttributes(scanner), 'Format') ?? '');
        break;
      case '2 Worksheet':
        this.#openSheet(readAttributes(scanner), scanner);
        break;
      case '4 Visible':
        this.#text.length = 0;
        this.#takesText = true;
        break;
      case '4 Column':
        if (this.#grid !== null) this.#openColumn(this.#grid, readAttributes(scanner), scanner);
        break;
      case '4 Row':
        if (this.#grid !== null) this.#openRow(this.#grid, readAttributes(scanner), scanner);
        break;
      case '5 Cell':
        if (this.#grid !== null) this.#openCell(this.#grid, readAttributes(scanner), scanner);
        break;
      case '6 Data':
        this.#type = attributeOf(readAttributes(scanner), 'Type') ?? 'String';
        this.#text.length = 0;
        this.#takesText = true;
        break;
      default:
    }
  }

  #close(scanner: XmlScanner): void {
    // The depth is that of the parent here.
    if (scanner.depth >= 6) return;
    const { depth, name } = scanner;
    if (depth === 5 && name === DATA) this.#takesText = false;
    else if (depth === 4 && name === CELL_END && this.#grid !== null) scanner.failure ??= this.#finishCell(this.#grid);
    else if (depth === 3 && name === VISIBLE) {
      this.#takesText = false;
      const sheet = this.sheets.at(-1);
      if (sheet !== undefined) sheet.hidden = /^Sheet(?:Very)?Hidden$/.test(this.#decoded());
    } else if (depth === 2 && name === STYLE) this.#style = '';
    else if (depth === 1 && name === WORKSHEET) this.#grid = null;
  }

  #openStyle(attributes: Attributes, scanner: XmlScanner): void {
    this.#style = attributeOf(attributes, 'ID') ?? '';
    this.#styles.set(this.#style, this.#styles.get(attributeOf(attributes, 'Parent') ?? 'Default') ?? 0);
    if (this.#styles.size > MAX_STYLES) scanner.failure = tooLarge('styles', scanner.part);
  }

  #setFormat(format: string): void {
    this.#styles.set(this.#style, this.#formats.push(compileFormat(NAMED_FORMATS.get(format) ?? format)) - 1);
  }

  #openSheet(attributes: Attributes, scanner: XmlScanner): void {
    if (this.sheets.length > MAX_COLUMNS) scanner.failure = tooLarge('sheets', scanner.part);
    this.#grid = new CellGrid(this.#cells);
    this.sheets.push({ name: attributeOf(attributes, 'Name') ?? '', hidden: false, table: this.#grid });
    [this.#row, this.#nextRow, this.#nextColumn] = [-1, 0, 0];
    this.#columnStyles = [];
  }

  #openColumn(grid: CellGrid, attributes: Attributes, scanner: XmlScanner): void {
    const first = placeOf(attributes, this.#nextColumn);
    const count = countOf(attributes, 'Span') + 1;
    if (first + count > MAX_COLUMNS) {
      scanner.failure = tooLarge('columns', scanner.part);
      return;
    }
    this.#nextColumn = first + count;
    if (isTrue(attributeOf(attributes, 'Hidden'))) grid.hidden.hideColumns(first, count);
    const style = this.#styles.get(attributeOf(attributes, 'StyleID') ?? 'Default') ?? 0;
    for (let column = first; column < first + count; column++) this.#columnStyles[column] = style;
  }

  #openRow(grid: CellGrid, attributes: Attributes, scanner: XmlScanner): void {
    const row = placeOf(attributes, this.#nextRow);
    const count = countOf(attributes, 'Span') + 1;
    if (row < this.#nextRow) scanner.fail('row number');
    if (row + count > MAX_ROWS) scanner.failure = tooLarge('rows', scanner.part);
    if (scanner.failure !== null) return;
    this.#row = row;
    this.#nextRow = row + count;
    this.#column = 0;
    this.#rowStyle = this.#styles.get(attributeOf(attributes, 'StyleID') ?? '') ?? -1;
    if (isTrue(attributeOf(attributes, 'Hidden'))) grid.hidden.hideRows(row, count);
  }

  #openCell(grid: CellGrid, attributes: Attributes, scanner: XmlScanner): void {
    const column = placeOf(attributes, this.#column);
    const across = countOf(attributes, 'MergeAcross');
    const down = countOf(attributes, 'MergeDown');
    if (column < this.#column) scanner.fail('column number');
    if (column + across >= MAX_COLUMNS) scanner.failure = tooLarge('columns', scanner.part);
    if (this.#row < 0) scanner.fail('cell without a row');
    if (scanner.failure !== null) return;
    if (across + down > 0) {
      grid.merged.add({ row: this.#row, column }, { row: this.#row + down, column: column + across });
    }
    this.#column = column;
    this.#nextColumn = column + across + 1;
    const ofRow =
      this.#rowStyle >= 0 ? this.#rowStyle : (this.#columnStyles[column] ?? this.#styles.get('Default') ?? 0);
    this.#cellStyle = this.#styles.get(attributeOf(attributes, 'StyleID') ?? '') ?? ofRow;
    this.#formula = attributeOf(attributes, 'Formula') ?? '';
    this.#type = null;
    this.#text.length = 0;
  }

  #finishCell(grid: CellGrid): ReturnType<CellGrid['set']> {
    const column = this.#column;
    this.#column = this.#nextColumn;
    const { strings } = this.#cells;
    const set = (kind: CellKind, value: number): ReturnType<CellGrid['set']> =>
      grid.set(this.#row, column, kind, value, this.#cellStyle);
    const keep = (kind: CellKind): ReturnType<CellGrid['set']> => set(kind, strings.add(this.#decoded()));
    if (this.#text.length === 0 || this.#type === null) {
      return this.#formula === '' || this.#type === 'String'
        ? null
        : set(CELL.uncalculated, strings.add(this.#formula));
    }
    switch (this.#type) {
      case 'Number': {
        if (isWholeDigits(this.#text)) return keep(CELL.digits);
        const number = parseNumber(this.#text);
        return Number.isFinite(number) ? set(CELL.number, number) : keep(CELL.error);
      }
      case 'DateTime':
        return keep(CELL.isoDate);
      case 'Boolean':
        return set(CELL.boolean, this.#decoded() === '1' ? 1 : 0);
      case 'Error':
        return keep(CELL.error);
      default:
        return keep(CELL.text);
    }
  }

  #decoded(): string {
    return new TextDecoder().decode(this.#text.filled());
  }
}

/** Attributes usually have the prefix `ss`, but need not. */
function attributeOf(attributes: Attributes, name: string): string | undefined {
  return attributes.get(`:${name}`) ?? attributes.get(name);
}

/** The position from `ss:Index`, counted from 0; otherwise the next one. */
function placeOf(attributes: Attributes, next: number): number {
  const index = Number(attributeOf(attributes, 'Index') ?? next + 1);
  return Number.isSafeInteger(index) ? index - 1 : -1;
}

function countOf(attributes: Attributes, name: string): number {
  const count = Number(attributeOf(attributes, name) ?? 0);
  return Number.isSafeInteger(count) && count > 0 ? count : 0;
}

function isTrue(text: string | undefined): boolean {
  return text === '1' || text === 'true';
}
