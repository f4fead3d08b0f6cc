import type { FrozenData } from '#model/data/frozen-data.ts';
import { rowRange, sharedRows, type RowSet } from '#model/data/row-set.ts';
import type { KeptRun } from '#protocol/printing.ts';
import type { RunLabels } from './run-labels.ts';

/**
 * The numbers of sequences with a counter in a repeated run: `new` ones, so that none is used twice, or the `same` ones
 * as those labels had.
 */
export type RepeatedNumbers = 'new' | 'same';

type OldRun = Pick<KeptRun, 'data' | 'copies'>;

/**
 * The data of a run that prints the requested labels from this one on (see `RunLabels`). `row` is the row of the
 * label's record, counted from 0. The new run prints each label of the data once.
 */
export function dataFrom(
  run: OldRun,
  labels: RunLabels,
  label: number,
  row: number,
  numbers: RepeatedNumbers,
): FrozenData {
  const { record, copy } = labels.spot(label);
  const { data } = run;
  const rows = sharedRows(data.rows, rowRange(row, data.count));
  return repeated(run, { rows, ofFirst: labels.of(record) - copy + 1 }, numbers);
}

/**
 * The data of a run that prints these rows, counted from 0, as far as they were requested, with all of their copies.
 */
export function dataOfRows(run: OldRun, rows: RowSet, numbers: RepeatedNumbers): FrozenData {
  return repeated(run, { rows: sharedRows(run.data.rows, rows) }, numbers);
}

function repeated(
  { data, copies }: OldRun,
  { rows, ...first }: { readonly rows: RowSet; readonly ofFirst?: number },
  numbers: RepeatedNumbers,
): FrozenData {
  const { part, numbered, ...others } = data;
  return {
    ...others,
    rows,
    part: { times: (part?.times ?? 1) * copies, ...first },
    ...(numbers === 'same' ? { numbered: numbered ?? data.rows } : {}),
  };
}
