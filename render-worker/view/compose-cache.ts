import type { LabelElement } from '#model/elements/element.ts';
import { activeSizeGroup } from '#model/elements/base/size-group.ts';
import { elementIn } from '#model/elements/translated.ts';
import { layoutElement, staysWhenMoved } from '#model/elements/layouts.ts';
import { noElements, type ElementValues } from '#model/data/content.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import { usedBy } from '#model/elements/references.ts';
import { composeLayout, movedElement, type ElementContext } from '#model/page/compose.ts';
import type { ComposedElement } from '#model/page/display-list.ts';
import { elementTexts } from '#model/page/element-texts.ts';

/**
 * Caches the layout of each element, so that an edit of one element lays out only that one. Elements are immutable, so
 * their identity is the key; one that refers to others is laid out again when their values change, one in a size group
 * when the group's size does, and one that only moved keeps its layout where its type allows that. A new record, resolution, font or image empties the cache.
 */
export class ComposeCache {
  #composed = new WeakMap<LabelElement, Kept>();
  readonly #timed = new WeakSet<ComposedElement>();
  #key: readonly unknown[] = [];

  /** Clears the cache, unless all parts of `key` are the same as before; then it returns true. */
  keepFor(...key: readonly unknown[]): boolean {
    if (key.length === this.#key.length && key.every((part, i) => part === this.#key[i])) return true;
    this.#key = key;
    this.#composed = new WeakMap();
    return false;
  }

  /** `before` is the element at its last layout. */
  readonly compose = (
    element: LabelElement,
    record: DataRecord,
    context: ElementContext,
    elements: ElementValues = noElements(context),
    before: LabelElement | null = null,
  ): ComposedElement => {
    const known = this.#composed.get(element) ?? this.#moved(element, before);
    if (known?.key === '') return known.composed;
    const refers = usedBy(element).length > 0;
    let asked = false;
    const texts = elementTexts(element, record, {
      value: elements.value,
      lastKnown: elements.lastKnown,
      get clock() {
        asked = true;
        return elements.clock;
      },
    });
    const groupSizeMm = context.groupSize?.(element) ?? null;
    const varies = refers || activeSizeGroup(element) !== null;
    const key = varies ? JSON.stringify([texts, groupSizeMm]) : '';
    if (known?.key === key) return known.composed;
    const watched: ElementContext = {
      measure: context.measure,
      dpi: context.dpi,
      label: context.label,
      imageSize: context.imageSize,
      ...(context.rowPicture === undefined ? {} : { rowPicture: context.rowPicture }),
      get now() {
        asked = true;
        return context.now;
      },
      ...(groupSizeMm === null ? {} : { groupSizeMm }),
      ...(texts.runs === undefined ? {} : { runs: texts.runs }),
    };
    const layout = layoutElement(elementIn(element, record.language), texts.values, watched);
    const composed = composeLayout(element, texts, watched, layout);
    // A layout that shows the time is valid only for the moment.
    if (asked) this.#timed.add(composed);
    else this.#composed.set(element, { composed, key, content: layout.content });
    return composed;
  };

  /** An element that only moved; null where its picture shows the time or values of others, or depends on its place. */
  #moved(element: LabelElement, before: LabelElement | null): Kept | null {
    const kept = before === null ? undefined : this.#composed.get(before);
    if (before === null || kept?.key !== '' || !staysWhenMoved(element.type) || !onlyMoved(before, element))
      return null;
    const moved = { ...kept, composed: movedElement(element, kept.composed, kept.content) };
    this.#composed.set(element, moved);
    return moved;
  }

  /** True when laying the element out used the present time. */
  readonly isTimed = (composed: ComposedElement): boolean => this.#timed.has(composed);
}

interface Kept {
  readonly composed: ComposedElement;
  /** The texts that it was made with, if they come from other elements; otherwise empty. */
  readonly key: string;
  /** The ink bounds of its layout, in its box. */
  readonly content: Rect;
}

/** The fields that layouts of types that stay when moved don't depend on. */
const PLACE: ReadonlySet<string> = new Set(['xMm', 'yMm', 'turnDegrees']);

/**
 * Whether the elements differ only in the position of their boxes. The file's own note of the place is no longer valid
 * then.
 */
function onlyMoved(a: LabelElement, b: LabelElement): boolean {
  const [one, other] = [a, b] as unknown as readonly Readonly<Record<string, unknown>>[];
  if (one === undefined || other === undefined) return false;
  if (a.unknown?.values !== undefined) return false;
  const fields = Object.keys(one);
  return (
    fields.length === Object.keys(other).length &&
    fields.every((field) => PLACE.has(field) || Object.is(one[field], other[field]))
  );
}
