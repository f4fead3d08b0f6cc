import { problem } from '#model/kernel/problem.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Clock } from '#model/elements/base/content-behaviour.ts';
import { contentsOf, definitionOf, type LabelElement } from '#model/elements/element.ts';
import { elementIn } from '#model/elements/translated.ts';
import { usedBy } from '#model/elements/references.ts';
import { contentOf, lastKnownContent, type ElementValues } from './content.ts';
import type { DataRecord } from './record.ts';

/** Finds the elements of a label. */
export type ElementLookup = Pick<ReadonlyMap<ElementId, LabelElement>, 'get'>;

const lookups = new WeakMap<readonly LabelElement[], ElementLookup>();

/** The lookup for these elements, made once for each list. */
export function elementLookup(elements: readonly LabelElement[]): ElementLookup {
  const known = lookups.get(elements);
  if (known !== undefined) return known;
  // Lazy: few labels have references.
  let byId: ElementLookup | null = null;
  const lookup: ElementLookup = { get: (id) => (byId ??= new Map(elements.map((e) => [e.id, e]))).get(id) };
  lookups.set(elements, lookup);
  return lookup;
}

/**
 * The most characters of a value that is taken from other elements. References that use one value several times grow
 * exponentially, so a small file could fill the memory. No label shows as much.
 */
export const MAX_REFERENCED_LENGTH = 100_000;

/**
 * The values of a label's elements for one record, each computed at most once. Referenced elements are computed first
 * and without recursion, because chains of references can be of any length.
 */
export function createElementValues(elements: ElementLookup, record: DataRecord, clock: Clock): ElementValues {
  const made = new Map<ElementId, Made>();

  function madeOf(first: ElementId): Made {
    const path = [first];
    const isOpen = new Set(path);
    for (let id = path.at(-1); id !== undefined; id = path.at(-1)) {
      const element = elements.get(id);
      const used = made.has(id) || element === undefined ? [] : usedBy(element);
      const next = used.find((other) => !made.has(other) && !isOpen.has(other));
      if (next === undefined) {
        if (!made.has(id)) made.set(id, make(element));
        path.pop();
      } else {
        path.push(next);
        isOpen.add(next);
      }
    }
    return made.get(first) ?? MISSING;
  }

  /** Computes the value of an element after those that it uses. */
  function make(of: LabelElement | undefined): Made {
    const element = of === undefined ? of : elementIn(of, record.language);
    const valueOf = element === undefined ? undefined : definitionOf(element.type).value;
    if (element === undefined || valueOf === undefined) return MISSING;
    const contents = contentsOf(element).map(({ sources }) => ({
      value: contentOf(sources, record, known),
      lastKnown: lastKnownContent(sources, known),
    }));
    const faults = contents.flatMap(({ value }) => (value.ok ? [] : [value]));
    const values = contents.map(({ value, lastKnown }) => (value.ok ? value.value : lastKnown));
    const lastKnown = contents.map((content) => content.lastKnown);
    return {
      value: faults[0] ?? bounded(valueOf(element, values, clock)),
      lastKnown: valueOf(element, lastKnown, clock).slice(0, MAX_REFERENCED_LENGTH),
    };
  }

  const known: ElementValues = {
    clock,
    // One that is not ready yet is being computed: it uses its own value.
    value: (id) => made.get(id)?.value ?? err(problem('data.referenceCircle')),
    lastKnown: (id) => made.get(id)?.lastKnown ?? '',
  };
  return {
    clock,
    value: (id) => madeOf(id).value,
    lastKnown: (id) => madeOf(id).lastKnown,
  };
}

interface Made {
  readonly value: Result<string>;
  readonly lastKnown: string;
}

const MISSING: Made = { value: err(problem('data.referenceMissing')), lastKnown: '' };

function bounded(value: string): Result<string> {
  return value.length <= MAX_REFERENCED_LENGTH
    ? ok(value)
    : err(problem('data.referenceTooLong', { limit: MAX_REFERENCED_LENGTH }));
}
