import { decimalText, isZero, roundDecimal, shiftDecimal, type Decimal } from './decimal.ts';
import type { FormatToken } from './format-tokens.ts';

/** One section of a number format, parsed so that digits can be filled in. */
export interface NumberSection {
  readonly type: 'number';
  readonly before: readonly FormatToken[];
  /** Digits before the point, with the literals between them. */
  readonly whole: readonly FormatToken[];
  readonly fraction: readonly FormatToken[];
  readonly hasPoint: boolean;
  readonly after: readonly FormatToken[];
  readonly grouped: boolean;
  /** The power of ten to multiply by: 2 for each `%`, -3 for each comma after the digits. */
  readonly shift: number;
  readonly general: boolean;
  /** For `E+00`: the minimum number of digits of the exponent, and whether a plus is shown. */
  readonly exponent: { readonly digits: number; readonly plus: boolean } | null;
}

/** Compiles one section; null when its tokens are not those of a number. */
export function compileNumberSection(all: readonly FormatToken[]): NumberSection | null {
  const tokens = all.filter((token) => token.type !== 'locale' && token.type !== 'condition');
  if (tokens.some((token) => ['date', 'elapsed', 'halfDay', 'text'].includes(token.type))) return null;
  const percents = tokens.filter((token) => token.type === 'percent').length;
  const general = tokens.findIndex((token) => token.type === 'general');
  if (general >= 0) {
    const before = tokens.slice(0, general);
    const after = tokens.slice(general + 1);
    if ([...before, ...after].some((token) => !['literal', 'slash', 'numeral'].includes(token.type))) return null;
    return {
      type: 'number',
      before,
      after,
      whole: [],
      fraction: [],
      hasPoint: false,
      grouped: false,
      shift: 0,
      general: true,
      exponent: null,
    };
  }
  const isMark = (token: FormatToken): boolean => token.type === 'digit' || token.type === 'point';
  const first = tokens.findIndex(isMark);
  if (first < 0) {
    return {
      type: 'number',
      before: tokens,
      after: [],
      whole: [],
      fraction: [],
      hasPoint: false,
      grouped: false,
      shift: 0,
      general: false,
      exponent: null,
    };
  }
  const exponentAt = tokens.findIndex((token) => token.type === 'exponent');
  const last = exponentAt < 0 ? tokens.findLastIndex(isMark) : exponentAt - 1;
  const marks = tokens.slice(first, last + 1);
  const pointAt = marks.findIndex((token) => token.type === 'point');
  const whole = pointAt < 0 ? marks : marks.slice(0, pointAt);
  const fraction = pointAt < 0 ? [] : marks.slice(pointAt + 1);
  let after = tokens.slice(last + 1);
  // Excel rejects a second point or a misplaced comma.
  if (fraction.some((token) => token.type === 'point' || token.type === 'comma')) return null;

  let scale = 0;
  while (after[0]?.type === 'comma') {
    scale -= 3;
    after = after.slice(1);
  }
  let wholeEnd = whole.length;
  while (whole[wholeEnd - 1]?.type === 'comma') {
    scale -= 3;
    wholeEnd--;
  }
  const wholeMarks = whole.slice(0, wholeEnd);
  let exponent: NumberSection['exponent'] = null;
  const sign = after[0];
  if (sign?.type === 'exponent') {
    const digits = after.slice(1).findIndex((token) => token.type !== 'digit');
    const count = digits < 0 ? after.length - 1 : digits;
    if (count === 0 || wholeMarks.some((token) => token.type !== 'digit')) return null;
    exponent = { digits: count, plus: sign.plus };
    after = after.slice(1 + count);
  }
  if (after.some((token) => token.type === 'digit' || token.type === 'exponent')) return null;
  return {
    type: 'number',
    before: tokens.slice(0, first),
    whole: wholeMarks.filter((token) => token.type !== 'comma'),
    fraction,
    hasPoint: pointAt >= 0,
    after,
    grouped: wholeMarks.some((token) => token.type === 'comma'),
    shift: scale + 2 * percents,
    general: false,
    exponent,
  };
}

/** Fills a section with a number. `signed` puts a minus before a negative one; otherwise its sign is omitted. */
export function fillNumber(section: NumberSection, value: Decimal, signed: boolean): string {
  const absolute = { ...value, negative: false };
  const around = (middle: string, minus: boolean): string =>
    (minus ? '-' : '') + literals(section.before) + middle + literals(section.after);
  const negative = signed && value.negative;
  if (section.general) return around(decimalText(absolute), negative);
  if (section.exponent !== null) return around(scientific(section, section.exponent, absolute), negative);
  const places = section.fraction.filter((token) => token.type === 'digit').length;
  const rounded = roundDecimal(shiftDecimal(absolute, section.shift), places);
  // A number that is rounded to zero has no sign: "0.00" and not "-0.00".
  const minus = negative && !isZero(rounded);
  if (section.whole.length === 0 && section.fraction.length === 0) return around('', negative);
  return around(wholeText(section, rounded.whole) + fractionText(section, rounded.fraction), minus);
}

function scientific(
  section: NumberSection,
  { digits, plus }: { digits: number; plus: boolean },
  value: Decimal,
): string {
  const all = value.whole + value.fraction;
  const lead = all.search(/[1-9]/);
  // With several places before the point the exponent is a multiple of their number (`##0.0E+0`).
  const step = Math.max(1, section.whole.length);
  const stepped = (power: number): number => Math.floor(power / step) * step;
  let exponent = lead < 0 ? 0 : stepped(value.whole.length - lead - 1);
  const places = section.fraction.filter((token) => token.type === 'digit').length;
  let mantissa = roundDecimal(shiftDecimal(value, -exponent), places);
  if (mantissa.whole.length > step) {
    exponent += step;
    mantissa = roundDecimal(shiftDecimal(value, -exponent), places);
  }
  const sign = exponent < 0 ? '-' : plus ? '+' : '';
  const power = String(Math.abs(exponent)).padStart(digits, '0');
  return `${wholeText(section, mantissa.whole)}${fractionText(section, mantissa.fraction)}E${sign}${power}`;
}

/** Fills digits into their places from the right. The first place takes the rest. */
function wholeText(section: NumberSection, digits: string): string {
  const { whole } = section;
  const firstPlace = whole.findIndex((token) => token.type === 'digit');
  if (firstPlace < 0) return literals(whole) + group(digits, section.grouped);
  let rest = digits;
  let text = '';
  let taken = 0;
  const put = (digit: string): void => {
    text = digit + (section.grouped && taken > 0 && taken % 3 === 0 ? ',' : '') + text;
    taken++;
  };
  for (let i = whole.length - 1; i >= 0; i--) {
    const token = whole[i] as FormatToken;
    if (token.type === 'literal' || token.type === 'numeral') text = token.text + text;
    if (token.type === 'slash') text = `/${text}`;
    if (token.type !== 'digit') continue;
    if (rest !== '') put(rest.slice(-1));
    else if (token.mark === '0') put('0');
    rest = rest.slice(0, -1);
    if (i === firstPlace) while (rest !== '') [rest] = [rest.slice(0, -1), put(rest.slice(-1))];
  }
  return text;
}

function group(digits: string, grouped: boolean): string {
  return grouped ? digits.replace(/\B(?=(?:\d{3})+$)/g, ',') : digits;
}

function fractionText(section: NumberSection, digits: string): string {
  if (!section.hasPoint) return '';
  let text = '';
  let used = 0;
  const significant = digits.replace(/0+$/, '').length;
  for (const token of section.fraction) {
    if (token.type === 'literal' || token.type === 'numeral') text += token.text;
    if (token.type !== 'digit') continue;
    if (used < significant || token.mark === '0') text += digits.charAt(used);
    used++;
  }
  return `.${text}`;
}

function literals(tokens: readonly FormatToken[]): string {
  let text = '';
  for (const token of tokens) {
    if (token.type === 'literal' || token.type === 'numeral') text += token.text;
    else if (token.type === 'slash') text += '/';
    else if (token.type === 'percent') text += '%';
    else if (token.type === 'comma') text += ',';
  }
  return text;
}
