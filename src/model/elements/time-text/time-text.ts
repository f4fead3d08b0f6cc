import { err, ok } from '#model/kernel/result.ts';
import { fontUnitsToMm } from '#model/kernel/units.ts';
import { noContent } from '../base/content-behaviour.ts';
import { createBase, PLAIN, type ElementDefinition } from '../base/definition.ts';
import { codeOf, type FieldReader } from '../base/fields.ts';
import {
  lineLengthMm,
  newTextStyle,
  readTextHeight,
  readGrowingStyle,
  readTextWidth,
  writeTextStyle,
} from '../base/text-style.ts';
import { NO_SIZE_GROUP, readSizeGroup, writeSizeGroup } from '../base/size-group.ts';
import { plainText } from '../base/styled-text.ts';
import { textBox } from '../base/text-box.ts';
import { hasTimeFlag } from '../base/time-flag.ts';
import { parseTime } from './calendar.ts';
import { DEFAULT_DATE_FORMAT, DEFAULT_TIME_FORMAT } from './formats.ts';
import type { Region, TimeTextElement } from './time-text-element.ts';
import { dateField, timeField, timeTextValue } from './time-value.ts';
import type { LayoutOf, Unplaced } from '../base/layout.ts';
import { layoutCourse } from '../base/course-layout.ts';
import { ONE_SIDE, readFlagSides, writeFlagSides } from '../base/flag-sides.ts';
import { NO_COURSE, readTextCourse, writeTextCourse } from '../base/text-course.ts';

const layoutTimeText: LayoutOf<Unplaced<TimeTextElement>> = (element, _values, context) =>
  layoutCourse(element, plainText(timeTextValue(element, () => context.now)), context);

const CLOCK_CODES = { '0': 'system', '1': 'given' } as const;
const REGION_CODES = { '0': 'zh', '1': 'us', '2': 'uk' } as const;
/** Limits of the offsets: a hundred years in days, and a year in minutes. */
export const DAY_OFFSET_MAX = 36_500;
export const MINUTE_OFFSET_MAX = 527_040;
/** Defaults of the given date and time, which show only when the clock is not the system's. */
const FIRST_DATE = '2000/01/01';
const FIRST_TIME = '00:00:00';
/** Average advance width of a digit, in em. */
const AVERAGE_ADVANCE = 0.55;

export const timeText: ElementDefinition<TimeTextElement> = {
  ...textBox<TimeTextElement>(),
  ...noContent<TimeTextElement>(),
  ...PLAIN,
  type: 'timeText',
  fileType: 'TimeText',
  isInFile: (attributes) =>
    attributes['Type'] === 'TimeText' || (attributes['Type'] === 'Text' && hasTimeFlag(attributes)),
  layout: layoutTimeText,
  staysWhenMoved: true,
  fontFamilies: (element) => [element.fontFamily],
  value: (element, _values, clock) => timeTextValue(element, () => clock.now),

  create(options) {
    const style = newTextStyle(options.zoom);
    const sizeMm = fontUnitsToMm(style.fontSize);
    const length = `${DEFAULT_DATE_FORMAT} ${DEFAULT_TIME_FORMAT}`.length;
    return {
      ...createBase(
        'timeText',
        options,
        Math.min(options.labelWidthMm, sizeMm * AVERAGE_ADVANCE * length),
        sizeMm * 1.2,
      ),
      ...style,
      ...NO_COURSE,
      ...ONE_SIDE,
      ...NO_SIZE_GROUP,
      showsDate: true,
      showsTime: true,
      clock: 'system',
      date: options.now === undefined ? FIRST_DATE : dateField(options.now),
      time: options.now === undefined ? FIRST_TIME : timeField(options.now),
      region: regionOf(options.language),
      dateFormat: DEFAULT_DATE_FORMAT,
      timeFormat: DEFAULT_TIME_FORMAT,
      dayOffset: 0,
      minuteOffset: 0,
    };
  },

  read(base, fields) {
    const style = readGrowingStyle(fields);
    const shown = readShown(fields);
    const date = fields.filledText('SelectDate', FIRST_DATE);
    const time = fields.filledText('SelectTime', FIRST_TIME);
    if (parseTime(date, FIRST_TIME) === null) fields.reject('SelectDate');
    if (parseTime(FIRST_DATE, time) === null) fields.reject('SelectTime');
    const element: TimeTextElement = {
      ...base,
      type: 'timeText',
      ...style,
      ...readTextCourse(fields),
      ...readFlagSides(fields),
      ...readSizeGroup(fields),
      widthMm: readTextWidth(fields, style, base.widthMm),
      heightMm: readTextHeight(fields, style, base.heightMm),
      showsDate: shown.has('date'),
      showsTime: shown.has('time'),
      clock: fields.code<TimeTextElement['clock']>('TimeType', CLOCK_CODES, 'system'),
      date,
      time,
      region: fields.code<Region>('Region', REGION_CODES, 'zh'),
      dateFormat: fields.text('DateFormat', DEFAULT_DATE_FORMAT),
      timeFormat: fields.text('TimeFormat', DEFAULT_TIME_FORMAT),
      dayOffset: readOffset(fields, 'DayOffset', DAY_OFFSET_MAX),
      minuteOffset: readOffset(fields, 'MinuteOffset', MINUTE_OFFSET_MAX),
    };
    const wrong = fields.problem();
    return wrong === null ? ok(element) : err(wrong);
  },

  write: (element) => ({
    attributes: {
      ...writeTextStyle(element, lineLengthMm(element)),
      ...writeTextCourse(element),
      ...writeFlagSides(element),
      ...writeSizeGroup(element),
      DateFormatChecked: [...(element.showsDate ? ['date'] : []), ...(element.showsTime ? ['time'] : [])].join(','),
      SelectDate: element.date,
      SelectTime: element.time,
      TimeType: codeOf(CLOCK_CODES, element.clock),
      Region: codeOf(REGION_CODES, element.region),
      DateFormat: element.dateFormat,
      TimeFormat: element.timeFormat,
      DayOffset: element.dayOffset,
      MinuteOffset: element.minuteOffset,
    },
  }),
};

/**
 * The region whose dates suit a language (ADR 12): English gets the US one, every other language but Chinese the UK
 * one. Without a language it is the Chinese one, the file's default.
 */
function regionOf(language: string | undefined): Region {
  if (language === undefined || language.startsWith('zh')) return 'zh';
  return language.startsWith('en') ? 'us' : 'uk';
}

/** Reads which of `date` and `time` are shown: both, one or none, as JSON or separated by commas. */
function readShown(fields: FieldReader): ReadonlySet<string> {
  const shown = new Set(fields.text('DateFormatChecked', 'date,time').match(/[^\s,[\]"']+/g) ?? []);
  if ([...shown].some((part) => part !== 'date' && part !== 'time')) fields.keep('DateFormatChecked');
  return shown;
}

function readOffset(fields: FieldReader, name: string, max: number): number {
  const offset = fields.number(name, 0, -max, max);
  if (!Number.isInteger(offset)) fields.reject(name);
  return offset;
}
