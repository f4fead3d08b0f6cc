import { activeSizeGroup } from '#model/elements/base/size-group.ts';
import { sourcesOf, type LabelElement } from '#model/elements/element.ts';
import { composeElement } from '#model/page/compose.ts';
import type { ComposedElement } from '#model/page/display-list.ts';

/**
 * A run lays out the same template for each record. Elements that no record changes are laid out once and cached. Each
 * run needs a cache of its own, because it has one resolution; `version` changes whenever another dependency of layouts
 * does (the loaded fonts).
 */
export function createFixedElementCache(version: () => number): typeof composeElement {
  /** For each language of the records; undefined is the main one. */
  let languages = new Map<string | undefined, WeakMap<LabelElement, ComposedElement>>();
  let at = version();
  return (element, record, context, elements) => {
    const varies =
      element.showWhen !== undefined ||
      activeSizeGroup(element) !== null ||
      sourcesOf(element).some((source) => source.type !== 'fixed');
    if (varies) return composeElement(element, record, context, elements);
    if (at !== version()) {
      languages = new Map();
      at = version();
    }
    let composed = languages.get(record.language);
    if (composed === undefined) languages.set(record.language, (composed = new WeakMap()));
    const known = composed.get(element);
    if (known !== undefined) return known;
    const before = version();
    const made = composeElement(element, record, context);
    if (before === version()) composed.set(element, made);
    return made;
  };
}
