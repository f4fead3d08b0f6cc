import type { FormatCalendar } from './format-locale.ts';
import type { DateParts } from './date-serial.ts';

interface Era {
  /** Its first day as year * 10000 + month * 100 + day. */
  readonly from: number;
  /** What `g`, `gg` and `ggg` show. */
  readonly names: readonly [string, string, string];
}

/** The eras of Japan since 1868, the latest first. */
const JAPANESE: readonly Era[] = [
  { from: 2019_05_01, names: ['R', '令', '令和'] },
  { from: 1989_01_08, names: ['H', '平', '平成'] },
  { from: 1926_12_25, names: ['S', '昭', '昭和'] },
  { from: 1912_07_30, names: ['T', '大', '大正'] },
  { from: 1868_01_01, names: ['M', '明', '明治'] },
];
/** The Republic of China was founded in 1912, Tangun's Korea in 2333 BC, and Buddha died in 543 BC. */
const OFFSETS: Readonly<Record<Exclude<FormatCalendar, 'japanese'>, number>> = {
  gregorian: 0,
  taiwan: -1911,
  korean: 2333,
  buddhist: 543,
};
const TAIWAN_NAMES: readonly [string, string, string] = ['', '民國', '中華民國'];

/** The year of a date as a calendar counts it: in the Japanese one from the beginning of the era. */
export function yearIn(calendar: FormatCalendar, date: Pick<DateParts, 'year' | 'month' | 'day'>): number {
  if (calendar !== 'japanese') return date.year + OFFSETS[calendar];
  const era = japaneseEra(date);
  return era === undefined ? date.year : date.year - Math.floor(era.from / 10_000) + 1;
}

/** The name of the era in one of its three lengths; '' in calendars without eras. */
export function eraName(calendar: FormatCalendar, date: DateParts, length: number): string {
  const names = calendar === 'japanese' ? japaneseEra(date)?.names : calendar === 'taiwan' ? TAIWAN_NAMES : undefined;
  return names?.[Math.min(length, 3) - 1] ?? '';
}

function japaneseEra({ year, month, day }: Pick<DateParts, 'year' | 'month' | 'day'>): Era | undefined {
  const at = year * 10_000 + month * 100 + day;
  return JAPANESE.find((era) => at >= era.from);
}
