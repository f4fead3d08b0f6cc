/** How years are counted. */
export type FormatCalendar = 'gregorian' | 'japanese' | 'taiwan' | 'korean' | 'buddhist';

/** The locale in `[$-…]`: the language of names, the calendars of years and the shapes of digits. */
export interface FormatLocale {
  /** A BCP 47 tag, for `Intl`. */
  readonly language: string;
  /** What `y` counts. */
  readonly calendar: Exclude<FormatCalendar, 'japanese'>;
  /** Counting of `e`, and the eras that `g` names. */
  readonly era: FormatCalendar;
  /** The digit zero; the next nine characters are 1 to 9. */
  readonly zero: string;
  /** Months have the form that follows a day (`5 января` and not `5 январь`). */
  readonly genitive: boolean;
  /** The first year of a Japanese era is written 元. */
  readonly gannen: boolean;
}

export const PLAIN_LOCALE: FormatLocale = {
  language: 'en',
  calendar: 'gregorian',
  era: 'gregorian',
  zero: '0',
  genitive: false,
  gannen: false,
};

/** Languages by the low ten bits of a Windows language id ([MS-LCID] 2.2). */
const LANGUAGES =
  'ar bg ca zh cs da de el en es fi fr he hu is it ja ko nl nb pl pt rm ro ru hr sk sq sv th tr ur id uk be sl et lv ' +
  'lt tg fa vi hy az eu hsb mk st ts tn ve xh zu af ka fo hi mt se ga yi ms kk ky sw tk uz tt bn pa gu or ta te kn ml ' +
  'as mr sa mn bo cy';
const LANGUAGE_OF: ReadonlyMap<number, string> = new Map(LANGUAGES.split(' ').map((language, i) => [i + 1, language]));
const LANGUAGE_BITS = 0x3ff;
/** Chinese as written in Taiwan, Hong Kong and Macao. */
const TRADITIONAL: readonly number[] = [0x404, 0xc04, 0x1404];
const TAIWAN = 0x404;
const JAPANESE = 0x411;
/** `[$-F800]` and `[$-F400]`: the system's own long date and time. */
const SYSTEM: readonly number[] = [0, 0xf800, 0xf400];
/** Ids from here on are not places but forms of a language: 0xFC19 is Russian with months in the genitive. */
const FIRST_FORM = 0xfc00;

/** The third byte of an id: its calendar ([MS-LCID] and the calendar ids of Windows). Those left out are Gregorian. */
const CALENDARS: ReadonlyMap<number, FormatCalendar | null> = new Map([
  [3, 'japanese'],
  [4, 'taiwan'],
  [5, 'korean'],
  [6, null],
  [7, 'buddhist'],
  [8, null],
  [0x0e, null],
  [0x11, null],
  [0x13, null],
  [0x17, null],
]);
/** The fourth byte of an id: the script of its digits, from its zero. */
const ZEROS: ReadonlyMap<number, string> = new Map([
  [0x02, '٠'],
  [0x03, '۰'],
  [0x04, '०'],
  [0x05, '০'],
  [0x06, '੦'],
  [0x07, '૦'],
  [0x08, '୦'],
  [0x09, '௦'],
  [0x0a, '౦'],
  [0x0b, '೦'],
  [0x0c, '൦'],
  [0x0d, '๐'],
  [0x0e, '໐'],
  [0x12, '០'],
]);

/**
 * Reads what follows `[$-`: a number in hexadecimal digits (`411`, `107041E`) or a language tag (`ja-JP-x-gannen`),
 * with a number of calendar and digits after a comma. Null for unsupported ones, such as lunar calendars.
 */
export function parseFormatLocale(text: string): FormatLocale | null {
  const [name = '', extra = '0'] = text.split(',');
  const hex = /^[0-9A-F]{1,8}$/i;
  if (!hex.test(extra)) return null;
  if (hex.test(name)) return localeOfId(Number.parseInt(name, 16));
  const tag = /^([a-z]{2,3})(-[a-z0-9-]*)?$/i.exec(name);
  if (/^x-sys(?:date|time)$/i.test(name)) return PLAIN_LOCALE;
  if (tag === null) return null;
  const language = /^zh-(?:tw|hk|mo|hant)/i.test(name) ? 'zh-Hant' : (tag[1] ?? 'en').toLowerCase();
  const gannen = /-x-gannen/i.test(name);
  const era = language === 'ja' ? 'japanese' : /^zh-tw/i.test(name) ? 'taiwan' : 'gregorian';
  return { ...PLAIN_LOCALE, language, era, gannen };
}

function localeOfId(id: number): FormatLocale | null {
  const place = id & 0xffff;
  const calendarId = (id >> 16) & 0xff;
  const calendar = CALENDARS.get(calendarId) ?? (CALENDARS.has(calendarId) ? null : 'gregorian');
  const zero = id >>> 24 <= 1 ? '0' : ZEROS.get(id >>> 24);
  const language = SYSTEM.includes(place) ? 'en' : LANGUAGE_OF.get(place & LANGUAGE_BITS);
  if (calendar === null || zero === undefined || language === undefined) return null;
  return {
    language: TRADITIONAL.includes(place) ? 'zh-Hant' : language,
    // Without an era in the format, no year is counted from the beginning of a Japanese era.
    calendar: calendar === 'japanese' ? 'gregorian' : calendar,
    era: calendar === 'gregorian' ? eraOf(place) : calendar,
    zero,
    genitive: place >= FIRST_FORM,
    gannen: false,
  };
}

/** The calendar whose years `e` counts in a place where `y` counts Gregorian ones. */
function eraOf(place: number): FormatCalendar {
  if (place === JAPANESE) return 'japanese';
  return place === TAIWAN ? 'taiwan' : 'gregorian';
}
