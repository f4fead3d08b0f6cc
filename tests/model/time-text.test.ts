import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ElementId } from '#model/kernel/ids.ts';
import { createElement } from '#model/elements/registry.ts';
import type { LocalTime } from '#model/kernel/local-time.ts';
import { addTime, parseTime, weekday } from '#model/elements/time-text/calendar.ts';
import { formatTime } from '#model/elements/time-text/format-time.ts';
import { DATE_FORMATS, formatIn, TIME_FORMATS } from '#model/elements/time-text/formats.ts';
import { REGIONS, type Region } from '#model/elements/time-text/time-text-element.ts';
import { dateField, timeField, timeTextValue } from '#model/elements/time-text/time-value.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { createTestElement, createTestTemplate, TEST_TIME } from '../support/create-elements.ts';

function at(date: string, time = '00:00:00'): LocalTime {
  const parsed = parseTime(date, time);
  if (parsed === null) throw new Error(`${date} ${time}`);
  return parsed;
}

/** Every format of every region at 9:05:07 on Saturday, the 7th of March 2026. */
const EXPECTED: Readonly<Record<Region, { readonly dates: readonly string[]; readonly times: readonly string[] }>> = {
  zh: {
    dates: [
      '2026/03/07',
      '2026-03-07',
      '2026.03.07',
      '2026年03月07日',
      '2026年3月7日',
      '2026年3月7日 星期六',
      '2026年3月7日 周六',
      '2026/3/7',
      '2026-3-7',
      '2026年3月',
      '2026/03',
      '2026-03',
      '26/03/07',
      '26-03-07',
      '03月07日',
      '3月7日',
      '03/07',
      '03-07',
      '20260307',
      '260307',
      '星期六',
    ],
    times: [
      '09:05:07',
      '09:05',
      '9:05:07',
      '9:05',
      '09时05分07秒',
      '09时05分',
      '上午9:05:07',
      '上午9:05',
      '上午9时05分07秒',
      '上午9时05分',
      '090507',
      '0905',
    ],
  },
  us: {
    dates: [
      '03/07/2026',
      '3/7/2026',
      '03/07/26',
      '3/7/26',
      '03-07-2026',
      '03.07.2026',
      'Mar 7, 2026',
      'March 7, 2026',
      'Sat, Mar 7, 2026',
      'Saturday, March 7, 2026',
      'Mar 2026',
      'March 2026',
      '03/2026',
      'Mar 7',
      '03/07',
      '2026/03/07',
      '2026-03-07',
      '20260307',
      'Saturday',
    ],
    times: ['09:05:07 AM', '09:05 AM', '9:05:07 AM', '9:05 AM', '09:05:07', '09:05', '9:05', '090507', '0905'],
  },
  uk: {
    dates: [
      '07/03/2026',
      '7/3/2026',
      '07/03/26',
      '7/3/26',
      '07-03-2026',
      '07.03.2026',
      '7 Mar 2026',
      '07 Mar 2026',
      '7 March 2026',
      'Sat, 7 Mar 2026',
      'Saturday, 7 March 2026',
      'Mar 2026',
      'March 2026',
      '03/2026',
      '7 Mar',
      '07/03',
      '2026/03/07',
      '2026-03-07',
      '20260307',
      'Saturday',
    ],
    times: [
      '09:05:07',
      '09:05',
      '9:05:07',
      '9:05',
      '09:05:07 am',
      '09:05 am',
      '9:05:07 am',
      '9:05 am',
      '090507',
      '0905',
    ],
  },
};

describe.each(REGIONS)('the formats of %s', (region) => {
  const time = at('2026/03/07', '09:05:07');
  test('dates', () => {
    expect(DATE_FORMATS[region].map((format) => formatTime(time, format, region))).toEqual(EXPECTED[region].dates);
  });
  test('times', () => {
    expect(TIME_FORMATS[region].map((format) => formatTime(time, format, region))).toEqual(EXPECTED[region].times);
  });
  test('the default of the file is among them', () => {
    expect(formatIn(DATE_FORMATS, region, 'yyyy/MM/dd')).toBe('yyyy/MM/dd');
    expect(formatIn(TIME_FORMATS, region, 'HH:mm:ss')).toBe('HH:mm:ss');
    expect(formatIn(DATE_FORMATS, region, 'no such format')).toBe(DATE_FORMATS[region][0]);
  });
});

describe('formatting', () => {
  test.each([
    [0, '12 AM', '上午12'],
    [11, '11 AM', '上午11'],
    [12, '12 PM', '下午12'],
    [23, '11 PM', '下午11'],
  ])('hour %i of the half day', (hour, us, zh) => {
    const time = { ...TEST_TIME, hour };
    expect([formatTime(time, 'h a', 'us'), formatTime(time, 'ah', 'zh')]).toEqual([us, zh]);
  });

  test('every month and weekday has its names', () => {
    const months = Array.from({ length: 12 }, (_, i) => formatTime({ ...TEST_TIME, month: i + 1 }, 'MMM MMMM', 'uk'));
    expect([months[0], months[8], months[11]]).toEqual(['Jan January', 'Sep September', 'Dec December']);
    const days = Array.from({ length: 7 }, (_, i) => formatTime({ ...TEST_TIME, day: i + 1 }, 'EEE EEEE', 'zh'));
    expect(days.join()).toBe('周日 星期日,周一 星期一,周二 星期二,周三 星期三,周四 星期四,周五 星期五,周六 星期六');
  });

  test('quoted text is used unchanged', () => {
    expect(formatTime(TEST_TIME, "'day' d 'of' MMMM", 'us')).toBe('day 7 of March');
  });
});

describe('the calendar', () => {
  test.each([
    ['2026/12/31', '23:59:59', 0, 1, '2027/01/01', '00:00:59'],
    ['2026/01/01', '00:00:00', 0, -1, '2025/12/31', '23:59:00'],
    ['2024/02/28', '12:00:00', 1, 0, '2024/02/29', '12:00:00'],
    ['2023/02/28', '12:00:00', 1, 0, '2023/03/01', '12:00:00'],
    ['2000/02/28', '12:00:00', 1, 0, '2000/02/29', '12:00:00'],
    ['2100/02/28', '12:00:00', 1, 0, '2100/03/01', '12:00:00'],
    ['2024/02/29', '12:00:00', 366, 0, '2025/03/01', '12:00:00'],
    ['2026/04/30', '23:30:00', 0, 45, '2026/05/01', '00:15:00'],
    // Daylight saving time begins and ends on these days in places: not here.
    ['2026/03/29', '00:30:00', 0, 180, '2026/03/29', '03:30:00'],
    ['2026/10/25', '00:30:00', 0, 180, '2026/10/25', '03:30:00'],
    ['2026/03/31', '00:00:00', -31, -1440, '2026/02/27', '00:00:00'],
  ])('%s %s and %i days, %i minutes', (date, time, days, minutes, laterDate, laterTime) => {
    const later = addTime(at(date, time), days, minutes);
    expect([dateField(later), timeField(later)]).toEqual([laterDate, laterTime]);
  });

  test('days are consecutive for four centuries, and weekdays with them', () => {
    const steps = fc.record({
      days: fc.integer({ min: 0, max: 146_097 }),
      minutes: fc.integer({ min: -527_040, max: 527_040 }),
    });
    fc.assert(
      fc.property(steps, ({ days, minutes }) => {
        const start = at('1900/01/01', '06:07:08');
        const moved = addTime(start, days, minutes);
        expect(addTime(moved, -days, -minutes)).toEqual(start);
        expect(weekday(addTime(moved, 1, 0))).toBe((weekday(moved) + 1) % 7);
        expect(parseTime(dateField(moved), timeField(moved))).toEqual(moved);
      }),
    );
  });

  test.each([
    ['2026/02/29', '00:00:00'],
    ['2026/13/01', '00:00:00'],
    ['2026/00/10', '00:00:00'],
    ['2026/04/31', '00:00:00'],
    ['2026-04-30', '00:00:00'],
    ['2026/04/30', '24:00:00'],
    ['2026/04/30', '12:60:00'],
    ['2026/04/30', '12:00'],
    ['0099/04/30', '12:00:00'],
  ])('there is no %s %s', (date, time) => {
    expect(parseTime(date, time)).toBeNull();
  });
});

describe('a time text', () => {
  const now = (): LocalTime => TEST_TIME;

  test('shows the current or the given time, with its offsets', () => {
    const element = createTestElement('timeText', { date: '2020/12/31', time: '23:59:30' });
    expect(timeTextValue(element, now)).toBe('2026/03/07 14:05:09');
    expect(timeTextValue({ ...element, dayOffset: 30, minuteOffset: -6 }, now)).toBe('2026/04/06 13:59:09');
    expect(timeTextValue({ ...element, clock: 'given', minuteOffset: 1 }, now)).toBe('2021/01/01 00:00:30');
  });

  test('requires the current time only when it shows it', () => {
    const never = (): LocalTime => {
      throw new Error('asked');
    };
    expect(timeTextValue(createTestElement('timeText', { clock: 'given' }), never)).toBe('2000/01/01 00:00:00');
  });

  test('is the date, the time, both or nothing', () => {
    const element = createTestElement('timeText');
    expect(timeTextValue({ ...element, showsTime: false }, now)).toBe('2026/03/07');
    expect(timeTextValue({ ...element, showsDate: false }, now)).toBe('14:05:09');
    expect(timeTextValue({ ...element, showsDate: false, showsTime: false }, now)).toBe('');
  });

  function readOne(attributes: string): unknown {
    const xml = `<Template><FileInfo Width="40" Height="10"/><ObjectList><Object Id="aaaaaaaa" Name="a" ${attributes}/></ObjectList></Template>`;
    const read = readTemplate(xml);
    return read.ok ? read.value.elements[0] : read.error.code;
  }

  test('is the result of a text with a time flag', () => {
    expect(readOne('Type="Text"')).toMatchObject({ type: 'text' });
    expect(
      readOne('Type="Text" DateFormatChecked="[&quot;date&quot;]" DateFormat="dd/MM/yyyy" Region="2" TimeType="0"'),
    ).toMatchObject({ type: 'timeText', showsDate: true, showsTime: false, region: 'uk', dateFormat: 'dd/MM/yyyy' });
  });

  test.each([
    ['SelectDate', '2026/02/30'],
    ['SelectTime', '25:00:00'],
    ['DayOffset', '1.5'],
  ])('with an invalid %s cannot be read, and is kept', (field, value) => {
    const read = readOne(`Type="TimeText" ${field}="${value}"`);
    expect(read).toMatchObject({
      type: 'unknown',
      fault: { field, value },
      unknown: { attributes: { [field]: value } },
    });
  });

  test.each([
    ['MinuteOffset', '999999', { minuteOffset: 527_040 }],
    ['Region', '7', { region: 'zh' }],
    ['DateFormatChecked', 'week', { showsDate: false, showsTime: false }],
  ])('with an unknown %s uses a fallback, and keeps it', (field, raw, fields) => {
    const read = readOne(`Type="TimeText" ${field}="${raw}"`);
    expect(read).toMatchObject({ type: 'timeText', ...fields, unknown: { values: { [field]: { raw } } } });
  });

  test('keeps a line that the file names by its direction', () => {
    expect(readOne('Type="LineVertical"')).toMatchObject({ type: 'line', direction: 'vertical' });
    expect(readOne('Type="Line" LineDirection="RightLine"')).toMatchObject({ type: 'line', direction: 'right' });
    expect(writeTemplate(createTestTemplate([createTestElement('timeText')]))).toContain(
      'DateFormatChecked="date,time"',
    );
  });
});

test.each([
  ['zh', 'zh'],
  ['en', 'us'],
  ['pt', 'uk'],
  ['es', 'uk'],
  ['ru', 'uk'],
] as const)('a new one in %s writes dates like in %s', (language, region) => {
  const created = createElement('timeText', {
    id: 'T0000001' as ElementId,
    name: 'TimeText1',
    centreMm: { x: 50, y: 40 },
    labelWidthMm: 100,
    labelHeightMm: 80,
    zoom: 1,
    now: TEST_TIME,
    language,
  });
  expect(created).toMatchObject({ region, dateFormat: 'yyyy/MM/dd', timeFormat: 'HH:mm:ss' });
});
