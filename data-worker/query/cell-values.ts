import { isoToSerial } from '../format/date-serial.ts';
import { BLOCK, type CellBlock } from '../table/cell-block.ts';
import { numberOfText } from '../table/number-of-text.ts';

/** Value type for comparing with a filter's value. */
export interface WantedValue {
  readonly type: 'number' | 'date';
  readonly value: number;
}

/** Parses a typed number or ISO date; null when it is neither. */
export function wantedValue(typed: string, date1904: boolean): WantedValue | null {
  const bytes = new TextEncoder().encode(typed.trim());
  const number = numberOfText(bytes, 0, bytes.length);
  if (!Number.isNaN(number)) return { type: 'number', value: number };
  const serial = dateOfText(typed.trim(), date1904);
  return serial === null ? null : { type: 'date', value: serial };
}

const DASH = 0x2d;
const SLASH = 0x2f;

/**
 * The number or serial date in each of the first places of a block; NaN where the cell has no value of that type. Texts
 * count too, because in a CSV everything is text. They are the block's own numbers, or are written to `values`.
 */
export function readValues(
  { kinds, numbers, starts, ends, bytes, alike }: CellBlock,
  count: number,
  type: WantedValue['type'],
  date1904: boolean,
  values: Float64Array,
): Float64Array {
  const kind = type === 'date' ? BLOCK.date : BLOCK.number;
  const otherKind = type === 'date' ? BLOCK.date : BLOCK.formatted;
  if (alike === kind || alike === otherKind) return numbers;
  for (let i = 0; i < count; i++) {
    if (kinds[i] === kind || kinds[i] === otherKind) values[i] = numbers[i] as number;
    else if (kinds[i] !== BLOCK.text) values[i] = Number.NaN;
    else if (type === 'number') values[i] = numberOfText(bytes, starts[i] as number, ends[i] as number);
    else values[i] = dateOfBytes(bytes, starts[i] as number, ends[i] as number, date1904);
  }
  return values;
}

function dateOfBytes(bytes: Uint8Array, start: number, end: number, date1904: boolean): number {
  const fifth = bytes[start + 4];
  if (end - start < 8 || (fifth !== DASH && fifth !== SLASH)) return Number.NaN;
  return dateOfText(latin1(bytes, start, end), date1904) ?? Number.NaN;
}

/** `2026-11-22`, `2026/11/22` or `2026/1/2`, with an optional time after a blank or a T. */
function dateOfText(text: string, date1904: boolean): number | null {
  const match = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{1,2}:\d{2}(?::\d{2})?))?$/.exec(text);
  if (match === null) return null;
  const [, year, month = '', day = '', time] = match;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isoToSerial(time === undefined ? iso : `${iso}T${time.padStart(5, '0')}`, date1904);
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i] as number);
  return text;
}
