import type { Big } from 'big.js';
import { assertNever } from '#model/kernel/assert-never.ts';
import type { Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  MAX_SEQUENCE_REPEAT,
  MAX_SEQUENCE_STEP,
  SEQUENCE_TYPES,
  type Expression,
  type SequenceSource,
  type SimpleSource,
} from '#model/elements/base/content.ts';
import type { ValueUse } from '../cell-form.ts';
import { sequenceValue } from '../sequence.ts';
import { compared, comparedDates, type Comparison } from './compare.ts';
import { functionCall, wrongArgument, type ExpressionContext, type ExpressionFunction } from './function.ts';
import { SPECIAL_FUNCTIONS, type SpecialFunctionName } from './function-names.ts';
import { parseFormula } from './parse-formula.ts';
import { comparedUse, comparesDates } from './static-kind.ts';
import type { FormulaForm, FormulaNode } from './syntax.ts';
import {
  boundedNumber,
  boundedText,
  Decimal,
  failure,
  isFailure,
  logicalOf,
  numberOf,
  textOf,
  type ExpressionValue,
  type Failure,
} from './value.ts';
import { DATE_FUNCTIONS } from './date-functions.ts';
import { NUMBER_FUNCTIONS } from './number-functions.ts';
import { TEXT_FUNCTIONS } from './text-functions.ts';

/** By lower-case names: case doesn't matter. Maps, because objects inherit names. */
const PLAIN: ReadonlyMap<string, ExpressionFunction> = new Map(
  Object.entries({ ...TEXT_FUNCTIONS, ...NUMBER_FUNCTIONS, ...DATE_FUNCTIONS }).map(([name, each]) => [
    name.toLowerCase(),
    each,
  ]),
);
const SPECIAL: ReadonlyMap<string, SpecialFunctionName> = new Map(
  (Object.keys(SPECIAL_FUNCTIONS) as SpecialFunctionName[]).map((name) => [name, name]),
);

function plainFunction(name: string): ExpressionFunction | undefined {
  return PLAIN.get(name.toLowerCase());
}

function specialFunction(name: string): SpecialFunctionName | undefined {
  return SPECIAL.get(name.toLowerCase());
}

export type Calculation = (context: ExpressionContext) => ExpressionValue | Failure;

/** A compiled formula, which can be evaluated for any number of labels. */
export interface CompiledExpression {
  readonly run: Calculation;
  /** Its running numbers. */
  readonly sequences: readonly SequenceSource[];
  /** Whether its value changes from label to label without any data. */
  readonly counts: boolean;
  /** Whether it may emphasize words. */
  readonly emphasizes: boolean;
  /** The operands of its names and how each is used, once for each use. */
  readonly operands: readonly OperandUse[];
}

export interface OperandUse {
  readonly source: SimpleSource;
  readonly use: ValueUse;
}

/**
 * Compiles a formula into functions that call each other: no code is generated from texts, which the content security
 * policy forbids. Names are resolved here, once. Problems: those of `parseFormula`; `data.expressionName`,
 * `data.expressionFunction`, `data.expressionCount`, `data.expressionArgument`.
 */
export function compile(expression: Expression, form: FormulaForm): Result<CompiledExpression> {
  const node = parseFormula(expression.formula, form);
  if (!node.ok) return node;
  const operands = new Map(expression.operands.map(({ name, source }) => [name, source]));
  const compiler = new Compiler(operands, form);
  const run = compiler.compile(node.value);
  const { fault, sequences, counts, emphasizes, operandUses } = compiler;
  return fault === null ? ok({ run, sequences, counts, emphasizes, operands: operandUses }) : err(fault);
}

class Compiler {
  readonly #operands: ReadonlyMap<string, SimpleSource>;
  readonly #form: FormulaForm;
  /** The first fault of the formula. */
  fault: Problem | null = null;
  counts = false;
  emphasizes = false;
  readonly sequences: SequenceSource[] = [];
  readonly operandUses: OperandUse[] = [];

  constructor(operands: ReadonlyMap<string, SimpleSource>, form: FormulaForm) {
    this.#operands = operands;
    this.#form = form;
  }

  /** `use` is how the value is used: it determines what is read of a cell. */
  compile(node: FormulaNode, use: ValueUse = 'text'): Calculation {
    switch (node.type) {
      case 'literal': {
        const { value } = node;
        return () => value;
      }
      case 'name':
        return this.#name(node.name, node.at, use);
      case 'call':
        return this.#call(node.name, node.args, node.at, use);
      case 'not': {
        const { at } = node;
        const of = this.compile(node.of);
        return (context) => {
          const value = logical(of(context), at);
          return typeof value === 'boolean' ? !value : value;
        };
      }
      case 'minus': {
        const { at } = node;
        const of = this.compile(node.of, 'number');
        return (context) => {
          const value = number(of(context), at);
          return isFailure(value) ? value : value.neg();
        };
      }
      case 'binary':
        return this.#binary(node);
      case 'joined':
        return joined(node.parts.map((part) => this.compile(part)));
      default:
        return assertNever(node);
    }
  }

  #wrong(fault: Failure): Calculation {
    this.fault ??= fault.problem;
    return () => fault;
  }

  #name(name: string, at: number, use: ValueUse): Calculation {
    const source = this.#operands.get(name);
    if (source === undefined) return this.#wrong(failure('data.expressionName', at, { name: name.slice(0, 40) }));
    const isNew = !this.operandUses.some((each) => each.source === source && each.use === use);
    if (isNew) this.operandUses.push({ source, use });
    return (context) => valueOf(context.operand(source, use));
  }

  #binary({ operator, left, right, at }: Extract<FormulaNode, { readonly type: 'binary' }>): Calculation {
    const sides = (one: ValueUse, other: ValueUse): readonly [Calculation, Calculation] => [
      this.compile(left, one),
      this.compile(right, other),
    ];
    switch (operator) {
      case 'and':
      case 'or':
        return decision(operator === 'or', ...sides('text', 'text'), at);
      case '&':
        return joined(sides('text', 'text'));
      case '+':
      case '-':
      case '*':
      case '/':
        return sum(operator, ...sides('number', 'number'), at);
      case '=':
      case '!=':
      case '<':
      case '<=':
      case '>':
      case '>=': {
        const [one, other] = sides(comparedUse(operator, right), comparedUse(operator, left));
        return comparison(operator, comparesDates(left, right) ? comparedDates : compared, one, other, at);
      }
      default:
        return assertNever(operator);
    }
  }

  #call(name: string, args: readonly FormulaNode[], at: number, use: ValueUse): Calculation {
    const special = specialFunction(name);
    const plain = plainFunction(name);
    // Only a condition has a value of its own to ask for.
    const isUnknown = plain === undefined && (special === undefined || (special === 'value' && this.#form === 'text'));
    if (isUnknown) return this.#wrong(failure('data.expressionFunction', at, { name: name.slice(0, 40) }));
    const { least, most } = special === undefined ? (plain ?? { least: 0, most: 0 }) : SPECIAL_FUNCTIONS[special];
    if (args.length < least || args.length > most) {
      return this.#wrong(failure('data.expressionCount', at, { name, least, most, count: args.length }));
    }
    if (special !== undefined) return this.#special(special, args, at, use);
    if (plain === TEXT_FUNCTIONS.emphasize) this.emphasizes = true;
    const runs = args.map((arg, i) => this.compile(arg, plain?.uses[i]));
    return (context) => {
      const values: ExpressionValue[] = [];
      for (const run of runs) {
        const value = run(context);
        if (isFailure(value)) return value;
        values.push(value);
      }
      return plain === undefined ? '' : plain.run(values, functionCall(name, at, context));
    };
  }

  #special(name: SpecialFunctionName, args: readonly FormulaNode[], at: number, use: ValueUse): Calculation {
    switch (name) {
      case 'if':
        return choice(
          args.map((arg, i) => this.compile(arg, i === 0 ? 'text' : use)),
          at,
        );
      case 'default':
        return firstFilled(args.map((arg) => this.compile(arg, use)));
      case 'seq':
        return this.#sequence(args, at);
      case 'index':
        this.counts = true;
        return (context) => new Decimal(context.index + 1);
      case 'value':
        return (context) => (context.own === undefined ? '' : valueOf(context.own()));
      default:
        return assertNever(name);
    }
  }

  /** The arguments of a sequence are literals, so that its end is known before a run starts. */
  #sequence(args: readonly FormulaNode[], at: number): Calculation {
    const written = args.map(writtenValue);
    const wrong = (value: string): Calculation => this.#wrong(wrongArgument('seq', at, value));
    const [start = '1', stepText = '1', repeatText = '1', kindText = 'digits'] = written.map((each) => each ?? '');
    const bad = written.indexOf(null);
    if (bad >= 0) return wrong('…');
    const step = wholeWithin(stepText, -MAX_SEQUENCE_STEP, MAX_SEQUENCE_STEP);
    const repeat = wholeWithin(repeatText, 1, MAX_SEQUENCE_REPEAT);
    const kind = SEQUENCE_TYPES.find((each) => each === kindText.toLowerCase());
    if (step === null) return wrong(stepText);
    if (repeat === null) return wrong(repeatText);
    if (kind === undefined) return wrong(kindText);
    const source: SequenceSource = { type: 'sequence', kind, initial: start, step, repeat, text: '' };
    this.sequences.push(source);
    this.counts = true;
    return (context) => valueOf(sequenceValue(source, context.index));
  }
}

/** The text of a literal; null for anything that is calculated. */
function writtenValue(node: FormulaNode): string | null {
  if (node.type === 'literal') return textOf(node.value);
  const of = node.type === 'minus' ? writtenValue(node.of) : null;
  return of === null ? null : `-${of}`;
}

function wholeWithin(text: string, least: number, most: number): number | null {
  const value = /^-?\d{1,10}$/.test(text) ? Number(text) : NaN;
  return value >= least && value <= most ? value : null;
}

function valueOf(result: Result<string>): string | Failure {
  return result.ok ? boundedText(result.value) : { problem: result.error };
}

function number(value: ExpressionValue | Failure, at: number): Big | Failure {
  return isFailure(value) ? value : numberOf(value, at);
}

function logical(value: ExpressionValue | Failure, at: number): boolean | Failure {
  return isFailure(value) ? value : logicalOf(value, at);
}

function joined(parts: readonly Calculation[]): Calculation {
  return (context) => {
    let text = '';
    for (const part of parts) {
      const value = part(context);
      if (isFailure(value)) return value;
      text += textOf(value);
    }
    return boundedText(text);
  };
}

function choice([condition, then, otherwise]: readonly Calculation[], at: number): Calculation {
  return (context) => {
    const value = logical(condition?.(context) ?? false, at);
    if (isFailure(value)) return value;
    return (value ? then?.(context) : otherwise?.(context)) ?? '';
  };
}

/** The first value that is not empty, else the last one. */
function firstFilled(runs: readonly Calculation[]): Calculation {
  return (context) => {
    let value: ExpressionValue | Failure = '';
    for (const run of runs) {
      value = run(context);
      if (isFailure(value) || textOf(value).trim() !== '') return value;
    }
    return value;
  };
}

function decision(decides: boolean, left: Calculation, right: Calculation, at: number): Calculation {
  return (context) => {
    const first = logical(left(context), at);
    return isFailure(first) || first === decides ? first : logical(right(context), at);
  };
}

function sum(operator: Arithmetic, left: Calculation, right: Calculation, at: number): Calculation {
  return (context) => {
    const one = number(left(context), at);
    if (isFailure(one)) return one;
    const other = number(right(context), at);
    return isFailure(other) ? other : arithmetic(operator, one, other, at);
  };
}

function comparison(
  operator: Comparison,
  compare: typeof compared,
  left: Calculation,
  right: Calculation,
  at: number,
): Calculation {
  return (context) => {
    const one = left(context);
    if (isFailure(one)) return one;
    const other = right(context);
    return isFailure(other) ? other : compare(operator, one, other, at);
  };
}

type Arithmetic = '+' | '-' | '*' | '/';

function arithmetic(operator: Arithmetic, one: Big, other: Big, at: number): Big | Failure {
  switch (operator) {
    case '+':
      return boundedNumber(one.plus(other), at);
    case '-':
      return boundedNumber(one.minus(other), at);
    case '*':
      return boundedNumber(one.times(other), at);
    case '/':
      // A new number, because the dividend's own settings round a quotient.
      return other.eq(0) ? failure('data.expressionDivision', at) : boundedNumber(new Decimal(one).div(other), at);
  }
}
