import { Big } from 'big.js';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import type { CommaMeaning } from '#model/elements/base/column-format.ts';

/** An exact decimal number. */
export interface DecimalValue {
  readonly value: Big;
  /** Number of digits after the point, trailing zeros included. */
  readonly places: number;
}

/** The longest text that is read as a number; longer ones would be slow to calculate with. */
const MAX_LENGTH = 400;
const MAX_EXPONENT = 400;

/** Groups of three, or of two before the last three as in India. */
const GROUPS: Readonly<Record<string, RegExp>> = {
  ',': /^\d{1,3}(?:(?:,\d{3})+|(?:,\d{2})+,\d{3})$/,
  '.': /^\d{1,3}(?:\.\d{3})+$/,
  ' ': /^\d{1,3}(?: \d{3})+$/,
  "'": /^\d{1,3}(?:'\d{3})+$/,
};

/**
 * Parses a cell's text as a finite decimal number, without binary arithmetic. Thousands separators and a decimal comma
 * are accepted where they are unambiguous; a percent sign divides by 100. Problems: `data.notNumber`;
 * `data.unclearNumber` for a text such as `1,234`, unless `comma` resolves it.
 */
export function readDecimal(text: string, comma: CommaMeaning | null): Result<DecimalValue> {
  const notNumber = err(problem('data.notNumber', { value: text.slice(0, 40) }));
  if (text.length > MAX_LENGTH) return notNumber;
  const parts = /^([+-]?)([\d., ']+)(?:[eE]([+-]?\d{1,4}))?( ?%)?$/.exec(plainCharacters(text));
  if (parts === null) return notNumber;
  const [, sign = '', body = '', exponent = '0', percent] = parts;
  if (Math.abs(Number(exponent)) > MAX_EXPONENT) return notNumber;
  if (comma === null && isUnclear(body)) {
    const asDecimal = body.replace(',', '.');
    return err(problem('data.unclearNumber', { value: text, thousands: body.replace(',', ''), decimal: asDecimal }));
  }
  const digits = withoutGroups(body, comma ?? 'decimal');
  if (digits === null) return notNumber;
  const shift = Number(exponent) - (percent === undefined ? 0 : 2);
  const value = new Big(`${sign === '-' ? '-' : ''}${digits}e${shift}`);
  const written = digits.split('.')[1]?.length ?? 0;
  return ok({ value, places: Math.max(0, written - shift) });
}

/** One comma before exactly three digits: 1,234 can be 1234 or 1.234. */
function isUnclear(body: string): boolean {
  return /^[1-9]\d{0,2},\d{3}$/.test(body);
}

/** The digits with at most a decimal point; null when the text is not a number. */
function withoutGroups(body: string, comma: CommaMeaning): string | null {
  const marks = new Set(body.replace(/\d/g, ''));
  const decimal = decimalMark(body, marks, comma);
  const at = decimal === null ? -1 : body.lastIndexOf(decimal);
  const whole = at < 0 ? body : body.slice(0, at);
  const fraction = at < 0 ? '' : body.slice(at + 1);
  if (!/^\d*$/.test(fraction) || (whole === '' && fraction === '')) return null;
  const group = [...marks].find((mark) => whole.includes(mark));
  if (group !== undefined && GROUPS[group]?.test(whole) !== true) return null;
  const digits = group === undefined ? whole : whole.replaceAll(group, '');
  if (!/^\d*$/.test(digits)) return null;
  return `${digits === '' ? '0' : digits}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The decimal mark: the last one of two kinds, a single point, or a comma that can't group digits. */
function decimalMark(body: string, marks: ReadonlySet<string>, comma: CommaMeaning): '.' | ',' | null {
  const points = body.split('.').length - 1;
  const commas = body.split(',').length - 1;
  if (points > 0 && commas > 0) return body.lastIndexOf('.') > body.lastIndexOf(',') ? '.' : ',';
  if (points === 1) return '.';
  if (commas !== 1) return null;
  const isGroup = marks.size === 1 && comma === 'thousands' && isUnclear(body);
  return isGroup ? null : ',';
}

/**
 * The text of a cell with equivalent characters normalized: full-width forms become ASCII, the minus sign a hyphen,
 * every kind of space a plain one; the ends are trimmed. Nothing else changes: `²` is no 2.
 */
export function plainCharacters(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u2212\u2010\u2011]/g, '-')
    .replace(/[\u2019\u02bc]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
}
