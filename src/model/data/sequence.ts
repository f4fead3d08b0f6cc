import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import type { SequenceSource, SequenceType } from '#model/elements/base/content.ts';

/** The digits of each kind, beginning with the one that stands for zero. */
const DIGITS: Readonly<Record<SequenceType, string>> = {
  digits: '0123456789',
  hex: '0123456789ABCDEF',
  letters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  alphanumeric: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
};

/**
 * What a sequence says on the label of this index, counted from 0: its first value and so many steps. The width of the
 * first value is kept: shorter values are filled up from the left. A longer one is written where the first value
 * neither begins with 0 nor is made of letters; else the sequence is at its end, as it is below nothing. Written in
 * small letters when the first value is.
 * Problems: `data.sequenceStart`, `data.sequenceEnd`.
 */
export function sequenceValue(source: SequenceSource, index: number): Result<string> {
  const { initial, kind, step, repeat } = source;
  const digits = DIGITS[kind];
  const first = parse(initial, digits);
  if (first === null) return err(problem('data.sequenceStart', { value: initial }));
  const value = first.value + BigInt(Math.floor(index / repeat)) * BigInt(step);
  if (value < 0n) return err(problem('data.sequenceEnd', { value: initial }));
  const text = write(value, digits).padStart(initial.length, digits.charAt(0));
  const mayGrow = kind !== 'letters' && (initial.length === 1 || !initial.startsWith('0'));
  if (text.length > initial.length && !mayGrow) return err(problem('data.sequenceEnd', { value: initial }));
  return ok(first.small ? text.toLowerCase() : text);
}

/** Null for an empty text, for other characters, and for a mix of capital and small letters. */
function parse(text: string, digits: string): { readonly value: bigint; readonly small: boolean } | null {
  if (text === '') return null;
  const small = text !== text.toUpperCase();
  if (small && text !== text.toLowerCase()) return null;
  const base = BigInt(digits.length);
  let value = 0n;
  for (const character of small ? text.toUpperCase() : text) {
    const digit = digits.indexOf(character);
    if (digit < 0) return null;
    value = value * base + BigInt(digit);
  }
  return { value, small };
}

function write(value: bigint, digits: string): string {
  const base = BigInt(digits.length);
  let text = '';
  for (let rest = value; rest > 0n; rest /= base) text = digits.charAt(Number(rest % base)) + text;
  return text === '' ? digits.charAt(0) : text;
}
