import type { Region } from './time-text-element.ts';

interface Names {
  readonly months: readonly string[];
  readonly shortMonths: readonly string[];
  /** Starting with Sunday. */
  readonly weekdays: readonly string[];
  readonly shortWeekdays: readonly string[];
  readonly halfDays: readonly [before: string, after: string];
}

const ENGLISH_MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const ENGLISH_WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const CHINESE_DIGITS = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一', '十二'];
const CHINESE_DAYS = ['日', '一', '二', '三', '四', '五', '六'];

const ENGLISH: Omit<Names, 'halfDays'> = {
  months: ENGLISH_MONTHS,
  shortMonths: ENGLISH_MONTHS.map((name) => name.slice(0, 3)),
  weekdays: ENGLISH_WEEKDAYS,
  shortWeekdays: ENGLISH_WEEKDAYS.map((name) => name.slice(0, 3)),
};

export const NAMES: Readonly<Record<Region, Names>> = {
  zh: {
    months: CHINESE_DIGITS.map((digit) => `${digit}月`),
    shortMonths: CHINESE_DIGITS.map((_, i) => `${i + 1}月`),
    weekdays: CHINESE_DAYS.map((day) => `星期${day}`),
    shortWeekdays: CHINESE_DAYS.map((day) => `周${day}`),
    halfDays: ['上午', '下午'],
  },
  us: { ...ENGLISH, halfDays: ['AM', 'PM'] },
  uk: { ...ENGLISH, halfDays: ['am', 'pm'] },
};
