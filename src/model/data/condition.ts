import type { Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Clock } from '#model/elements/base/content-behaviour.ts';
import { definitionOf, type LabelElement } from '#model/elements/element.ts';
import { expressionContext, type ElementValues } from './content.ts';
import { isMet } from './expression/expression.ts';
import type { DataRecord } from './record.ts';

/** An element's own texts for a record. */
interface OwnTexts {
  /** One for each of its contents. */
  readonly values: readonly string[];
  /** Why one of them is not available. */
  readonly problem: Problem | undefined;
}

/**
 * Whether an element is shown on the label of a record. Its condition may use its own value, which is that for
 * references; of a table, the texts of all cells together. Problems: those of `isMet`.
 */
export function isShown(
  element: LabelElement,
  { values, problem }: OwnTexts,
  record: DataRecord,
  elements: ElementValues,
): Result<boolean> {
  if (element.showWhen === undefined) return ok(true);
  return isMet(element.showWhen, {
    ...expressionContext(record, elements),
    own() {
      if (problem !== undefined) return err(problem);
      const valueOf = definitionOf(element.type).value;
      if (valueOf === undefined) return ok(values.join(''));
      // Read only by a value that shows the time, because reading it is recorded.
      const clock: Clock = {
        get now() {
          return elements.clock.now;
        },
      };
      return ok(valueOf(element, values, clock));
    },
  });
}
