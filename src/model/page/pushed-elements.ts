import { mirrorOfCanvas } from '#model/elements/base/canvas-mirror.ts';
import { hasTwoSides } from '#model/elements/base/flag-sides.ts';
import { hasCourse } from '#model/elements/base/text-course.ts';
import { angleOf } from '#model/elements/base/turn.ts';
import { outerBox } from '#model/elements/base/turned-box.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { applyToRect, type Rect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { ComposedElement } from './display-list.ts';

/**
 * By how much the boxes of a text and of an element below it may overlap as drawn; at most half of the text's box. Lines have
 * air above their letters, so that designs often let such boxes touch or overlap slightly.
 */
const OVERLAP_MM: Mm = 1;
/** Neighbors that share an edge don't overlap, however their edges are rounded. */
const EDGE_MM: Mm = 0.002;
const MICROMETERS = 1000;
/** A growth this near to a whole micrometer, in micrometers, is rounded to it. */
const NOISE = 1e-3;

/** Whether the box of an element grows down the label, so that it can push others: upright text in lines. */
export function canPush(element: LabelElement): boolean {
  if (!('arrange' in element) || hasCourse(element) || hasTwoSides(element)) return false;
  return element.fit === 'grow' && element.arrange === 'horizontal' && angleOf(element) === 0;
}

/** By how much a composed text is higher than drawn, rounded up to whole micrometers; 0 for one that doesn't push. */
export function growthOf(element: LabelElement, composed: ComposedElement): Mm {
  if (!canPush(element) || composed.hidden || composed.placeholder) return 0;
  const micrometers = (composed.item.bounds.height - element.heightMm) * MICROMETERS;
  return Math.max(0, Math.ceil(micrometers - NOISE)) / MICROMETERS;
}

/** An element with its boxes on the label as drawn: its own, and that of its canvas mirror. */
interface Drawn {
  readonly element: LabelElement;
  readonly box: Rect;
  readonly mirrored: Rect | null;
}

function drawn(element: LabelElement, labelWidthMm: Mm): Drawn {
  const box = outerBox(element);
  return { element, box, mirrored: element.canvasMirror ? applyToRect(mirrorOfCanvas(labelWidthMm), box) : null };
}

/** Whether a part of one is straight above or below a part of the other. */
function overlapsAcross(a: Drawn, b: Drawn): boolean {
  const share = (one: Rect, other: Rect): boolean =>
    Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x) > EDGE_MM;
  if (a.mirrored === null && b.mirrored === null) return share(a.box, b.box);
  const boxes = (of: Drawn): readonly Rect[] => (of.mirrored === null ? [of.box] : [of.box, of.mirrored]);
  return boxes(a).some((one) => boxes(b).some((other) => share(one, other)));
}

function isUnder({ box: lower }: Drawn, { box: upper }: Drawn): boolean {
  return lower.y >= upper.y + upper.height - Math.min(OVERLAP_MM, upper.height / 2);
}

/** The elements that make room for a text when it grows, or could: all below it on the label, whether they are set to or not. */
export function elementsBelow(
  text: LabelElement,
  elements: readonly LabelElement[],
  labelWidthMm: Mm,
): readonly LabelElement[] {
  const upper = drawn(text, labelWidthMm);
  return elements.filter((element) => {
    const lower = drawn(element, labelWidthMm);
    return element.id !== text.id && isUnder(lower, upper) && overlapsAcross(lower, upper);
  });
}

/** An element of a label for `pushesOf`. */
export interface Pushing {
  readonly element: LabelElement;
  /** By how much it is higher than drawn. */
  readonly growthMm: Mm;
  /** A hidden element pushes nothing, but moves so that the editor shows its place. */
  readonly hidden: boolean;
}

/**
 * By how much each pushed element moves down, for those that move. From top to bottom, an element takes the largest move
 * among the elements of its columns that begin above it or at its height, and in addition the growth of those that it is
 * below. So it never comes nearer to an element above it than drawn, what is on a moved frame moves with it, and nothing
 * moves because of itself.
 */
export function pushesOf(elements: readonly Pushing[], labelWidthMm: Mm): ReadonlyMap<ElementId, Mm> {
  const pushes = new Map<ElementId, Mm>();
  if (!elements.some(({ growthMm }) => growthMm > 0)) return pushes;
  const inOrder = elements
    .filter(({ element, growthMm }) => element.pushed === true || growthMm > 0)
    .map((one): Moving => ({ ...one, at: drawn(one.element, labelWidthMm), pushMm: 0 }))
    .sort((a, b) => a.at.box.y - b.at.box.y);
  const above: Moving[] = [];
  for (let start = 0; start < inOrder.length;) {
    const topMm = inOrder[start]?.at.box.y ?? 0;
    let end = start + 1;
    while (end < inOrder.length && (inOrder[end]?.at.box.y ?? 0) <= topMm + EDGE_MM) end++;
    const row = inOrder.slice(start, end);
    start = end;
    for (const one of row) {
      one.pushMm = pushFrom(above, one, (upper) => (isUnder(one.at, upper.at) ? upper.growthMm : 0));
    }
    moveTogether(row);
    for (const { element, pushMm } of row) if (pushMm > 0) pushes.set(element.id, pushMm);
    above.push(...row.filter(({ pushMm, growthMm }) => pushMm > 0 || growthMm > 0));
  }
  return pushes;
}

interface Moving extends Pushing {
  readonly at: Drawn;
  pushMm: Mm;
}

/**
 * Frames that begin at one height and share a column move together, also through others of their row. Each gives its move
 * once, the largest first: a row may have thousands of elements.
 */
function moveTogether(row: readonly Moving[]): void {
  const left = new Set(row.filter(({ element }) => element.pushed === true));
  for (const first of [...left].sort((a, b) => b.pushMm - a.pushMm)) {
    if (!left.delete(first) || first.pushMm === 0) continue;
    const together = [first];
    for (const giver of together) {
      if (giver.hidden) continue;
      for (const one of left) {
        if (!overlapsAcross(one.at, giver.at)) continue;
        one.pushMm = first.pushMm;
        left.delete(one);
        together.push(one);
      }
    }
  }
}

/** The largest move that others give to an element, each with what it adds. */
function pushFrom(others: readonly Moving[], one: Moving, adds: (other: Moving) => Mm): Mm {
  if (one.element.pushed !== true) return 0;
  return others.reduce((most, other) => {
    const byMm = other.hidden ? 0 : other.pushMm + adds(other);
    return byMm > most && overlapsAcross(one.at, other.at) ? byMm : most;
  }, one.pushMm);
}
