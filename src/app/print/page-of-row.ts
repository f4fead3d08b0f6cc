import type { RecordSource } from '#model/data/record-source.ts';
import { placeOfRow, type RowSet } from '#model/data/row-set.ts';
import { useMemo } from 'react';
import { repeatsPerRecord } from '#printing/plan.ts';

export interface RowOnPage {
  /** Counted from 0 among all rows. */
  readonly row: number;
  /** The printed rows; null while they are unknown. */
  readonly rows: RowSet | null;
  readonly records: Pick<RecordSource, 'count' | 'copiesAt'> | null;
  /** The number of layouts per label. */
  readonly repeats: number;
  /** Labels on a page. */
  readonly perPage: number;
  /** The cell of the first label on the first page. */
  readonly firstCell: number;
}

/** The page, counted from 0, with the first label of a row; the first page for a row that is not printed. */
export function pageOfRow({ row, rows, records, repeats, perPage, firstCell }: RowOnPage): number {
  const place = rows === null ? null : placeOfRow(rows, row);
  if (records === null || place === null || place >= records.count) return 0;
  // A page of one label is sent once per row, independent of the printer's copies.
  if (perPage === 1) return place;
  const { copiesAt } = records;
  let labels = place;
  if (copiesAt !== undefined) {
    labels = 0;
    for (let before = 0; before < place; before++) labels += copiesAt(before);
  }
  return Math.floor((firstCell + labels * repeats) / perPage);
}

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
