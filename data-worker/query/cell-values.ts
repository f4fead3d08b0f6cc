import { isoToSerial } from '../format/date-serial.ts';
import { BLOCK, type CellBlock } from '../table/cell-block.ts';
import { numberOfText } from '../table/number-of-text.ts';

/** What a filter's value is compared as. */
export interface WantedValue {
  readonly type: 'number' | 'date';
  readonly value: number;
}

/** Reads what a user typed as a number or an ISO date; null when it is neither. */
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
 * The number or serial date in a place of a block; NaN when the cell holds no value of that type. Texts count too, because
 * in a CSV everything is text.
 */
export function valueAt(block: CellBlock, i: number, type: WantedValue['type'], date1904: boolean): number {
  const kind = block.kinds[i];
  if (kind === BLOCK.date) return type === 'date' ? (block.numbers[i] as number) : Number.NaN;
  if (kind === BLOCK.number || kind === BLOCK.formatted) {
    return type === 'number' ? (block.numbers[i] as number) : Number.NaN;
  }
  if (kind !== BLOCK.text) return Number.NaN;
  const start = block.starts[i] as number;
  const end = block.ends[i] as number;
  if (type === 'number') return numberOfText(block.bytes, start, end);
  const fifth = block.bytes[start + 4];
  if (end - start < 8 || (fifth !== DASH && fifth !== SLASH)) return Number.NaN;
  return dateOfText(latin1(block.bytes, start, end), date1904) ?? Number.NaN;
}

/** `2026-11-22`, `2026/11/22` or `2026/1/2`, perhaps with a time behind a blank or a T. */
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
