import { Big } from 'big.js';
import type { Clock } from '#model/elements/base/content-behaviour.ts';
import type { Result } from '#model/kernel/result.ts';
import type { SimpleSource } from '#model/elements/base/content.ts';
import type { ValueUse } from '../cell-form.ts';
import {
  failure,
  isFailure,
  logicalOf,
  MAX_EXPRESSION_TEXT,
  numberOf,
  shortText,
  textOf,
  type ExpressionValue,
  type Failure,
} from './value.ts';

/** What an expression reads of its label. It has access to nothing else. */
export interface ExpressionContext {
  /** The value of an operand for this use. */
  operand(source: SimpleSource, use: ValueUse): Result<string>;
  /** How many labels come before this one. */
  readonly index: number;
  /** Has the time that the label shows. It is read only when a formula shows it, because reading it is recorded. */
  readonly elements: { readonly clock: Clock };
  /** The element's own value, for conditions. */
  own?(): Result<string>;
  /** Receives the words that the formula emphasizes. They don't affect its value. False when these are too many. */
  emphasize?(words: string): boolean;
}

interface KindTypes {
  readonly text: string;
  /** A text that is read as a number or a date: of a cell, its value and not the shown text. */
  readonly numeral: string;
  readonly date: string;
  readonly number: Big;
  /** A whole number that may be negative. */
  readonly integer: number;
  /** A whole number of at least 0, such as a number of characters. */
  readonly count: number;
  readonly logical: boolean;
}
/** The kind of an argument; values are converted to it where possible. */
export type ArgumentKind = keyof KindTypes;

type ArgumentsOf<Kinds extends readonly ArgumentKind[]> = { [I in keyof Kinds]: KindTypes[Kinds[I]] };

/** A call, as its function receives it. */
export interface FunctionCall {
  readonly context: ExpressionContext;
  /** The place of the call in the formula, counted from 0. */
  readonly at: number;
  /** A failure because of this argument value. */
  wrong(value: string): Failure;
}

export interface ExpressionFunction {
  readonly least: number;
  readonly most: number;
  /** How its arguments are used, in their order. */
  readonly uses: readonly ValueUse[];
  run(args: readonly ExpressionValue[], call: FunctionCall): ExpressionValue | Failure;
}

/** A function with arguments of these kinds. Omitted arguments are undefined. */
export function expressionFunction<
  const Required extends readonly ArgumentKind[],
  const Optional extends readonly ArgumentKind[] = [],
>(
  required: Required,
  optional: Optional,
  run: (
    args: [...ArgumentsOf<Required>, ...Partial<ArgumentsOf<Optional>>],
    call: FunctionCall,
  ) => ExpressionValue | Failure,
): ExpressionFunction {
  const kinds: readonly ArgumentKind[] = [...required, ...optional];
  return {
    least: required.length,
    most: kinds.length,
    uses: kinds.map((kind) => USES[kind]),
    run(args, call) {
      const converted: KindTypes[ArgumentKind][] = [];
      for (let i = 0; i < args.length; i++) {
        const value = args[i];
        const kind = kinds[i];
        if (value === undefined || kind === undefined) break;
        const next = convert(value, kind, call);
        if (isFailure(next)) return next;
        converted.push(next);
      }
      return run(converted as unknown as [...ArgumentsOf<Required>, ...Partial<ArgumentsOf<Optional>>], call);
    },
  };
}

const USES: Readonly<Record<ArgumentKind, ValueUse>> = {
  text: 'text',
  numeral: 'number',
  date: 'date',
  number: 'number',
  integer: 'number',
  count: 'number',
  logical: 'text',
};

/** No label has larger counts. */
const MAX_INTEGER = 1_000_000;

function convert(value: ExpressionValue, kind: ArgumentKind, call: FunctionCall): KindTypes[ArgumentKind] | Failure {
  switch (kind) {
    case 'text':
    case 'numeral':
    case 'date':
      return textOf(value);
    case 'number':
      return numberOf(value, call.at);
    case 'logical':
      return logicalOf(value, call.at);
    case 'integer':
    case 'count': {
      const number = numberOf(value, call.at);
      if (isFailure(number)) return number;
      const isWhole = number.abs().lte(MAX_INTEGER) && number.round(0, Big.roundDown).eq(number);
      if (!isWhole) return call.wrong(textOf(number));
      const whole = number.toNumber();
      return kind === 'count' && (whole < 0 || whole > MAX_EXPRESSION_TEXT) ? call.wrong(textOf(number)) : whole;
    }
  }
}

export function functionCall(name: string, at: number, context: ExpressionContext): FunctionCall {
  return { context, at, wrong: (value) => wrongArgument(name, at, value) };
}

export function wrongArgument(name: string, at: number, value: string): Failure {
  return failure('data.expressionArgument', at, { name, value: shortText(value) });
}
