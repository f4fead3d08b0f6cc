import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { rowsOfRanges, rowsOfText } from '#model/data/row-choice.ts';
import { PLAIN_NUMBERING, rowNumber } from '#model/data/row-numbering.ts';
import type { RowChoice } from '#services/storage/row-choices.ts';
import type { RowExtent } from '#model/data/record-source.ts';
import { rowRange, runsOf, sharedRows, type RowSet } from '#model/data/row-set.ts';

/**
 * The chosen records without duplicates, in the spreadsheet's order. `print.noRows` if there are none, `print.badRows` for
 * an invalid text or rows that do not exist.
 */
export function chosenRows(choice: RowChoice, rows: RowExtent): Result<RowSet> {
  if (rows.count < 1) return err(problem('print.noRows'));
  switch (choice.type) {
    case 'all':
      return ok(rowRange(0, rows.count));
    case 'range':
      return rowsOfRanges([[choice.from ?? NaN, choice.to ?? NaN]], rows);
    case 'chosen':
      return rowsOfText(choice.text, rows);
    case 'checked': {
      const found = sharedRows(choice.rows, rowRange(0, rows.count));
      return found.size > 0 ? ok(found) : err(problem('print.noRows'));
    }
  }
}

/** A text with more ranges is not readable. */
const MOST_WRITTEN = 100;

/**
 * The choice of these rows: as a text such as `2-10, 15` unless it is too long, so that it can be edited.
 * With `asText` all rows are written as well.
 */
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
