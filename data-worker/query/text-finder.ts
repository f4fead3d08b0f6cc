import { findText } from '../kernel/kernel.wasm';
import { kernelWords, withRoom } from '../kernel/memory.ts';
import { BLOCK, type CellBlock } from '../table/cell-block.ts';
import { NumberText } from './number-text.ts';
import type { QueryTable } from './query-table.ts';
import type { NeedleBytes, TextNeedle } from './text-needle.ts';

/** Adjacent texts are searched at once when at least one of this many is requested. */
const MAX_SPREAD = 8;
/** Maximum bytes searched at once. */
const MAX_STRETCH_BYTES = 1 << 20;
/** Number of cached answers about formatted numbers: dates and prices repeat. A power of two. */
const KEPT_ANSWERS = 1 << 14;
const UNKNOWN = 0;
const NO = 1;
const YES = 2;

/** Finds a text in the shown texts of cells, a block at a time. Caches answers about repeated texts. */
export class TextFinder {
  readonly #table: QueryTable;
  readonly #needle: TextNeedle;
  readonly #looksAtNumbers: boolean;
  #byId = new Uint8Array(0);
  readonly #number = new NumberText();
  readonly #keptValues = new Float64Array(KEPT_ANSWERS);
  readonly #keptFormats = new Uint16Array(KEPT_ANSWERS);
  readonly #keptAnswers = new Uint8Array(KEPT_ANSWERS);

  /** Skips plain numbers unless `looksAtNumbers`. */
  constructor(table: QueryTable, needle: TextNeedle, looksAtNumbers: boolean) {
    this.#table = table;
    this.#needle = needle;
    this.#looksAtNumbers = looksAtNumbers && needle.mayBeInNumber;
  }

  /** Sets `hits` to 1 for the cells that contain it; skips those that are 1 already. */
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
        // `NO_TEXT_ID` is beyond the end.
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

  /** The same for a block that has only texts of a workbook. */
  #findInTexts(block: CellBlock, offsets: Uint32Array, count: number, known: Uint8Array, hits: Uint8Array): void {
    const { numbers } = block;
    let low = known.length;
    let high = -1;
    let asked = 0;
    for (let i = 0; i < count; i++) {
      const id = numbers[i] as number;
      if (known[id] !== UNKNOWN || hits[i] === 1) continue;
      asked++;
      if (id < low) low = id;
      if (id > high) high = id;
    }
    const { bytes } = this.#needle;
    const isClose = high - low < asked * MAX_SPREAD;
    if (asked > 0) {
      if (bytes !== null && isClose && (offsets[high + 1] as number) - (offsets[low] as number) <= MAX_STRETCH_BYTES)
        this.#answerStretch(block.bytes, offsets, low, high, bytes, known);
      else this.#answerEach(block, offsets, count, known, hits);
    }
    for (let i = 0; i < count; i++) if (known[numbers[i] as number] === YES) hits[i] = 1;
  }

  /** Answers for the texts from `low` to `high` at once. */
  #answerStretch(
    bytes: Uint8Array,
    offsets: Uint32Array,
    low: number,
    high: number,
    { lower, upper, isProof }: NeedleBytes,
    known: Uint8Array,
  ): void {
    known.fill(NO, low, high + 1);
    const base = offsets[low] as number;
    const stretch = bytes.subarray(base, offsets[high + 1]);
    if (stretch.length < lower.length) return;
    withRoom((room) => {
      const at = [room.put(stretch), room.put(lower), room.put(upper), room.take(4 * stretch.length)] as const;
      const found = findText(at[0], stretch.length, at[1], at[2], lower.length, at[3]);
      const places = kernelWords(at[3], found);
      let id = low;
      for (let i = 0; i < found; i++) {
        const place = base + (places[i] as number);
        while ((offsets[id + 1] as number) <= place) id++;
        // It may begin in one text and end in the next.
        if (known[id] === YES || place + lower.length > (offsets[id + 1] as number)) continue;
        if (isProof || this.#needle.isInBytes(bytes, offsets[id] as number, offsets[id + 1] as number)) known[id] = YES;
      }
    });
  }

  #answerEach(block: CellBlock, offsets: Uint32Array, count: number, known: Uint8Array, hits: Uint8Array): void {
    const { numbers, bytes } = block;
    const { minBytes, maxBytes } = this.#needle;
    for (let i = 0; i < count; i++) {
      const id = numbers[i] as number;
      if (known[id] !== UNKNOWN || hits[i] === 1) continue;
      const start = offsets[id] as number;
      const end = offsets[id + 1] as number;
      const fits = end - start >= minBytes && end - start <= maxBytes;
      known[id] = fits && this.#needle.isInBytes(bytes, start, end) ? YES : NO;
    }
  }

  /** The answers by text id. */
  #knownTexts(idCount: number): Uint8Array {
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
