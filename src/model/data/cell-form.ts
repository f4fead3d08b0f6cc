import type { ColumnSource } from '#model/elements/base/content.ts';

/**
 * What is taken of a cell. `shown`: the text that the spreadsheet shows. `stored`: the value without its number format, a
 * number as plain digits with a point. `date`: as `stored`, but the number of a date is written in ISO 8601 (`2024-01-15`,
 * `10:30:00` or both with a `T`), because only the reader knows from which year the spreadsheet counts days.
 */
export type CellForm = 'shown' | 'stored' | 'date';

/** A column by its heading, with the form wanted of its cells; the heading alone asks for what is shown. */
export type ColumnRequest = string | { readonly column: string; readonly form: CellForm };

/** The form of cells that a source takes. */
export function cellFormOf({ format, asStored }: Pick<ColumnSource, 'format' | 'asStored'>): CellForm {
  switch (format?.type) {
    case undefined:
    case 'plain':
      return asStored === true ? 'stored' : 'shown';
    case 'date':
    case 'time':
      return 'date';
    default:
      return 'stored';
  }
}

export function columnRequest(source: Pick<ColumnSource, 'column' | 'format' | 'asStored'>): ColumnRequest {
  const form = cellFormOf(source);
  return form === 'shown' ? source.column : { column: source.column, form };
}

/** The column and form that a request names. */
export function requestedColumn(request: ColumnRequest): { readonly column: string; readonly form: CellForm } {
  return typeof request === 'string' ? { column: request, form: 'shown' } : request;
}
