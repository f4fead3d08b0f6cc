import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTooOften, isZone, nextTime, timesBetween, nextTimeApart } from '#server/runs/schedules/next-time.ts';

const MINUTE = 60_000;
const ZONES = ['Europe/Madrid', 'America/New_York', 'America/Sao_Paulo', 'Australia/Lord_Howe', 'Asia/Shanghai', 'UTC'];
/** Days around clock changes: of 2026 where there are any. */
const STARTS = ['2026-03-07', '2026-03-28', '2026-04-04', '2026-10-03', '2026-10-24', '2026-10-31', '2026-06-30'];

/** `2026-03-29 02:30` as the zone's clock shows it; the library uses another way. */
function shown(zone: string, time: number): string {
  return new Date(time).toLocaleString('sv-SE', { timeZone: zone }).slice(0, 16);
}

interface Fields {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly isFixed: boolean;
}

/** Goes through all minutes, one after the other. */
function expectedNext(zone: string, { minutes, hours, isFixed }: Fields, after: number): number {
  const seen = new Set<string>();
  const pad = (value: number): string => String(value).padStart(2, '0');
  const isWanted = (text: string): boolean =>
    hours.includes(Number(text.slice(11, 13))) && minutes.includes(Number(text.slice(14, 16)));
  // Long enough before that repeated local times were seen.
  for (let time = Math.floor(after / MINUTE) * MINUTE - 180 * MINUTE; ; time += MINUTE) {
    const text = shown(zone, time);
    const [before, now] = [shown(zone, time - MINUTE), text];
    const jump = Date.parse(`${now}Z`.replace(' ', 'T')) - Date.parse(`${before}Z`.replace(' ', 'T'));
    const skipped: string[] = [];
    for (let wall = MINUTE; wall < jump; wall += MINUTE) {
      const lost = new Date(Date.parse(`${before}Z`.replace(' ', 'T')) + wall);
      skipped.push(`${before.slice(0, 11)}${pad(lost.getUTCHours())}:${pad(lost.getUTCMinutes())}`);
    }
    const isTime = isFixed ? (isWanted(text) && !seen.has(text)) || skipped.some(isWanted) : isWanted(text);
    seen.add(text);
    if (isTime && time > after) return time;
  }
}

const some = (most: number): fc.Arbitrary<number[]> =>
  fc.uniqueArray(fc.integer({ min: 0, max: most }), { minLength: 1, maxLength: 3 });

describe('the next time of a schedule', () => {
  test('matches a minute-by-minute search over every clock change', () => {
    const minute = fc.oneof(
      some(59).map((values) => ({ text: values.join(','), values, star: false })),
      fc.constantFrom(10, 15, 30).map((step) => ({
        text: `*/${step}`,
        values: Array.from({ length: 60 / step }, (_, i) => i * step),
        star: true,
      })),
    );
    const hour = fc.oneof(
      some(5).map((values) => ({ text: values.join(','), values, star: false })),
      fc.constant({ text: '*', values: Array.from({ length: 24 }, (_, i) => i), star: true }),
    );
    const from = fc.record({ day: fc.constantFrom(...STARTS), minutes: fc.integer({ min: 0, max: 2880 }) });
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), minute, hour, from, (zone, minutes, hours, { day, minutes: later }) => {
        const after = Date.parse(`${day}T00:00:00Z`) + later * MINUTE;
        const isFixed = !minutes.star && !hours.star;
        const wanted = expectedNext(zone, { minutes: minutes.values, hours: hours.values, isFixed }, after);
        const found = nextTime(`${minutes.text} ${hours.text} * * *`, zone, after);
        expect(new Date(found ?? 0).toISOString()).toBe(new Date(wanted).toISOString());
      }),
      { numRuns: 150, seed: 20261127 },
    );
  });

  test('matches cron on known days', () => {
    const next = (cron: string, zone: string, after: string, count = 2): string[] => {
      const times: string[] = [];
      for (let time = nextTime(cron, zone, Date.parse(after)); time !== null && times.length < count;) {
        times.push(new Date(time).toISOString().slice(0, 16));
        time = nextTime(cron, zone, time);
      }
      return times;
    };
    expect(next('0 6 * * *', 'Europe/Madrid', '2026-03-28T12:00Z')).toEqual(['2026-03-29T04:00', '2026-03-30T04:00']);
    // 02:30 is missing on that day, and occurs twice on the other.
    expect(next('30 2 * * *', 'Europe/Madrid', '2026-03-28T12:00Z')).toEqual(['2026-03-29T01:00', '2026-03-30T00:30']);
    expect(next('30 2 * * *', 'Europe/Madrid', '2026-10-24T12:00Z')).toEqual(['2026-10-25T00:30', '2026-10-26T01:30']);
    expect(next('*/30 * * * *', 'Europe/Madrid', '2026-10-25T00:30Z', 3)).toEqual([
      '2026-10-25T01:00',
      '2026-10-25T01:30',
      '2026-10-25T02:00',
    ]);
    expect(next('0 0 29 2 *', 'UTC', '2026-01-01T00:00Z', 1)).toEqual(['2028-02-29T00:00']);
    expect(next('0 8 * * 1-5', 'Asia/Shanghai', '2026-11-27T01:00Z', 1)).toEqual(['2026-11-30T00:00']);
  });

  test('is null for an invalid schedule', async () => {
    for (const wrong of ['', 'daily', '* * * *', '* * * * * *', '60 * * * *', '0 0 31 2 *', '@daily']) {
      expect([wrong, nextTime(wrong, 'UTC', Date.parse('2026-01-01'))]).toEqual([wrong, null]);
    }
    expect(nextTime('* * * * *', 'Europe/Nowhere', 0)).toBeNull();
    expect([isZone('America/Sao_Paulo'), isZone('Mars/Base')]).toEqual([true, false]);
    expect(
      await timesBetween('0 * * * *', 'UTC', Date.parse('2026-01-01T00:30Z'), Date.parse('2026-01-01T06:00Z'), 100),
    ).toBe(6);
    expect(await timesBetween('* * * * *', 'UTC', 0, Date.parse('2026-01-01'), 100)).toBe(100);
  });

  test('is counted over clock changes, with others answered in between', async () => {
    const missed = (cron: string, from: string, to: string): Promise<number> =>
      timesBetween(cron, 'Europe/Madrid', Date.parse(from), Date.parse(to), 1_000);
    const back = ['2026-10-24T22:00Z', '2026-10-25T06:00Z'] as const;
    expect(await missed('* * * * *', ...back)).toBe(480);
    expect(await missed('0 * * * *', ...back)).toBe(8);
    expect(await missed('30 2 * * *', ...back)).toBe(1);
    const forward = ['2026-03-28T22:00Z', '2026-03-29T06:00Z'] as const;
    expect(await missed('* * * * *', ...forward)).toBe(480);
    expect(await missed('30 2 * * *', ...forward)).toBe(1);
    let answered = 0;
    const timer = setInterval(() => answered++, 0);
    expect(await missed('* * * * *', '2026-03-28T12:00Z', '2026-04-05T00:00Z')).toBe(1_000);
    clearInterval(timer);
    expect(answered).toBeGreaterThan(5);
  });
});

describe('times that are too close', () => {
  test.each([
    '* * * * *',
    '*/2 * * * *',
    '*/4 * * * *',
    '*/7 * * * *',
    '0-5 6 * * *',
    '0,4 6 * * *',
    '59,0 * * * *',
    '2,58 * * * *',
    '0,59 0,23 * * *',
    '0,1 6 29 2 *',
    '0,1 6 1 1 *',
    '0,58 0,23 * * 6,0',
  ])('%s is too often', (cron) => {
    expect(isTooOften(cron)).toBe(true);
  });

  test.each([
    '*/5 * * * *',
    '0,5 6 * * *',
    '3-58/5 * * * *',
    '0 * * * *',
    '0 6 * * 1-5',
    '0 0 29 2 *',
    '0 0 31 2 *',
    'no times',
  ])('%s is not', (cron) => {
    expect(isTooOften(cron)).toBe(false);
  });

  test('are skipped, and times that are far enough apart are unchanged', () => {
    const six = Date.UTC(2026, 10, 27, 6);
    expect(nextTimeApart('* * * * *', 'UTC', six, six)).toBe(six + 5 * 60_000);
    expect(nextTimeApart('*/5 * * * *', 'UTC', six, six)).toBe(six + 5 * 60_000);
    expect(nextTimeApart('*/5 * * * *', 'UTC', six, six + 4 * 60_000)).toBe(six + 5 * 60_000);
    expect(nextTimeApart('*/5 * * * *', 'UTC', six, six + 60 * 60_000)).toBe(six + 65 * 60_000);
    // At a clock change, times keep their distance.
    const jump = Date.UTC(2026, 2, 29, 1);
    expect(nextTimeApart('*/5 * * * *', 'Europe/Madrid', jump - 5 * 60_000, jump - 5 * 60_000)).toBe(jump);
  });
});
