import {
  applyToPoint,
  applyToRect,
  rectsOverlap,
  rotationAbout,
  type Affine,
  type Point,
  type Rect,
} from '#model/kernel/geometry.ts';
import { roundMm } from '#model/kernel/units.ts';
import { elementBox, type Box } from './box.ts';
import type { ElementBase } from './element.ts';
import { changed } from './footprint.ts';

/** The element with this further turn about the same center. */
export function withTurn<E extends ElementBase>(element: E, turnDegrees: number): E {
  if ((element.turnDegrees ?? 0) === turnDegrees) return element;
  if (turnDegrees !== 0) return { ...element, turnDegrees };
  const { turnDegrees: _, ...level } = element;
  return level as E;
}

/** The element as it is without its further turn. */
export function withoutTurn<E extends ElementBase>(element: E): E {
  return withTurn(element, 0);
}

/** The further turn as a transform of the label's millimeters; null for none. */
export function turnOf(element: Box): Affine | null {
  return element.turnDegrees === undefined ? null : rotationAbout(centerOf(elementBox(element)), element.turnDegrees);
}

/** The bounds on the label of something of the element, given as it is without the further turn. */
export function turnedBounds(element: Box, rect: Rect): Rect {
  const turn = turnOf(element);
  return turn === null ? rect : applyToRect(turn, rect);
}

/** The bounds of the turned box: the box itself for most elements. */
export function outerBox(element: Box): Rect {
  return turnedBounds(element, elementBox(element));
}

/** Where the further turn brings a point of the label. */
export function turnedPoint(element: Box, point: Point): Point {
  const turn = turnOf(element);
  return turn === null ? point : applyToPoint(turn, point);
}

/** A point of the label where it would be if the element was not turned further. */
export function turnedBack(element: Box, point: Point): Point {
  if (element.turnDegrees === undefined) return point;
  return applyToPoint(rotationAbout(centerOf(elementBox(element)), -element.turnDegrees), point);
}

/** A vector of the label, such as the movement of a pointer, along the sides of the element's box. */
export function turnedBackVector({ turnDegrees }: Pick<ElementBase, 'turnDegrees'>, by: Point): Point {
  return turnDegrees === undefined ? by : applyToPoint(rotationAbout({ x: 0, y: 0 }, -turnDegrees), by);
}

/**
 * Whether a rectangle of the label overlaps something of the element, given as it is without the further turn. The caller
 * has compared the bounds on the label: two rectangles overlap if they do along the sides of both.
 */
export function overlapsTurned(element: Box, level: Rect, rect: Rect): boolean {
  if (element.turnDegrees === undefined) return true;
  const back = rotationAbout(centerOf(elementBox(element)), -element.turnDegrees);
  return rectsOverlap(level, applyToRect(back, rect));
}

/**
 * `after` moved so that its box is where the turn of `before` brings it. A turn is about the middle of the box, so a box
 * with another middle would otherwise jump; this way the side that a change keeps stays in place.
 */
export function keptInPlace<E extends ElementBase>(before: Box, after: E): E {
  const turn = turnOf(before);
  if (turn === null || after.turnDegrees === undefined) return after;
  const center = centerOf(elementBox(after));
  const wanted = applyToPoint(turn, center);
  const place: Partial<ElementBase> = {
    xMm: roundMm(after.xMm + wanted.x - center.x),
    yMm: roundMm(after.yMm + wanted.y - center.y),
  };
  return changed<E>(after, place as Partial<E>);
}

export function centerOf({ x, y, width, height }: Rect): Point {
  return { x: x + width / 2, y: y + height / 2 };
}
