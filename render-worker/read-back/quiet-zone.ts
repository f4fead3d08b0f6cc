import type { DotRect } from '#model/elements/base/display-op.ts';
import type { Rotation } from '#model/kernel/geometry.ts';
import type { Dots } from '#model/kernel/units.ts';
import { quietShare } from '#model/symbology/read/measures.ts';
import { type BitPlane, hasInk } from '../bits/bit-plane.ts';
import { type Margins, withMargins } from '#model/elements/base/symbol-margins.ts';
import { intersect } from './placed-area.ts';

const NONE: Margins = { left: 0, right: 0, top: 0, bottom: 0 };
export type Side = keyof Margins;
const SIDES = ['left', 'right', 'top', 'bottom'] as const satisfies readonly Side[];

/**
 * The share of the quiet zone that is free of ink, on the worst side: 1 is all of it. `seen` is the part of the label
 * that is on the plane.
 */
export function freeQuietZoneShare(
  plane: BitPlane,
  label: DotRect,
  seen: DotRect,
  bounds: DotRect,
  rotation: Rotation,
  quiet: Margins,
): number {
  return freeShare(quiet, {
    isInkFree: (margins) => isInkFreeBetween(plane, intersect(withMargins(bounds, rotation, margins), seen), bounds),
    room: (side) => roomOnLabel(label, bounds, rotation, side),
  });
}

/** The surroundings of a symbol. */
interface Surroundings {
  /** Whether there is no ink within these distances from the symbol. */
  isInkFree(margins: Margins): boolean;
  /** How far the label extends beyond the symbol. */
  room(side: Side): Dots;
}

export function freeShare(quiet: Margins, { isInkFree: isBare, room }: Surroundings): number {
  // A zone on all sides includes the corners and has the same depth everywhere.
  const allAround = SIDES.every((side) => quiet[side] > 0);
  const zones: readonly (readonly Side[])[] = allAround ? [SIDES] : SIDES.map((side) => [side]);
  let least = 1;
  for (const sides of zones) {
    const wanted = Math.max(...sides.map((side) => quiet[side]));
    if (wanted === 0) continue;
    const isInkFree = (depth: Dots): boolean => {
      const on = (side: Side): Dots => (sides.includes(side) ? depth : 0);
      const margins = { left: on('left'), right: on('right'), top: on('top'), bottom: on('bottom') };
      return isBare(margins);
    };
    const inkFree = isInkFree(wanted) ? wanted : inkFreeDepth(isInkFree, wanted);
    for (const side of sides) {
      least = Math.min(least, quietShare(wanted, inkFree, room(side)));
    }
  }
  return least;
}

/** The depth of the deepest zone without ink; 0 when even the first row has some. */
function inkFreeDepth(isInkFree: (depth: Dots) => boolean, wanted: Dots): Dots {
  let inkFree = 0;
  let inked = wanted;
  while (inked - inkFree > 1) {
    const middle = (inkFree + inked) >> 1;
    if (isInkFree(middle)) inkFree = middle;
    else inked = middle;
  }
  return inkFree;
}

/** True when there is no ink between the outer and the inner rectangle. */
function isInkFreeBetween(plane: BitPlane, outer: DotRect, inner: DotRect): boolean {
  const right = inner.x + inner.width;
  const bottom = inner.y + inner.height;
  const outerBottom = outer.y + outer.height;
  return !(
    hasInk(plane, { ...outer, height: inner.y - outer.y }) ||
    hasInk(plane, { ...outer, y: bottom, height: outerBottom - bottom }) ||
    hasInk(plane, { x: outer.x, y: inner.y, width: inner.x - outer.x, height: inner.height }) ||
    hasInk(plane, { x: right, y: inner.y, width: outer.x + outer.width - right, height: inner.height })
  );
}

/** How far the label extends beyond the symbol on each side. */
function roomOnLabel(label: DotRect, bounds: DotRect, rotation: Rotation, side: Side): Dots {
  const outer = withMargins(bounds, rotation, { ...NONE, [side]: 1 });
  if (outer.x < bounds.x) return bounds.x - label.x;
  if (outer.y < bounds.y) return bounds.y - label.y;
  if (outer.width > bounds.width) return label.x + label.width - bounds.x - bounds.width;
  return label.y + label.height - bounds.y - bounds.height;
}
