import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import type { SequenceSource, SequenceType } from '#model/elements/base/content.ts';

/** The digits that each kind counts in; the first one stands for zero. */
const DIGITS: Readonly<Record<SequenceType, string>> = {
  digits: '0123456789',
  hex: '0123456789ABCDEF',
  letters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  alphanumeric: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
};

/**
 * The value of a sequence on a label, whose `index` counts from 0.
 * A value keeps at least the width of the first one: shorter values are padded on the left. A value may become longer
 * only if the first one neither starts with 0 (unless it is a single character) nor consists of letters; otherwise the
 * sequence ends there. It also ends below zero. Values are in small letters when the first one is.
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

/** Null for an empty text, for characters that are no digits of this kind, and for mixed capital and small letters. */
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
