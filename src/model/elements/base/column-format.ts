export const COLUMN_DATA_TYPES = ['plain', 'number', 'currency', 'percent', 'date', 'time'] as const;
/** The data type of a column; `plain` prints the text that the spreadsheet shows. */
export type ColumnDataType = (typeof COLUMN_DATA_TYPES)[number];

/** The largest number of digits after the point that can be asked for. */
export const MAX_PRECISION = 10;
/** Longest currency symbol and longest pattern of a date or time, in UTF-16 units. */
export const MAX_CURRENCY_LENGTH = 12;
export const MAX_PATTERN_LENGTH = 60;

/** The default currency of an amount without one (specification 2, section 4). */
export const USUAL_CURRENCY = '￥';
/** Specification 2, section 9. Other texts are allowed. */
export const CURRENCY_SYMBOLS: readonly string[] = [USUAL_CURRENCY, '$', '£'];

/** The format of a column's values on the label. Fields that the type doesn't use are kept for other types. */
export interface ColumnFormat {
  readonly type: ColumnDataType;
  /** Digits after the point, 0 to `MAX_PRECISION`; null leaves as many as the value has. */
  readonly precision: number | null;
  /** Whether trailing zeros of numbers and percentages are left out. */
  readonly removeZeros: boolean;
  /** Written before the amount. Null means the cell's own one, or the default if it has none. */
  readonly currency: string | null;
  /** Patterns of `formatTime`. */
  readonly dateFormat: string;
  readonly timeFormat: string;
  /**
   * The meaning of the comma in a text such as `1,234`; null makes such a text a problem, because both meanings are
   * common.
   */
  readonly comma: CommaMeaning | null;
  /** What comes first in a text such as `05/01/2024`; null makes such a text a problem. */
  readonly dateOrder: DateOrder | null;
}

export const COMMA_MEANINGS = ['thousands', 'decimal'] as const;
export type CommaMeaning = (typeof COMMA_MEANINGS)[number];

export const DATE_ORDERS = ['dayFirst', 'monthFirst'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** The format after choosing a sheet or a column (specification 2, section 4). */
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
