import type { Problem } from '#model/kernel/problem.ts';
import { MAX_CELL_BYTES, MAX_COLUMNS, MAX_REPEATED_BLANKS, MAX_REPEATED_CELLS, MAX_ROWS, tooLarge } from './limits.ts';
import type { ParsedSheet } from './opened-spreadsheet.ts';
import { ByteBuffer } from './table/byte-buffer.ts';
import { CELL, CellGrid, type CellKind, type WorkbookCells } from './table/cell-grid.ts';
import { TOKEN, type Token, type XmlScanner, readAttributes } from './xml/xml-scanner.ts';
import type { OdsStyles } from './ods-styles.ts';
import { plainNumber } from './format/decimal.ts';

/** Error values as OpenOffice and Excel write them. */
const ERROR = /^(?:#(?:N\/A|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|NULL!|NV|WERT!)|Err:\d{3})$/;

function isErrorText(text: string): boolean {
  return ERROR.test(text);
}

/** Whether a value could not be shown in its format, or not in the width of its column. */
function isUnshown(text: string): boolean {
  return text === '#FMT' || /^#{3,}$/.test(text);
}

/** `PT10H30M05S` as `10:30:05` when it is a time of day; anything else unchanged. */
function timeOfDuration(duration: string): string {
  const match = /^PT(\d+)H(\d+)M(\d+(?:[.,]\d+)?)S$/.exec(duration);
  if (match === null) return duration;
  const [, hours = '0', minutes = '0', seconds = '0'] = match;
  if (Number(hours) >= 24) return duration;
  const [whole = '0', fraction = ''] = seconds.split(/[.,]/);
  const rest = fraction.replace(/0+$/, '');
  const shown = [hours, minutes, whole].map((part) => part.padStart(2, '0').slice(-2)).join(':');
  return rest === '' ? shown : `${shown}.${rest}`;
}

/**
 * The number as plain digits, all of them when it is a whole one too long for a double; null when it is none. `text` is
 * the value of `office:value`.
 */
function plainValue(text: string): string | null {
  if (/^-?\d{16,}$/.test(text)) return text;
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? plainNumber(number) : null;
}

/** Depth of root, body, spreadsheet and table. Tables anywhere else are not sheets. */
const TABLE_DEPTH = 4;

interface Cell {
  readonly depth: number;
  readonly type: string;
  readonly isError: boolean;
  readonly attributes: ReadonlyMap<string, string>;
  readonly repeated: number;
}

/** A cell of the current row, which may represent several rows. */
interface RowCell {
  readonly column: number;
  readonly count: number;
  readonly kind: CellKind;
  readonly value: number;
}

/** Turns the tokens of an OpenDocument spreadsheet into sheets, packed (`content.xml`) or flat. */
export class OdsReader {
  readonly sheets: ParsedSheet[] = [];
  /** False for a text document, a drawing and so on. */
  isSpreadsheet = false;
  readonly #cells: WorkbookCells;
  readonly #styles: OdsStyles;
  #grid: CellGrid | null = null;
  #inStyles = false;
  /** Depth of a skipped element with all its content; 0 for none. */
  #passedBy = 0;
  #row = 0;
  #rowsRepeated = 1;
  #rowStyle = '';
  #rowCells: RowCell[] = [];
  #column = 0;
  #columnStyles: { readonly end: number; readonly style: string }[] = [];
  #cell: Cell | null = null;
  readonly #text = new ByteBuffer(256);
  #paragraphs = 0;
  #inParagraph = false;
  #repeatedCells = 0;
  #blanks = 0;
  readonly #decoder = new TextDecoder();

  constructor(cells: WorkbookCells, styles: OdsStyles) {
    this.#cells = cells;
    this.#styles = styles;
  }

  take(token: Token, scanner: XmlScanner): void {
    if (this.#passedBy > 0) {
      if (token === TOKEN.close && scanner.depth < this.#passedBy) this.#passedBy = 0;
    } else if (this.#inStyles) {
      this.#styles.take(token, scanner);
      if (token === TOKEN.close && scanner.depth < 2) this.#inStyles = false;
    } else if (token === TOKEN.text) {
      if (this.#inParagraph && this.#cell !== null) this.#takeText(scanner);
    } else if (token === TOKEN.open) {
      this.#open(scanner);
    } else {
      this.#close(scanner);
    }
  }

  #open(scanner: XmlScanner): void {
    const name = scanner.nameText();
    if (this.#cell !== null) this.#openInCell(name, scanner);
    else if (this.#grid !== null) this.#openInTable(name, this.#grid, scanner);
    else if (scanner.depth === 2 && /^(?:automatic-)?styles$/.test(name)) this.#inStyles = true;
    else if (scanner.depth === TABLE_DEPTH - 1 && name === 'spreadsheet') this.isSpreadsheet = true;
    else if (scanner.depth === TABLE_DEPTH && name === 'table' && this.isSpreadsheet) this.#openTable(scanner);
    else if (scanner.depth >= TABLE_DEPTH) this.#passedBy = scanner.depth;
  }

  #openTable(scanner: XmlScanner): void {
    const attributes = readAttributes(scanner);
    const table = new CellGrid(this.#cells);
    const hidden = this.#styles.isHiddenTable(attributes.get(':style-name') ?? '');
    this.sheets.push({ name: attributes.get(':name') ?? '', hidden, table });
    this.#grid = table;
    this.#row = 0;
    this.#columnStyles = [];
  }

  #openInTable(name: string, grid: CellGrid, scanner: XmlScanner): void {
    switch (name) {
      case 'table-column':
        this.#openColumn(grid, scanner);
        break;
      case 'table-row':
        this.#openRow(grid, scanner);
        break;
      case 'table-cell':
      case 'covered-table-cell':
        this.#openCell(grid, scanner);
        break;
      // Groups of rows and columns; their content is ordinary rows and columns.
      case 'table-columns':
      case 'table-header-columns':
      case 'table-column-group':
      case 'table-rows':
      case 'table-header-rows':
      case 'table-row-group':
        break;
      default:
        this.#passedBy = scanner.depth;
    }
  }

  #openColumn(grid: CellGrid, scanner: XmlScanner): void {
    const attributes = readAttributes(scanner);
    const start = this.#columnStyles.at(-1)?.end ?? 0;
    const count = repeatOf(attributes, ':number-columns-repeated');
    if (this.#columnStyles.length > MAX_COLUMNS) {
      scanner.failure = tooLarge('columns', scanner.part);
      return;
    }
    this.#columnStyles.push({ end: start + count, style: attributes.get(':default-cell-style-name') ?? '' });
    if (isHidden(attributes)) grid.hidden.hideColumns(start, count);
  }

  #openRow(grid: CellGrid, scanner: XmlScanner): void {
    const attributes = readAttributes(scanner);
    this.#rowsRepeated = repeatOf(attributes, ':number-rows-repeated');
    this.#rowStyle = attributes.get(':default-cell-style-name') ?? '';
    this.#rowCells = [];
    this.#column = 0;
    if (isHidden(attributes)) grid.hidden.hideRows(this.#row, this.#rowsRepeated);
  }

  #openCell(grid: CellGrid, scanner: XmlScanner): void {
    const attributes = readAttributes(scanner);
    const repeated = repeatOf(attributes, ':number-columns-repeated');
    const columns = repeatOf(attributes, ':number-columns-spanned');
    const rows = repeatOf(attributes, ':number-rows-spanned');
    if (columns > 1 || rows > 1) {
      const first = { row: this.#row, column: this.#column };
      grid.merged.add(first, { row: first.row + rows - 1, column: first.column + columns - 1 });
    }
    // LibreOffice repeats the type in a namespace of its own, which has one for errors.
    const isError = attributes.get(':value-type') === 'error';
    const type = attributes.get(':value-type') ?? '';
    this.#cell = { depth: scanner.depth, type, isError, attributes, repeated };
    this.#text.length = 0;
    this.#paragraphs = 0;
    this.#inParagraph = false;
  }

  #openInCell(name: string, scanner: XmlScanner): void {
    if (this.#inParagraph) {
      if (name === 's') this.#pushSpaces(Number(readAttributes(scanner).get(':c') ?? '1'), scanner);
      else if (name === 'tab') this.#text.push(0x09);
      else if (name === 'line-break') this.#text.push(0x0a);
      else if (!/^(?:span|a|ruby|ruby-base|bookmark.*)$/.test(name)) this.#passedBy = scanner.depth;
    } else if (name === 'p' && scanner.depth === (this.#cell?.depth ?? 0) + 1) {
      this.#inParagraph = true;
      if (this.#paragraphs++ > 0) this.#text.push(0x0a);
    } else {
      // A comment, a picture, a table in the cell.
      this.#passedBy = scanner.depth;
    }
  }

  #pushSpaces(count: number, scanner: XmlScanner): void {
    this.#blanks += count;
    if (!(count >= 0 && this.#blanks <= MAX_REPEATED_BLANKS)) scanner.failure = tooLarge('cell', scanner.part);
    else for (let i = 0; i < count; i++) this.#text.push(0x20);
  }

  #takeText(scanner: XmlScanner): void {
    if (!scanner.copyText(this.#text)) scanner.fail('xml entity');
    if (this.#text.length > MAX_CELL_BYTES) scanner.failure = tooLarge('cell', scanner.part);
  }

  #close(scanner: XmlScanner): void {
    const name = scanner.nameText();
    if (this.#cell !== null) {
      if (scanner.depth === this.#cell.depth && name === 'p') this.#inParagraph = false;
      else if (scanner.depth < this.#cell.depth) this.#finishCell(this.#cell);
    } else if (this.#grid !== null) {
      if (name === 'table-row') scanner.failure = this.#finishRow(this.#grid, scanner.part);
      else if (scanner.depth < TABLE_DEPTH) this.#grid = null;
    }
  }

  #finishCell(cell: Cell): void {
    this.#cell = null;
    const column = this.#column;
    this.#column += cell.repeated;
    const kept = this.#keep(cell, column);
    if (kept !== null) this.#rowCells.push({ column, count: cell.repeated, ...kept });
  }

  /** The grid's content for a cell; null for an empty one. */
  #keep(cell: Cell, column: number): Pick<RowCell, 'kind' | 'value'> | null {
    const { strings } = this.#cells;
    const { attributes, type } = cell;
    const shown = this.#decoder.decode(this.#text.filled()).replace(/[\r\t]/g, (c) => (c === '\t' ? c : ' '));
    const formula = attributes.get(':formula');
    if (cell.isError || (formula !== undefined && isErrorText(shown)) || (type !== 'string' && isUnshown(shown))) {
      return { kind: CELL.error, value: strings.add(shown === '' ? '#ERROR!' : shown) };
    }
    switch (type) {
      case 'float':
      case 'percentage':
      case 'currency': {
        const value = plainValue(attributes.get(':value') ?? '');
        if (value === null) return { kind: CELL.error, value: strings.add(shown) };
        const style = attributes.get(':style-name') ?? this.#defaultStyle(column);
        // The shown form of a general number may have fewer digits than the number. Words, such as TRUE, are a form.
        const asNumber = shown === '' || (type === 'float' && /\d/.test(shown) && this.#styles.isGeneral(style));
        // Blanks that align numbers in a column are no part of them.
        return asNumber ? this.#number(value) : this.#shown(shown.trim().replace(/ {2,}/g, ' '), value);
      }
      case 'date':
        return this.#shown(shown, attributes.get(':date-value') ?? '');
      case 'time':
        return this.#shown(shown, timeOfDuration(attributes.get(':time-value') ?? ''));
      case 'boolean': {
        const value = attributes.get(':boolean-value') === 'true';
        const word = value ? 'TRUE' : 'FALSE';
        if (shown === '' || shown === word) return { kind: CELL.boolean, value: value ? 1 : 0 };
        return this.#shown(shown, word);
      }
      default: {
        const text = this.#paragraphs > 0 ? shown : (attributes.get(':string-value') ?? '');
        if (text !== '') return { kind: CELL.text, value: strings.add(text) };
        if (formula === undefined || type !== '') return null;
        return { kind: CELL.uncalculated, value: strings.add(`=${formula.replace(/^\w+:=/, '')}`) };
      }
    }
  }

  #number(value: string): Pick<RowCell, 'kind' | 'value'> {
    return /^-?\d{16,}$/.test(value)
      ? { kind: CELL.digits, value: this.#cells.strings.add(value) }
      : { kind: CELL.number, value: Number(value) };
  }

  /** A value that is shown in another form. Its two texts are adjacent. */
  #shown(shown: string, value: string): Pick<RowCell, 'kind' | 'value'> {
    const { strings } = this.#cells;
    const first = strings.add(shown === '' ? value : shown);
    strings.add(value);
    return { kind: CELL.textAndStored, value: first };
  }

  #defaultStyle(column: number): string {
    if (this.#rowStyle !== '') return this.#rowStyle;
    // There may be thousands of them, and each number needs this.
    let [low, high] = [0, this.#columnStyles.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#columnStyles[middle]?.end ?? 0) <= column) low = middle + 1;
      else high = middle;
    }
    return this.#columnStyles[low]?.style ?? '';
  }

  #finishRow(grid: CellGrid, part: string): Problem | null {
    const first = this.#row;
    this.#row += this.#rowsRepeated;
    const cells = this.#rowCells;
    if (cells.length === 0) return null;
    if (this.#row > MAX_ROWS) return tooLarge('rows', part);
    for (const { count } of cells) this.#repeatedCells += this.#rowsRepeated * count - 1;
    // A few bytes can repeat a cell over the whole sheet.
    if (this.#repeatedCells > MAX_REPEATED_CELLS) return tooLarge('repeated cells', part);
    for (let row = first; row < this.#row; row++) {
      for (const { column, count, kind, value } of cells) {
        for (let i = 0; i < count; i++) {
          const failure = grid.set(row, column + i, kind, value, 0);
          if (failure !== null) return failure;
        }
      }
    }
    return null;
  }
}

function repeatOf(attributes: ReadonlyMap<string, string>, name: string): number {
  const count = Number(attributes.get(name) ?? '1');
  return Number.isSafeInteger(count) && count >= 1 ? count : 1;
}

/** Filtered rows are hidden too. */
function isHidden(attributes: ReadonlyMap<string, string>): boolean {
  return /^(?:collapse|filter)$/.test(attributes.get(':visibility') ?? '');
}
