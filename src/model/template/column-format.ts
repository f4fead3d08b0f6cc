import {
  MAX_CURRENCY_LENGTH,
  MAX_PATTERN_LENGTH,
  MAX_PRECISION,
  PLAIN_FORMAT,
  USUAL_CURRENCY,
  type ColumnDataType,
  type ColumnFormat,
  type CommaMeaning,
  type DateOrder,
} from '#model/elements/base/column-format.ts';
import { codeOf, type ElementFields, type FieldReader } from '#model/elements/base/fields.ts';

const TYPE_CODES = { '0': 'plain', '1': 'number', '2': 'currency', '3': 'percent', '4': 'date', '5': 'time' } as const;
const COMMA_CODES = { '0': 'thousands', '1': 'decimal' } as const;
const ORDER_CODES = { '0': 'dayFirst', '1': 'monthFirst' } as const;
/** The file's precision when none is set. */
const NO_PRECISION = -1;

/**
 * Reads the format of a column; null for one that changes nothing. Empty attributes count as absent. `CommaMeaning`,
 * `DateOrder` and `CurrencyIsChosen` are our own attributes, written only when they are set.
 */
export function readColumnFormat(fields: FieldReader): ColumnFormat | null {
  const given = (name: string): boolean => fields.text(name, '') !== '';
  const bounded = (name: string, value: string, longest: number): string => {
    if (value.length > longest) fields.reject(name);
    return value;
  };
  const pattern = (name: string, fallback: string): string =>
    bounded(name, fields.filledText(name, fallback), MAX_PATTERN_LENGTH);
  // Every file names a symbol: the default one is a choice only if our own attribute says so.
  const chosen = (symbol: string): string | null =>
    symbol === USUAL_CURRENCY && !fields.flag('CurrencyIsChosen', false) ? null : symbol;
  const precision = fields.number('DataPrecision', NO_PRECISION, NO_PRECISION, MAX_PRECISION);
  if (!Number.isInteger(precision)) fields.reject('DataPrecision');
  const format: ColumnFormat = {
    type: fields.code<ColumnDataType>('DataType', TYPE_CODES, 'plain'),
    precision: precision === NO_PRECISION ? null : precision,
    removeZeros: fields.flag('RemoveZero', false),
    currency: chosen(bounded('CurrencySymbol', fields.text('CurrencySymbol', USUAL_CURRENCY), MAX_CURRENCY_LENGTH)),
    dateFormat: pattern('DateFormat', PLAIN_FORMAT.dateFormat),
    timeFormat: pattern('TimeFormat', PLAIN_FORMAT.timeFormat),
    comma: given('CommaMeaning') ? fields.code<CommaMeaning>('CommaMeaning', COMMA_CODES, 'decimal') : null,
    dateOrder: given('DateOrder') ? fields.code<DateOrder>('DateOrder', ORDER_CODES, 'dayFirst') : null,
  };
  return isPlain(format) ? null : format;
}

export function writeColumnFormat(format: ColumnFormat = PLAIN_FORMAT): ElementFields['attributes'] {
  return {
    DataType: codeOf(TYPE_CODES, format.type),
    DataPrecision: format.precision ?? NO_PRECISION,
    RemoveZero: format.removeZeros,
    CurrencySymbol: format.currency ?? USUAL_CURRENCY,
    ...(format.currency === USUAL_CURRENCY ? { CurrencyIsChosen: true } : {}),
    DateFormat: format.dateFormat,
    TimeFormat: format.timeFormat,
    ...(format.comma === null ? {} : { CommaMeaning: codeOf(COMMA_CODES, format.comma) }),
    ...(format.dateOrder === null ? {} : { DateOrder: codeOf(ORDER_CODES, format.dateOrder) }),
  };
}

function isPlain(format: ColumnFormat): boolean {
  return (Object.keys(PLAIN_FORMAT) as (keyof ColumnFormat)[]).every((key) => format[key] === PLAIN_FORMAT[key]);
}
