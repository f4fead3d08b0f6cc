import type { DateOrder } from '#model/elements/base/column-format.ts';
import { formatTime } from '#model/elements/time-text/format-time.ts';
import type { DateValue } from '../date-text.ts';
import { dateValue, isoClock, isoDay } from './date-value.ts';
import { expressionFunction as define, type ExpressionFunction, type FunctionCall } from './function.ts';
import type { DateFunctionName } from './function-names.ts';
import { boundedText, failure, shortText, type Failure } from './value.ts';

const ORDERS: Readonly<Record<string, DateOrder>> = { dmy: 'dayFirst', mdy: 'monthFirst' };

/** `order`: what comes first in an ambiguous date, `dmy` or `mdy`. */
function dateOf(text: string, order: string | undefined, call: FunctionCall): DateValue | Failure {
  const known = order === undefined ? null : ORDERS[order.toLowerCase()];
  return known === undefined ? call.wrong(order ?? '') : dateValue(text, known, call.at);
}

/** The date moved by days and months, with the same time of day. A day that the month lacks becomes its last one. */
function moved(text: string, days: number, months: number, call: FunctionCall): string | Failure {
  const date = dateOf(text, undefined, call);
  if ('problem' in date) return date;
  if (date.day === null) return failure('data.expressionDate', call.at, { value: shortText(text) });
  const { year, month, day } = date.day;
  const first = new Date(0);
  first.setUTCFullYear(year, month - 1 + months, 1);
  const last = new Date(0);
  last.setUTCFullYear(year, month + months, 0);
  first.setUTCDate(Math.min(day, last.getUTCDate()) + days);
  const to = { year: first.getUTCFullYear(), month: first.getUTCMonth() + 1, day: first.getUTCDate() };
  // An infinite date has no year.
  if (!(to.year >= 1 && to.year <= 9999)) return call.wrong(String(days === 0 ? months : days));
  return date.clock === null ? isoDay(to) : `${isoDay(to)}T${isoClock(date.clock)}`;
}

/**
 * Dates are texts in ISO 8601 (`2024-01-15`, `2024-01-15T10:30:00`); others are read like columns with a date format.
 */
export const DATE_FUNCTIONS: Readonly<Record<DateFunctionName, ExpressionFunction>> = {
  today: define([], [], (_args, { context }) => isoDay(context.elements.clock.now)),
  now: define([], [], (_args, { context }) => {
    const { now } = context.elements.clock;
    return `${isoDay(now)}T${isoClock(now)}`;
  }),
  /** A date in ISO 8601. */
  date: define(['date'], ['text'], ([text, order], call) => {
    const date = dateOf(text, order, call);
    if ('problem' in date) return date;
    if (date.day === null) return failure('data.expressionDate', call.at, { value: shortText(text) });
    return date.clock === null ? isoDay(date.day) : `${isoDay(date.day)}T${isoClock(date.clock)}`;
  }),
  formatDate: define(['date', 'text'], ['text'], ([text, pattern, order], call) => {
    const date = dateOf(text, order, call);
    if ('problem' in date) return date;
    const moment = {
      ...(date.day ?? { year: 1900, month: 1, day: 1 }),
      ...(date.clock ?? { hour: 0, minute: 0, second: 0 }),
    };
    // As in column formats: a pattern with Chinese characters uses Chinese names of months and days.
    return boundedText(formatTime(moment, pattern, /\p{Script=Han}/u.test(pattern) ? 'zh' : 'us'));
  }),
  addDays: define(['date', 'integer'], [], ([text, days], call) => moved(text, days, 0, call)),
  addMonths: define(['date', 'integer'], [], ([text, months], call) => moved(text, 0, months, call)),
};
