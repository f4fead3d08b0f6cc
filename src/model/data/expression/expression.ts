import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Expression } from '#model/elements/base/content.ts';
import { MAX_EMPHASIZED_LENGTH } from '#model/elements/text/emphasis.ts';
import { compile, type CompiledExpression } from './compile.ts';
import type { ExpressionContext } from './function.ts';
import { parseFormula } from './parse-formula.ts';
import type { FormulaForm, FormulaNode } from './syntax.ts';
import { isFailure, shortText, textOf } from './value.ts';

/** Cache: expressions are immutable, and a run evaluates the same one for each of its labels. */
const compiled: Readonly<Record<FormulaForm, WeakMap<Expression, Result<CompiledExpression>>>> = {
  text: new WeakMap(),
  formula: new WeakMap(),
};

export function compiledExpression(expression: Expression, form: FormulaForm): Result<CompiledExpression> {
  const known = compiled[form].get(expression);
  if (known !== undefined) return known;
  const made = compile(expression, form);
  compiled[form].set(expression, made);
  return made;
}

/** The text of an expression, and the list of words that it emphasizes in it (see `emphasizedRanges`). */
export interface EmphasizedText {
  readonly text: string;
  readonly words: string;
}

/**
 * The text of a data source's expression. Problems: those of `compile`, those of its operands, and `data.expression…`
 * with the place in the formula (`position`, counted from 1).
 */
export function expressionText(expression: Expression, context: ExpressionContext): Result<string> {
  const value = emphasizedText(expression, context);
  return value.ok ? ok(value.value.text) : value;
}

/** The same with the emphasized words. */
export function emphasizedText(expression: Expression, context: ExpressionContext): Result<EmphasizedText> {
  const ready = compiledExpression(expression, 'text');
  if (!ready.ok) return ready;
  let words = '';
  const emphasize = (list: string): boolean => {
    if (list === '' || words === list) return true;
    words = words === '' ? list : `${words}\n${list}`;
    return words.length <= MAX_EMPHASIZED_LENGTH;
  };
  const value = ready.value.run(ready.value.emphasizes ? { ...context, emphasize } : context);
  return isFailure(value) ? err(value.problem) : ok({ text: textOf(value), words });
}

/** Whether a condition is met. Problems: those of `expressionText`, and `data.expressionLogical` for any other value. */
export function isMet(condition: Expression, context: ExpressionContext): Result<boolean> {
  const ready = compiledExpression(condition, 'formula');
  if (!ready.ok) return ready;
  const value = ready.value.run(context);
  if (isFailure(value)) return err(value.problem);
  if (typeof value === 'boolean') return ok(value);
  return err(problem('data.expressionLogical', { value: shortText(textOf(value)), position: 1 }));
}

/** The names in a formula, without duplicates; null while it can't be parsed. */
export function namesIn(formula: string, form: FormulaForm): readonly string[] | null {
  const node = parseFormula(formula, form);
  if (!node.ok) return null;
  const names = new Set<string>();
  collect(node.value, names);
  return [...names];
}

function collect(node: FormulaNode, names: Set<string>): void {
  switch (node.type) {
    case 'literal':
      return;
    case 'name':
      names.add(node.name);
      return;
    case 'call':
      for (const arg of node.args) collect(arg, names);
      return;
    case 'not':
    case 'minus':
      return collect(node.of, names);
    case 'binary':
      collect(node.left, names);
      return collect(node.right, names);
    case 'joined':
      for (const part of node.parts) collect(part, names);
  }
}
