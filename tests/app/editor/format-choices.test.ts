import { expect, test } from 'vitest';
import type { LocalTime } from '#model/kernel/local-time.ts';
import { formatTime } from '#model/elements/time-text/format-time.ts';
import { DATE_FORMATS, TIME_FORMATS } from '#model/elements/time-text/formats.ts';
import { REGIONS } from '#model/elements/time-text/time-text-element.ts';
import { formatChoices } from '#app/editor/panels/format-choices.ts';

const DAYS: readonly LocalTime[] = [
  { year: 2026, month: 3, day: 7, hour: 9, minute: 5, second: 7 },
  { year: 2026, month: 11, day: 22, hour: 11, minute: 11, second: 11 },
  { year: 2026, month: 5, day: 11, hour: 12, minute: 0, second: 0 },
];

test('no list of formats has two entries that look the same on any day', () => {
  for (const region of REGIONS) {
    for (const time of DAYS) {
      for (const formats of [DATE_FORMATS[region], TIME_FORMATS[region]]) {
        const labels = formatChoices(formats, 'yyyy', (format) => formatTime(time, format, region)).map((c) => c.label);
        expect(labels.length).toBe(formats.length + 1);
        expect(new Set(labels).size).toBe(labels.length);
      }
    }
  }
});

test('a format shows its pattern only when another entry looks the same', () => {
  const [time] = DAYS;
  if (time === undefined) throw new Error('no day');
  const formats = ['MM/dd/yyyy', 'M/d/yyyy'];
  expect(formatChoices(formats, 'M/d/yyyy', (format) => formatTime(time, format, 'us'))).toEqual([
    { value: 'MM/dd/yyyy', label: '03/07/2026' },
    { value: 'M/d/yyyy', label: '3/7/2026' },
  ]);
});
