import type { LocalTime } from '#model/kernel/local-time.ts';
import type { DateOrder } from '#model/elements/base/column-format.ts';
import { readDate, type DateValue } from '../date-text.ts';
import { failure, shortText, type Failure } from './value.ts';

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** `2024-01-15` */
export function isoDay({ year, month, day }: Pick<LocalTime, 'year' | 'month' | 'day'>): string {
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** `10:30:00` */
export function isoClock({ hour, minute, second }: Pick<LocalTime, 'hour' | 'minute' | 'second'>): string {
  return `${two(hour)}:${two(minute)}:${two(second)}`;
}

/** Whether a text is a stored date: ISO 8601, with its day. */
export function isDateText(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?)?$/.test(text) && readDate(text, null).ok;
}

/** Reads a date. Problems: `data.expressionDate`, `data.expressionUnclearDate`. */
export function dateValue(text: string, order: DateOrder | null, at: number): DateValue | Failure {
  const read = readDate(text, order);
  if (read.ok) return read.value;
  const code = read.error.code === 'data.unclearDate' ? 'data.expressionUnclearDate' : 'data.expressionDate';
  return failure(code, at, { value: shortText(text) });
}

/**
 * A sort key for dates; a date without a time is the beginning of its day. Problems: those of `dateValue`;
 * `data.expressionDate` for a time of day alone.
 */
export function dateOrderKey(text: string, at: number): string | Failure {
  const date = dateValue(text, null, at);
  if ('problem' in date) return date;
  if (date.day === null) return failure('data.expressionDate', at, { value: shortText(text) });
  return `${isoDay(date.day)}T${isoClock(date.clock ?? { hour: 0, minute: 0, second: 0 })}`;
}
