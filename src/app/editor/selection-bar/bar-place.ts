import { grownRect, rectsOverlap, type Point, type Rect, type Size } from '#model/kernel/geometry.ts';
import type { CssPx } from '#model/kernel/units.ts';

/** From the frame to the bar: the handles reach 8 px out of the frame. */
const GAP_PX: CssPx = 14;
/** As far as the handle that turns reaches out of the frame, above it or below (SelectionFrame.tsx). */
const TURN_PX: CssPx = 36;
/** From the edges of the canvas. */
const MARGIN_PX: CssPx = 8;

/** Steps by which the bar moves away from what it must not cover. */
const STEP_PX: CssPx = 16;
const STEPS = 6;

/**
 * Where the bar goes, its top left in CSS pixels of the canvas: below the frame, else above it, else at the lower edge of
 * the canvas; always clear of the frame's lower handles, of the one that turns, and of `others`. Null where the frame is
 * out of sight, and where there is no such place.
 */
export function barPlace(frame: Rect, bar: Size, canvas: Size, others: readonly Rect[]): Point | null {
  const right = frame.x + frame.width;
  const bottom = frame.y + frame.height;
  if (right < 0 || bottom < 0 || frame.x > canvas.width || frame.y > canvas.height) return null;
  const turnsAbove = frame.y >= TURN_PX;
  const lowest = canvas.height - MARGIN_PX - bar.height;
  const middle = (Math.max(0, frame.x) + Math.min(canvas.width, right)) / 2;
  const x = Math.max(MARGIN_PX, Math.min(middle - bar.width / 2, canvas.width - MARGIN_PX - bar.width));
  const below = bottom + (turnsAbove ? GAP_PX : TURN_PX + GAP_PX);
  const above = frame.y - (turnsAbove ? TURN_PX : 0) - GAP_PX - bar.height;
  // Inside the frame, above its lower edge where that can be seen: only where neither of the others is.
  const inside = Math.max(MARGIN_PX, Math.min(lowest, bottom - GAP_PX - bar.height));
  const isIn = (y: number): boolean => y >= MARGIN_PX && y <= lowest;
  const steps = Array.from({ length: STEPS }, (_, i) => i * STEP_PX);
  const beside = [...steps.map((step) => below + step), ...steps.map((step) => above - step)].filter(isIn);
  const places = (beside.length > 0 ? beside : steps.map((step) => inside - step)).map((y) => ({ x, y }));
  const isFree = (at: Point): boolean => others.every((other) => !rectsOverlap({ ...at, ...bar }, grownRect(other, 4)));
  return places.find(isFree) ?? null;
}
