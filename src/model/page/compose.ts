import { applyToRect, type Rect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { contentTransform, levelTransform } from '#model/elements/base/box.ts';
import { moved } from '#model/elements/base/footprint.ts';
import { isTooSmallFor } from '#model/elements/base/pins.ts';
import type { ElementLayout, LayoutContext } from '#model/elements/base/layout.ts';
import { fontFamiliesOf, type LabelElement } from '#model/elements/element.ts';
import { elementIn } from '#model/elements/translated.ts';
import { layoutElement, staysWhenMoved } from '#model/elements/layouts.ts';
import { noElements, type ElementValues } from '#model/data/content.ts';
import { createElementValues, elementLookup } from '#model/data/element-values.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { Mm } from '#model/kernel/units.ts';
import { keptValues } from '#model/template/element-format.ts';
import { contentLengthOf } from '#model/template/length-by-content.ts';
import type { LabelSettings, LengthByContent, Template } from '#model/template/template.ts';
import { scaledPainted, scaledRect, scalesNothing, type Scale } from './calibration.ts';
import { mirroredItem, mirroredSymbol } from './canvas-mirror.ts';
import { followedLength, followsLength, type InkBelow } from './content-length.ts';
import type { ComposedElement, ComposedLabel, DisplayItem, ElementProblem } from './display-list.ts';
import { elementTexts, type ElementTexts } from './element-texts.ts';
import { canPush, growthOf, pushesOf, type Pushing } from './pushed-elements.ts';
import { contextOf, createGroupSizes, type GroupSize } from './size-groups.ts';

/** The context of an element; `groupSize` gives the sizes of its label's size groups. */
export interface ElementContext extends LayoutContext {
  readonly groupSize?: GroupSize;
}

/** The context of a label. For a printer that prints too long or too short, `scale` compensates. */
export interface LabelContext extends ElementContext {
  readonly scale?: Scale;
  /** For labels as long as their content; the painted bounds count alone when left out. */
  readonly inkBelow?: InkBelow;
}

/**
 * Fills an element with a record. Pure: the same element, record, context and values of referenced elements give the
 * same result. A value that is not available is a problem, and the last known one is shown instead.
 */
export function composeElement(
  of: LabelElement,
  record: DataRecord,
  context: ElementContext,
  elements: ElementValues = noElements(context),
): ComposedElement {
  const element = elementIn(of, record.language);
  const texts = elementTexts(of, record, elements);
  const own = contextOf(context, texts, context.groupSize?.(element) ?? null);
  return composeLayout(element, texts, own, layoutElement(element, texts.values, own));
}

/**
 * Composes an element from its texts and its layout with them (`layoutElement`). Pure: the same element, texts and
 * context give the same result, so that it can be cached by the element's identity.
 */
export function composeLayout(
  element: LabelElement,
  texts: ElementTexts,
  context: LayoutContext,
  layout: ElementLayout,
): ComposedElement {
  const { problems: unknown } = texts;
  const who = { elementId: element.id, elementName: element.name };
  const transform = contentTransform(element);
  const bounds = applyToRect(transform, layout.content);
  const item: DisplayItem =
    element.turnDegrees === undefined
      ? { elementId: element.id, transform, ops: layout.ops, bounds }
      : { elementId: element.id, transform, ops: layout.ops, bounds, level: levelOf(element, layout.content) };
  if (texts.hidden || isTooSmallFor(element, context.label)) {
    const nothing = { symbols: [], problems: [], warnings: [], overflows: [], placeholder: false };
    return { ...nothing, item: { ...item, ops: [] }, hidden: true };
  }
  const ofElement = (problem: Problem): ElementProblem => ({
    elementId: element.id,
    elementName: problem.path === undefined ? element.name : `${element.name} (${problem.path})`,
    problem,
  });
  return {
    item,
    symbols: layout.symbols.map((symbol) => ({ ...symbol, ...who })),
    problems: [...unknown, ...layout.problems].map(ofElement),
    warnings: [...texts.warnings, ...layout.warnings, ...unknownFonts(element, context), ...keptProblems(element)].map(
      ofElement,
    ),
    overflows: (layout.overflows ?? []).map(ofElement),
    placeholder: layout.placeholder || unknown.length > 0,
    hidden: false,
  };
}

/**
 * A composed element at another place, for types with a layout that doesn't depend on it; `content` is its layout's.
 */
export function movedElement(element: LabelElement, composed: ComposedElement, content: Rect): ComposedElement {
  const transform = contentTransform(element);
  const item = { ...composed.item, transform, bounds: applyToRect(transform, content) };
  return {
    ...composed,
    item: element.turnDegrees === undefined ? item : { ...item, level: levelOf(element, content) },
  };
}

/** The painted area before the further turn of an element. */
function levelOf(element: LabelElement, content: Rect): Rect {
  return applyToRect(levelTransform(element), content);
}

/** Warnings about values of the file that this version doesn't know and replaces. */
function keptProblems(element: LabelElement): readonly Problem[] {
  return keptValues(element).map(({ field, value }) => problem('template.keptValue', { field, value }));
}

/** Warnings about font families that are not available and have a fallback. */
function unknownFonts(element: LabelElement, { measure }: LayoutContext): Problem[] {
  return fontFamiliesOf(element).flatMap((family) => {
    const replacement = measure.fallback(family);
    return replacement === null ? [] : [problem('font.unknown', { family, replacement })];
  });
}

/**
 * Composes a label: every element that is not hidden, in painting order, each followed by its mirrored copy. Texts that
 * grow push the elements below them, and the label is as long as its content needs where it is set to. `compose` lets the
 * caller add a cache.
 */
export function composeLabel(
  template: Template,
  record: DataRecord,
  context: LabelContext,
  compose: typeof composeElement = composeElement,
): ComposedLabel {
  const { widthMm, heightMm } = template.label;
  const { scale } = context;
  const values = elementValues(template, record, context);
  const grouped = withGroupSizes(template.elements, record, context, values);
  const place = (element: LabelElement): ComposedElement => compose(element, record, grouped, values);
  const rule = contentLengthOf(template.label);
  const drawn = pushedDown(template.elements, template.elements.map(place), template.label, place);
  const { composed, lengthMm } =
    rule === null ? { composed: drawn, lengthMm: undefined } : atOwnLength(template, drawn, rule, context, place);
  const painted = template.elements.flatMap((element, i): readonly Painted[] => {
    const one = composed[i];
    return one === undefined ? [] : printedOf(element, one, widthMm, context.dpi, scale);
  });
  const size = { x: 0, y: 0, width: widthMm, height: lengthMm ?? heightMm };
  const { width, height } = scale === undefined ? size : scaledRect(size, scale);
  return {
    list: { widthMm: width, heightMm: height, dpi: context.dpi, items: painted.map((p) => p.item) },
    symbols: painted.flatMap((p) => p.symbols),
    problems: [...faultOf(record), ...composed.flatMap((c) => c.problems)],
    warnings: composed.flatMap((c) => c.warnings),
    overflows: composed.flatMap((c) => c.overflows),
    placeholders: composed.filter((c) => c.placeholder).map((c) => c.item.elementId),
    ...(lengthMm === undefined ? {} : { lengthMm }),
  };
}

/** A label's elements on a label of the length that they need. `compose` as in `pushedDown`. */
function atOwnLength(
  { label, elements }: Template,
  composed: readonly ComposedElement[],
  rule: LengthByContent,
  { dpi, inkBelow }: LabelContext,
  compose: (element: LabelElement) => ComposedElement,
): { readonly composed: readonly ComposedElement[]; readonly lengthMm: Mm } {
  const all = elements.flatMap((element, i) => {
    const one = composed[i];
    return one === undefined ? [] : [{ element, composed: one, movedMm: 0 }];
  });
  const { lengthMm, moves, stretched } = followedLength(label, rule, all, dpi, inkBelow);
  if (moves.size + stretched.size === 0) return { composed, lengthMm };
  const followed = all.map(({ element, composed: one }) => {
    const other = stretched.get(element.id);
    const moveMm = moves.get(element.id);
    if (other !== undefined) return compose(other);
    if (moveMm === undefined) return one;
    return staysWhenMoved(element.type) ? lowered(element, one, moveMm) : compose(moved(element, 0, moveMm));
  });
  return { composed: followed, lengthMm };
}

/**
 * A label's elements at the places to which texts above push them. `composed` has them as drawn, in the same order; `compose` lays
 * out those whose picture depends on their place. The same list where nothing moves.
 */
function pushedDown(
  elements: readonly LabelElement[],
  composed: readonly ComposedElement[],
  label: LabelSettings,
  compose: (element: LabelElement) => ComposedElement,
): readonly ComposedElement[] {
  if (!elements.some(canPush) || !elements.some(({ pushed }) => pushed === true)) return composed;
  const isFixed = contentLengthOf(label) === null;
  const all = elements.flatMap((element, i): readonly Pushing[] => {
    const one = composed[i];
    // What follows the end of the label is where that is.
    return one === undefined || (!isFixed && followsLength(element))
      ? []
      : [{ element, growthMm: growthOf(element, one), hidden: one.hidden }];
  });
  const pushes = pushesOf(all, label.widthMm);
  if (pushes.size === 0) return composed;
  return composed.map((one, i) => {
    const element = elements[i];
    const pushMm = element === undefined ? undefined : pushes.get(element.id);
    if (element === undefined || pushMm === undefined) return one;
    return staysWhenMoved(element.type) ? lowered(element, one, pushMm) : compose(moved(element, 0, pushMm));
  });
}

/** A composed element whose picture doesn't depend on its place, further down the label. */
function lowered(element: LabelElement, composed: ComposedElement, byMm: Mm): ComposedElement {
  const { item } = composed;
  // As for an element that is drawn there, so that rounding to dots is the same.
  const transform = contentTransform(moved(element, 0, byMm));
  const level = item.level === undefined ? {} : { level: { ...item.level, y: item.level.y + byMm } };
  return { ...composed, item: { ...item, transform, bounds: { ...item.bounds, y: item.bounds.y + byMm }, ...level } };
}

/** The problem of the row itself, and of no element. */
function faultOf({ fault }: DataRecord): readonly ElementProblem[] {
  return fault === undefined ? [] : [{ elementId: '' as ElementId, elementName: '', problem: fault }];
}

/** The context with the sizes of the size groups of these elements with this record. */
export function withGroupSizes<Context extends ElementContext>(
  elements: Iterable<LabelElement>,
  record: DataRecord,
  context: Context,
  values: ElementValues,
): Context {
  return { ...context, groupSize: createGroupSizes(elements, record, context, values) };
}

/** The values of a template's elements for a record, for those that refer to others. */
export function elementValues(template: Template, record: DataRecord, context: LayoutContext): ElementValues {
  return createElementValues(elementLookup(template.elements), record, context);
}

export type Painted = Pick<ComposedElement, 'item' | 'symbols'>;
type CanvasMirror = Painted & { readonly widthMm: Mm; readonly dpi: number };

/** What an element paints on a label of this width, in painting order: itself, then its mirrored copy. */
export function paintedOf(element: LabelElement, composed: ComposedElement, widthMm: Mm, dpi: number): Painted[] {
  return element.canvasMirror ? [composed, canvasMirrorOf(composed, widthMm, dpi)] : [composed];
}

/** What an element prints on a label of this width, scaled for a calibrated printer. */
export function printedOf(
  element: LabelElement,
  composed: ComposedElement,
  widthMm: Mm,
  dpi: number,
  scale: Scale | undefined,
): readonly Painted[] {
  if (composed.hidden) return [];
  const all = paintedOf(element, composed, widthMm, dpi);
  return scale === undefined || scalesNothing(scale) ? all : all.map((each) => scaledOnce(each, scale));
}

/** Cache of mirrored copies by their element: as long as the object is the same, nothing has to be repainted. */
const canvasMirrors = new WeakMap<ComposedElement, CanvasMirror>();

function canvasMirrorOf(composed: ComposedElement, widthMm: Mm, dpi: number): Painted {
  const known = canvasMirrors.get(composed);
  if (known !== undefined && known.widthMm === widthMm && known.dpi === dpi) return known;
  const copy: CanvasMirror = {
    item: mirroredItem(composed.item, widthMm, dpi),
    symbols: composed.symbols.map((symbol) => mirroredSymbol(symbol, widthMm, dpi)),
    widthMm,
    dpi,
  };
  canvasMirrors.set(composed, copy);
  return copy;
}

type ScaledPainted = Painted & { readonly scale: Scale };

/** Cache of scaled items, for the same reason. */
const scaled = new WeakMap<Painted, ScaledPainted>();

function scaledOnce(painted: Painted, scale: Scale): Painted {
  const known = scaled.get(painted);
  if (known?.scale.acrossScale === scale.acrossScale && known.scale.alongScale === scale.alongScale) return known;
  const made: ScaledPainted = { ...scaledPainted(painted, scale), scale };
  scaled.set(painted, made);
  return made;
}
