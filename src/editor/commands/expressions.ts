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

/** The condition of an element that is hidden when there is nothing to see in it. */
export const SHOWN_WHEN_FILLED = 'not isEmpty(value())';

/**
 * A formula with what its names mean. A name keeps its meaning; a new one gets that of the offered name, or none. While
 * the formula cannot be read, as happens when it is being typed, all names keep theirs.
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
 * Shows the selected elements only on labels for which the formula is true; always for an empty one. `offered` has the
 * names that a formula of an element can have.
 * Problem: `data.referenceCircle`.
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

/** A text with a piece put in the place of `from` to `to`, and where the caret stands then. */
export interface Insertion {
  readonly text: string;
  readonly caret: number;
}

/**
 * Puts a name or a call into a formula: in braces of its own where it would otherwise be plain text. The caret goes behind
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

/** Whether a text ends within the braces of a formula. */
function isInBraces(text: string): boolean {
  const rest = text.replaceAll('{{', '').replaceAll('}}', '');
  return rest.lastIndexOf('{') > rest.lastIndexOf('}');
}
