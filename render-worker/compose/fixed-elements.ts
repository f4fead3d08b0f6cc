import { sourcesOf, type LabelElement } from '#model/elements/element.ts';
import { composeElement, type ComposedElement } from '#model/page/compose.ts';

/**
 * A run composes the same template again and again: elements that no record changes are laid out once. Give each
 * run its own, with one resolution; `version` names what else layouts depend on (the fonts loaded).
 */
export function createFixedElementCache(version: () => number): typeof composeElement {
  let composed = new WeakMap<LabelElement, ComposedElement>();
  let at = version();
  return (element, record, context) => {
    if (sourcesOf(element).some((source) => source.type !== 'fixed')) return composeElement(element, record, context);
    if (at !== version()) {
      composed = new WeakMap();
      at = version();
    }
    const known = composed.get(element);
    if (known !== undefined) return known;
    const before = version();
    const made = composeElement(element, record, context);
    if (before === version()) composed.set(element, made);
    return made;
  };
}
