import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { PLAIN_NUMBERING, recordsBefore, rowNumber } from '#model/data/row-numbering.ts';
import type { RowChoice } from '#services/storage/row-choices.ts';
import type { RowExtent } from '#model/data/record-source.ts';
import { rowRange, rowSetOfRanges, runsOf, sharedRows, type RowSet } from '#model/data/row-set.ts';

export interface RowLimits {
  readonly firstRow: number;
  readonly lastRow: number;
}

/** The numbers of the first and the last row that give records. */
export function rowLimits({ count, numbering = PLAIN_NUMBERING }: RowExtent): RowLimits {
  return { firstRow: rowNumber(numbering, 0), lastRow: rowNumber(numbering, count - 1) };
}

/**
 * The records chosen, each once, in the spreadsheet's order. `print.noRows` when there are none, `print.badRows`
 * for what cannot be read or lies outside of the rows that there are.
 */
export function chosenRows(choice: RowChoice, rows: RowExtent): Result<RowSet> {
  if (rows.count < 1) return err(problem('print.noRows'));
  switch (choice.type) {
    case 'all':
      return ok(rowRange(0, rows.count));
    case 'range':
      return rangesOf([[choice.from ?? NaN, choice.to ?? NaN]], rows);
    case 'chosen': {
      const pieces = choice.text.split(/[,;，；、]/).map((piece) => piece.trim());
      const written = pieces.filter((piece) => piece !== '');
      if (written.length === 0) return err(problem('print.noRows'));
      return rangesOf(written.map(readPiece), rows);
    }
    case 'checked': {
      const found = sharedRows(choice.rows, rowRange(0, rows.count));
      return found.size > 0 ? ok(found) : err(problem('print.noRows'));
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

function rangesOf(wanted: readonly (readonly [number, number])[], rows: RowExtent): Result<RowSet> {
  const { numbering = PLAIN_NUMBERING } = rows;
  const { firstRow, lastRow } = rowLimits(rows);
  const sound = wanted.every(
    ([from, to]) => Number.isInteger(from) && Number.isInteger(to) && firstRow <= from && from <= to && to <= lastRow,
  );
  if (!sound) return err(problem('print.badRows', { first: firstRow, last: lastRow }));
  const found = rowSetOfRanges(
    wanted.map(([from, to]) => [recordsBefore(numbering, from), recordsBefore(numbering, to + 1)] as const),
  );
  // Rows that the spreadsheet hides can be all that a range names.
  return found.size > 0 ? ok(found) : err(problem('print.noRows'));
}

/** More runs of rows are not written as a text that a person reads. */
const MOST_WRITTEN = 100;

/**
 * The choice of these rows: as a text like `2-10, 15` where that is not too long, so that it can be changed by hand.
 * With `asText` all rows are written as well. */
export function choiceOf(
  chosen: RowSet,
  { count, numbering = PLAIN_NUMBERING }: RowExtent,
  asText: boolean = false,
): RowChoice {
  if (chosen.size === count && !asText) return { type: 'all' };
  if (chosen.starts.length > MOST_WRITTEN) return { type: 'checked', rows: chosen };
  const pieces = runsOf(chosen).map((run) => {
    const from = rowNumber(numbering, run.first);
    const to = rowNumber(numbering, run.first + run.count - 1);
    return from === to ? `${from}` : `${from}-${to}`;
  });
  return { type: 'chosen', text: pieces.join(', ') };
}
