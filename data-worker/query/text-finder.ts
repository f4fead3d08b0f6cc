import { BLOCK, NO_TEXT_ID, type CellBlock } from '../table/cell-block.ts';
import { NumberText } from './number-text.ts';
import type { QueryTable } from './query-table.ts';
import type { TextNeedle } from './text-needle.ts';

/**
 * Answers about texts are kept by the text's number while there are not more texts than this. In a table of a million
 * different ones to look an answer up would take longer than to look for the text.
 */
const MAX_KEPT_TEXTS = 1 << 17;
/** Answers about formatted numbers that are kept: dates and prices repeat. A power of two. */
const KEPT_ANSWERS = 1 << 14;
const UNKNOWN = 0;
const NO = 1;
const YES = 2;

/** Finds a text in the shown texts of cells, a block at a time. Keeps what it has learned about texts that repeat. */
export class TextFinder {
  readonly #table: QueryTable;
  readonly #needle: TextNeedle;
  readonly #whole: boolean;
  #byId = new Uint8Array(0);
  #keepsTexts = true;
  readonly #number = new NumberText();
  readonly #keptValues = new Float64Array(KEPT_ANSWERS);
  readonly #keptFormats = new Uint16Array(KEPT_ANSWERS);
  readonly #keptAnswers = new Uint8Array(KEPT_ANSWERS);

  /** `whole`: the text must be all that a cell shows. */
  constructor(table: QueryTable, needle: TextNeedle, whole: boolean) {
    this.#table = table;
    this.#needle = needle;
    this.#whole = whole;
  }

  /** Sets `hits` to 1 for the cells in which it is; those that are 1 already are not looked at. */
  find(block: CellBlock, count: number, firstRow: number, column: number, hits: Uint8Array): void {
    this.#keepsTexts = block.idCount <= MAX_KEPT_TEXTS;
    if (this.#keepsTexts && this.#byId.length < block.idCount) {
      const grown = new Uint8Array(Math.max(block.idCount, this.#byId.length * 2));
      grown.set(this.#byId);
      this.#byId = grown;
    }
    for (let i = 0; i < count; i++) {
      if (hits[i] === 1) continue;
      const kind = block.kinds[i];
      let found: boolean;
      if (kind === BLOCK.text) found = this.#inText(block, i);
      else if (kind === BLOCK.empty) found = this.#whole && this.#needle.equalsText('');
      else if (kind === BLOCK.number) found = this.#inNumber(block, i, firstRow + i, column);
      else if (kind === BLOCK.formatted || kind === BLOCK.date)
        found = this.#inFormatted(block, i, firstRow + i, column);
      else found = this.#inShown(firstRow + i, column);
      if (found) hits[i] = 1;
    }
  }

  #inText(block: CellBlock, i: number): boolean {
    const id = this.#keepsTexts ? (block.ids[i] as number) : NO_TEXT_ID;
    if (id !== NO_TEXT_ID) {
      const known = this.#byId[id];
      if (known !== UNKNOWN) return known === YES;
    }
    const start = block.starts[i] as number;
    const end = block.ends[i] as number;
    const found = this.#whole
      ? this.#needle.equals(block.bytes, start, end)
      : this.#needle.isIn(block.bytes, start, end);
    if (id !== NO_TEXT_ID) this.#byId[id] = found ? YES : NO;
    return found;
  }

  #inNumber(block: CellBlock, i: number, row: number, column: number): boolean {
    if (!this.#needle.mayBeInNumber) return false;
    const text = this.#number;
    if (!text.write(block.numbers[i] as number)) return this.#inShown(row, column);
    return this.#whole
      ? this.#needle.equals(text.bytes, text.start, text.end)
      : this.#needle.isIn(text.bytes, text.start, text.end);
  }

  #inFormatted(block: CellBlock, i: number, row: number, column: number): boolean {
    const value = block.numbers[i] as number;
    const format = block.formats[i] as number;
    const at = Math.imul(value * 128, 0x9e3779b1) >>> 18;
    if (
      this.#keptAnswers[at] !== UNKNOWN &&
      Object.is(this.#keptValues[at], value) &&
      this.#keptFormats[at] === format
    ) {
      return this.#keptAnswers[at] === YES;
    }
    const found = this.#inShown(row, column);
    this.#keptValues[at] = value;
    this.#keptFormats[at] = format;
    this.#keptAnswers[at] = found ? YES : NO;
    return found;
  }

  #inShown(row: number, column: number): boolean {
    const text = this.#table.text(row, column);
    return this.#whole ? this.#needle.equalsText(text) : this.#needle.isInText(text);
  }
}
