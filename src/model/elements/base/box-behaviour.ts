import { rectContains, type Point, type Rect, type Size } from '#model/kernel/geometry.ts';
import { canvasUnitsToMm, type Mm } from '#model/kernel/units.ts';
import type { ElementBase } from './element.ts';
import { withFootprint } from './footprint.ts';
import { RESIZE_HANDLES, type ResizeHandle } from './handle.ts';

/** The handle that is dragged while its element is the only one selected. */
export interface Grip {
  readonly handle: ResizeHandle;
  /** The point of the box that stays in place: 0 is its left or top edge, 1 the right or bottom one, 0.5 the middle. */
  readonly fixed: Point;
}

/** The size limits of an element. */
export interface SizeLimits {
  /** The smallest footprint on the label, in mm. */
  readonly least: Size;
  /** The largest factor by which width and height may grow; no limit when left out. */
  readonly maxScale?: number;
}

/** What a point of the label hits: what the element paints, the inside of a shape that is not filled, or nothing. */
export type Hit = 'element' | 'inside' | 'none';

/**
 * The behavior of an element's box during selection, dragging and editing. `handle` is the dragged one when the element
 * alone is selected, and null when it is one of several. Every function is pure.
 */
export interface BoxBehaviour<E extends ElementBase> {
  /** The handles shown when the element alone is selected. */
  handles(element: E): readonly ResizeHandle[];
  /** Whether width and height may only change in proportion. */
  keepsProportion(element: E, handle: ResizeHandle | null): boolean;
  sizeLimits(element: E, handle: ResizeHandle | null): SizeLimits;
  /** The element after a drag that asks for the footprint `to`; `grip` is null when it is one of several. */
  resized(element: E, to: Rect, grip: Grip | null): E;
  /**
   * The element after a change of some fields from `before` to `after`, with its box adjusted if it depends on them.
   */
  fieldsChanged(before: E, after: E): E;
  /** The element with its painted box, for types whose box follows from their content. */
  fitted(element: E, painted: Rect): E;
  /** A new element drawn from one corner to the other, for types that don't just take the box. */
  drawn?(element: E, from: Point, to: Point): E;
  /** Whether it runs from point to point, so that its drawing is shown as a line and not as a box. */
  readonly isLine: boolean;
  /** What a point of the label hits. A line is hit within `reachMm`. */
  hit(element: E, point: Point, reachMm: Mm, painted: Rect): Hit;
}

/** Specification 2, section 5: the smallest size of most elements is 20 canvas units. */
const MIN_SIZE_UNITS = 20;

/** The limits of types without their own. */
export function generalLimits(): SizeLimits {
  const least = canvasUnitsToMm(MIN_SIZE_UNITS);
  return { least: { width: least, height: least } };
}

/** A box that all eight handles stretch freely and that is hit wherever it is painted: the base of most types. */
export function freeBox<E extends ElementBase>(): BoxBehaviour<E> {
  return {
    handles: () => RESIZE_HANDLES,
    keepsProportion: () => false,
    sizeLimits: generalLimits,
    resized: withFootprint,
    fieldsChanged: (_before, after) => after,
    fitted: (element) => element,
    isLine: false,
    hit: (_element, point, _reachMm, painted) => (rectContains(painted, point) ? 'element' : 'none'),
  };
}
