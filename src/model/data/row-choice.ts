import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { RowExtent } from './record-source.ts';
import { PLAIN_NUMBERING, recordsBefore, rowNumber } from './row-numbering.ts';
import { rowSetOfRanges, type RowSet } from './row-set.ts';

export interface RowLimits {
  readonly firstRow: number;
  readonly lastRow: number;
}

/** The numbers of the first and the last row that give records. */
export function rowLimits({ count, numbering = PLAIN_NUMBERING }: RowExtent): RowLimits {
  return { firstRow: rowNumber(numbering, 0), lastRow: rowNumber(numbering, count - 1) };
}

/**
 * The records of rows written as `1-3, 5`, without duplicates, in the spreadsheet's order. Problems: `print.noRows`
 * when there are none, `print.badRows` for text that can't be parsed or rows that don't exist.
 */
export function rowsOfText(text: string, rows: RowExtent): Result<RowSet> {
  const pieces = text.split(/[,;，；、]/).map((piece) => piece.trim());
  const written = pieces.filter((piece) => piece !== '');
  return written.length === 0 ? err(problem('print.noRows')) : rowsOfRanges(written.map(readPiece), rows);
}

/** Parses `7` or `2-10`; gives NaN for any other text. */
function readPiece(piece: string): readonly [number, number] {
  const found = /^(\d{1,9})(?:\s*[-–—~]\s*(\d{1,9}))?$/.exec(piece);
  if (found === null) return [NaN, NaN];
  const from = Number(found[1]);
  return [from, found[2] === undefined ? from : Number(found[2])];
}

/** The records of the rows from one number to another, both included. Problems as with `rowsOfText`. */
export function rowsOfRanges(wanted: readonly (readonly [number, number])[], rows: RowExtent): Result<RowSet> {
  const { numbering = PLAIN_NUMBERING } = rows;
  const { firstRow, lastRow } = rowLimits(rows);
  const sound = wanted.every(
    ([from, to]) => Number.isInteger(from) && Number.isInteger(to) && firstRow <= from && from <= to && to <= lastRow,
  );
  if (!sound) return err(problem('print.badRows', { first: firstRow, last: lastRow }));
  const found = rowSetOfRanges(
    wanted.map(([from, to]) => [recordsBefore(numbering, from), recordsBefore(numbering, to + 1)] as const),
  );
  // A range can consist of hidden rows only.
  return found.size > 0 ? ok(found) : err(problem('print.noRows'));
}
