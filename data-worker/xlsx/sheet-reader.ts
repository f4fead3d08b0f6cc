import type { Problem } from '#model/kernel/problem.ts';
import type { Pointer } from '#model/kernel/wasm-memory.ts';
import { damaged, MAX_CELL_BYTES, MAX_COLUMNS, MAX_ROWS, tooLarge } from '../limits.ts';
import { ByteBuffer } from '../table/byte-buffer.ts';
import { CELL, type CellGrid, type CellKind } from '../table/cell-grid.ts';
import { parseRange } from '../table/merged-cells.ts';
import type { StringTable } from '../table/string-table.ts';
import { cellsState, readCells } from '../kernel/kernel.wasm';
import { kernelBytes, kernelWords, withRoom } from '../kernel/memory.ts';
import type { BulkReader } from '../xml/read-part.ts';
import { TOKEN, type Token, type XmlScanner, nameCode } from '../xml/xml-scanner.ts';
import { isWholeDigits, parseNumber } from './cell-number.ts';

const ROW: number = nameCode('row');
const C: number = nameCode('c');
const V: number = nameCode('v');
const T: number = nameCode('t');
const F: number = nameCode('f');
const R: number = nameCode('r');
const HIDDEN: number = nameCode('hidden');
const COL: number = nameCode('col');
const MIN: number = nameCode('min');
const MAX: number = nameCode('max');
const SHEET_DATA: number = nameCode('sheetData');
const MERGE_CELL: number = nameCode('mergeCell');
const S: number = nameCode('s');
const IS: number = nameCode('is');
const PHONETIC: number = nameCode('rPh');

const TYPE_SHARED: number = nameCode('s');
const TYPE_STRING: number = nameCode('str');
const TYPE_BOOLEAN: number = nameCode('b');
const TYPE_ERROR: number = nameCode('e');
const TYPE_DATE: number = nameCode('d');
const TYPE_NUMBER: number = nameCode('n');
const TYPE_INLINE: number = nameCode('inlineStr');

/** Results of the kernel, as in `kernel/assembly/cells.ts`. */
const FOUND_NUMBER = 0;
const FOUND_SHARED = 1;
const FOUND_INLINE = 0xffffffff;
const CELL_BYTES = 32;
/** Minimum bytes of XML for a cell with a value: `<c><v>1</v></c>`. */
const MIN_CELL_BYTES = 15;

/** Position of the reader: 0 outside of `sheetData`, 1 in it, 2 in a row, 3 in a cell. */
type Place = 0 | 1 | 2 | 3;

/** Turns the tokens of a worksheet part into cells of a grid. */
export class SheetReader {
  readonly #grid: CellGrid;
  readonly #strings: StringTable;
  readonly #sharedCount: number;
  #place: Place = 0;
  #row = -1;
  #column = -1;
  #type = TYPE_NUMBER;
  #style = 0;
  readonly #value = new ByteBuffer(256);
  readonly #inline = new ByteBuffer(256);
  readonly #formula = new ByteBuffer(256);
  #target: ByteBuffer | null = null;
  #isFormula = false;
  #inInline = false;
  #phonetic = false;
  #isPastCells = false;

  constructor(grid: CellGrid, strings: StringTable, sharedCount: number) {
    this.#grid = grid;
    this.#strings = strings;
    this.#sharedCount = sharedCount;
  }

  /** All cells of the sheet have been read, though not yet the part's end. */
  get isPastCells(): boolean {
    return this.#isPastCells;
  }

  take(token: Token, scanner: XmlScanner): void {
    if (token === TOKEN.text) {
      if (this.#target !== null) this.#text(scanner, this.#target);
    } else if (token === TOKEN.open) {
      this.#open(scanner);
    } else {
      this.#close(scanner);
    }
  }

  /** Reads rows and cells in the usual notation, from the start of a token. */
  readonly bulk: BulkReader = {
    take: (from, count, scanner) => {
      // With too many end tags, its root could end among the rows. The kernel does not check that.
      const isWithinRoot = scanner.depth >= this.#place;
      if ((this.#place === 1 || this.#place === 2) && isWithinRoot) this.#takeCells(from, count, scanner);
    },
  };

  #takeCells(from: Pointer, count: number, scanner: XmlScanner): void {
    withRoom((room) => {
      const before = this.#place;
      const cells = room.take(CELL_BYTES * (1 + Math.ceil(count / MIN_CELL_BYTES)));
      const read = readCells(from, count, before, this.#row, this.#column, this.#sharedCount, cells);
      const [found = 0, place = 0, row = 0, column = 0] = kernelWords(cellsState(), 4);
      scanner.failure = this.#keepCells(cells, found, from, scanner.part);
      this.#place = place as Place;
      // They may be -1.
      this.#row = row | 0;
      this.#column = column | 0;
      scanner.skip(read, place - before);
    });
  }

  #keepCells(cells: Pointer, count: number, from: Pointer, part: string): Problem | null {
    const { buffer } = kernelBytes();
    const values = new Float64Array(buffer, cells, (count * CELL_BYTES) / 8);
    const words = new Uint32Array(buffer, cells, (count * CELL_BYTES) / 4);
    const grid = this.#grid;
    for (let i = 0; i < count; i++) {
      const value = values[4 * i] as number;
      const at = 8 * i;
      const row = words[at + 2] as number;
      const column = words[at + 3] as number;
      const style = words[at + 4] as number;
      const kind = words[at + 5] as number;
      let failure: Problem | null;
      if (kind === FOUND_NUMBER) {
        failure = grid.set(row, column, CELL.number, value, style);
      } else if (kind === FOUND_SHARED) {
        failure = grid.set(row, column, CELL.text, value, style);
      } else {
        this.#row = row;
        this.#column = column;
        this.#style = style;
        this.#startCell();
        const type = words[at + 7] as number;
        this.#type = type === FOUND_INLINE ? TYPE_INLINE : type || TYPE_NUMBER;
        const text = type === FOUND_INLINE ? this.#inline : this.#value;
        text.append(kernelBytes(), from + value, from + value + (words[at + 6] as number));
        failure = text.length > MAX_CELL_BYTES ? tooLarge('cell', part) : this.#finishCell(part);
      }
      if (failure !== null) return failure;
    }
    return null;
  }

  #open(scanner: XmlScanner): void {
    const { name } = scanner;
    if (this.#place === 3) {
      this.#openInCell(name, scanner);
    } else if (name === C && this.#place === 2) {
      this.#openCell(scanner);
    } else if (name === ROW && this.#place === 1) {
      this.#openRow(scanner);
    } else if (this.#place === 0) {
      if (name === COL) this.#openColumns(scanner);
      else if (name === SHEET_DATA && scanner.nameText() === 'sheetData') this.#place = 1;
      else if (name === MERGE_CELL && !this.#grid.merged.isFull && scanner.nameText() === 'mergeCell')
        this.#openMerge(scanner);
    }
  }

  #openInCell(name: number, scanner: XmlScanner): void {
    if (name === V) {
      if (!scanner.takePlainElement(this.#value)) this.#target = this.#value;
      else if (this.#value.length > MAX_CELL_BYTES) scanner.failure = tooLarge('cell', scanner.part);
    } else if (name === F) {
      this.#isFormula = true;
      this.#target = this.#formula;
    } else if (name === IS) {
      this.#inInline = true;
    } else if (name === PHONETIC) {
      this.#phonetic = true;
    } else if (name === T && this.#inInline && !this.#phonetic) {
      this.#target = this.#inline;
    }
  }

  #close(scanner: XmlScanner): void {
    const { name } = scanner;
    this.#target = null;
    if (this.#place === 3) {
      if (name === C) {
        this.#place = 2;
        const failure = this.#finishCell(scanner.part);
        if (failure !== null) scanner.failure = failure;
      } else if (name === IS) {
        this.#inInline = false;
      } else if (name === PHONETIC) {
        this.#phonetic = false;
      }
    } else if (this.#place === 2) {
      if (name === ROW) this.#place = 1;
    } else if (this.#place === 1) {
      // At this depth only `sheetData` itself can close.
      if (scanner.nameText() !== 'sheetData') return;
      this.#place = 0;
      this.#isPastCells = true;
    }
  }

  #text(scanner: XmlScanner, target: ByteBuffer): void {
    if (!scanner.copyText(target)) scanner.fail('xml entity');
    if (target.length > MAX_CELL_BYTES) scanner.failure = tooLarge('cell', scanner.part);
  }

  #openRow(scanner: XmlScanner): void {
    let row = this.#row + 1;
    let hidden = false;
    for (let name = scanner.nextAttribute(); name !== 0; name = scanner.nextAttribute()) {
      if (scanner.prefixed) continue;
      if (name === R) row = scanner.valueNumber() - 1;
      else if (name === HIDDEN && scanner.nameText() === 'hidden') hidden = scanner.valueIsTrue();
    }
    if (hidden && row > this.#row) this.#grid.hidden.hideRows(row);
    if (row < 0) scanner.fail('row number');
    if (row >= MAX_ROWS) scanner.failure = tooLarge('rows', scanner.part);
    this.#row = row;
    this.#column = -1;
    this.#place = 2;
  }

  /** Handles consecutive columns, which may be hidden. */
  #openColumns(scanner: XmlScanner): void {
    let hidden = false;
    let first = 0;
    let last = 0;
    for (let name = scanner.nextAttribute(); name !== 0; name = scanner.nextAttribute()) {
      if (name === MIN) first = scanner.valueNumber();
      else if (name === MAX) last = scanner.valueNumber();
      else if (name === HIDDEN && scanner.nameText() === 'hidden') hidden = scanner.valueIsTrue();
    }
    if (hidden && first >= 1 && last >= first) this.#grid.hidden.hideColumns(first - 1, last - first + 1);
  }

  #openMerge(scanner: XmlScanner): void {
    while (scanner.nextAttribute() !== 0) {
      const range = scanner.nameText() === 'ref' ? parseRange(scanner.valueText()) : null;
      if (range !== null) this.#grid.merged.add(...range);
    }
  }

  #openCell(scanner: XmlScanner): void {
    this.#column++;
    this.#type = TYPE_NUMBER;
    this.#style = 0;
    for (let name = scanner.nextAttribute(); name !== 0; name = scanner.nextAttribute()) {
      if (scanner.prefixed) continue;
      if (name === R) this.#readReference(scanner);
      else if (name === S) this.#style = Math.max(0, scanner.valueNumber());
      else if (name === T) this.#type = scanner.valueCode();
    }
    this.#startCell();
    this.#place = 3;
  }

  #startCell(): void {
    this.#value.length = 0;
    this.#inline.length = 0;
    this.#formula.length = 0;
    this.#isFormula = false;
    this.#inInline = false;
    this.#phonetic = false;
  }

  /** Reads a reference such as `AB12`: the letters give the column, and the digits must be those of the row. */
  #readReference(scanner: XmlScanner): void {
    const b = scanner.buffer;
    let column = 0;
    let i = scanner.valueStart;
    for (; i < scanner.valueEnd; i++) {
      // Upper and lower case differ in bit 5.
      const letter = ((b[i] as number) & 0xdf) - 64;
      if (letter < 1 || letter > 26 || (b[i] as number) < 64) break;
      column = column * 26 + letter;
      if (column > MAX_COLUMNS) {
        scanner.failure = tooLarge('columns', scanner.part);
        return;
      }
    }
    let row = 0;
    for (; i < scanner.valueEnd; i++) row = row * 10 + (b[i] as number) - 48;
    if (column === 0) scanner.fail('cell reference');
    else if (row - 1 !== this.#row) scanner.fail('cell outside its row');
    this.#column = column - 1;
  }

  #finishCell(part: string): Problem | null {
    const value = this.#value;
    switch (this.#type) {
      case TYPE_SHARED: {
        if (value.length === 0) return null;
        const index = parseNumber(value);
        if (!(index >= 0 && index < this.#sharedCount) || index % 1 !== 0) return damaged('shared string number', part);
        return this.#set(CELL.text, index);
      }
      case TYPE_NUMBER:
        return this.#finishNumber();
      case TYPE_BOOLEAN:
        if (value.length === 0) return this.#finishEmpty();
        return this.#set(CELL.boolean, value.bytes[0] === 0x30 || value.bytes[0] === 0x66 ? 0 : 1);
      case TYPE_ERROR:
        return this.#set(CELL.error, this.#keep(value));
      case TYPE_DATE:
        return value.length === 0 ? this.#finishEmpty() : this.#set(CELL.isoDate, this.#keep(value));
      case TYPE_STRING:
        return value.length === 0 ? null : this.#set(CELL.text, this.#keep(value));
      case TYPE_INLINE:
        return this.#inline.length === 0 ? null : this.#set(CELL.text, this.#keep(this.#inline));
      default:
        return damaged('cell type', part);
    }
  }

  #finishNumber(): Problem | null {
    const value = this.#value;
    // Some writers omit the type of an inline text.
    if (this.#inline.length > 0) return this.#set(CELL.text, this.#keep(this.#inline));
    if (value.length === 0) return this.#finishEmpty();
    if (isWholeDigits(value)) return this.#set(CELL.digits, this.#keep(value));
    const number = parseNumber(value);
    // A text that is no number stays a text: the row is rejected, and the text is shown.
    return Number.isFinite(number) ? this.#set(CELL.number, number) : this.#set(CELL.error, this.#keep(value));
  }

  #finishEmpty(): Problem | null {
    if (!this.#isFormula) return null;
    this.#strings.bytes.push(0x3d);
    return this.#set(CELL.uncalculated, this.#keep(this.#formula));
  }

  #keep(text: ByteBuffer): number {
    this.#strings.bytes.append(text.bytes, 0, text.length);
    return this.#strings.finishText();
  }

  #set(kind: CellKind, value: number): Problem | null {
    return this.#grid.set(this.#row, this.#column, kind, value, this.#style);
  }
}
