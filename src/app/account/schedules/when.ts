import { MIN_SCHEDULE_MINUTES } from '#protocol/api.ts';
import { dateFormat } from '#app/state/language-formats.ts';

/** The ways to enter times, from the simplest to cron fields. */
export const WAYS = ['daily', 'weekly', 'minutes', 'hours', 'cron', 'none'] as const;
export type Way = (typeof WAYS)[number];

/** Divisors of an hour and of a day: a remainder would make one interval shorter. */
export const EVERY_MINUTES: readonly number[] = [MIN_SCHEDULE_MINUTES, 10, 15, 20, 30];
export const EVERY_HOURS: readonly number[] = [1, 2, 3, 4, 6, 8, 12];
/** Cron's numbers from Sunday, in the order of the user interface. */
export const WEEKDAYS: readonly number[] = [1, 2, 3, 4, 5, 6, 0];

/** The entered times of a schedule; input for other ways is kept. */
export interface When {
  readonly way: Way;
  /** `06:30`. */
  readonly time: string;
  readonly days: readonly number[];
  readonly minutes: number;
  readonly hours: number;
  readonly cron: string;
}

export const USUAL_WHEN: When = {
  way: 'daily',
  time: '06:00',
  days: [1, 2, 3, 4, 5],
  minutes: 15,
  hours: 1,
  cron: '0 6 * * 1-5',
};

/** The five cron fields; empty for no times, null for incomplete input. */
export function cronOf({ way, time, days, minutes, hours, cron }: When): string | null {
  const [, hour = '', minute = ''] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  switch (way) {
    case 'none':
      return '';
    case 'daily':
      return hour === '' ? null : `${Number(minute)} ${Number(hour)} * * *`;
    case 'weekly':
      if (hour === '' || days.length === 0) return null;
      return `${Number(minute)} ${Number(hour)} * * ${days.toSorted((a, b) => a - b).join(',')}`;
    case 'minutes':
      return `*/${minutes} * * * *`;
    case 'hours':
      return hours === 1 ? '0 * * * *' : `0 */${hours} * * *`;
    case 'cron':
      return cron.trim() === '' ? null : cron.trim();
  }
}

/** The simplest way to enter these cron fields. */
export function whenOf(cron: string): When {
  const text = cron.trim().split(/\s+/).join(' ');
  const base = { ...USUAL_WHEN, cron: text === '' ? USUAL_WHEN.cron : text };
  if (text === '') return { ...base, way: 'none' };
  const [, every] = /^\*\/(\d+) \* \* \* \*$/.exec(text) ?? [];
  if (EVERY_MINUTES.includes(Number(every))) return { ...base, way: 'minutes', minutes: Number(every) };
  const [, hours = '1'] = /^0 \*(?:\/(\d+))? \* \* \*$/.exec(text) ?? ['', 'none'];
  if (EVERY_HOURS.includes(Number(hours))) return { ...base, way: 'hours', hours: Number(hours) };
  const [, minute = '', hour = '', fields = ''] = /^(\d{1,2}) (\d{1,2}) \* \* (\S+)$/.exec(text) ?? [];
  const days = daysOf(fields);
  if (Number(hour) > 23 || Number(minute) > 59 || days === null) return { ...base, way: 'cron' };
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (fields === '*') return { ...base, way: 'daily', time };
  return { ...base, way: 'weekly', time, days };
}

/** The weekdays of cron's last field, as numbers, lists and ranges; null for other syntax. */
function daysOf(field: string): readonly number[] | null {
  if (field === '*') return [];
  const days = new Set<number>();
  for (const part of field.split(',')) {
    const [, first = '', last = first] = /^([0-7])(?:-([0-7]))?$/.exec(part) ?? [];
    if (first === '' || Number(first) > Number(last)) return null;
    for (let day = Number(first); day <= Number(last); day++) days.add(day % 7);
  }
  return [...days].toSorted((a, b) => a - b);
}

/** The name of a weekday, in full or short. */
export function weekdayName(language: string, day: number, style: 'long' | 'short'): string {
  // The first of January 2023 was a Sunday.
  const date = new Date(Date.UTC(2023, 0, 1 + day));
  return dateFormat(language, { weekday: style, timeZone: 'UTC' }).format(date);
}
