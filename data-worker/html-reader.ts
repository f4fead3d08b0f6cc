import type { ParserOptions } from 'htmlparser2';
import {
  excelFormatOf,
  classRules,
  HTML_BLANK,
  HTML_LINE_END,
  htmlCellText,
  isHiddenStyle,
} from '#model/data/html-cell.ts';
import type { Problem } from '#model/kernel/problem.ts';
import { damaged, MAX_CELL_BYTES, MAX_COLUMNS, MAX_ROWS, tooLarge } from './limits.ts';
import type { ParsedSheet } from './opened-sheet.ts';
import { CELL, CellGrid, type WorkbookCells } from './table/cell-grid.ts';

/** Normal pages have far fewer. */
const MAX_DEPTH = 500;
const MAX_TABLES = 1000;
/** Elements whose content is not part of the cell's text. */
const NO_TEXT: ReadonlySet<string> = new Set(['rt', 'rp', 'style', 'script']);
const BLOCKS: ReadonlySet<string> = new Set(['p', 'div', 'li', 'tr']);

export type HtmlAttributes = Readonly<Record<string, string>>;

interface Cell {
  readonly column: number;
  readonly attributes: HtmlAttributes;
  text: string;
  isFilled: boolean;
}

/**
 * Takes the tags and texts of a page and makes a sheet of each of its tables. Every cell is the text that the page
 * shows. A table within a cell is text of that cell.
 */
export class HtmlReader {
  readonly sheets: ParsedSheet[] = [];
  /** The problem of the page; reading stops there. */
  failure: Problem | null = null;
  readonly #cells: WorkbookCells;
  #grid: CellGrid | null = null;
  #tables = 0;
  #depth = 0;
  #row = -1;
  #column = 0;
  /** For each column, the row below a cell that spans several rows. */
  #free: number[] = [];
  #nextCol = 0;
  #cell: Cell | null = null;
  /** Numbers of open elements without text, and of those that keep their blanks. */
  #silent = 0;
  #filled: number[] = [];
  /** The page's program writes a cell's blanks unchanged, and adds none. */
  #keepsBlanks = false;
  #sheet = '';
  #inSheet = false;
  #rules: ReadonlyMap<string, string> | null = null;

  constructor(cells: WorkbookCells) {
    this.#cells = cells;
  }

  open(name: string, attributes: HtmlAttributes): void {
    if (this.failure !== null) return;
    if (++this.#depth > MAX_DEPTH) {
      this.failure = tooLarge('depth of html');
      return;
    }
    if (name === 'style') this.#inSheet = true;
    if (name === 'meta' && attributes['content']?.startsWith('LibreOffice') === true) this.#keepsBlanks = true;
    if (NO_TEXT.has(name)) this.#silent++;
    if (/mso-spacerun/.test(attributes['style'] ?? '')) {
      this.#filled.push(this.#depth);
      if (this.#cell !== null) this.#cell.isFilled = true;
    }
    if (name === 'table') this.#openTable();
    if (this.#tables !== 1 || this.#grid === null) {
      if (name === 'br' && this.#cell !== null) this.#cell.text += HTML_LINE_END;
      return;
    }
    if (name === 'col') this.#openCol(this.#grid, attributes);
    else if (name === 'tr') this.#openRow(this.#grid, attributes);
    else if (name === 'td' || name === 'th') this.#openCell(this.#grid, attributes);
    else if (name === 'br' && this.#cell !== null) this.#cell.text += HTML_LINE_END;
  }

  text(data: string): void {
    if (this.#inSheet) this.#sheet += data;
    if (this.#cell === null || this.#silent > 0 || this.failure !== null) return;
    this.#cell.text += data.replaceAll(/[ \u00a0]/g, this.#keepsBlanks || this.#filled.length > 0 ? HTML_BLANK : ' ');
    if (this.#cell.text.length > MAX_CELL_BYTES) this.failure = tooLarge('cell');
  }

  close(name: string): void {
    if (this.failure !== null) return;
    if (name === 'style') this.#inSheet = false;
    if (NO_TEXT.has(name)) this.#silent--;
    if (this.#filled.at(-1) === this.#depth) this.#filled.pop();
    this.#depth--;
    if (name === 'table') this.#closeTable();
    else if ((name === 'td' || name === 'th') && this.#tables === 1) this.#finishCell();
    else if (this.#cell !== null && BLOCKS.has(name)) this.#cell.text += HTML_LINE_END;
    else if (this.#cell !== null && (name === 'td' || name === 'th')) this.#cell.text += ' ';
  }

  #openTable(): void {
    if (++this.#tables > 1) return;
    if (this.sheets.length === MAX_TABLES) {
      this.failure = tooLarge('tables');
      return;
    }
    this.#grid = new CellGrid(this.#cells);
    this.sheets.push({ name: `Sheet${this.sheets.length + 1}`, hidden: false, table: this.#grid });
    this.#row = -1;
    this.#free = [];
    this.#nextCol = 0;
  }

  #closeTable(): void {
    if (--this.#tables > 0) return;
    this.#finishCell();
    this.#grid = null;
  }

  #openCol(grid: CellGrid, attributes: HtmlAttributes): void {
    const span = spanOf(attributes['span']);
    if (isHiddenStyle(attributes['style'] ?? '')) grid.hidden.hideColumns(this.#nextCol, span);
    this.#nextCol += span;
  }

  #openRow(grid: CellGrid, attributes: HtmlAttributes): void {
    this.#finishCell();
    this.#row++;
    this.#column = 0;
    if (this.#row >= MAX_ROWS) this.failure = tooLarge('rows');
    else if (isHiddenStyle(attributes['style'] ?? '')) grid.hidden.hideRows(this.#row);
  }

  #openCell(grid: CellGrid, attributes: HtmlAttributes): void {
    this.#finishCell();
    // A cell without a row begins one.
    if (this.#row < 0) this.#row = 0;
    while ((this.#free[this.#column] ?? 0) > this.#row) this.#column++;
    const columns = spanOf(attributes['colspan']);
    const rows = spanOf(attributes['rowspan']);
    if (this.#column + columns > MAX_COLUMNS) {
      this.failure = tooLarge('columns');
      return;
    }
    const first = { row: this.#row, column: this.#column };
    if (columns > 1 || rows > 1) {
      grid.merged.add(first, { row: first.row + rows - 1, column: first.column + columns - 1 });
    }
    this.#cell = { column: this.#column, attributes, text: '', isFilled: false };
    for (const end = this.#column + columns; this.#column < end; this.#column++) {
      this.#free[this.#column] = this.#row + rows;
    }
  }

  #finishCell(): void {
    const cell = this.#cell;
    this.#cell = null;
    if (cell === null || this.#grid === null) return;
    const { attributes } = cell;
    const text = htmlCellText({
      text: cell.text,
      isFilled: cell.isFilled,
      stored: attributes['sdval'] ?? attributes['x:num'] ?? attributes['x:str'] ?? '',
      numberFormat: `${attributes['sdnum'] ?? ''} ${excelFormatOf(this.#styleOf(attributes))}`,
    });
    if (text === '') return;
    const kind = /^#(?:N\/A|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|NULL!)$/.test(text) ? CELL.error : CELL.text;
    this.failure ??= this.#grid.set(this.#row, cell.column, kind, this.#cells.strings.add(text), 0);
  }

  #styleOf(attributes: HtmlAttributes): string {
    this.#rules ??= classRules(this.#sheet);
    const rules = (attributes['class'] ?? '').split(' ').map((name) => this.#rules?.get(name) ?? '');
    return [attributes['style'] ?? '', ...rules].join(';');
  }

  /** Called at the end of the page: its problem, or null. A table need not be closed. */
  end(): Problem | null {
    this.#finishCell();
    return this.failure ?? (this.sheets.length === 0 ? damaged('html without a table') : null);
  }
}

/** A span as browsers read it: anything but a number from 1 on is 1, and the maximum is 65,534. */
function spanOf(text: string | undefined): number {
  const span = /^\s*\+?(\d+)/.exec(text ?? '')?.[1];
  return Math.min(65_534, Math.max(1, Number(span ?? 1)));
}

export const HTML_OPTIONS: ParserOptions = { decodeEntities: true, recognizeSelfClosing: false };
