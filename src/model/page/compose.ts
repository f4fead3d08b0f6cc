import { applyToRect } from '#model/kernel/geometry.ts';
import { contentTransform } from '#model/elements/base/box.ts';
import type { LayoutContext, PlacedSymbol } from '#model/elements/base/layout.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { layoutElement } from '#model/elements/layouts.ts';
import { contentOf, lastKnownContent } from '#model/data/content.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { Template } from '#model/template/template.ts';
import type { ComposedLabel, DisplayItem, ElementProblem } from './display-list.ts';

/** One element with one record, ready to paint. */
export interface ComposedElement {
  readonly item: DisplayItem;
  readonly symbols: readonly (PlacedSymbol & Pick<ElementProblem, 'elementId' | 'elementName'>)[];
  readonly problems: readonly ElementProblem[];
  readonly warnings: readonly ElementProblem[];
  readonly placeholder: boolean;
}

/**
 * Pure: the same element, record and context give the same result, so it may be cached by the element's
 * identity. A value that cannot be had is a problem, and the last known one is shown in its place.
 */
export function composeElement(element: LabelElement, record: DataRecord, context: LayoutContext): ComposedElement {
  const content = contentOf(element, record);
  const layout = layoutElement(element, content.ok ? content.value : lastKnownContent(element), context);
  const who = { elementId: element.id, elementName: element.name };
  const transform = contentTransform(element);
  const problems = content.ok ? layout.problems : [content.error, ...layout.problems];
  return {
    item: { elementId: element.id, transform, ops: layout.ops, bounds: applyToRect(transform, layout.content) },
    symbols: layout.symbols.map((symbol) => ({ ...symbol, ...who })),
    problems: problems.map((problem) => ({ ...who, problem })),
    warnings: layout.warnings.map((problem) => ({ ...who, problem })),
    placeholder: layout.placeholder || !content.ok,
  };
}

/** A label: every element in painting order. `compose` lets a caller bring a cache. */
export function composeLabel(
  template: Template,
  record: DataRecord,
  context: LayoutContext,
  compose: typeof composeElement = composeElement,
): ComposedLabel {
  const composed = template.elements.map((element) => compose(element, record, context));
  return {
    list: {
      widthMm: template.label.widthMm,
      heightMm: template.label.heightMm,
      dpi: context.dpi,
      items: composed.map((c) => c.item),
    },
    symbols: composed.flatMap((c) => c.symbols),
    problems: composed.flatMap((c) => c.problems),
    warnings: composed.flatMap((c) => c.warnings),
    placeholders: composed.filter((c) => c.placeholder).map((c) => c.item.elementId),
  };
}
