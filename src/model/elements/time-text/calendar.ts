import type { LocalTime } from '#model/kernel/local-time.ts';
import { MINUTE_MS } from '#model/kernel/time.ts';

const MINUTES_PER_DAY = 1440;

/** Adds whole days and minutes (also negative ones) on the calendar only, without daylight saving time. */
export function addTime(time: LocalTime, days: number, minutes: number): LocalTime {
  const moved = new Date(asUtc(time).getTime() + (days * MINUTES_PER_DAY + minutes) * MINUTE_MS);
  return {
    year: moved.getUTCFullYear(),
    month: moved.getUTCMonth() + 1,
    day: moved.getUTCDate(),
    hour: moved.getUTCHours(),
    minute: moved.getUTCMinutes(),
    second: moved.getUTCSeconds(),
  };
}

/** The day of the week; 0 is Sunday. */
export function weekday(time: LocalTime): number {
  return asUtc(time).getUTCDay();
}

/** The time as UTC, in which every day has 24 hours and no hour is skipped. */
function asUtc({ year, month, day, hour, minute, second }: LocalTime): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  return date;
}

/** Reads YYYY/MM/DD and HH:mm:ss; null when the day or time doesn't exist. */
export function parseTime(date: string, time: string): LocalTime | null {
  const day = /^([1-9]\d{3})\/(\d\d)\/(\d\d)$/.exec(date);
  const clock = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/.exec(time);
  if (day === null || clock === null) return null;
  const parsed = {
    year: Number(day[1]),
    month: Number(day[2]),
    day: Number(day[3]),
    hour: Number(clock[1]),
    minute: Number(clock[2]),
    second: Number(clock[3]),
  };
  const real = addTime(parsed, 0, 0);
  return real.month === parsed.month && real.day === parsed.day ? parsed : null;
}
