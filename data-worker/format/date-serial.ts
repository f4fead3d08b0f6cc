import { DAY_MS } from '#model/kernel/time.ts';
/** The calendar date and time of a cell's serial number. */
export interface DateParts {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** Fraction of the second, with the requested number of digits. */
  readonly fraction: number;
  /** The time since serial 0 in units of that fraction, for `[h]`. */
  readonly total: number;
}

const SECONDS_PER_DAY = 86_400;
/** The day after 31 December 9999, which is the last in Excel. */
const END_SERIAL = 2_958_466;
/** Day 60 is 29 February 1900, which did not exist; Excel counts it to stay compatible with Lotus 1-2-3. */
const FALSE_LEAP_DAY = 60;
/** The serial numbers of 1 January 1970, with and without the false day counted. */
const EPOCH = 25_569;
const EPOCH_BEFORE = 25_568;
/** 1 January 1904 in the 1900 system. */
const OFFSET_1904 = 1462;

/** Splits a serial number, rounded to `fractionDigits` of a second; null outside 1900 to 9999. */
export function serialToParts(serial: number, date1904: boolean, fractionDigits: number): DateParts | null {
  const units = 10 ** fractionDigits;
  const perDay = SECONDS_PER_DAY * units;
  const total = Math.round((serial + (date1904 ? OFFSET_1904 : 0)) * perDay);
  const day = Math.floor(total / perDay);
  if (!(serial >= 0) || day >= END_SERIAL) return null;
  const seconds = Math.floor((total - day * perDay) / units);
  return {
    ...calendarDay(day),
    weekday: (day + 6) % 7,
    hour: Math.floor(seconds / 3600),
    minute: Math.floor(seconds / 60) % 60,
    second: seconds % 60,
    fraction: total % units,
    total: Math.round(serial * perDay),
  };
}

/**
 * A serial number to the second in ISO 8601: the date, the time of day below 1, both for a fraction of a day. Null for no
 * date.
 */
export function serialToIso(serial: number, date1904: boolean): string | null {
  const parts = serialToParts(serial, date1904, 0);
  if (parts === null) return null;
  const two = (value: number): string => String(value).padStart(2, '0');
  const date = `${String(parts.year).padStart(4, '0')}-${two(parts.month)}-${two(parts.day)}`;
  const time = `${two(parts.hour)}:${two(parts.minute)}:${two(parts.second)}`;
  if (serial < 1) return time;
  return time === '00:00:00' ? date : `${date}T${time}`;
}

function calendarDay(day: number): Pick<DateParts, 'year' | 'month' | 'day'> {
  if (day === 0) return { year: 1900, month: 1, day: 0 };
  if (day === FALSE_LEAP_DAY) return { year: 1900, month: 2, day: 29 };
  const date = new Date((day - (day < FALSE_LEAP_DAY ? EPOCH_BEFORE : EPOCH)) * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/**
 * The serial number of an ISO 8601 date, time or both; null when the text is none. A time zone is ignored: the wall
 * clock counts.
 */
export function isoToSerial(text: string, date1904: boolean): number | null {
  const match =
    /^(?:(\d{4})-(\d{2})-(\d{2}))?(?:T?(\d{2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?)?(?:Z|[+-]\d{2}:\d{2})?$/.exec(text);
  if (match === null || text === '') return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0'] = match;
  const time = (Number(hour) * 3600 + Number(minute) * 60 + Number(second)) / SECONDS_PER_DAY;
  if (year === undefined) return time;
  const days = Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY_MS + EPOCH;
  // Before the false leap day serial numbers are one less.
  const serial = days <= FALSE_LEAP_DAY ? days - 1 : days;
  return serial - (date1904 ? OFFSET_1904 : 0) + time;
}
