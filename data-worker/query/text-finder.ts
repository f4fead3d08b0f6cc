import { BLOCK, type CellBlock } from '../table/cell-block.ts';
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
const NONE_KNOWN = new Uint8Array(0);

/** Finds a text in the shown texts of cells, a block at a time. Keeps what it has learned about texts that repeat. */
export class TextFinder {
  readonly #table: QueryTable;
  readonly #needle: TextNeedle;
  readonly #looksAtNumbers: boolean;
  #byId = new Uint8Array(0);
  readonly #number = new NumberText();
  readonly #keptValues = new Float64Array(KEPT_ANSWERS);
  readonly #keptFormats = new Uint16Array(KEPT_ANSWERS);
  readonly #keptAnswers = new Uint8Array(KEPT_ANSWERS);

  /** Plain numbers are passed over unless `looksAtNumbers`. */
  constructor(table: QueryTable, needle: TextNeedle, looksAtNumbers: boolean) {
    this.#table = table;
    this.#needle = needle;
    this.#looksAtNumbers = looksAtNumbers && needle.mayBeInNumber;
  }

  /** Sets `hits` to 1 for the cells in which it is; those that are 1 already are not looked at. */
  find(block: CellBlock, count: number, firstRow: number, column: number, hits: Uint8Array): void {
    const { kinds, ids, starts, ends, bytes } = block;
    if (block.alike === BLOCK.number && !this.#looksAtNumbers) return;
    const known = this.#knownTexts(block.idCount);
    if (block.offsets !== null) {
      this.#findInTexts(block, block.offsets, count, known, hits);
      return;
    }
    const needle = this.#needle;
    const inEmpty = needle.isInText('');
    for (let i = 0; i < count; i++) {
      if (hits[i] === 1) continue;
      const kind = kinds[i];
      if (kind === BLOCK.text) {
        const id = ids[i] as number;
        // Beyond the end are `NO_TEXT_ID`, and all texts when no answers are kept.
        const isKept = id < known.length;
        let answer = isKept ? (known[id] as number) : UNKNOWN;
        if (answer === UNKNOWN) {
          answer = needle.isInBytes(bytes, starts[i] as number, ends[i] as number) ? YES : NO;
          if (isKept) known[id] = answer;
        }
        if (answer === YES) hits[i] = 1;
      } else if (kind === BLOCK.number) {
        if (this.#looksAtNumbers && this.#inNumber(block, i, firstRow + i, column)) hits[i] = 1;
      } else if (kind === BLOCK.empty) {
        if (inEmpty) hits[i] = 1;
      } else if (kind === BLOCK.formatted || kind === BLOCK.date) {
        if (this.#inFormatted(block, i, firstRow + i, column)) hits[i] = 1;
      } else if (this.#inShown(firstRow + i, column)) {
        hits[i] = 1;
      }
    }
  }

  /** The same for a block of nothing but texts of a workbook. */
  #findInTexts(block: CellBlock, offsets: Uint32Array, count: number, known: Uint8Array, hits: Uint8Array): void {
    const { numbers, bytes } = block;
    const needle = this.#needle;
    const { minBytes, maxBytes } = needle;
    for (let i = 0; i < count; i++) {
      if (hits[i] === 1) continue;
      const id = numbers[i] as number;
      const isKept = id < known.length;
      let answer = isKept ? (known[id] as number) : UNKNOWN;
      if (answer === UNKNOWN) {
        const start = offsets[id] as number;
        const end = offsets[id + 1] as number;
        const fits = end - start >= minBytes && end - start <= maxBytes;
        answer = fits && needle.isInBytes(bytes, start, end) ? YES : NO;
        if (isKept) known[id] = answer;
      }
      if (answer === YES) hits[i] = 1;
    }
  }

  /** The answers by text id; none when there are too many texts. */
  #knownTexts(idCount: number): Uint8Array {
    if (idCount > MAX_KEPT_TEXTS) return NONE_KNOWN;
    if (this.#byId.length < idCount) {
      const grown = new Uint8Array(Math.max(idCount, this.#byId.length * 2));
      grown.set(this.#byId);
      this.#byId = grown;
    }
    return this.#byId;
  }

  #inNumber(block: CellBlock, i: number, row: number, column: number): boolean {
    const text = this.#number;
    return text.write(block.numbers[i] as number)
      ? this.#needle.isInBytes(text.bytes, text.start, text.end)
      : this.#inShown(row, column);
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
    return this.#needle.isInText(this.#table.text(row, column));
  }
}
