import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { FIRST_DATA_ROW } from '#model/data/tables.ts';
import type { RecordSource } from '#model/data/record-source.ts';

/** Which rows to print, as the user says it. Rows have the numbers that the spreadsheet shows. */
export type RowChoice =
  | { readonly type: 'all' }
  | { readonly type: 'range'; readonly from: number | null; readonly to: number | null }
  /** As the user types it, for example `2-10, 15`. */
  | { readonly type: 'chosen'; readonly text: string };

/** Records `first` to `first + count - 1` of a source. */
export interface RecordRange {
  readonly first: number;
  readonly count: number;
}

export interface RowLimits {
  readonly firstRow: number;
  readonly lastRow: number;
}

/** The numbers that the rows of a source with so many records have. */
export function rowLimits(recordCount: number): RowLimits {
  return { firstRow: FIRST_DATA_ROW, lastRow: FIRST_DATA_ROW + recordCount - 1 };
}

/**
 * The records chosen, each once, in the spreadsheet's order. `print.noRows` when there are none, `print.badRows`
 * for what cannot be read or lies outside of the rows that there are.
 */
export function chosenRanges(choice: RowChoice, recordCount: number): Result<readonly RecordRange[]> {
  if (recordCount < 1) return err(problem('print.noRows'));
  switch (choice.type) {
    case 'all':
      return ok([{ first: 0, count: recordCount }]);
    case 'range':
      return rangesOf([[choice.from ?? NaN, choice.to ?? NaN]], recordCount);
    case 'chosen': {
      const pieces = choice.text.split(/[,;，；、]/).map((piece) => piece.trim());
      const written = pieces.filter((piece) => piece !== '');
      if (written.length === 0) return err(problem('print.noRows'));
      return rangesOf(written.map(readPiece), recordCount);
    }
  }
}

/** Reads `7` or `2-10`; gives NaN where the text is neither. */
function readPiece(piece: string): readonly [number, number] {
  const found = /^(\d{1,9})(?:\s*[-–—~]\s*(\d{1,9}))?$/.exec(piece);
  if (found === null) return [NaN, NaN];
  const from = Number(found[1]);
  return [from, found[2] === undefined ? from : Number(found[2])];
}

function rangesOf(rows: readonly (readonly [number, number])[], recordCount: number): Result<readonly RecordRange[]> {
  const { firstRow, lastRow } = rowLimits(recordCount);
  const sound = rows.every(
    ([from, to]) => Number.isInteger(from) && Number.isInteger(to) && firstRow <= from && from <= to && to <= lastRow,
  );
  if (!sound) return err(problem('print.badRows', { first: firstRow, last: lastRow }));
  const merged: [number, number][] = [];
  for (const [from, to] of [...rows].sort((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return ok(merged.map(([from, to]) => ({ first: from - firstRow, count: to - from + 1 })));
}

/** A source that has only these records of another. */
export function selectRecords(source: RecordSource, ranges: readonly RecordRange[]): RecordSource {
  const [only] = ranges;
  if (ranges.length === 1 && only !== undefined && only.first === 0 && only.count === source.count) return source;
  return {
    count: ranges.reduce((sum, range) => sum + range.count, 0),
    async read(first, count, signal) {
      const records = [];
      let skip = first;
      let wanted = count;
      for (const range of ranges) {
        if (skip >= range.count) {
          skip -= range.count;
          continue;
        }
        if (wanted <= 0) break;
        const part = await source.read(range.first + skip, Math.min(range.count - skip, wanted), signal);
        if (!part.ok) return part;
        records.push(...part.value);
        wanted -= range.count - skip;
        skip = 0;
      }
      return ok(records);
    },
  };
}
