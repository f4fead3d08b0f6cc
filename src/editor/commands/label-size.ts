import type { Rect, Size } from '#model/kernel/geometry.ts';
import { ok } from '#model/kernel/result.ts';
import { roundMm, type Mm } from '#model/kernel/units.ts';
import { elementBox } from '#model/elements/base/box.ts';
import { FLAG_GAP_LIMITS } from '#model/elements/base/flag-sides.ts';
import { MAX_PARAGRAPH_MM, type ParagraphStyle } from '#model/elements/base/paragraph-style.ts';
import { PEN_WIDTH_LIMITS } from '#model/elements/base/pen.ts';
import { MAX_TAB_MM } from '#model/elements/base/tab-stops.ts';
import { fitsBox, FONT_SIZE_LIMITS } from '#model/elements/base/text-style.ts';
import { isTable } from '#model/elements/table/table-element.ts';
import { CORNER_RADIUS_LIMITS, type RoundRectangleElement } from '#model/elements/shapes/shape-element.ts';
import { changed } from '#model/elements/base/footprint.ts';
import { following, isTooSmallFor, UNPINNED, type ContentMode, type Pins } from '#model/elements/base/pins.ts';
import { outerBox } from '#model/elements/base/turned-box.ts';
import { definitionOf, type LabelElement } from '#model/elements/element.ts';
import { pinned } from '#model/elements/pinned.ts';
import type { NamedStyle } from '#model/template/named-style.ts';
import type { LabelSettings, Template } from '#model/template/template.ts';
import type { Command } from '../editor.ts';
import { withElements, withPaintedBoxes } from '../footprint.ts';
import { mapped } from '../measured-bounds.ts';
import { setLabel, type NewImages } from './label.ts';
import { withFields } from './properties.ts';
import { selectedElements } from '../selection.ts';

/** The mode that suits a label: its pins if any element has some, or else scaling. */
export function suitingMode({ elements }: Pick<Template, 'elements'>): ContentMode {
  return elements.some(({ pins }) => pins !== undefined) ? 'pins' : 'scale';
}

/** The label with other settings; its elements must have their painted boxes. Locked elements follow as well. */
export function atSize(template: Template, label: LabelSettings, mode: ContentMode): Template {
  if (mode === 'stay' || hasSameSize(template.label, label)) return { ...template, label };
  const from = { width: template.label.widthMm, height: template.label.heightMm };
  const to = { width: label.widthMm, height: label.heightMm };
  const follow = mode === 'pins' ? pinned : scaled;
  const elements = template.elements.map((element) => follow(element, from, to));
  return { ...template, label: mode === 'scale' ? withScaledStyles(label, scaleFactor(from, to)) : label, elements };
}

/** The styles follow as well: otherwise each element would differ from its style. */
function withScaledStyles(label: LabelSettings, factor: number): LabelSettings {
  if (label.styles === undefined) return label;
  const styles = label.styles.map((style): NamedStyle =>
    style.kind === 'text'
      ? { ...style, look: { ...style.look, fontSize: stepped(style.look.fontSize * factor, FONT_SIZE_LIMITS) } }
      : { ...style, look: { ...style.look, penWidthMm: stepped(style.look.penWidthMm * factor, PEN_WIDTH_LIMITS) } },
  );
  return { ...label, styles };
}

/** Like `setLabel`; where the label's size changes, its elements follow. */
export function resizeLabel(settings: Partial<LabelSettings>, mode: ContentMode, images?: NewImages): Command {
  return (context) => {
    const next = setLabel(settings, images)(context);
    if (!next.ok || mode === 'stay' || hasSameSize(context.template.label, next.value.template.label)) return next;
    const { label, assets } = next.value.template;
    return ok({ template: { ...atSize(withPaintedBoxes(context.template, context.bounds), label, mode), assets } });
  };
}

/** Boxes that overlap by less more than before are next to each other as before: sizes of fonts have steps. */
const TOUCHING_MM = 0.3;
/** More pairs are of no use to anyone, and searching for all of them could take long. */
const MOST_OVERLAPS = 100;

/**
 * Pairs of shown elements whose boxes overlap more than before a change of the label's size: all of them, or 100. An
 * overlap that grew with the label is as before.
 */
export function newOverlaps(before: Template, after: Template): readonly (readonly [LabelElement, LabelElement])[] {
  const boxBefore = new Map(before.elements.map((element) => [element.id, outerBox(element)]));
  const growth = Math.max(1, after.label.widthMm / before.label.widthMm, after.label.heightMm / before.label.heightMm);
  // Along the longer side of the label each element has fewer neighbors.
  const { widthMm, heightMm } = after.label;
  const [at, side] = widthMm > heightMm ? (['x', 'width'] as const) : (['y', 'height'] as const);
  const placed = after.elements
    .filter((element) => !isTooSmallFor(element, after.label))
    .map((element) => ({ element, box: outerBox(element) }))
    .toSorted((a, b) => a.box[at] - b.box[at]);
  const found: (readonly [LabelElement, LabelElement])[] = [];
  for (const [i, { element, box }] of placed.entries()) {
    const end = box[at] + box[side];
    for (let k = i + 1; k < placed.length && found.length < MOST_OVERLAPS; k++) {
      const other = placed[k];
      if (other === undefined || other.box[at] >= end) break;
      const [a, b] = [boxBefore.get(element.id), boxBefore.get(other.element.id)];
      const known = a === undefined || b === undefined ? Infinity : overlapMm(a, b) * growth;
      const thinnest = Math.min(box.width, box.height, other.box.width, other.box.height);
      const touching = Math.min(TOUCHING_MM, thinnest / 2);
      if (overlapMm(box, other.box) > known + touching) found.push([element, other.element]);
    }
  }
  return found;
}

/** By how much two boxes would have to move apart; 0 for those that don't overlap. */
function overlapMm(a: Rect, b: Rect): Mm {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, Math.min(across, down));
}

/** Sets how the selected elements follow the label. Problem: `edit.nothingSelected`. */
export function setFollowing(fields: { readonly pins?: Partial<Pins>; readonly hideBelow?: Partial<Size> }): Command {
  return (context) => {
    const selected = selectedElements(context);
    if (!selected.ok) return selected;
    const next = selected.value.map((element): LabelElement => {
      const { pins: before = UNPINNED, hideBelow: limit = { width: 0, height: 0 }, ...others } = element;
      const after = following({ ...before, ...fields.pins }, { ...limit, ...fields.hideBelow });
      const isSame = JSON.stringify(after) === JSON.stringify(following(before, limit));
      return isSame ? element : ({ ...others, ...after } as LabelElement);
    });
    return ok({ template: withElements(context.template, next) });
  };
}

function hasSameSize(a: LabelSettings, b: LabelSettings): boolean {
  return a.widthMm === b.widthMm && a.heightMm === b.heightMm;
}

/** The element on the larger or smaller label, which is centered on the new one. */
function scaled(element: LabelElement, from: Size, to: Size): LabelElement {
  const factor = scaleFactor(from, to);
  const target = {
    x: (to.width - from.width * factor) / 2,
    y: (to.height - from.height * factor) / 2,
    width: from.width * factor,
    height: from.height * factor,
  };
  const inScale = withFields(element, scaledFields(element, factor));
  const place = mapped(elementBox(element), { x: 0, y: 0, ...from }, target);
  const next = definitionOf(element.type).resized(inScale, place, null);
  // The new box has room for the new gap already.
  return 'flagGapMm' in element
    ? changed<LabelElement>(next, { flagGapMm: within(element.flagGapMm * factor, FLAG_GAP_LIMITS.max) })
    : next;
}

function scaleFactor(from: Size, to: Size): number {
  return Math.min(to.width / from.width, to.height / from.height);
}

/** The lengths of an element that don't follow from its box. */
function scaledFields(element: LabelElement, factor: number): object {
  const fontSize = (size: number): number => stepped(size * factor, FONT_SIZE_LIMITS);
  const radius = (length: Mm): Mm => stepped(length * factor, CORNER_RADIUS_LIMITS);
  return {
    ...('penWidthMm' in element ? { penWidthMm: stepped(element.penWidthMm * factor, PEN_WIDTH_LIMITS) } : {}),
    ...('cornerRadiusMm' in element
      ? { cornerRadiusMm: radius(element.cornerRadiusMm), ...scaledRadii(element, radius) }
      : {}),
    ...('tabStops' in element ? scaledParagraphs(element, factor) : {}),
    // The size of a text without a box of its own follows from its box.
    ...('fontSize' in element && (!('fit' in element) || fitsBox(element))
      ? { fontSize: fontSize(element.fontSize) }
      : {}),
    ...(isTable(element)
      ? {
          cells: element.cells.map((cell) => ({
            ...cell,
            style: { ...cell.style, fontSize: fontSize(cell.style.fontSize) },
          })),
        }
      : {}),
  };
}

function scaledParagraphs(style: ParagraphStyle, factor: number): Partial<ParagraphStyle> {
  return {
    paragraphSpacingMm: within(style.paragraphSpacingMm * factor, MAX_PARAGRAPH_MM),
    indentMm: within(style.indentMm * factor, MAX_PARAGRAPH_MM),
    firstIndentMm: within(style.firstIndentMm * factor, MAX_PARAGRAPH_MM),
    tabStops: style.tabStops.map((stop) => ({ ...stop, positionMm: within(stop.positionMm * factor, MAX_TAB_MM) })),
  };
}

function scaledRadii({ cornerRadiiMm: radii }: RoundRectangleElement, radius: (length: Mm) => Mm): object {
  if (radii === undefined) return {};
  const { topLeft, topRight, bottomRight, bottomLeft } = radii;
  return {
    cornerRadiiMm: {
      topLeft: radius(topLeft),
      topRight: radius(topRight),
      bottomRight: radius(bottomRight),
      bottomLeft: radius(bottomLeft),
    },
  };
}

/** The length, at most as long in either direction as a field allows. */
function within(length: Mm, most: Mm): Mm {
  return roundMm(Math.min(most, Math.max(-most, length)));
}

/** The nearest value that a field with these limits can have. */
function stepped(
  value: number,
  { min, max, step }: { readonly min: number; readonly max: number; readonly step: number },
) {
  return roundMm(Math.min(max, Math.max(min, Math.round(value / step) * step)));
}
