import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { RecordSource, RowReader } from './record-source.ts';
import type { DataRecord } from './record.ts';
import {
  placeOfRow,
  rowAtPlace,
  rowRange,
  rowSetOf,
  runsAtPlaces,
  runsOf,
  withoutRows,
  type RowSet,
} from './row-set.ts';
import type { BoundTable } from './tables.ts';

/** Copies per row, from a column of the spreadsheet. */
export interface CopyCounts {
  readonly column: string;
  /** The number of labels of each row, or `UNREADABLE`. */
  readonly counts: Uint16Array;
  /** The texts of the column from a row on. */
  texts(first: number, count: number, signal: AbortSignal): Promise<Result<readonly string[]>>;
}

/** Marks a cell that is not a number of labels. */
const UNREADABLE = 0xffff;
/** A larger number is as invalid as a text. */
export const MOST_COUNTED: number = UNREADABLE - 1;
const ROWS_AT_ONCE = 20_000;

/** A whole number, possibly with zeros after the point; nothing else, so that 1,5 or "ten" is not guessed at. */
function copiesOf(text: string): number {
  const digits = /^\s*\+?(\d{1,15})(?:\.0*)?\s*$/.exec(text)?.[1];
  return digits === undefined || Number(digits) > MOST_COUNTED ? UNREADABLE : Number(digits);
}

/** Reads a column of a bound sheet for the first `count` rows. Problems: those of the reader, `aborted`. */
export async function readCopyCounts(
  table: BoundTable,
  column: string,
  count: number,
  reader: RowReader,
  signal: AbortSignal,
): Promise<Result<CopyCounts>> {
  // Without its number format: "3 pcs" is 3.
  const asked: BoundTable = { ...table, columns: [{ column, form: 'stored' }], fields: [] };
  const texts: CopyCounts['texts'] = async (first, wanted, textSignal) => {
    const rows = await reader.rows(asked, first, wanted, textSignal);
    return rows.ok ? ok(rows.value.rows.map((row) => row[0] ?? '')) : rows;
  };
  const counts = new Uint16Array(count);
  for (let first = 0; first < count; first += ROWS_AT_ONCE) {
    if (signal.aborted) return err(problem('aborted'));
    const part = await texts(first, Math.min(ROWS_AT_ONCE, count - first), signal);
    if (!part.ok) return part;
    for (const [i, text] of part.value.entries()) counts[first + i] = copiesOf(text);
  }
  return ok({ column, counts, texts });
}

/**
 * A source with only these rows of another, each with its place among them and its number of labels. Rows with 0 are
 * left out. A row with an unreadable number or one above `most` stays as one label that is not printed, with the
 * reason. `numbered`: the rows that sequences with a counter count by; the chosen ones when left out.
 */
export function selectRecords(
  source: RecordSource,
  rows: RowSet,
  counts: CopyCounts | null = null,
  most: number = MOST_COUNTED,
  numbered: RowSet | null = null,
): RecordSource {
  if (counts === null && rows.size === source.count && rows.starts[0] === 0) return source;
  const givingLabels = (all: RowSet): RowSet =>
    counts === null ? all : withoutRows(all, rowsWithNone(all, counts.counts));
  const chosen = givingLabels(rows);
  const counting = numbered === null ? null : givingLabels(numbered);
  const copiesAt = (place: number): number => {
    const copies = counts?.counts[rowAtPlace(chosen, place) ?? 0] ?? UNREADABLE;
    return copies > most ? 1 : copies;
  };
  return {
    count: chosen.size,
    ...(counts === null ? {} : { copiesAt }),
    ...(source.editedCells === undefined ? {} : { editedCells: source.editedCells }),
    async read(first, count, signal) {
      const records: DataRecord[] = [];
      for (const run of runsAtPlaces(chosen, first, count)) {
        const part = await source.read(run.first, run.count, signal);
        if (!part.ok) return part;
        const counted = counts === null ? part : await withCopies(part.value, run.first, counts, most, signal);
        if (!counted.ok) return counted;
        for (const [i, record] of counted.value.entries()) {
          const place = counting === null ? null : placeOfRow(counting, run.first + i);
          records.push({ ...record, place: place ?? first + records.length });
        }
      }
      return ok(records);
    },
  };
}

/**
 * A source with one record for each label, for paper with several labels next to each other; the same source when each
 * record gives one.
 */
export function oneRecordPerLabel(source: RecordSource): RecordSource {
  const { copiesAt, count: recordCount } = source;
  if (copiesAt === undefined) return source;
  /** How many labels come before each record, and at its end their total. */
  let labelsBefore: Float64Array | null = null;

  function counted(): Float64Array {
    if (labelsBefore !== null) return labelsBefore;
    const sums = new Float64Array(recordCount + 1);
    for (let i = 0; i < recordCount; i++) sums[i + 1] = (sums[i] as number) + (copiesAt?.(i) ?? 1);
    return (labelsBefore = sums);
  }

  const { copiesAt: _, ...rest } = source;
  return {
    ...rest,
    count: labelCount(source),
    async read(first, count, signal) {
      const sums = counted();
      const end = Math.min(sums[recordCount] as number, first + count);
      if (first >= end) return ok([]);
      const from = recordOf(sums, first);
      const part = await source.read(from, recordOf(sums, end - 1) - from + 1, signal);
      if (!part.ok) return part;
      const records: DataRecord[] = [];
      for (const [i, { copies: _copies, ...record }] of part.value.entries()) {
        const to = Math.min(sums[from + i + 1] as number, end);
        for (let label = Math.max(sums[from + i] as number, first); label < to; label++) records.push(record);
      }
      return ok(records);
    },
  };
}

/** The record that gives a label. */
function recordOf(labelsBefore: Float64Array, label: number): number {
  let low = 0;
  let high = labelsBefore.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((labelsBefore[middle] as number) <= label) low = middle;
    else high = middle - 1;
  }
  return low;
}

async function withCopies(
  records: readonly DataRecord[],
  first: number,
  { column, counts, texts }: CopyCounts,
  most: number,
  signal: AbortSignal,
): Promise<Result<readonly DataRecord[]>> {
  const isWrong = (i: number): boolean => (counts[first + i] ?? UNREADABLE) > most;
  if (!records.some((_, i) => isWrong(i))) {
    return ok(records.map((record, i) => ({ ...record, copies: counts[first + i] ?? 1 })));
  }
  const read = await texts(first, records.length, signal);
  if (!read.ok) return read;
  const fault = (i: number): Problem =>
    problem('data.badCopies', { column, value: read.value[i] ?? '', max: Math.min(most, MOST_COUNTED) });
  return ok(
    records.map((record, i) =>
      isWrong(i) ? { ...record, fault: fault(i) } : { ...record, copies: counts[first + i] ?? 1 },
    ),
  );
}

function rowsWithNone(rows: RowSet, counts: Uint16Array): RowSet {
  const none: number[] = [];
  for (const { first, count } of runsOf(rows)) {
    for (let row = first; row < first + count; row++) if (counts[row] === 0) none.push(row);
  }
  return rowSetOf(none);
}

/** How many labels the records of a source give. */
export function labelCount({ count, copiesAt }: Pick<RecordSource, 'count' | 'copiesAt'>): number {
  if (copiesAt === undefined) return count;
  let sum = 0;
  for (let i = 0; i < count; i++) sum += copiesAt(i);
  return sum;
}

/** All rows of a source. */
export function everyRow({ count }: Pick<RecordSource, 'count'>): RowSet {
  return rowRange(0, count);
}
