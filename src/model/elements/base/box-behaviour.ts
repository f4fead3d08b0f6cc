import { rectContains, type Point, type Rect, type Size } from '#model/kernel/geometry.ts';
import { canvasUnitsToMm, type Mm } from '#model/kernel/units.ts';
import type { ElementBase } from './element.ts';
import { withFootprint } from './footprint.ts';
import { RESIZE_HANDLES, type ResizeHandle } from './handle.ts';

/** A handle that is dragged while nothing else is selected. */
export interface Grip {
  readonly handle: ResizeHandle;
  /** The point of the box that stays: 0 is its left or top edge, 1 the right or bottom one, 0.5 the middle. */
  readonly fixed: Point;
}

/** How far a resize may go. */
export interface SizeLimits {
  /** The least footprint on the label, in mm. */
  readonly least: Size;
  /** The most that width and height may grow, as a factor of the present size; no limit when left out. */
  readonly maxScale?: number;
}

/** Where a point of the label is: on what the element paints, inside a shape that is not filled, or beside it. */
export type Hit = 'element' | 'inside' | 'none';

/**
 * How an element's box behaves when it is selected, dragged and edited. `handle` is the one that is dragged while the
 * element is selected alone, null while it is one of several. Every function is pure.
 */
export interface BoxBehaviour<E extends ElementBase> {
  /** The handles that it offers when it is selected alone. */
  handles(element: E): readonly ResizeHandle[];
  /** Whether width and height may only change together. */
  keepsProportion(element: E, handle: ResizeHandle | null): boolean;
  sizeLimits(element: E, handle: ResizeHandle | null): SizeLimits;
  /** The element after a drag that asks for the footprint `to`; `grip` as `handle` above. */
  resized(element: E, to: Rect, grip: Grip | null): E;
  /** The element after its fields were set from `before` to `after`: its box follows where it must. */
  fieldsChanged(before: E, after: E): E;
  /** The element with the box that it was painted in, where the box follows from the content. */
  fitted(element: E, painted: Rect): E;
  /** What a point of the label hits; `reachMm` is how near to a line counts as on it. */
  hit(element: E, point: Point, reachMm: Mm, painted: Rect): Hit;
}

/** Specification 2, section 5: in general nothing gets smaller than 20 canvas units. */
const MIN_SIZE_UNITS = 20;

/** The limits of what has no limits of its own. */
export function generalLimits(): SizeLimits {
  const least = canvasUnitsToMm(MIN_SIZE_UNITS);
  return { least: { width: least, height: least } };
}

/** A box that is stretched freely at all eight handles and hit wherever it paints: what most elements start from. */
export function freeBox<E extends ElementBase>(): BoxBehaviour<E> {
  return {
    handles: () => RESIZE_HANDLES,
    keepsProportion: () => false,
    sizeLimits: generalLimits,
    resized: withFootprint,
    fieldsChanged: (_before, after) => after,
    fitted: (element) => element,
    hit: (_element, point, _reachMm, painted) => (rectContains(painted, point) ? 'element' : 'none'),
  };
}
