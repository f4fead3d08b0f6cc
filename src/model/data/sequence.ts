import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import type { SequenceSource, SequenceType } from '#model/elements/base/content.ts';

/** The digits of each kind; the first one is zero. */
const DIGITS: Readonly<Record<SequenceType, string>> = {
  digits: '0123456789',
  hex: '0123456789ABCDEF',
  letters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  alphanumeric: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
};

/**
 * The value of a sequence on a label with an `index` from 0. A value keeps at least the width of the first one, padded
 * on the left. It may only grow if the first one neither starts with 0 (unless it is a single character) nor consists
 * of letters; otherwise the sequence ends there. It also ends below zero. Values are lower-case when the first one is.
 * Problems: `data.sequenceStart`, `data.sequenceEnd`.
 */
export function sequenceValue(source: SequenceSource, index: number): Result<string> {
  const { initial, step, repeat } = source;
  // The counter has reached its end.
  if (source.next === '') return err(problem('data.sequenceEnd', { value: initial }));
  const first = firstOf(source);
  if (!first.ok) return first;
  const value = first.value + BigInt(Math.floor(index / repeat)) * BigInt(step);
  if (value < 0n) return err(problem('data.sequenceEnd', { value: initial }));
  const text = write(value, source);
  if (text.length > initial.length && !mayGrow(source)) return err(problem('data.sequenceEnd', { value: initial }));
  return ok(text);
}

export interface SequenceEnd {
  /** How many labels it covers. */
  readonly count: number;
  /** Its last value. */
  readonly last: string;
}

/** Null for a sequence that never ends, or can't start (which is a problem of each label). */
export function sequenceEnd(source: SequenceSource): SequenceEnd | null {
  const { initial, kind, step, repeat } = source;
  const first = firstOf(source);
  if (!first.ok || step === 0 || (step > 0 && mayGrow(source))) return null;
  const bound = step < 0 ? 0n : BigInt(DIGITS[kind].length) ** BigInt(initial.length) - 1n;
  if (first.value > bound && step > 0) return { count: 0, last: write(bound, source) };
  const steps = (bound - first.value) / BigInt(step);
  return { count: Number((steps + 1n) * BigInt(repeat)), last: write(first.value + steps * BigInt(step), source) };
}

/** The number on the first label. Problem: `data.sequenceStart`. */
function firstOf({ initial, kind, next = initial }: SequenceSource): Result<bigint> {
  const value = parse(initial, DIGITS[kind]) === null ? null : parse(next, DIGITS[kind]);
  return value === null ? err(problem('data.sequenceStart', { value: next })) : ok(value);
}

/** Whether values may become longer than the first one. */
function mayGrow({ initial, kind }: SequenceSource): boolean {
  return kind !== 'letters' && (initial.length === 1 || !initial.startsWith('0'));
}

/** Null for an empty text, for characters that are no digits of this kind, and for mixed case. */
function parse(text: string, digits: string): bigint | null {
  if (text === '' || (isSmall(text) && text !== text.toLowerCase())) return null;
  const base = BigInt(digits.length);
  let value = 0n;
  for (const character of text.toUpperCase()) {
    const digit = digits.indexOf(character);
    if (digit < 0) return null;
    value = value * base + BigInt(digit);
  }
  return value;
}

function isSmall(text: string): boolean {
  return text !== text.toUpperCase();
}

/** A number in the width and case of the first value. */
function write(value: bigint, { initial, kind }: SequenceSource): string {
  const digits = DIGITS[kind];
  const base = BigInt(digits.length);
  let text = '';
  for (let rest = value; rest > 0n; rest /= base) text = digits.charAt(Number(rest % base)) + text;
  const padded = text.padStart(Math.max(1, initial.length), digits.charAt(0));
  return isSmall(initial) ? padded.toLowerCase() : padded;
}
