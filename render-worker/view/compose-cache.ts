import type { LabelElement } from '#model/elements/element.ts';
import type { LayoutContext } from '#model/elements/base/layout.ts';
import { noElements, type ElementValues } from '#model/data/content.ts';
import type { DataRecord } from '#model/data/record.ts';
import { usedBy } from '#model/elements/references.ts';
import { composeTexts, type ComposedElement } from '#model/page/compose.ts';
import { elementTexts } from '#model/page/element-texts.ts';

/**
 * Remembers how each element was laid out, so that an edit of one element lays out only that one. Elements are
 * immutable, so their identity is the key; one that refers to others is laid out again when their values change. A new
 * record, resolution, font or image empties the cache.
 */
export class ComposeCache {
  #composed = new WeakMap<LabelElement, Kept>();
  readonly #timed = new WeakSet<ComposedElement>();
  #key: readonly unknown[] = [];

  /** Forgets everything, unless all parts of `key` are the same as before; then it returns true. */
  keepFor(...key: readonly unknown[]): boolean {
    if (key.length === this.#key.length && key.every((part, i) => part === this.#key[i])) return true;
    this.#key = key;
    this.#composed = new WeakMap();
    return false;
  }

  readonly compose = (
    element: LabelElement,
    record: DataRecord,
    context: LayoutContext,
    elements: ElementValues = noElements(context),
  ): ComposedElement => {
    const refers = usedBy(element).length > 0;
    const known = this.#composed.get(element);
    if (known !== undefined && !refers) return known.composed;
    let asked = false;
    const texts = elementTexts(element, record, {
      value: elements.value,
      lastKnown: elements.lastKnown,
      get clock() {
        asked = true;
        return elements.clock;
      },
    });
    const key = refers ? JSON.stringify(texts) : '';
    if (known?.key === key) return known.composed;
    const composed = composeTexts(element, texts, {
      measure: context.measure,
      dpi: context.dpi,
      label: context.label,
      imageSize: context.imageSize,
      get now() {
        asked = true;
        return context.now;
      },
    });
    // A layout that shows the time is right only for the moment.
    if (asked) this.#timed.add(composed);
    else this.#composed.set(element, { composed, key });
    return composed;
  };

  /** True when laying the element out asked for the present time. */
  readonly isTimed = (composed: ComposedElement): boolean => this.#timed.has(composed);
}

interface Kept {
  readonly composed: ComposedElement;
  /** The texts that it was made with, if they come from other elements. */
  readonly key: string;
}
