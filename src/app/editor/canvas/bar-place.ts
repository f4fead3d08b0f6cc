import { grownRect, rectContains, rectsOverlap, type Point, type Rect, type Size } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { CssPx } from '#model/kernel/units.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { EditorState, EditorViewport } from '#editor/editor.ts';
import { selectionBox, visibleBounds } from '#editor/footprint.ts';
import { labelRectToCanvas } from '#editor/viewport.ts';

/** From the frame to the bar: the handles extend 8 px out of the frame. */
const GAP_PX: CssPx = 14;
/** How far the rotation handle extends out of the frame, above it or below (SelectionFrame.tsx). */
const TURN_PX: CssPx = 36;
/** How far the other handles extend out of the frame. */
const HANDLE_PX: CssPx = 8;
/** From the edges of the canvas. */
const MARGIN_PX: CssPx = 8;

/** Steps by which the bar moves away from what it must not cover. */
const STEP_PX: CssPx = 16;
const STEPS = 6;

/**
 * The place of the bar, its top left in CSS pixels of the canvas: below the frame, otherwise above it, to its right or
 * left, or at the lower or upper edge of the canvas. It never covers the frame with its handles, `others`, which can be
 * pressed, or `elements` around it. Null if the frame is out of view, and if there is no such place.
 */
export function barPlace(
  frame: Rect,
  bar: Size,
  canvas: Size,
  others: readonly Rect[],
  elements: readonly Rect[] = [],
): Point | null {
  const right = frame.x + frame.width;
  const bottom = frame.y + frame.height;
  if (right < 0 || bottom < 0 || frame.x > canvas.width || frame.y > canvas.height) return null;
  const turnsAbove = frame.y >= TURN_PX;
  const lowest = canvas.height - MARGIN_PX - bar.height;
  const rightmost = canvas.width - MARGIN_PX - bar.width;
  const within = (at: number, most: number): number => Math.max(MARGIN_PX, Math.min(at, most));
  const x = within((Math.max(0, frame.x) + Math.min(canvas.width, right)) / 2 - bar.width / 2, rightmost);
  const y = within((Math.max(0, frame.y) + Math.min(canvas.height, bottom)) / 2 - bar.height / 2, lowest);
  const below = bottom + (turnsAbove ? GAP_PX : TURN_PX + GAP_PX);
  const above = frame.y - (turnsAbove ? TURN_PX : 0) - GAP_PX - bar.height;
  const steps = Array.from({ length: STEPS }, (_, i) => i * STEP_PX);
  const places = [
    ...steps.map((step) => ({ x, y: below + step })),
    ...steps.map((step) => ({ x, y: above - step })),
    { x: right + GAP_PX, y },
    { x: frame.x - GAP_PX - bar.width, y },
    ...[lowest, MARGIN_PX].flatMap((edge) => [x, MARGIN_PX, rightmost].map((at) => ({ x: at, y: edge }))),
  ];
  // Includes the rotation handle, which is above it or below.
  const taken = {
    ...frame,
    y: frame.y - (turnsAbove ? TURN_PX : 0),
    height: frame.height + TURN_PX,
  };
  const covered = [grownRect(taken, HANDLE_PX), ...others.map((other) => grownRect(other, 4)), ...elements];
  const isFree = (at: Point): boolean =>
    at.x >= MARGIN_PX &&
    at.x <= rightmost &&
    at.y >= MARGIN_PX &&
    at.y <= lowest &&
    covered.every((other) => !rectsOverlap({ ...at, ...bar }, other));
  return places.find(isFree) ?? null;
}

/**
 * The boxes of the other elements on the canvas, without those that contain the selection, such as a frame around the
 * label.
 */
export function elementsAround(
  elements: readonly LabelElement[],
  selection: readonly ElementId[],
  bounds: EditorState['bounds'],
  viewport: EditorViewport,
): readonly Rect[] {
  const chosen = new Set(selection);
  const box = selectionBox(
    elements.filter(({ id }) => chosen.has(id)),
    bounds,
  );
  return elements
    .filter(({ id }) => !chosen.has(id))
    .map((element) => visibleBounds(element, bounds))
    .filter((rect) => box === null || !isInside(box, rect))
    .map((rect) => labelRectToCanvas(viewport, rect));
}

function isInside(inner: Rect, outer: Rect): boolean {
  const { x, y, width, height } = inner;
  return rectContains(outer, { x, y }) && rectContains(outer, { x: x + width, y: y + height });
}
