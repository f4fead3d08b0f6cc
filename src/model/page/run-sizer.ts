import type { ElementValues } from '#model/data/content.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { LayoutContext, ShapeRequest, TextExtent, TextMeasure } from '#model/elements/base/layout.ts';
import type { LanguageTag } from '#model/elements/base/translations.ts';
import type { TextRun } from '#model/elements/base/styled-text.ts';
import { isTooSmallFor } from '#model/elements/base/pins.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { elementIn } from '#model/elements/translated.ts';
import { layoutElement } from '#model/elements/layouts.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { Template } from '#model/template/template.ts';
import { elementTexts } from './element-texts.ts';
import { runSizeKeys, withSizes, type RunSizes } from './run-sizes.ts';
import { contextOf } from './size-groups.ts';

/** The most values of one text that are remembered as measured; then it starts again. */
const MOST_VALUES = 50_000;

/** A text that was not measured before: the content of an element, with its value. */
interface Unmeasured {
  readonly subject: Subject;
  /** The language of the record, which decides its prefix and suffix. */
  readonly language: LanguageTag | undefined;
  readonly values: readonly string[];
  readonly runs?: readonly TextRun[];
  /** The contents to be measured, with their values as they are remembered. */
  readonly fresh: readonly (readonly [content: number, value: string])[];
}

/** The size that a text needs. */
interface Needed {
  readonly subject: Subject;
  readonly content: number;
  readonly value: string;
  readonly sizeMm: Mm | null;
}

interface Subject {
  /** The element with the smallest sizes so far, which most values fit. */
  element: LabelElement;
  /** The keys of its contents; null for one with a size on each label. */
  readonly keys: readonly (string | null)[];
  /** The measured values of each of its contents. */
  readonly seen: readonly Set<string>[];
}

/** Finds the sizes that the rows of a run need. Each value of a text is measured once. */
export interface RunSizer {
  /** The texts of a record that were not measured before. A record that is rejected for its data has none. */
  unmeasured(record: DataRecord, elements: ElementValues): readonly Unmeasured[];
  /** Measures such texts. Pure: to be repeated when fonts were missing. */
  needed(texts: readonly Unmeasured[], context: LayoutContext): readonly Needed[];
  /** Takes sizes into account. */
  keep(needed: readonly Needed[]): void;
  sizes(): RunSizes;
}

/**
 * `countsTooLong`: whether a value that doesn't fit even at the smallest size counts, because its label is printed all
 * the same.
 */
export function createRunSizer(template: Template, countsTooLong: boolean): RunSizer {
  const sizes = new Map<string, Mm>();
  const subjects = [...runSizeKeys(template)]
    .filter(([element]) => !isTooSmallFor(element, template.label))
    .map(([element, keys]): Subject => ({ element, keys, seen: keys.map(() => new Set()) }));
  return {
    unmeasured(record, elements) {
      const { language } = record;
      if (record.fault !== undefined) return [];
      return subjects.flatMap((subject): Unmeasured[] => {
        const { values, runs, hidden, problems } = elementTexts(subject.element, record, elements);
        if (hidden || problems.length > 0) return [];
        const fresh = subject.keys.flatMap((key, content): Unmeasured['fresh'] => {
          const shown = runs === undefined ? (values[content] ?? '') : JSON.stringify(runs);
          const value = language === undefined ? shown : `${language} ${shown}`;
          const isKnown = key === null || values[content] === '' || subject.seen[content]?.has(value);
          return isKnown === true ? [] : [[content, value]];
        });
        return fresh.length === 0
          ? []
          : [{ subject, language, values, fresh, ...(runs === undefined ? {} : { runs }) }];
      });
    },
    needed(texts, of) {
      const context = { ...of, measure: withoutGlyphs(of.measure) };
      return texts.flatMap(({ subject, language, values, fresh, ...texts }) => {
        // An empty text costs nothing.
        const measured = values.map((value, i) => (fresh.some(([content]) => content === i) ? value : ''));
        const { fitted = [] } = layoutElement(
          elementIn(subject.element, language),
          measured,
          contextOf(context, texts),
        );
        return fresh.map(([content, value]): Needed => {
          const size = fitted[content] ?? null;
          const counts = size !== null && (countsTooLong || !size.isTooLong);
          return { subject, content, value, sizeMm: counts ? size.sizeMm : null };
        });
      });
    },
    keep(needed) {
      let isSmaller = false;
      for (const { subject, content, value, sizeMm } of needed) {
        const seen = subject.seen[content];
        if (seen !== undefined && seen.size >= MOST_VALUES) seen.clear();
        seen?.add(value);
        const key = subject.keys[content] ?? null;
        if (key === null || sizeMm === null || sizeMm >= (sizes.get(key) ?? Infinity)) continue;
        sizes.set(key, sizeMm);
        isSmaller = true;
      }
      if (!isSmaller) return;
      for (const subject of subjects) subject.element = withSizes(subject.element, subject.keys, sizes);
    },
    sizes: () => new Map(sizes),
  };
}

/** Wrapped texts are only measured. Others are shaped, so that their letter pairs are learned and the next cost less. */
function withoutGlyphs(measure: TextMeasure): TextMeasure {
  let last: { readonly request: ShapeRequest; readonly extent: TextExtent } | null = null;
  function extent(request: ShapeRequest): TextExtent {
    if (last === null || !isSame(last.request, request)) last = { request, extent: measure.extent(request) };
    return last.extent;
  }
  return {
    fallback: (family) => measure.fallback(family),
    lineStarts: (request) => measure.lineStarts(request),
    hyphens: (word, language) => measure.hyphens(word, language),
    extent: (request) => (request.wrapMm === null ? measure.extent(request) : extent(request)),
    shape: (request) =>
      request.wrapMm === null ? measure.shape(request) : { ...extent(request), lines: [], runs: [], missing: [] },
  };
}

function isSame(one: ShapeRequest, other: ShapeRequest): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]) as ReadonlySet<keyof ShapeRequest>;
  return [...keys].every((key) => one[key] === other[key]);
}
