import { describe, expect, test } from 'vitest';
import { cronOf, USUAL_WHEN, whenOf, type When } from '#app/account/schedules/when.ts';

const cronOfPart = (part: Partial<When>): string | null => cronOf({ ...USUAL_WHEN, ...part });

describe('the times of a schedule', () => {
  test('are written in cron format', () => {
    expect(cronOfPart({ way: 'daily', time: '06:05' })).toBe('5 6 * * *');
    expect(cronOfPart({ way: 'weekly', time: '23:59', days: [5, 0, 1] })).toBe('59 23 * * 0,1,5');
    expect(cronOfPart({ way: 'minutes', minutes: 15 })).toBe('*/15 * * * *');
    expect(cronOfPart({ way: 'hours', hours: 1 })).toBe('0 * * * *');
    expect(cronOfPart({ way: 'cron', cron: ' 0 6 1 * * ' })).toBe('0 6 1 * *');
    expect(cronOfPart({ way: 'none' })).toBe('');
  });

  test('are not written while incomplete', () => {
    expect(cronOfPart({ way: 'daily', time: '' })).toBeNull();
    expect(cronOfPart({ way: 'weekly', days: [] })).toBeNull();
    expect(cronOfPart({ way: 'cron', cron: ' ' })).toBeNull();
  });

  test.each([
    ['0 6 * * *', { way: 'daily', time: '06:00' }],
    ['30 18  * * 1-5', { way: 'weekly', time: '18:30', days: [1, 2, 3, 4, 5] }],
    ['0 0 * * 7,3', { way: 'weekly', time: '00:00', days: [0, 3] }],
    ['*/5 * * * *', { way: 'minutes', minutes: 5 }],
    ['*/20 * * * *', { way: 'minutes', minutes: 20 }],
    ['0 */6 * * *', { way: 'hours', hours: 6 }],
    ['0 * * * *', { way: 'hours', hours: 1 }],
    ['', { way: 'none' }],
  ] as const)('%s is described in words and survives parsing', (cron, expected) => {
    const when = whenOf(cron);
    expect(when).toMatchObject(expected);
    expect(whenOf(cronOf(when) ?? 'nothing')).toEqual({ ...when, cron: cronOf(when) || when.cron });
  });

  // Uneven times, other days, and invalid times stay unchanged.
  test.each([
    '* * * * *',
    '*/2 * * * *',
    '*/7 * * * *',
    '0 */5 * * *',
    '0 6 1 * *',
    '0 6 * 3 *',
    '60 6 * * *',
    '0 24 * * *',
    '0 6 * * MON',
    '0 6 * * 5-1',
    'soon',
  ])('%s is unchanged', (cron) => {
    expect(whenOf(cron)).toMatchObject({ way: 'cron', cron });
    expect(cronOf(whenOf(cron))).toBe(cron);
  });
});
