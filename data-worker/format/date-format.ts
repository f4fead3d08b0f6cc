import { serialToParts, type DateParts } from './date-serial.ts';
import { eraName, yearIn } from './date-eras.ts';
import { eastWeekdayName, halfDayNames, monthName, weekdayName } from './date-names.ts';
import { PLAIN_LOCALE, type FormatLocale } from './format-locale.ts';
import type { FormatToken } from './format-tokens.ts';

/** A piece of a date format, in which each `m` is resolved to `month` or `minute`. */
type DatePiece =
  | { readonly type: 'literal'; readonly text: string }
  | { readonly type: 'field'; readonly field: string; readonly length: number }
  | { readonly type: 'elapsed'; readonly letter: string; readonly length: number }
  | { readonly type: 'fraction'; readonly length: number }
  | { readonly type: 'halfDay'; readonly names: readonly [string, string] | null };

export interface DateFormat {
  readonly type: 'date';
  readonly pieces: readonly DatePiece[];
  readonly halfDay: boolean;
  readonly locale: FormatLocale;
  readonly fractionDigits: number;
}

const PLAIN_MARKS = { point: '.', comma: ',', slash: '/' } as const;

/** The date format of these tokens; null when they contain digits or anything else that is not part of a date. */
export function compileDateFormat(tokens: readonly FormatToken[]): DateFormat | null {
  const pieces: DatePiece[] = [];
  let fractionDigits = 0;
  let locale: FormatLocale | null = null;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as FormatToken;
    if (token.type === 'point' && tokens[i + 1]?.type === 'digit') {
      let length = 0;
      for (let next = tokens[i + 1]; next?.type === 'digit' && next.mark === '0'; next = tokens[i + 1 + length])
        length++;
      if (length === 0 || length > 3) return null;
      pieces.push({ type: 'fraction', length });
      fractionDigits = length;
      i += length;
      continue;
    }
    if (token.type === 'condition') continue;
    if (token.type === 'locale') {
      ({ locale } = token);
      continue;
    }
    const piece = datePiece(tokens, i, token);
    if (piece === null) return null;
    pieces.push(piece);
  }
  // Eras without a language are Japanese, the most common ones.
  const eras = pieces.some((piece) => piece.type === 'field' && piece.field === 'g');
  locale ??= eras ? { ...PLAIN_LOCALE, language: 'ja', era: 'japanese' } : PLAIN_LOCALE;
  const halfDay = pieces.some((piece) => piece.type === 'halfDay');
  return { type: 'date', pieces, fractionDigits, halfDay, locale };
}

function datePiece(tokens: readonly FormatToken[], index: number, token: FormatToken): DatePiece | null {
  switch (token.type) {
    case 'literal':
    case 'elapsed':
    case 'halfDay':
      return token;
    case 'point':
    case 'comma':
    case 'slash':
      return { type: 'literal', text: PLAIN_MARKS[token.type] };
    case 'numeral':
      return { type: 'literal', text: token.text };
    case 'date':
      return {
        type: 'field',
        field: token.letter === 'm' ? monthOrMinute(tokens, index) : token.letter,
        length: token.length,
      };
    default:
      return null;
  }
}

/** `m` and `mm` are minutes after hours or before seconds, otherwise months (ECMA-376 part 1, 18.8.31). */
function monthOrMinute(tokens: readonly FormatToken[], index: number): 'month' | 'minute' {
  const token = tokens[index];
  if (token?.type === 'date' && token.length > 2) return 'month';
  const before = tokens.slice(0, index).findLast(isTime);
  const after = tokens.slice(index + 1).find(isTime);
  return letterOf(before) === 'h' || letterOf(after) === 's' ? 'minute' : 'month';
}

function isTime(token: FormatToken): boolean {
  return token.type === 'date' || token.type === 'elapsed';
}

function letterOf(token: FormatToken | undefined): string {
  return token?.type === 'date' || token?.type === 'elapsed' ? token.letter : '';
}

/** The date as text; null when it is no date (negative, or after 9999) or has an unsupported field. */
export function formatDate(format: DateFormat, serial: number, date1904: boolean): string | null {
  const parts = serialToParts(serial, date1904, format.fractionDigits);
  if (parts === null) return null;
  let text = '';
  for (const piece of format.pieces) {
    const shown = pieceText(piece, parts, format);
    if (shown === null) return null;
    text += shown;
  }
  const { zero } = format.locale;
  return zero === '0' ? text : text.replace(/\d/g, (d) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(d)));
}

function pieceText(piece: DatePiece, parts: DateParts, format: DateFormat): string | null {
  switch (piece.type) {
    case 'literal':
      return piece.text;
    case 'halfDay':
      return (piece.names ?? halfDayNames(format.locale.language))[parts.hour < 12 ? 0 : 1];
    case 'fraction':
      return `.${pad(parts.fraction, piece.length)}`;
    case 'elapsed': {
      const seconds = Math.floor(parts.total / 10 ** format.fractionDigits);
      const per = piece.letter === 'h' ? 3600 : piece.letter === 'm' ? 60 : 1;
      return pad(Math.floor(seconds / per), piece.length);
    }
    case 'field':
      return fieldText(piece.field, piece.length, parts, format);
  }
}

function fieldText(field: string, length: number, parts: DateParts, format: DateFormat): string | null {
  const { locale } = format;
  switch (field) {
    case 'y': {
      const year = yearIn(locale.calendar, parts);
      return length <= 2 ? pad(year % 100, 2) : String(year);
    }
    case 'e': {
      const year = yearIn(locale.era, parts);
      // Only calendars with eras have short years.
      if (locale.era === 'gregorian') return String(year);
      return locale.gannen && year === 1 ? '元' : pad(year, Math.min(length, 2));
    }
    case 'g':
      return eraName(locale.era, parts, length);
    case 'b':
      return length <= 2 ? pad(yearIn('buddhist', parts) % 100, 2) : String(yearIn('buddhist', parts));
    case 'month':
      return length <= 2 ? pad(parts.month, length) : monthName(locale.language, parts.month, length, locale.genitive);
    case 'd':
      return length <= 2 ? pad(parts.day, length) : weekdayName(locale.language, parts.weekday, length);
    case 'h':
      return pad(format.halfDay ? ((parts.hour + 11) % 12) + 1 : parts.hour, length);
    case 'minute':
      return pad(parts.minute, length);
    case 's':
      return pad(parts.second, length);
    case 'a':
      return length < 3 ? null : eastWeekdayName(locale.language, parts.weekday, length);
    default:
      return null;
  }
}

function pad(value: number, length: number): string {
  return String(value).padStart(Math.min(length, 20), '0');
}
