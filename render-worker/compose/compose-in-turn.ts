import type { DataRecord } from '#model/data/record.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { composeElement, composeLabel, elementValues, withGroupSizes, type LabelContext } from '#model/page/compose.ts';
import type { ComposedElement, ComposedLabel } from '#model/page/display-list.ts';
import type { Template } from '#model/template/template.ts';
import type { YieldToMessages } from './yield-to-messages.ts';

/**
 * Lays a label out and lets the worker answer other messages between its elements: a label of many elements takes
 * seconds.
 */
export async function composeInTurn(
  template: Template,
  record: DataRecord,
  context: LabelContext,
  yieldToMessages: YieldToMessages,
  compose: typeof composeElement = composeElement,
): Promise<ComposedLabel> {
  const values = elementValues(template, record, context);
  const grouped = withGroupSizes(template.elements, record, context, values);
  const composed = new Map<LabelElement, ComposedElement>();
  for (const element of template.elements) {
    composed.set(element, compose(element, record, grouped, values));
    const pause = yieldToMessages();
    if (pause !== null) await pause;
  }
  return composeLabel(
    template,
    record,
    context,
    (element) => composed.get(element) ?? compose(element, record, grouped, values),
  );
}
