import type { LabelElement } from '#model/elements/element.ts';
import type { LayoutContext } from '#model/elements/base/layout.ts';
import type { DataRecord } from '#model/data/record.ts';
import { composeElement, type ComposedElement } from '#model/page/compose.ts';

/**
 * Remembers what each element looked like: an edit of one element lays out that one only. Elements are immutable,
 * so their identity is the key; a new record, resolution, font or image starts anew.
 */
export class ComposeCache {
  #composed = new WeakMap<LabelElement, ComposedElement>();
  #key: readonly unknown[] = [];

  /** Forgets everything unless all of `key` is what it was. */
  keepFor(...key: readonly unknown[]): void {
    if (key.length === this.#key.length && key.every((part, i) => part === this.#key[i])) return;
    this.#key = key;
    this.#composed = new WeakMap();
  }

  readonly compose = (element: LabelElement, record: DataRecord, context: LayoutContext): ComposedElement => {
    let composed = this.#composed.get(element);
    if (composed === undefined) {
      composed = composeElement(element, record, context);
      this.#composed.set(element, composed);
    }
    return composed;
  };
}
