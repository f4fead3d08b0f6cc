import type { LabelElement } from '#model/elements/element.ts';
import type { ElementLayout, LayoutContext } from '#model/elements/base/layout.ts';
import { layoutElement, staysWhenMoved } from '#model/elements/layouts.ts';
import { noElements, type ElementValues } from '#model/data/content.ts';
import type { DataRecord } from '#model/data/record.ts';
import { usedBy } from '#model/elements/references.ts';
import { composeLayout, type ComposedElement } from '#model/page/compose.ts';
import { elementTexts, type ElementTexts } from '#model/page/element-texts.ts';

/**
 * Remembers how each element was laid out, so that an edit of one element lays out only that one. Elements are
 * immutable, so their identity is the key; one that refers to others is laid out again when their values change, and one
 * that only moved keeps its layout where its type allows that. A new record, resolution, font or image empties the cache.
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

  /** `before` is the element as it was when it was last laid out. */
  readonly compose = (
    element: LabelElement,
    record: DataRecord,
    context: LayoutContext,
    elements: ElementValues = noElements(context),
    before: LabelElement | null = null,
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
    const watched: LayoutContext = {
      measure: context.measure,
      dpi: context.dpi,
      label: context.label,
      imageSize: context.imageSize,
      get now() {
        asked = true;
        return context.now;
      },
    };
    const layout = this.#keptLayout(element, texts, before) ?? layoutElement(element, texts.values, watched);
    const composed = composeLayout(element, texts, watched, layout);
    // A layout that shows the time is right only for the moment.
    if (asked) this.#timed.add(composed);
    else this.#composed.set(element, { composed, key, layout, values: texts.values });
    return composed;
  };

  /** The layout of an element that only moved, with the same texts: one that shows the time was not kept. */
  #keptLayout(element: LabelElement, { values }: ElementTexts, before: LabelElement | null): ElementLayout | null {
    const kept = before === null ? undefined : this.#composed.get(before);
    if (before === null || kept === undefined || !staysWhenMoved(element.type) || !onlyMoved(before, element))
      return null;
    return values.length === kept.values.length && values.every((value, i) => value === kept.values[i])
      ? kept.layout
      : null;
  }

  /** True when laying the element out asked for the present time. */
  readonly isTimed = (composed: ComposedElement): boolean => this.#timed.has(composed);
}

interface Kept {
  readonly composed: ComposedElement;
  /** The texts that it was made with, if they come from other elements. */
  readonly key: string;
  readonly layout: ElementLayout;
  readonly values: ElementTexts['values'];
}

/** Whether the elements differ in nothing but where their boxes are. */
function onlyMoved(a: LabelElement, b: LabelElement): boolean {
  const [one, other] = [a, b] as unknown as readonly Readonly<Record<string, unknown>>[];
  if (one === undefined || other === undefined) return false;
  const fields = Object.keys(one);
  return (
    fields.length === Object.keys(other).length &&
    fields.every((field) => field === 'xMm' || field === 'yMm' || Object.is(one[field], other[field]))
  );
}
