import { BLOCK, BLOCK_ROWS, createCellBlock, NO_TEXT_ID, type CellBlock } from '../table/cell-block.ts';
import { collatorOf } from './alphabet.ts';
import { numberOfText } from '../table/number-of-text.ts';
import type { Pace } from '../pace.ts';
import type { QueryTable } from './query-table.ts';
import type { TextItems } from './text-items.ts';
import { rankTexts, sortOutTexts, type SortedTexts } from './text-ranks.ts';

interface Classes {
  readonly number: 0;
  readonly text: 1;
  readonly other: 2;
  readonly error: 3;
  readonly empty: 4;
}

/** What comes before what in a column of mixed cells: as in Excel. */
export const CLASS: Classes = { number: 0, text: 1, other: 2, error: 3, empty: 4 };

/** What some rows are sorted by in one column, by their place among those rows. */
export interface SortValues {
  readonly classes: Uint8Array;
  /** The number itself; the number of the text for the class `text`. */
  readonly values: Float64Array;
  readonly texts: TextItems;
  readonly sorted: SortedTexts;
}

/** Texts are collected here; those with the same id once. */
class TextCollector {
  #starts = new Uint32Array(1024);
  #ends = new Uint32Array(1024);
  #count = 0;
  /** By text id, the number of the item and 1; 0 for none. */
  #itemOfId = new Uint32Array(0);

  /** The number of the text in a place of a block. */
  add(block: CellBlock, i: number): number {
    const id = block.ids[i] as number;
    if (id === NO_TEXT_ID) return this.#push(block.starts[i] as number, block.ends[i] as number);
    if (id >= this.#itemOfId.length) {
      const grown = new Uint32Array(Math.max(block.idCount, id + 1, this.#itemOfId.length * 2));
      grown.set(this.#itemOfId);
      this.#itemOfId = grown;
    }
    const known = this.#itemOfId[id] as number;
    if (known > 0) return known - 1;
    const item = this.#push(block.starts[i] as number, block.ends[i] as number);
    this.#itemOfId[id] = item + 1;
    return item;
  }

  items(bytes: Uint8Array): TextItems {
    return { bytes, starts: this.#starts, ends: this.#ends, count: this.#count };
  }

  #push(start: number, end: number): number {
    if (this.#count === this.#starts.length) {
      this.#starts = doubled(this.#starts);
      this.#ends = doubled(this.#ends);
    }
    this.#starts[this.#count] = start;
    this.#ends[this.#count] = end;
    return this.#count++;
  }
}

function doubled(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(array.length * 2);
  grown.set(array);
  return grown;
}

/** Reads what `rows`, which are ascending, are sorted by. Null when the pace gives up. */
export async function readSortValues(
  table: QueryTable,
  column: number,
  rows: Uint32Array,
  language: string,
  pace: Pace,
): Promise<SortValues | null> {
  const count = rows.length;
  const classes = new Uint8Array(count);
  const values = new Float64Array(count);
  const texts = new TextCollector();
  const others: number[] = [];
  const block = createCellBlock();
  for (let i = 0; i < count;) {
    if (pace.due() && !(await pace.rest())) return null;
    const first = rows[i] as number;
    const length = Math.min(BLOCK_ROWS, table.rowCount - first);
    table.readBlock(column, first, length, block);
    for (; i < count && (rows[i] as number) < first + length; i++) {
      const at = (rows[i] as number) - first;
      const kind = block.kinds[at];
      if (kind === BLOCK.text) {
        const number = numberOfText(block.bytes, block.starts[at] as number, block.ends[at] as number);
        if (Number.isNaN(number)) {
          classes[i] = CLASS.text;
          values[i] = texts.add(block, at);
        } else {
          values[i] = number;
        }
      } else if (kind === BLOCK.empty) {
        classes[i] = CLASS.empty;
      } else if (kind === BLOCK.error) {
        classes[i] = CLASS.error;
      } else if (kind === BLOCK.other) {
        classes[i] = CLASS.other;
        others.push(i);
      } else {
        values[i] = block.numbers[at] as number;
      }
    }
  }
  rankOthers(table, column, rows, others, values, language);
  const items = texts.items(block.bytes);
  const sorted = await sortOutTexts(items, language, pace);
  return sorted === null ? null : { classes, values, texts: items, sorted };
}

/** True and false, dates as text, long numbers, texts with doubled quotes: there are few of them. */
function rankOthers(
  table: QueryTable,
  column: number,
  rows: Uint32Array,
  others: readonly number[],
  values: Float64Array,
  language: string,
): void {
  if (others.length === 0) return;
  const { compare } = collatorOf(language);
  const shown = others.map((at) => ({ at, text: table.text(rows[at] as number, column) }));
  const ranked = [...new Set(shown.map(({ text }) => text))].sort(compare);
  const ranks = new Map(ranked.map((text, rank) => [text, rank]));
  for (const { at, text } of shown) values[at] = ranks.get(text) ?? 0;
}

/** Numbers that order the rows: for texts their rank. Null when the pace gives up. */
export async function orderingNumbers(
  { classes, values, texts, sorted }: SortValues,
  language: string,
  pace: Pace,
): Promise<Float64Array | null> {
  if (texts.count === 0) return values;
  const ranks = await rankTexts(texts, sorted, language, pace);
  if (ranks === null) return null;
  const numbers = Float64Array.from(values);
  for (let i = 0; i < numbers.length; i++) {
    if (classes[i] === CLASS.text) numbers[i] = ranks[values[i] as number] as number;
  }
  return numbers;
}
