import type { LabelElement } from '#model/elements/element.ts';
import type { LayoutContext } from '#model/elements/base/layout.ts';
import type { DataRecord } from '#model/data/record.ts';
import { composeElement, type ComposedElement } from '#model/page/compose.ts';

/**
 * Remembers how each element was laid out, so that an edit of one element lays out only that one. Elements are
 * immutable, so their identity is the key. A new record, resolution, font or image empties the cache.
 */
export class ComposeCache {
  #composed = new WeakMap<LabelElement, ComposedElement>();
  readonly #timed = new WeakSet<ComposedElement>();
  #key: readonly unknown[] = [];

  /** Forgets everything, unless all parts of `key` are the same as before; then it returns true. */
  keepFor(...key: readonly unknown[]): boolean {
    if (key.length === this.#key.length && key.every((part, i) => part === this.#key[i])) return true;
    this.#key = key;
    this.#composed = new WeakMap();
    return false;
  }

  readonly compose = (element: LabelElement, record: DataRecord, context: LayoutContext): ComposedElement => {
    let composed = this.#composed.get(element);
    if (composed !== undefined) return composed;
    let asked = false;
    composed = composeElement(element, record, {
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
    else this.#composed.set(element, composed);
    return composed;
  };

  /** True when laying the element out asked for the present time. */
  readonly isTimed = (composed: ComposedElement): boolean => this.#timed.has(composed);
}
