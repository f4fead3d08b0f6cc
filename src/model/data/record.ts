import type { Branded } from '#model/kernel/ids.ts';
import type { ColumnSource } from '#model/elements/base/content.ts';

/** Identifies one column of one sheet of one spreadsheet. */
export type FieldKey = Branded<'FieldKey'>;

/** One row of data: the texts of the bound columns. */
export interface DataRecord {
  /**
   * The row's number as the spreadsheet shows it: row 1 has the headings, so data begin at 2. 0 when nothing is bound.
   */
  readonly row: number;
  /** The number of records before this one, by which sequences count. 0 when left out. */
  readonly index?: number;
  readonly values: Readonly<Record<FieldKey, string>>;
  /** Errors of cells that hold one or could not be read, by field. A row with errors is never printed. */
  readonly errors?: Readonly<Record<FieldKey, string>>;
}

/** The record of a template without any bound column. */
export const NO_RECORD: DataRecord = { row: 0, values: {} };

export function fieldKey(source: Pick<ColumnSource, 'connection' | 'sheet' | 'column'>): FieldKey {
  return JSON.stringify([source.connection, source.sheet, source.column]) as FieldKey;
}
