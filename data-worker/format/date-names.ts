const LETTER_LENGTH = 5;
/** A day in the middle of the month, which no language's calendar shifts to the next. */
const MIDDLE_DAY = 15;

/**
 * `length` as in a format code: 3 short, 4 long, 5 the first letter. `month` is 1 to 12. `genitive` gives the form that
 * follows a day where a language has one.
 */
export function monthName(language: string, month: number, length: number, genitive: boolean): string {
  const style = length === 3 ? 'short' : 'long';
  const time = Date.UTC(2023, month - 1, MIDDLE_DAY);
  const parts = formatter(language, { month: style, ...(genitive && { day: 'numeric' }) }).formatToParts(time);
  // In languages that number their months, "1月" is a month followed by a literal.
  const name = genitive
    ? (parts.find((part) => part.type === 'month')?.value ?? '')
    : parts.map((part) => part.value).join('');
  return length === LETTER_LENGTH ? name.charAt(0) : name;
}

/** `weekday` 0 is Sunday. */
export function weekdayName(language: string, weekday: number, length: number): string {
  // 1 January 2023 was a Sunday.
  return formatter(language, { weekday: length === 3 ? 'short' : 'long' }).format(Date.UTC(2023, 0, 1 + weekday));
}

/** Result of `aaa` (short) and `aaaa` (long), which only East Asian languages have. */
export function eastWeekdayName(language: string, weekday: number, length: number): string {
  const own = /^(?:ja|ko)$/.test(language) ? language : 'zh';
  const name = weekdayName(own, weekday, 4);
  if (length > 3) return name;
  return own === 'zh' ? name.slice(-1) : name.charAt(0);
}

const HALF_DAYS: Readonly<Record<string, readonly [string, string]>> = {
  zh: ['上午', '下午'],
  'zh-Hant': ['上午', '下午'],
  ja: ['午前', '午後'],
  ko: ['오전', '오후'],
};

/** Result of `AM/PM` in a language. */
export function halfDayNames(language: string): readonly [string, string] {
  return HALF_DAYS[language] ?? ['AM', 'PM'];
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(language: string, fields: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(fields);
  let found = formatters.get(key);
  if (found === undefined) {
    // Some languages use another calendar by default.
    found = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { ...fields, timeZone: 'UTC' });
    formatters.set(key, found);
  }
  return found;
}
