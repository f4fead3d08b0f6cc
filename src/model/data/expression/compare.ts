import { dateOrderKey } from './date-value.ts';
import type { BinaryOperator } from './syntax.ts';
import { failure, isFailure, numberOf, textOf, type ExpressionValue, type Failure } from './value.ts';

export type Comparison = Extract<BinaryOperator, '=' | '!=' | '<' | '<=' | '>' | '>='>;

/**
 * Compares two values. Two texts are equal when they have the same characters; they are ordered as numbers when both
 * are numbers, as dates when both are dates, else by their characters. With a number, the other value is read as a
 * number too: a text that is none is unequal, and neither more nor less.
 */
export function compared(
  operator: Comparison,
  one: ExpressionValue,
  other: ExpressionValue,
  at: number,
): boolean | Failure {
  const isEquality = operator === '=' || operator === '!=';
  if (typeof one === 'boolean' || typeof other === 'boolean') {
    const odd = typeof one === 'boolean' ? other : one;
    if (!isEquality || typeof odd !== 'boolean') return failure('data.expressionLogical', at, { value: textOf(odd) });
    return (one === other) === (operator === '=');
  }
  const areTexts = typeof one === 'string' && typeof other === 'string';
  if (areTexts && isEquality) return (one === other) === (operator === '=');
  const a = numberOf(one, at);
  const b = numberOf(other, at);
  if (!isFailure(a) && !isFailure(b)) return holds(operator, a.cmp(b));
  if (areTexts) return orderedTexts(operator, one, other, at);
  const fault = isFailure(a) ? a : b;
  const isOther = isFailure(fault) && fault.problem.code === 'data.expressionNumber';
  if (isEquality && isOther) return operator === '!=';
  return isFailure(fault) ? fault : false;
}

/** Compares two texts that are not both numbers. Ambiguous dates are not ordered by their characters. */
function orderedTexts(operator: Comparison, one: string, other: string, at: number): boolean | Failure {
  if (/^\s*\d/.test(one) && /^\s*\d/.test(other)) {
    const a = dateOrderKey(one, at);
    const b = dateOrderKey(other, at);
    if (!isFailure(a) && !isFailure(b)) return holds(operator, order(a, b));
    const unclear = [a, b].find((key) => isFailure(key) && key.problem.code === 'data.expressionUnclearDate');
    if (unclear !== undefined) return unclear as Failure;
  }
  return holds(operator, order(one, other));
}

/** Compares two values of which one is a date. A value that is no date is unequal, and neither before nor after. */
export function comparedDates(
  operator: Comparison,
  one: ExpressionValue,
  other: ExpressionValue,
  at: number,
): boolean | Failure {
  const a = dateOrderKey(textOf(one), at);
  const b = dateOrderKey(textOf(other), at);
  if (!isFailure(a) && !isFailure(b)) return holds(operator, order(a, b));
  const fault = isFailure(a) ? a : (b as Failure);
  const isEquality = operator === '=' || operator === '!=';
  return isEquality && fault.problem.code === 'data.expressionDate' ? operator === '!=' : fault;
}

function order(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function holds(operator: Comparison, sign: number): boolean {
  switch (operator) {
    case '=':
      return sign === 0;
    case '!=':
      return sign !== 0;
    case '<':
      return sign < 0;
    case '<=':
      return sign <= 0;
    case '>':
      return sign > 0;
    case '>=':
      return sign >= 0;
  }
}
