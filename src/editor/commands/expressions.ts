import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import type { Expression, Operand } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { namesIn } from '#model/data/expression/expression.ts';
import type { FormulaForm } from '#model/data/expression/syntax.ts';
import type { Command } from '../editor.ts';
import { withElements } from '../footprint.ts';
import { selectedElements } from '../selection.ts';
import { mayRefer } from './sources.ts';

/** The condition of an element that is hidden when it is empty. */
export const SHOWN_WHEN_FILLED = 'not isEmpty(value())';

/**
 * An expression with the meaning of its names. A known name keeps its meaning; a new one gets that of the offered name,
 * or none. While the formula can't be parsed, for example during typing, all names keep theirs.
 */
export function expressionOf(
  formula: string,
  form: FormulaForm,
  before: readonly Operand[],
  offered: readonly Operand[],
): Expression {
  const names = namesIn(formula, form);
  if (names === null) return { formula, operands: before };
  const operands = names.flatMap((name): readonly Operand[] => {
    const known = before.find((operand) => operand.name === name);
    const found = offered.find((operand) => operand.name === name);
    const chosen = known === undefined || (known.source.type === 'unknown' && found !== undefined) ? found : known;
    return chosen === undefined ? [] : [chosen];
  });
  return { formula, operands };
}

/**
 * Shows the selected elements only on labels for which the formula is true; an empty formula shows them always.
 * `offered` has the names that a formula of an element can use. Problem: `data.referenceCircle`.
 */
export function setCondition(formula: string, offered: (element: LabelElement) => readonly Operand[]): Command {
  return (context) => {
    const selected = selectedElements(context);
    if (!selected.ok) return selected;
    const { elements } = context.template;
    const next: LabelElement[] = [];
    for (const element of selected.value) {
      const { showWhen: before, ...always } = element;
      if (formula.trim() === '') {
        next.push(before === undefined ? element : (always as LabelElement));
        continue;
      }
      const showWhen: Expression = {
        ...expressionOf(formula, 'formula', before?.operands ?? [], offered(element)),
        ...(before?.unknown === undefined ? {} : { unknown: before.unknown }),
      };
      const sources = showWhen.operands.map(({ source }) => source);
      if (!mayRefer(elements, element, sources, false)) return err(problem('data.referenceCircle'));
      next.push(before?.formula === formula ? element : { ...element, showWhen });
    }
    return ok({ template: withElements(context.template, next) });
  };
}

/** A text in which `from` to `to` was replaced, and the new place of the caret. */
export interface Insertion {
  readonly text: string;
  readonly caret: number;
}

/**
 * Inserts a name or a call into a formula, in braces where it would otherwise be plain text. The caret is placed after
 * it, or between the brackets of a call.
 */
export function insertInFormula(
  text: string,
  form: FormulaForm,
  [from, to]: readonly [from: number, to: number],
  piece: string,
): Insertion {
  const braces = form === 'text' && !isInBraces(text.slice(0, from));
  const whole = braces ? `{${piece}}` : piece;
  const inside = piece.endsWith('()') && !/^(today|now|index|value)\(/.test(piece) ? piece.length - 1 : null;
  const caret = inside === null ? whole.length : inside + (braces ? 1 : 0);
  return { text: text.slice(0, from) + whole + text.slice(to), caret: from + caret };
}

/** Whether a text ends inside the braces of a formula. */
function isInBraces(text: string): boolean {
  const rest = text.replaceAll('{{', '').replaceAll('}}', '');
  return rest.lastIndexOf('{') > rest.lastIndexOf('}');
}
