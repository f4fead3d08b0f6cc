import type { Problem } from '#model/kernel/problem.ts';
import { isShown } from '#model/data/condition.ts';
import { contentOf, lastKnownContent, type ElementValues } from '#model/data/content.ts';
import type { DataRecord } from '#model/data/record.ts';
import { contentsOf, type LabelElement } from '#model/elements/element.ts';

/** The texts that an element shows for a record. */
export interface ElementTexts {
  /** One for each of its contents: the last known one where the value is not available. */
  readonly values: readonly string[];
  /** Why values are not available, or the condition cannot be told. Empty for an element that is hidden. */
  readonly problems: readonly Problem[];
  readonly hidden: boolean;
}

/**
 * The texts of an element. If it has several contents, a problem of one of them has that content's place as its path.
 * `elements` gives the values of the label's other elements.
 */
export function elementTexts(element: LabelElement, record: DataRecord, elements: ElementValues): ElementTexts {
  const problems: Problem[] = [];
  const values = contentsOf(element).map(({ sources, place }) => {
    const content = contentOf(sources, record, elements);
    if (content.ok) return content.value;
    problems.push(place === undefined ? content.error : { ...content.error, path: place });
    return lastKnownContent(sources, elements);
  });
  const shown = isShown(element, { values, problem: problems[0] }, record, elements);
  if (!shown.ok)
    return { values, problems: [...problems.filter((each) => each !== shown.error), shown.error], hidden: false };
  return shown.value ? { values, problems, hidden: false } : { values, problems: [], hidden: true };
}
