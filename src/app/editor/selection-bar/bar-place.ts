import type { Point, Rect, Size } from '#model/kernel/geometry.ts';
import type { CssPx } from '#model/kernel/units.ts';

/** From the frame to the bar: the handles reach 8 px out of the frame. */
const GAP_PX: CssPx = 14;
/** As far as the handle that turns reaches out of the frame, above it or below (SelectionFrame.tsx). */
const TURN_PX: CssPx = 36;
/** From the edges of the canvas. */
const MARGIN_PX: CssPx = 8;

/**
 * Where the bar goes, its top left in CSS pixels of the canvas: below the frame, else above it, else at the lower edge of
 * the canvas; always clear of the frame's lower handles and of the one that turns. Null where the frame is out of sight.
 */
export function barPlace(frame: Rect, bar: Size, canvas: Size): Point | null {
  const right = frame.x + frame.width;
  const bottom = frame.y + frame.height;
  if (right < 0 || bottom < 0 || frame.x > canvas.width || frame.y > canvas.height) return null;
  const turnsAbove = frame.y >= TURN_PX;
  const lowest = canvas.height - MARGIN_PX - bar.height;
  const middle = (Math.max(0, frame.x) + Math.min(canvas.width, right)) / 2;
  const x = Math.max(MARGIN_PX, Math.min(middle - bar.width / 2, canvas.width - MARGIN_PX - bar.width));
  const below = bottom + (turnsAbove ? GAP_PX : TURN_PX + GAP_PX);
  if (below <= lowest) return { x, y: below };
  const above = frame.y - (turnsAbove ? TURN_PX : 0) - GAP_PX - bar.height;
  if (above >= MARGIN_PX) return { x, y: above };
  // Inside the frame, above its lower edge where that can be seen.
  const inside = bottom - GAP_PX - bar.height;
  return { x, y: Math.max(MARGIN_PX, Math.min(lowest, inside)) };
}
