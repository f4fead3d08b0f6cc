import type { ValueUse } from '../cell-form.ts';
import { readDecimal } from '../numeric-text.ts';
import { FUNCTION_GROUPS } from './function-names.ts';
import { isDateText } from './date-value.ts';
import type { BinaryOperator, FormulaNode } from './syntax.ts';

/** The kind of a value that is known without evaluating it: `any` for cells, other elements and booleans. */
export type StaticKind = 'number' | 'date' | 'text' | 'any';

/** Functions with results unlike those of their group. */
const WRITTEN: ReadonlySet<string> = new Set(['formatNumber', 'currency', 'percent', 'formatDate']);

const CALLS: ReadonlyMap<string, StaticKind> = new Map(
  [
    ...FUNCTION_GROUPS.number.map((name) => [name, 'number'] as const),
    ...FUNCTION_GROUPS.date.map((name) => [name, 'date'] as const),
    ...FUNCTION_GROUPS.text.map((name) => [name, name === 'length' ? 'number' : 'text'] as const),
    ['index', 'number'] as const,
    ['seq', 'text'] as const,
  ].map(([name, kind]) => [name.toLowerCase(), WRITTEN.has(name) ? 'text' : kind]),
);

export function staticKind(node: FormulaNode): StaticKind {
  switch (node.type) {
    case 'literal':
      return typeof node.value === 'object'
        ? 'number'
        : typeof node.value === 'boolean'
          ? 'any'
          : literalKind(node.value);
    case 'name':
    case 'not':
      return 'any';
    case 'minus':
      return 'number';
    case 'joined':
      return 'text';
    case 'call': {
      const name = node.name.toLowerCase();
      const chosen = name === 'if' ? node.args.slice(1) : name === 'default' ? node.args : null;
      return chosen === null ? (CALLS.get(name) ?? 'any') : commonKind(chosen.map(staticKind));
    }
    case 'binary':
      return '+-*/'.includes(node.operator) ? 'number' : node.operator === '&' ? 'text' : 'any';
  }
}

function literalKind(text: string): StaticKind {
  return isDateText(text) ? 'date' : 'text';
}

function commonKind(kinds: readonly StaticKind[]): StaticKind {
  const [first = 'any'] = kinds;
  return kinds.every((kind) => kind === first) ? first : 'any';
}

/**
 * How one side of a comparison is used, given the other one. A name compared with a number or a date is one too;
 * compared with a text it is the shown text. If neither is known, more and less compare the values, but equal compares
 * the texts.
 */
export function comparedUse(operator: BinaryOperator, other: FormulaNode): ValueUse {
  const kind = staticKind(other);
  if (kind === 'number' || kind === 'date') return kind;
  if (operator === '=' || operator === '!=') return 'text';
  const isText = kind === 'text' && !(other.type === 'literal' && readDecimal(String(other.value), null).ok);
  return isText ? 'text' : 'number';
}

/** Whether two sides are compared as dates: one is a date, and the other may be. */
export function comparesDates(left: FormulaNode, right: FormulaNode): boolean {
  const kinds = [staticKind(left), staticKind(right)];
  return kinds.includes('date') && kinds.every((kind) => kind === 'date' || kind === 'any');
}
