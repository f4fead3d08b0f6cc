export const COLUMN_DATA_TYPES = ['plain', 'number', 'currency', 'percent', 'date', 'time'] as const;
/** What the values of a column are; `plain` prints the text that the spreadsheet shows. */
export type ColumnDataType = (typeof COLUMN_DATA_TYPES)[number];

/** The largest number of digits after the point that can be asked for. */
export const MAX_PRECISION = 10;
/** Longest currency symbol and longest pattern of a date or time, in UTF-16 units. */
export const MAX_CURRENCY_LENGTH = 12;
export const MAX_PATTERN_LENGTH = 60;

/** What is written before an amount that names no currency, where none was chosen (specification 2, section 4). */
export const USUAL_CURRENCY = '￥';
/** Specification 2, section 9. Another text may be typed. */
export const CURRENCY_SYMBOLS: readonly string[] = [USUAL_CURRENCY, '$', '£'];

/** How the values of a column are written on the label. Fields that the type does not use are kept for another one. */
export interface ColumnFormat {
  readonly type: ColumnDataType;
  /** Digits after the point, 0 to `MAX_PRECISION`; null leaves as many as the value has. */
  readonly precision: number | null;
  /** Whether zeros at the end of the fraction are left out, of numbers and percentages. */
  readonly removeZeros: boolean;
  /** Stands before the amount. Null leaves the one that the cell names, or the usual one where it names none. */
  readonly currency: string | null;
  /** Patterns of `formatTime`. */
  readonly dateFormat: string;
  readonly timeFormat: string;
  /** What the comma of `1,234` is, where the cell is a text; null makes such a text a problem, because both are usual. */
  readonly comma: CommaMeaning | null;
  /** Which comes first in `05/01/2024`, where the cell is a text; null makes such a text a problem. */
  readonly dateOrder: DateOrder | null;
}

export const COMMA_MEANINGS = ['thousands', 'decimal'] as const;
export type CommaMeaning = (typeof COMMA_MEANINGS)[number];

export const DATE_ORDERS = ['dayFirst', 'monthFirst'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** What choosing a sheet or a column sets (specification 2, section 4). */
export const PLAIN_FORMAT: ColumnFormat = {
  type: 'plain',
  precision: null,
  removeZeros: false,
  currency: null,
  dateFormat: 'yyyy/MM/dd',
  timeFormat: 'HH:mm:ss',
  comma: null,
  dateOrder: null,
};
