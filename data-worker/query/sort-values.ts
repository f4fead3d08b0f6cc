import { BLOCK, createCellBlock, type BlockKind } from '../table/cell-block.ts';
import { numberOfText } from '../table/number-of-text.ts';
import type { Pace } from '../pace.ts';
import type { QueryTable } from './query-table.ts';
import { TextCollector, type TextItems } from './text-collector.ts';
import { rankTexts, sortOutTexts, type SortedTexts } from './text-ranks.ts';

interface Classes {
  readonly number: 0;
  readonly text: 1;
  readonly boolean: 2;
  readonly error: 3;
  readonly empty: 4;
}

/** The order of classes in a column of mixed cells, as in Excel. */
export const CLASS: Classes = { number: 0, text: 1, boolean: 2, error: 3, empty: 4 };

/** The sort values of some rows in one column, by their index among those rows. */
export interface SortValues {
  readonly classes: Uint8Array;
  /** The number itself, 0 or 1 for false and true; the number of the text for the class `text`. */
  readonly values: Float64Array;
  readonly texts: TextItems;
  readonly sorted: SortedTexts;
}

/** Sort values of a column, and the direction. */
export interface OrderedColumn {
  readonly by: SortValues;
  readonly descending: boolean;
}

const NUMBER_KINDS: ReadonlySet<BlockKind> = new Set([BLOCK.number, BLOCK.formatted, BLOCK.date]);

/** Reads the sort values of `rows`, which are ascending. Null when the pace cancels. */
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
  const texts = new TextCollector(count);
  const block = createCellBlock();
  for (let i = 0; i < count;) {
    if (pace.due() && !(await pace.rest())) return null;
    const first = rows[i] as number;
    const length = Math.min(table.blockRows(first), table.rowCount - first);
    table.readBlock(column, first, length, block);
    const isWhole = rows[i + length - 1] === first + length - 1;
    if (isWhole && block.alike !== null && NUMBER_KINDS.has(block.alike)) {
      values.set(block.numbers.subarray(0, length), i);
      i += length;
      continue;
    }
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
        classes[i] = CLASS.text;
        values[i] = texts.addShown(table.text(first + at, column));
      } else if (kind === BLOCK.boolean) {
        classes[i] = CLASS.boolean;
        values[i] = block.numbers[at] as number;
      } else {
        values[i] = block.numbers[at] as number;
      }
    }
  }
  const items = texts.items(block.bytes);
  const sorted = await sortOutTexts(items, language, pace);
  return sorted === null ? null : { classes, values, texts: items, sorted };
}

/** Numbers that order the rows: for texts their rank. Null when the pace cancels. */
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
