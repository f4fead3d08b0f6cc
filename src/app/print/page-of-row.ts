import type { RecordSource } from '#model/data/record-source.ts';
import { placeOfRow, type RowSet } from '#model/data/row-set.ts';

export interface RowOnPage {
  /** Counted from 0 among all rows. */
  readonly row: number;
  /** Those that are printed; null while they are not known. */
  readonly rows: RowSet | null;
  readonly records: Pick<RecordSource, 'count' | 'copiesAt'> | null;
  /** How often each label is laid out. */
  readonly repeats: number;
  /** Labels on a page. */
  readonly perPage: number;
  /** The cell of the first page in which the first label stands. */
  readonly firstCell: number;
}

/** The page, counted from 0, on which the first label of a row stands; the first page for a row that is not printed. */
export function pageOfRow({ row, rows, records, repeats, perPage, firstCell }: RowOnPage): number {
  const place = rows === null ? null : placeOfRow(rows, row);
  if (records === null || place === null || place >= records.count) return 0;
  // A page of one label is sent once for each row, however many copies the printer makes.
  if (perPage === 1) return place;
  const { copiesAt } = records;
  let labels = place;
  if (copiesAt !== undefined) {
    labels = 0;
    for (let before = 0; before < place; before++) labels += copiesAt(before);
  }
  return Math.floor((firstCell + labels * repeats) / perPage);
}
