import type { LocalTime } from '#model/kernel/local-time.ts';
import { weekday } from './calendar.ts';
import { NAMES } from './names.ts';
import type { Region } from './time-text-element.ts';

type Part = (time: LocalTime, region: Region) => string;

const PARTS: Readonly<Record<string, Part>> = {
  yyyy: ({ year }) => padded(year, 4),
  yy: ({ year }) => padded(year % 100, 2),
  MMMM: ({ month }, region) => NAMES[region].months[month - 1] ?? '',
  MMM: ({ month }, region) => NAMES[region].shortMonths[month - 1] ?? '',
  MM: ({ month }) => padded(month, 2),
  M: ({ month }) => String(month),
  dd: ({ day }) => padded(day, 2),
  d: ({ day }) => String(day),
  EEEE: (time, region) => NAMES[region].weekdays[weekday(time)] ?? '',
  EEE: (time, region) => NAMES[region].shortWeekdays[weekday(time)] ?? '',
  HH: ({ hour }) => padded(hour, 2),
  H: ({ hour }) => String(hour),
  hh: ({ hour }) => padded(halfDayHour(hour), 2),
  h: ({ hour }) => String(halfDayHour(hour)),
  mm: ({ minute }) => padded(minute, 2),
  m: ({ minute }) => String(minute),
  ss: ({ second }) => padded(second, 2),
  s: ({ second }) => String(second),
  a: ({ hour }, region) => NAMES[region].halfDays[hour < 12 ? 0 : 1],
};

/** Longer patterns come first, so that MMM is not read as M three times. */
const PART = /yyyy|yy|MMMM|MMM|MM|M|dd|d|EEEE|EEE|HH|H|hh|h|mm|m|ss|s|a|'[^']*'/g;

/**
 * Writes a time by a pattern: yyyy yy, MMMM MMM MM M, dd d, EEEE EEE (weekday), HH H (0-23), hh h (1-12), mm m, ss s, a
 * (half of the day). Text in single quotes and all other characters are copied. The names are our own and independent
 * of the machine's locale, so that text and printed bits are the same everywhere.
 */
export function formatTime(time: LocalTime, pattern: string, region: Region): string {
  return pattern.replace(PART, (part) =>
    part.startsWith("'") ? part.slice(1, -1) : (PARTS[part]?.(time, region) ?? part),
  );
}

function halfDayHour(hour: number): number {
  return hour % 12 === 0 ? 12 : hour % 12;
}

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}
