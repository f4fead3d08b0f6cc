import type { Refusal } from '#printing/run-state.ts';
import { rowNumbers } from '#app/print/report/row-numbers.ts';

/** The rows whose labels were refused. */
export interface RefusedRows {
  /** Like `2–4, 7`; empty when no label was refused, and for labels without rows. */
  readonly text: string;
  /** False when there were more than are listed. */
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
