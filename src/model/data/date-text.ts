import { err, ok, type Result } from '#model/kernel/result.ts';
import type { LocalTime } from '#model/kernel/local-time.ts';
import { problem } from '#model/kernel/problem.ts';
import type { DateOrder } from '#model/elements/base/column-format.ts';
import { plainCharacters } from './numeric-text.ts';

type Day = Pick<LocalTime, 'year' | 'month' | 'day'>;
type Clock = Pick<LocalTime, 'hour' | 'minute' | 'second'>;

/** A date, a time of day or both. */
export interface DateValue {
  readonly day: Day | null;
  readonly clock: Clock | null;
}

const YEAR_FIRST = /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|年(\d{1,2})月(\d{1,2})日)/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?!\d)/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)/;
const CLOCK =
  /^(上午|下午)? ?(\d{1,2})(?::(\d{2})(?::(\d{2})(?:[.,]\d+)?)?|[时時点點](\d{1,2})分(?:(\d{1,2})秒)?)(?: ?([ap])\.?m\.?)?(?:Z| ?[+-]\d{2}:?\d{2})?$/i;
/** Longer than any date with its time. */
const MAX_LENGTH = 60;

/**
 * Reads a date and a time of day. Numbers of cells arrive as ISO 8601; texts may also be year first with `/`, `.`, 年月日
 * or no separator, or year last with four digits. A time zone is ignored, the wall clock counts; fractions of a second
 * are dropped. Problems: `data.notDate`; `data.unclearDate` for a text such as `05/01/2024`, unless `order` resolves
 * it.
 */
export function readDate(text: string, order: DateOrder | null): Result<DateValue> {
  const plain = text.length > MAX_LENGTH ? '' : plainCharacters(text);
  const notDate = err(problem('data.notDate', { value: text.slice(0, 40) }));
  const found = leadingDay(plain, order);
  if (found === 'unclear') return err(problem('data.unclearDate', { value: text }));
  if (found === 'wrong') return notDate;
  const rest = found === null ? plain : plain.slice(found.length).replace(/^(?:T| )/i, '');
  if (found !== null && rest === '') return ok({ day: found.day, clock: null });
  const clock = readClock(rest);
  return clock === null ? notDate : ok({ day: found?.day ?? null, clock });
}

interface LeadingDay {
  readonly day: Day;
  /** Its number of characters. */
  readonly length: number;
}

/** Null when the text doesn't begin with a date. */
function leadingDay(text: string, order: DateOrder | null): LeadingDay | 'unclear' | 'wrong' | null {
  const first = YEAR_FIRST.exec(text) ?? COMPACT.exec(text);
  if (first !== null) {
    const [year, month, day] = first.slice(1).filter((part) => /^\d+$/.test(part ?? ''));
    return sound(Number(year), Number(month), Number(day), first[0].length);
  }
  const last = YEAR_LAST.exec(text);
  if (last === null) return null;
  const [one, two, year] = [Number(last[1]), Number(last[3]), Number(last[4])];
  const usual = last[2] === '.' ? 'dayFirst' : order;
  const known = usual ?? (one > 12 || one === two ? 'dayFirst' : two > 12 ? 'monthFirst' : null);
  if (known === null) return 'unclear';
  const [day, month] = known === 'dayFirst' ? [one, two] : [two, one];
  return sound(year, month, day, last[0].length);
}

/** Whether the day exists. */
function sound(year: number, month: number, day: number, length: number): LeadingDay | 'wrong' {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const same = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return same && year > 0 ? { day: { year, month, day }, length } : 'wrong';
}

function readClock(text: string): Clock | null {
  const found = CLOCK.exec(text);
  if (found === null) return null;
  const half = found[1] ?? found[7]?.toLowerCase();
  const written = Number(found[2]);
  if (half !== undefined && (written < 1 || written > 12)) return null;
  const isAfternoon = half === '下午' || half === 'p';
  const hour = half === undefined ? written : (written % 12) + (isAfternoon ? 12 : 0);
  const minute = Number(found[3] ?? found[5]);
  const second = Number(found[4] ?? found[6] ?? 0);
  return hour < 24 && minute < 60 && second < 60 ? { hour, minute, second } : null;
}
