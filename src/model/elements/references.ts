import type { ElementId } from '#model/kernel/ids.ts';
import { asFixedText, type DataSource, type ReferenceFault, type ReferenceSource } from './base/content.ts';
import { contentsOf, hasValue, sourcesOf, withSources, type LabelElement } from './element.ts';

/** The elements that an element takes values from, once for each use. */
export function usedBy(element: LabelElement): readonly ElementId[] {
  return sourcesOf(element).flatMap((source) => (source.type === 'reference' ? [source.element] : []));
}

/** Other elements that take values directly from one of these. */
export function dependantsOf(elements: readonly LabelElement[], ids: ReadonlySet<ElementId>): readonly LabelElement[] {
  return elements.filter((element) => !ids.has(element.id) && usedBy(element).some((id) => ids.has(id)));
}

/**
 * The elements that this one may take its value from, in painting order: those with a value that don't depend on this
 * one, directly or indirectly.
 */
export function possibleReferences(elements: readonly LabelElement[], id: ElementId): readonly LabelElement[] {
  const dependent = new Set([id]);
  const users = usersOf(elements);
  for (const each of dependent) for (const user of users.get(each) ?? []) dependent.add(user);
  return elements.filter((element) => hasValue(element) && !dependent.has(element.id));
}

/** For each element that others take values from: those others. */
function usersOf(elements: readonly LabelElement[]): ReadonlyMap<ElementId, readonly ElementId[]> {
  const users = new Map<ElementId, ElementId[]>();
  for (const element of elements) {
    for (const id of usedBy(element)) {
      const known = users.get(id);
      if (known === undefined) users.set(id, [element.id]);
      else known.push(element.id);
    }
  }
  return users;
}

/**
 * The elements without references to deleted ones: fixed text again (specification 2, section 4). Unaffected elements
 * are the same objects.
 */
export function withoutReferencesTo(
  elements: readonly LabelElement[],
  removed: ReadonlySet<ElementId>,
): readonly LabelElement[] {
  return elements.map((element) =>
    withSources(element, (source) =>
      source.type === 'reference' && removed.has(source.element) ? asFixedText(source) : source,
    ),
  );
}

/** A reference that is not allowed. */
export interface BrokenReference {
  readonly element: LabelElement;
  readonly source: ReferenceSource;
  /** Null in a table cell, which can't have references. */
  readonly fault: ReferenceFault | null;
}

/**
 * The elements, with each invalid reference replaced by `replace`: to an element that is missing, has no value or is
 * the element itself, from a table cell, or in a circle. Of a circle, only the reference that closes it is replaced, in
 * painting order. Runs in linear time for any file.
 */
export function withSoundReferences(
  elements: readonly LabelElement[],
  replace: (broken: BrokenReference) => DataSource,
): readonly LabelElement[] {
  if (!elements.some((element) => usedBy(element).length > 0)) return elements;
  const targets = new Map(elements.filter(hasValue).map((element) => [element.id, element]));
  const inCells = new Set(elements.filter((e) => contentsOf(e).some(({ place }) => place !== undefined)));
  const closing = closingReferences(elements, targets);
  return elements.map((element) =>
    withSources(element, (source, use) => {
      if (source.type !== 'reference') return source;
      if (use === 'content' && inCells.has(element)) return replace({ element, source, fault: null });
      if (!targets.has(source.element)) return replace({ element, source, fault: 'data.referenceMissing' });
      const closes = closing.get(element.id)?.has(source.element) === true;
      return closes ? replace({ element, source, fault: 'data.referenceCircle' }) : source;
    }),
  );
}

/** By element: the elements that it must not refer to, because that would close a circle. */
function closingReferences(
  elements: readonly LabelElement[],
  targets: ReadonlyMap<ElementId, LabelElement>,
): ReadonlyMap<ElementId, ReadonlySet<ElementId>> {
  const closing = new Map<ElementId, Set<ElementId>>();
  const state = new Map<ElementId, 'open' | 'done'>();
  for (const first of elements) {
    if (state.has(first.id)) continue;
    // An explicit stack, because a chain in a file can be longer than the call stack.
    const path = [{ id: first.id, used: usedBy(first), next: 0 }];
    state.set(first.id, 'open');
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const id = top.used[top.next++];
      if (id === undefined) {
        state.set(top.id, 'done');
        path.pop();
        continue;
      }
      const target = targets.get(id);
      if (target === undefined || state.get(id) === 'done') continue;
      if (state.get(id) === 'open') {
        const of = closing.get(top.id) ?? new Set();
        closing.set(top.id, of.add(id));
        continue;
      }
      state.set(id, 'open');
      path.push({ id, used: usedBy(target), next: 0 });
    }
  }
  return closing;
}
