import { gs1CheckDigit } from '../digits.ts';
import { checkPair } from './check-pair.ts';
import { isCountry, isCurrency, isPackageType, isTwoLetterCountry } from './code-lists.ts';

/** Rules for a part of a value in addition to its length and characters. Each returns whether the text obeys it. */
const RULES: Readonly<Record<string, (text: string) => boolean>> = {
  /** The last digit is the mod-10 check digit of the others. */
  check: (text) => gs1CheckDigit(text.slice(0, -1)) === Number(text.at(-1)),
  /** The last two characters are the check pair of the others (GS1 General Specifications, 7.9.5). */
  checkPair: (text) => checkPair(text.slice(0, -2)) === text.slice(-2),
  /** The text starts with a GS1 company prefix. */
  prefix: (text) => /^\d\d/.test(text),
  notAllDigits: (text) => /\D/.test(text),
  zero: (text) => /^0+$/.test(text),
  notZero: (text) => !/^0+$/.test(text),
  noLeadingZero: (text) => text === '0' || !text.startsWith('0'),
  hyphen: (text) => text === '-',
  /** Base 64: padding is at the end only. */
  padded: (text) => /^[^=]+={0,2}$/.test(text),
  noPadding: (text) => !text.includes('='),
  /** YYMMDD. */
  date: (text) => isDay(text.slice(0, 2), text.slice(2, 4), text.slice(4)),
  /** YYMMDD, in which day 00 means the whole month. */
  dateOrMonth: (text) => isDay(text.slice(0, 2), text.slice(2, 4), text.endsWith('00') ? '01' : text.slice(4)),
  /** YYYYMMDD. */
  longDate: (text) => isDay(text.slice(0, 4), text.slice(4, 6), text.slice(6)),
  hour: (text) => Number(text) <= 23,
  minute: (text) => Number(text) <= 59,
  /** hhmm. */
  time: (text) => Number(text.slice(0, 2)) <= 23 && Number(text.slice(2)) <= 59,
  country: (text) => isCountry(text),
  /** A country, or 999 for several countries. */
  countryOr999: (text) => text === '999' || isCountry(text),
  country2: (text) => isTwoLetterCountry(text),
  currency: (text) => isCurrency(text),
  packageType: (text) => isPackageType(text),
  /** ISO/IEC 5218. */
  sex: (text) => /^[0129]$/.test(text),
  yesNo: (text) => /^[01]$/.test(text),
  /** 0 face out, 1 face in, 9 undefined. */
  winding: (text) => /^[019]$/.test(text),
  /** 1 to 10 are assigned, 80 to 99 are for free use. */
  mediaType: (text) => /^(0[1-9]|10|[89]\d)$/.test(text),
  /** Piece n of m, two digits each. */
  piece: (text) => Number(text.slice(0, 2)) >= 1 && Number(text.slice(0, 2)) <= Number(text.slice(2)),
  /** n/m. */
  sequence: (text) => {
    const found = /^([1-9]\d*)\/([1-9]\d*)$/.exec(text);
    return found !== null && Number(found[1]) <= Number(found[2]);
  },
  /** Ten-millionths of a degree, counted from the south pole and from 180° west. */
  latitude: (text) => Number(text) <= 1_800_000_000,
  longitude: (text) => Number(text) <= 3_600_000_000,
  /** Every `%` is followed by two hexadecimal digits. */
  percent: (text) => !/%(?![0-9A-Fa-f]{2})/.test(text),
  iban: (text) => isIban(text),
};

export function isGs1Rule(rule: string): boolean {
  return Object.hasOwn(RULES, rule);
}

/** Whether the text obeys the rule of this name. */
export function obeysGs1Rule(rule: string, text: string): boolean {
  return RULES[rule]?.(text) === true;
}

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether the date exists. A two-digit year is within 50 years of now; every fourth of these is a leap year. */
function isDay(year: string, month: string, day: string): boolean {
  const most = DAYS[Number(month) - 1];
  if (most === undefined || Number(day) < 1 || Number(day) > most) return false;
  return month !== '02' || day !== '29' || isLeap(Number(year), year.length === 2);
}

function isLeap(year: number, isShort: boolean): boolean {
  return year % 4 === 0 && (isShort || year % 100 !== 0 || year % 400 === 0);
}

/** ISO 13616: with the country and check digits moved to the end and letters as 10 to 35, the number modulo 97 is 1. */
function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(text) || !isTwoLetterCountry(text.slice(0, 2))) return false;
  let remainder = 0;
  for (const c of text.slice(4) + text.slice(0, 4)) {
    const value = parseInt(c, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}
