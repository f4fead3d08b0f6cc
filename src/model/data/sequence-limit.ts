import type { Expression, SequenceSource } from '#model/elements/base/content.ts';
import { contentsOf, type LabelElement } from '#model/elements/element.ts';
import { formulasOf } from '#model/elements/translated.ts';
import type { Template } from '#model/template/template.ts';
import { compiledExpression } from './expression/expression.ts';
import type { FormulaForm } from './expression/syntax.ts';
import { sequenceEnd, type SequenceEnd } from './sequence.ts';

/** The end of a sequence, and its place. */
export interface SequenceLimit extends SequenceEnd {
  /** The name of its element, with the place of the table cell. */
  readonly element: string;
}

/** The sequence of a template that ends first; null when none has an end. */
export function shortestSequence(template: Template): SequenceLimit | null {
  let shortest: SequenceLimit | null = null;
  for (const element of template.elements) {
    for (const { sequences, place } of countersOf(element)) {
      for (const source of sequences) {
        const end = sequenceEnd(source);
        if (end === null || (shortest !== null && shortest.count <= end.count)) continue;
        shortest = { ...end, element: place === undefined ? element.name : `${element.name} (${place})` };
      }
    }
  }
  return shortest;
}

/** Whether the template has running numbers, which make its labels differ even without a spreadsheet. */
export function hasSequences(template: Template): boolean {
  return template.elements.some((element) => countersOf(element).some(({ counts }) => counts));
}

/** What counts from label to label in one place of an element. */
interface Counters {
  readonly sequences: readonly SequenceSource[];
  /** True also if labels are counted without a sequence, as by `index()`. */
  readonly counts: boolean;
  readonly place?: string | undefined;
}

const NOTHING: Counters = { sequences: [], counts: false };

/** The counters of an element: in its sources, in their expressions, and in its condition. */
function countersOf(element: LabelElement): readonly Counters[] {
  const contents = contentsOf(element).flatMap(({ sources, place }) =>
    sources.flatMap((source): readonly Counters[] => {
      if (source.type === 'sequence') return [{ sequences: [source], counts: true, place }];
      if (source.type !== 'expression') return [];
      return formulasOf(source).map((formula) => ({ ...countersIn(formula, 'text'), place }));
    }),
  );
  return element.showWhen === undefined ? contents : [...contents, countersIn(element.showWhen, 'formula')];
}

/** The counters of a formula, and the sequences among its operands. */
function countersIn(expression: Expression, form: FormulaForm): Counters {
  const named = expression.operands.flatMap(({ source }) => (source.type === 'sequence' ? [source] : []));
  const ready = compiledExpression(expression, form);
  const { sequences, counts } = ready.ok ? ready.value : NOTHING;
  return { sequences: [...named, ...sequences], counts: counts || named.length > 0 };
}
