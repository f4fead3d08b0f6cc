import { useMemo } from 'react';
import { repeatsPerRecord } from '#printing/plan.ts';
import { pageOfRow, type RowOnPage } from './page-of-row.ts';

/** `pageOfRow` for this number of copies per label; the copies of a million rows are added up once. */
export function usePageOfRow({
  row,
  rows,
  records,
  copies,
  perPage,
  firstCell,
}: Omit<RowOnPage, 'repeats'> & { readonly copies: number }): number {
  return useMemo(() => {
    const repeats = repeatsPerRecord({ copies, sheetCells: perPage });
    return pageOfRow({ row, rows, records, repeats, perPage, firstCell });
  }, [row, rows, records, copies, perPage, firstCell]);
}
