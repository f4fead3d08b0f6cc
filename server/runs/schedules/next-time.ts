import { setImmediate } from 'node:timers/promises';
import { Cron } from 'croner';
import { MIN_SCHEDULE_MINUTES } from '#protocol/api.ts';
import type { LocalTime } from '#model/kernel/local-time.ts';
import { DAY_MS, HOUR_MS } from '#model/kernel/time.ts';

const MIN_DISTANCE_MS = MIN_SCHEDULE_MINUTES * 60 * 1000;
/** Times that are counted before other work runs. */
const COUNTED_A_TURN = 10;
const FIELDS = 5;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  return format;
}

/** Whether it is the name of a time zone with its clock changes, as `Europe/Madrid`. */
export function isZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** The local time in a zone. */
export function localTimeIn(zone: string, time: number): LocalTime {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  const [year, month, day] = [of('year'), of('month'), of('day')];
  return { year, month, day, hour: of('hour'), minute: of('minute'), second: of('second') };
}

/** The local time as if it were UTC. */
function localAsUtc(zone: string, time: number): number {
  const { year, month, day, hour, minute, second } = localTimeIn(zone, time);
  return Date.UTC(year, month - 1, day, hour, minute, second) + (time % 1000);
}

/** The moments of a local time: none in a gap, two where the clock is set back over it. */
function momentsOf(zone: string, wall: number): number[] {
  const offsets = [wall - DAY_MS, wall + DAY_MS].map((time) => localAsUtc(zone, time) - time);
  const moments = offsets.map((offset) => wall - offset).filter((moment) => localAsUtc(zone, moment) === wall);
  return [...new Set(moments)].toSorted((a, b) => a - b);
}

/** A clock change of a zone, with its offsets from UTC on both sides. */
interface ClockChange {
  readonly at: number;
  readonly offsetBefore: number;
  readonly offsetAfter: number;
}

/** The clock change within a day of that time; null for none. */
function changeNear(zone: string, time: number): ClockChange | null {
  let [low, high] = [time - DAY_MS, time + DAY_MS].map((one) => Math.floor(one / 1000) * 1000) as [number, number];
  const [offsetBefore, offsetAfter] = [localAsUtc(zone, low) - low, localAsUtc(zone, high) - high];
  if (offsetBefore === offsetAfter) return null;
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (localAsUtc(zone, middle) - middle === offsetBefore) low = middle;
    else high = middle;
  }
  return { at: high, offsetBefore, offsetAfter };
}

/** Like `momentsOf`, near a clock change, without asking the calendar each time. */
function momentsNearChange({ at, offsetBefore, offsetAfter }: ClockChange, wall: number): number[] {
  const [first, second] = [wall - offsetBefore, wall - offsetAfter];
  return [...(first < at ? [first] : []), ...(second >= at ? [second] : [])];
}

/**
 * The next time of five fields (minute, hour, day, month, weekday) in a zone. Clock changes are handled as cron does: a
 * fixed time in a gap fires right after it, one that occurs twice fires the first time; times with `*` for the minute
 * or the hour keep their distance, so they fire in both of two equal hours. Null for an invalid text, or one that never
 * fires.
 */
export function nextTime(cron: string, zone: string, after: number): number | null {
  const times = timesOf(cron);
  if (times === null || !isZone(zone)) return null;
  const isFixed = !fieldsOf(cron)
    .slice(0, 2)
    .some((field) => field.includes('*'));
  const shift = changeNear(zone, after);
  /** The first firing after `after` with a local time after `shown`. */
  const firstFiringAfter = (shown: number): number | null => {
    for (let wall = times.nextRun(new Date(shown)); wall !== null; wall = times.nextRun(wall)) {
      const first = firings(zone, wall.getTime(), isFixed, shift).find((moment) => moment > after);
      if (first !== undefined) return first;
    }
    return null;
  };
  const next = firstFiringAfter(localAsUtc(zone, after));
  const isBack = shift !== null && shift.offsetAfter < shift.offsetBefore;
  if (!isBack || after >= shift.at || (next !== null && next < shift.at)) return next;
  // The clock is set back in between: repeated local times come before new ones.
  const again = firstFiringAfter(shift.at + shift.offsetAfter - 1000);
  return next === null || (again !== null && again < next) ? again : next;
}

function firings(zone: string, wall: number, isFixed: boolean, near: ClockChange | null): number[] {
  const isNear = near !== null && Math.abs(wall - near.offsetAfter - near.at) < DAY_MS;
  const moments = isNear ? momentsNearChange(near, wall) : momentsOf(zone, wall);
  if (!isFixed) return moments;
  const [first] = moments;
  if (first !== undefined) return [first];
  // In a gap: right after it.
  const jump = isNear ? near : changeNear(zone, wall - (localAsUtc(zone, wall) - wall));
  return jump === null ? [] : [jump.at];
}

/** Iterates over the times as if all clocks showed UTC; null without five fields. */
function timesOf(cron: string): Cron | null {
  const fields = fieldsOf(cron);
  if (fields.length !== FIELDS) return null;
  try {
    return new Cron(fields.join(' '), { timezone: 'UTC', mode: '5-part', paused: true });
  } catch {
    return null;
  }
}

function fieldsOf(cron: string): string[] {
  return cron.trim().split(/\s+/);
}

/**
 * The next time that is not too close to the last one. Only schedules from before the minimum distance have such times.
 */
export function nextTimeApart(cron: string, zone: string, last: number, after: number): number | null {
  return nextTime(cron, zone, Math.max(after, last + MIN_DISTANCE_MS - 1));
}

/** Whether two of its local times are closer than schedules allow, including those of a day and the next one. */
export function isTooOften(cron: string): boolean {
  const [minutes = '', hours = ''] = fieldsOf(cron);
  const hourTimes = timesIn(`${minutes} * * * *`, HOUR_MS);
  const times = timesIn(`0 ${hours} * * *`, DAY_MS).flatMap((hour) => hourTimes.map((minute) => hour + minute));
  return times.some((time, i) => (times[i + 1] ?? (times[0] ?? 0) + DAY_MS) - time < MIN_DISTANCE_MS);
}

/** The times from the start of a day until then. */
function timesIn(cron: string, until: number): number[] {
  const times = timesOf(cron);
  const found: number[] = [];
  for (let time = times?.nextRun(new Date(-1)); time && time.getTime() < until; time = times?.nextRun(time)) {
    found.push(time.getTime());
  }
  return found;
}

/** The number of its times after `from` up to `to`; counted up to `most`, with other work in between. */
export async function timesBetween(
  cron: string,
  zone: string,
  from: number,
  to: number,
  most: number,
): Promise<number> {
  let count = 0;
  for (let time = nextTime(cron, zone, from); time !== null && time <= to && count < most; count++) {
    if (count % COUNTED_A_TURN === COUNTED_A_TURN - 1) await setImmediate();
    time = nextTime(cron, zone, time);
  }
  return count;
}
