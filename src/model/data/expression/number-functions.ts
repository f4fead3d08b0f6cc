import { Big } from 'big.js';
import { PLAIN_FORMAT, USUAL_CURRENCY, type ColumnFormat } from '#model/elements/base/column-format.ts';
import { writeDecimal } from '../format-value.ts';
import { readDecimal } from '../numeric-text.ts';
import { expressionFunction as define, type ExpressionFunction, type FunctionCall } from './function.ts';
import type { NumberFunctionName } from './function-names.ts';
import { boundedNumber, Decimal, type ExpressionValue, type Failure } from './value.ts';

/** The most digits after the point. */
const MAX_PLACES = 30;

function rounded(value: Big, places: number, call: FunctionCall): Big | Failure {
  return Math.abs(places) > MAX_PLACES ? call.wrong(String(places)) : value.round(places, Big.roundHalfUp);
}

/** As many places as the value has: the precision that the specification calls unset. */
const AS_IT_IS = -1;

/** Rounds down or up to a whole number, away from or towards zero depending on the sign. */
function wholeNumber(value: Big, up: boolean): Big {
  return value.round(0, value.gte(0) === up ? Big.roundUp : Big.roundDown);
}

/** Writes a number like a column with this format, so that both look the same. */
function formatted(format: Partial<ColumnFormat>, value: Big, places: number, call: FunctionCall): string | Failure {
  if (places > MAX_PLACES || places < AS_IT_IS) return call.wrong(String(places));
  const written = { value, places: Math.max(0, value.c.length - 1 - value.e) };
  return writeDecimal({ ...PLAIN_FORMAT, ...format, precision: places === AS_IT_IS ? null : places }, written);
}

function grouped(digits: string, separator: string): string {
  const [whole = '', fraction] = digits.split('.');
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, separator);
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}

export const NUMBER_FUNCTIONS: Readonly<Record<NumberFunctionName, ExpressionFunction>> = {
  /** `comma` is the meaning of a comma in the text: `,` is the decimal mark, anything else groups thousands. */
  number: define(['numeral'], ['text'], ([text, mark], call): ExpressionValue | Failure => {
    const comma = mark === undefined ? null : mark === ',' ? 'decimal' : 'thousands';
    const read = readDecimal(text, comma);
    return read.ok ? boundedNumber(new Decimal(read.value.value), call.at) : call.wrong(text);
  }),
  /** Rounds halves away from zero, like column formats. */
  round: define(['number'], ['integer'], ([value, places = 0], call) => rounded(value, places, call)),
  floor: define(['number'], [], ([value]) => wholeNumber(value, false)),
  ceil: define(['number'], [], ([value]) => wholeNumber(value, true)),
  abs: define(['number'], [], ([value]) => value.abs()),
  mod: define(['number', 'number'], [], ([value, by], call) =>
    by.eq(0) ? call.wrong('0') : boundedNumber(value.mod(by), call.at),
  ),
  min: define(['number', 'number'], ['number', 'number'], (values) =>
    values.reduce((least: Big, each) => (each !== undefined && each.lt(least) ? each : least), values[0]),
  ),
  max: define(['number', 'number'], ['number', 'number'], (values) =>
    values.reduce((most: Big, each) => (each !== undefined && each.gt(most) ? each : most), values[0]),
  ),
  formatNumber: define(['number'], ['integer', 'text'], ([value, places = AS_IT_IS, separator = ''], call) => {
    const text = formatted({ type: 'number' }, value, places, call);
    return typeof text === 'string' && separator !== '' ? grouped(text, separator) : text;
  }),
  currency: define(['number'], ['text', 'integer'], ([value, symbol = USUAL_CURRENCY, places = 2], call) =>
    formatted({ type: 'currency', currency: symbol }, value, places, call),
  ),
  percent: define(['number'], ['integer'], ([value, places = AS_IT_IS], call) =>
    formatted({ type: 'percent' }, value, places, call),
  ),
};
