import type { Rect, Size } from '#model/kernel/geometry.ts';
import type { CssPx } from '#model/kernel/units.ts';
import { createRectBuckets } from './rect-buckets.ts';

/** A code with a badge, on the canvas. */
export interface BadgedCode {
  /** The area of its element. */
  readonly frame: Rect;
  /** The index of its own element; undefined if it is none of them. */
  readonly own?: number | undefined;
}

/** Distance from an element to its badge: the handles extend 8 px out of the frame, and the problem's mark as far. */
const GAP_PX: CssPx = 11;
/** Distance between two badges. */
const BETWEEN_PX: CssPx = 3;

/**
 * The places of the badges, in CSS pixels of the canvas; all have the same size. A badge is next to its element and covers
 * no other element, no handle and no other badge. If there is no such place it is left of the label, at the height of its
 * element. Null for a badge outside of the visible area. `elements` are the areas of all elements.
 */
export function badgePlaces(
  codes: readonly BadgedCode[],
  elements: readonly Rect[],
  badge: Size,
  label: Rect,
  canvas: Size,
): readonly (Rect | null)[] {
  const buckets = createRectBuckets(elements);
  /** The badges, with the space around them. */
  const taken: Rect[] = [];
  return codes.map(({ frame, own }) => {
    const isInTheWay = (place: Rect, index: number): boolean => {
      const other = elements[index];
      if (index === own || other === undefined || apart(place, other)) return false;
      return !(holds(other, place) && holds(other, frame));
    };
    const free = (place: Rect): boolean => {
      if (!inside(place, canvas) || taken.some((other) => !apart(place, other))) return false;
      for (const index of buckets.near(place)) if (isInTheWay(place, index)) return false;
      return true;
    };
    const place = firstOf(free, details(frame, badge), leftOfLabel(frame, badge, label, canvas));
    if (place !== null) taken.push(grown(place, BETWEEN_PX));
    return place;
  });
}

function firstOf(free: (place: Rect) => boolean, ...places: readonly Iterable<Rect>[]): Rect | null {
  for (const some of places) {
    for (const place of some) if (free(place)) return place;
  }
  return null;
}

/** The nearest places, best first. If the element is inside another one, such as a frame, its badge may be too. */
function details(frame: Rect, { width, height }: Size): readonly Rect[] {
  const left = frame.x - GAP_PX - width;
  const right = frame.x + frame.width + GAP_PX;
  const above = frame.y - GAP_PX - height;
  const below = frame.y + frame.height + GAP_PX;
  const lowest = frame.y + frame.height - height;
  return [
    { x: left, y: frame.y },
    { x: frame.x, y: above },
    { x: right, y: lowest },
    { x: frame.x, y: below },
    { x: left, y: lowest },
    { x: frame.x + frame.width - width, y: below },
  ].map((at) => ({ ...at, width, height }));
}

function* leftOfLabel(frame: Rect, { width, height }: Size, label: Rect, canvas: Size): Generator<Rect> {
  const x = label.x - GAP_PX - width;
  for (let y = Math.max(0, frame.y); y + height <= canvas.height; y += height + BETWEEN_PX)
    yield { x, y, width, height };
}

function grown(rect: Rect, by: CssPx): Rect {
  return { x: rect.x - by, y: rect.y - by, width: rect.width + 2 * by, height: rect.height + 2 * by };
}

function apart(a: Rect, b: Rect): boolean {
  return a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
}

function holds(outer: Rect, inner: Rect): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

function inside(place: Rect, canvas: Size): boolean {
  return holds({ x: 0, y: 0, ...canvas }, place);
}
