import { Big, type BigConstructor } from 'big.js';
import { problem, type Problem, type ProblemCode } from '#model/kernel/problem.ts';
import { readDecimal } from '../numeric-text.ts';

/** The values of formulas: texts, exact decimal numbers, true and false. */
export type ExpressionValue = string | boolean | Big;

/** The reason why there is no value. */
export interface Failure {
  readonly problem: Problem;
}

/** The longest text that an expression may build: a small formula could otherwise fill the memory. */
export const MAX_EXPRESSION_TEXT = 20_000;
/** The most digits of a number, before and after the point: calculating with more is slow. */
const MAX_DIGITS = 400;
/** Digits after the point of a quotient; the last one is rounded away from zero. */
const QUOTIENT_PLACES = 20;

/** Numbers that divide with the precision above, independent of other uses of `Big`. */
export const Decimal: BigConstructor = Big();
Decimal.DP = QUOTIENT_PLACES;
Decimal.RM = Decimal.roundHalfUp;

export function isFailure<V>(value: V | Failure): value is Failure {
  return typeof value === 'object' && value !== null && 'problem' in value;
}

/** A failure at a place of the formula; `at` counts from 0. */
export function failure(code: ProblemCode, at: number, params: Problem['params'] = {}): Failure {
  return { problem: problem(code, { ...params, position: at + 1 }) };
}

/** The text of a value on paper: numbers in plain digits without trailing zeros. */
export function textOf(value: ExpressionValue): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return value.eq(0) ? '0' : value.toFixed();
}

export const TOO_LONG: Failure = { problem: problem('data.expressionResult', { limit: MAX_EXPRESSION_TEXT }) };

export function boundedText(text: string): string | Failure {
  return text.length <= MAX_EXPRESSION_TEXT ? text : TOO_LONG;
}

export function boundedNumber(value: Big, at: number): Big | Failure {
  if (value.c.length <= MAX_DIGITS && Math.abs(value.e) <= MAX_DIGITS) return value;
  return failure('data.expressionNumber', at, { value: '…' });
}

/** Fast path: most cells with numbers. */
const PLAIN_NUMBER = /^-?\d{1,20}(?:\.\d{1,20})?$/;

/** A number; texts are read like cells with a number format (see `readDecimal`). */
export function numberOf(value: ExpressionValue, at: number): Big | Failure {
  if (typeof value === 'object') return value;
  if (typeof value === 'string' && PLAIN_NUMBER.test(value)) return new Decimal(value);
  const read = typeof value === 'string' ? readDecimal(value, null) : null;
  if (read?.ok === true) return boundedNumber(new Decimal(read.value.value), at);
  if (read?.error.code === 'data.unclearNumber') {
    return failure('data.expressionUnclearNumber', at, read.error.params ?? {});
  }
  return failure('data.expressionNumber', at, { value: shortText(textOf(value)) });
}

export function logicalOf(value: ExpressionValue, at: number): boolean | Failure {
  return typeof value === 'boolean'
    ? value
    : failure('data.expressionLogical', at, { value: shortText(textOf(value)) });
}

/** A text shortened for a message. */
export function shortText(text: string): string {
  return text.slice(0, 40);
}
