import { Big } from 'big.js';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { assertNever } from '#model/kernel/assert-never.ts';
import { problem } from '#model/kernel/problem.ts';
import { USUAL_CURRENCY, type ColumnFormat } from '#model/elements/base/column-format.ts';
import { formatTime } from '#model/elements/time-text/format-time.ts';
import { readDate } from './date-text.ts';
import { splitCurrency } from './currency.ts';
import { readDecimal, type DecimalValue } from './numeric-text.ts';

/**
 * A cell's value in the column's format. An empty cell stays empty. Arithmetic is exact, and halves are rounded away
 * from zero like in Excel. Problems: those of `readDecimal` and `readDate`.
 */
export function formatValue(format: ColumnFormat, text: string): Result<string> {
  if (format.type === 'plain') return ok(text);
  if (text.trim() === '') return ok('');
  switch (format.type) {
    case 'currency': {
      const { currency, amount } = splitCurrency(text);
      const decimal = readDecimal(amount, format.comma);
      return decimal.ok
        ? ok(writeDecimal({ ...format, currency: format.currency ?? currency }, decimal.value))
        : decimal;
    }
    case 'number':
    case 'percent': {
      const decimal = readDecimal(text, format.comma);
      return decimal.ok ? ok(writeDecimal(format, decimal.value)) : decimal;
    }
    case 'date':
    case 'time':
      return formatDate(format, text);
    default:
      return assertNever(format.type);
  }
}

/** A number in a format of numbers, currencies or percentages. */
export function writeDecimal(format: ColumnFormat, { value, places }: DecimalValue): string {
  const isPercent = format.type === 'percent';
  const shown = isPercent ? value.times(100) : value;
  const wanted = format.precision ?? Math.max(0, isPercent ? places - 2 : places);
  const rounded = shown.round(wanted, Big.roundHalfUp);
  const digits = rounded.abs().toFixed(wanted);
  const removes = format.removeZeros && format.type !== 'currency';
  const amount = removes && digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
  // A number rounded to zero has no sign: 0.00 and not -0.00.
  const sign = rounded.lt(0) ? '-' : '';
  if (isPercent) return `${sign}${amount}%`;
  return format.type === 'currency' ? `${sign}${format.currency ?? USUAL_CURRENCY}${amount}` : `${sign}${amount}`;
}

function formatDate(format: ColumnFormat, text: string): Result<string> {
  const read = readDate(text, format.dateOrder);
  if (!read.ok) return read;
  const { day, clock } = read.value;
  if (format.type === 'date' && day === null) return err(problem('data.notDate', { value: text.slice(0, 40) }));
  const moment = {
    ...(day ?? { year: 1900, month: 1, day: 1 }),
    ...(clock ?? { hour: 0, minute: 0, second: 0 }),
  };
  const pattern = format.type === 'date' ? format.dateFormat : format.timeFormat;
  // The file names no region: a pattern with Chinese characters uses Chinese names, any other one English names.
  return ok(formatTime(moment, pattern, /\p{Script=Han}/u.test(pattern) ? 'zh' : 'us'));
}
