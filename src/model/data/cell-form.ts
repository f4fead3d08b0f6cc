import type { ColumnSource } from '#model/elements/base/content.ts';

/**
 * The form in which a cell is read. `shown`: the text that the spreadsheet shows. `stored`: the value without its
 * number format, a number as plain digits with a point. `date`: like `stored`, but any number is read as a date and
 * written in ISO 8601 (`2024-01-15`, `10:30:00` or both with a `T`), because only the reader knows from which year the
 * spreadsheet counts days. `money`: like `stored`, with the currency of its number format before it (`€47.97`).
 * `numberOrDate`: like `stored`, but like `date` where the spreadsheet shows a date, so that its number is never read as
 * an amount.
 */
export type CellForm = 'shown' | 'stored' | 'date' | 'money' | 'numberOrDate';

/** Marks the value in the error of a cell with an unknown number format, so that the shown text is unknown. */
export const UNKNOWN_FORMAT_MARK = '\ufffc';

/** How a value is used: as a text to write, a number to calculate with, or a date. */
export type ValueUse = 'text' | 'number' | 'date';

/** A column by its heading, with the wanted form of its cells; the heading alone asks for the shown text. */
export type ColumnRequest = string | { readonly column: string; readonly form: CellForm };

/** The form of cells that a source takes. */
export function cellFormOfSource({ format, asStored }: Pick<ColumnSource, 'format' | 'asStored'>): CellForm {
  switch (format?.type) {
    case undefined:
    case 'plain':
      return asStored === true ? 'stored' : 'shown';
    case 'date':
    case 'time':
      return 'date';
    case 'currency':
      return 'money';
    default:
      return 'stored';
  }
}

/** The form of cells that a source reads for a use: its own for texts, the stored value for all others. */
export function cellFormForUse(source: Pick<ColumnSource, 'format' | 'asStored'>, use: ValueUse): CellForm {
  switch (use) {
    case 'text':
      return cellFormOfSource(source);
    case 'number':
      return 'numberOrDate';
    case 'date':
      return 'date';
  }
}

export function columnRequest(
  source: Pick<ColumnSource, 'column' | 'format' | 'asStored'>,
  form: CellForm = cellFormOfSource(source),
): ColumnRequest {
  return form === 'shown' ? source.column : { column: source.column, form };
}

/** The column and form that a request names. */
export function requestedColumn(request: ColumnRequest): { readonly column: string; readonly form: CellForm } {
  return typeof request === 'string' ? { column: request, form: 'shown' } : request;
}
