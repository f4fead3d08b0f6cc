import type { Refusal } from '#printing/run-state.ts';
import { rowNumbers } from '#app/print/report/row-numbers.ts';

/** The rows with rejected labels. */
export interface RefusedRows {
  /** Such as `2–4, 7`; empty if no label was rejected, and for labels without rows. */
  readonly text: string;
  /** False if there were more than are listed. */
  readonly isWhole: boolean;
}

export function refusedRows(of: {
  readonly refusals: readonly Pick<Refusal, 'row'>[];
  readonly refusalsBeyond: number;
}): RefusedRows {
  return {
    text: rowNumbers(of.refusals.map(({ row }) => row).filter((row) => row > 0)),
    isWhole: of.refusalsBeyond === 0,
  };
}
