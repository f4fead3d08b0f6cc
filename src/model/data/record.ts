import type { Branded } from '#model/kernel/ids.ts';
import type { ColumnSource } from '#model/elements/base/content.ts';

/** Names one column of one sheet of one spreadsheet. */
export type FieldKey = Branded<'FieldKey'>;

/** One row of data: what the bound columns have, as text. */
export interface DataRecord {
  /** The row's number as the spreadsheet shows it: the heading is row 1, so data begin at 2. 0 when nothing is bound. */
  readonly row: number;
  /** How many records come before it: what sequences count. 0 when left out. */
  readonly index?: number;
  readonly values: Readonly<Record<FieldKey, string>>;
  /** Cells that hold an error or could not be read, by field; such a row is never printed. */
  readonly errors?: Readonly<Record<FieldKey, string>>;
}

/** The record of a template that is bound to nothing. */
export const NO_RECORD: DataRecord = { row: 0, values: {} };

export function fieldKey(source: Pick<ColumnSource, 'connection' | 'sheet' | 'column'>): FieldKey {
  return JSON.stringify([source.connection, source.sheet, source.column]) as FieldKey;
}
