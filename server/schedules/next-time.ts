import { setImmediate as immediate } from 'node:timers/promises';
import { Cron } from 'croner';
import type { LocalTime } from '#model/kernel/local-time.ts';

/** No zone moves its clocks by more at once. */
const LARGEST_SHIFT_MS = 3 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Times behind the first one that are looked at: one a minute, over both sides of the largest shift. */
const LOOKED_AT = 500;
const FIELDS = 5;
const COUNTED_AT_ONCE = 50;

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

/** Whether it is the name of a zone with its changes of the clock, as `Europe/Madrid`. */
export function isZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** What a clock on the wall shows there. */
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

/** What the clock on the wall shows, as if it were that of UTC. */
function wallOf(zone: string, time: number): number {
  const { year, month, day, hour, minute, second } = localTimeIn(zone, time);
  return Date.UTC(year, month - 1, day, hour, minute, second) + (time % 1000);
}

function offsetAt(zone: string, time: number): number {
  return wallOf(zone, time) - time;
}

/** The moments at which the wall's clock shows that: none where it is moved past it, two where it is moved back over it. */
function momentsOf(zone: string, wall: number): number[] {
  const offsets = [wall - DAY_MS, wall + DAY_MS].map((time) => wallOf(zone, time) - time);
  const moments = offsets.map((offset) => wall - offset).filter((moment) => wallOf(zone, moment) === wall);
  return [...new Set(moments)].toSorted((a, b) => a - b);
}

/** The first moment behind a gap that a clock jumps over this. */
function endOfGap(zone: string, wall: number): number {
  const [before, after] = [wall - DAY_MS, wall + DAY_MS].map((time) => wallOf(zone, time) - time) as [number, number];
  // Between the two moments that the offsets on both sides give lies the jump.
  let [low, high] = [wall - after, wall - before];
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (wallOf(zone, middle) - middle === before) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Times of five fields (minute, hour, day, month, weekday), by the clock of a zone. Where clocks change, it is as with cron:
 * a fixed time that the clock jumps over comes right behind the jump, one that the clock shows twice comes the first time;
 * times with `*` for the minute or the hour go on at their distance, so they come in both of two equal hours. Null for what is
 * no such text, or never comes.
 */
export function nextTime(cron: string, zone: string, after: number): number | null {
  const read = readTimes(cron, zone);
  if (read === null) return null;
  const { times, isFixed } = read;
  const shown = wallOf(zone, after);
  // Where no clock is changed about now, what comes first on the wall comes first.
  if (offsetAt(zone, after - LARGEST_SHIFT_MS) === offsetAt(zone, after + LARGEST_SHIFT_MS)) {
    return firstOnWall(read, zone, shown);
  }
  let wall = times.nextRun(new Date(shown - LARGEST_SHIFT_MS));
  let next: number | null = null;
  let until = Infinity;
  for (let i = 0; wall !== null && (next === null || i < LOOKED_AT) && wall.getTime() <= until; i++) {
    for (const moment of firings(zone, wall.getTime(), isFixed)) {
      if (moment <= after || (next !== null && moment >= next)) continue;
      next = moment;
      until = Math.min(until, wall.getTime() + LARGEST_SHIFT_MS);
    }
    wall = times.nextRun(wall);
  }
  return next;
}

interface ReadTimes {
  readonly times: Cron;
  /** Neither the minute nor the hour goes on at a distance. */
  readonly isFixed: boolean;
}

function readTimes(cron: string, zone: string): ReadTimes | null {
  const fields = cron.trim().split(/\s+/);
  if (fields.length !== FIELDS || !isZone(zone)) return null;
  try {
    const times = new Cron(fields.join(' '), { timezone: 'UTC', mode: '5-part', paused: true });
    return { times, isFixed: !fields.slice(0, 2).some((field) => field.includes('*')) };
  } catch {
    return null;
  }
}

function firstOnWall({ times, isFixed }: ReadTimes, zone: string, shown: number): number | null {
  for (let wall = times.nextRun(new Date(shown)); wall !== null; wall = times.nextRun(wall)) {
    const [first] = firings(zone, wall.getTime(), isFixed);
    if (first !== undefined) return first;
  }
  return null;
}

function firings(zone: string, wall: number, isFixed: boolean): number[] {
  const moments = momentsOf(zone, wall);
  if (!isFixed) return moments;
  return [moments[0] ?? endOfGap(zone, wall)];
}

/** How many of its times lie behind `from` and not behind `to`; counted up to `most`, with others answered in between. */
export async function timesBetween(
  cron: string,
  zone: string,
  from: number,
  to: number,
  most: number,
): Promise<number> {
  const read = readTimes(cron, zone);
  if (read === null) return 0;
  const found = new Set<number>();
  const last = wallOf(zone, to) + LARGEST_SHIFT_MS;
  let wall = read.times.nextRun(new Date(wallOf(zone, from) - LARGEST_SHIFT_MS));
  for (let i = 1; wall !== null && wall.getTime() <= last && found.size < most; i++) {
    for (const moment of firings(zone, wall.getTime(), read.isFixed)) {
      if (from < moment && moment <= to) found.add(moment);
    }
    wall = read.times.nextRun(wall);
    if (i % COUNTED_AT_ONCE === 0) await immediate();
  }
  return Math.min(most, found.size);
}
