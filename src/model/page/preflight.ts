import { grownRect, rectsOverlap, type Rect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { problem, type Problem, type ProblemCode } from '#model/kernel/problem.ts';
import { dotsToMm, type Mm } from '#model/kernel/units.ts';
import { contentsOf, type LabelElement } from '#model/elements/element.ts';
import type { ElementTexts } from './element-texts.ts';
import type { ComposedLabel, DisplayItem, ElementProblem } from './display-list.ts';

/** The kinds of preflight findings, in the order in which they are listed. */
export const PREFLIGHT_KINDS = [
  'symbol',
  'text',
  'glyph',
  'overlap',
  'outside',
  'empty',
  'font',
  'data',
  'other',
] as const;
export type PreflightKind = (typeof PREFLIGHT_KINDS)[number];

/** Codes with a kind other than their first word. */
const KIND_OF_CODE: Readonly<Partial<Record<ProblemCode, PreflightKind>>> = {
  'symbol.empty': 'empty',
  'symbol.outsideLabel': 'outside',
  'symbol.covered': 'overlap',
  'symbol.textTooWide': 'text',
  'text.missingGlyph': 'glyph',
  'table.textOverflow': 'text',
  'language.missing': 'text',
  'calibration.offPage': 'outside',
  'preflight.overSymbol': 'overlap',
  'preflight.coversInSize': 'overlap',
  'preflight.overPicture': 'overlap',
  'preflight.overBackground': 'overlap',
  'preflight.offLabel': 'outside',
  'preflight.beyondLabel': 'outside',
  'preflight.inMargin': 'outside',
  'preflight.empty': 'empty',
  'blank.required': 'empty',
  'pictures.empty': 'empty',
};

const KIND_OF_FIRST_WORD: Readonly<Record<string, PreflightKind>> = {
  symbol: 'symbol',
  gs1: 'symbol',
  text: 'text',
  font: 'font',
  data: 'data',
  pictures: 'data',
  language: 'data',
};

export function preflightKind({ code }: Problem): PreflightKind {
  return KIND_OF_CODE[code] ?? KIND_OF_FIRST_WORD[code.slice(0, code.indexOf('.'))] ?? 'other';
}

/** How far an item extends beyond an area, in mm: its text, and its shapes and images. Symbols are left out. */
export interface Beyond {
  readonly textMm: Mm;
  readonly shapeMm: Mm;
}

/** How far ink can extend beyond an element's bounds: overhanging glyphs, pens rounded up to a dot. */
const OVERHANG_MM = 1;
/** An area that contains everything. */
const ANYWHERE: Rect = { x: -1e6, y: -1e6, width: 2e6, height: 2e6 };

/**
 * The elements that extend beyond the label, are entirely outside the label, or are in the edges that the printer
 * leaves bare: `printable` is the part of the label that it reaches. `measure` returns how far the content of an item
 * on the label extends beyond an area; less than a dot is ignored. Text beyond the label and symbols that are cut have
 * problems of their own.
 */
export function outsideFindings(
  elements: readonly LabelElement[],
  { list, symbols, problems, overflows }: ComposedLabel,
  printable: Rect,
  measure: (item: DisplayItem, label: Rect, area: Rect) => Beyond,
): readonly ElementProblem[] {
  const label: Rect = { x: 0, y: 0, width: list.widthMm, height: list.heightMm };
  const dotMm = dotsToMm(1, list.dpi);
  const reported = new Set(
    [...problems, ...overflows]
      .filter(({ problem: { code } }) => code === 'text.cutOff' || code === 'symbol.outsideLabel')
      .map(({ elementId }) => elementId),
  );
  const found = new Map<ElementId, { off: boolean; beyondMm: Mm; inMarginMm: Mm }>();
  for (const item of list.items) {
    if (item.ops.length === 0) continue;
    const around = grownRect(item.bounds, OVERHANG_MM);
    // Measuring needs the ink of each letter: only near an edge.
    if (beyondArea(around, label) <= 0 && beyondArea(around, printable) <= 0) continue;
    const of = found.get(item.elementId) ?? { off: true, beyondMm: 0, inMarginMm: 0 };
    of.off &&= !rectsOverlap(item.bounds, label);
    of.beyondMm = Math.max(of.beyondMm, measure(item, ANYWHERE, label).shapeMm);
    const { textMm, shapeMm } = measure(item, label, printable);
    of.inMarginMm = Math.max(of.inMarginMm, textMm, shapeMm);
    found.set(item.elementId, of);
  }
  for (const { elementId, bounds } of symbols) {
    const of = found.get(elementId);
    const rect = {
      x: dotsToMm(bounds.x, list.dpi),
      y: dotsToMm(bounds.y, list.dpi),
      width: dotsToMm(bounds.width, list.dpi),
      height: dotsToMm(bounds.height, list.dpi),
    };
    const mm = beyondArea(rect, printable);
    if (of !== undefined && mm > dotMm) of.inMarginMm = Math.max(of.inMarginMm, mm);
  }
  return elements.flatMap(({ id, name }) => {
    const of = found.get(id);
    if (of === undefined || reported.has(id)) return [];
    const because = (code: ProblemCode, mm?: Mm): ElementProblem[] => [
      {
        elementId: id,
        elementName: name,
        problem: problem(code, mm === undefined ? undefined : { mm: mm.toFixed(1) }),
      },
    ];
    if (of.off) return because('preflight.offLabel');
    if (of.beyondMm > 0) return because('preflight.beyondLabel', of.beyondMm);
    return of.inMarginMm > 0 ? because('preflight.inMargin', of.inMarginMm) : [];
  });
}

/** How far a rectangle extends beyond an area; 0 or less inside. */
function beyondArea({ x, y, width, height }: Rect, area: Rect): Mm {
  return Math.max(area.x - x, area.y - y, x + width - area.x - area.width, y + height - area.y - area.height);
}

/**
 * The empty contents of a label: those from data, and those of an element that has no other. Symbols are left out,
 * which can't be empty, and cells that the design leaves empty.
 */
export function emptyFindings(
  elements: readonly LabelElement[],
  texts: (element: LabelElement) => ElementTexts,
  problems: readonly ElementProblem[],
): readonly ElementProblem[] {
  const failed = new Set(problems.map(({ elementId }) => elementId));
  return elements.flatMap((element) => {
    const contents = contentsOf(element);
    if (contents.length === 0 || failed.has(element.id)) return [];
    const { values, hidden } = texts(element);
    if (hidden) return [];
    return contents.flatMap(({ sources, place, optional }, i) => {
      if (optional === true || (values[i] ?? '').trim() !== '') return [];
      const isFixed = sources.every(({ type }) => type === 'fixed');
      if (isFixed && contents.length > 1) return [];
      const elementName = place === undefined ? element.name : `${element.name} (${place})`;
      return [{ elementId: element.id, elementName, problem: problem('preflight.empty') }];
    });
  });
}
