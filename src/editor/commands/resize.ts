import { unionRects, type Point, type Rect } from '#model/kernel/geometry.ts';
import type { Mm } from '#model/kernel/units.ts';
import { elementBox } from '#model/elements/base/box.ts';
import { handleSide, type ResizeHandle } from '#model/elements/base/handle.ts';
import { definitionOf, type LabelElement } from '#model/elements/element.ts';
import { keptInPlace, outerBox } from '#model/elements/base/turned-box.ts';
import { keepsProportion } from '../handles.ts';
import { mapped } from '../measured-bounds.ts';

export interface ResizeOptions {
  /** Width and height change together (Shift). Elements with fixed proportions always do so. */
  readonly keepRatio?: boolean;
  /** The center stays in place instead of the opposite edge (Alt). */
  readonly fromCentre?: boolean;
}

/** The elements after the drag of a handle, along the sides of the box; texts must be refitted before. */
export function resizedElements(
  elements: readonly LabelElement[],
  handle: ResizeHandle,
  dxMm: Mm,
  dyMm: Mm,
  options: ResizeOptions,
): readonly LabelElement[] {
  const box = boxToResize(elements);
  if (box === null) return elements;
  const grip = elements.length === 1 ? { handle, fixed: fixedPoint(handle, options) } : null;
  const target = resizedBox(elements, box, handle, { x: dxMm, y: dyMm }, options);
  return elements.map((element) =>
    keptAlone(
      elements,
      element,
      definitionOf(element.type).resized(element, mapped(elementBox(element), box, target), grip),
    ),
  );
}

/** The box that the handles change: of one element its own, along its sides; of several the box around all. */
export function boxToResize(elements: readonly LabelElement[]): Rect | null {
  return unionRects(elements.map(elements.length === 1 ? elementBox : outerBox));
}

/** A turned element that is resized alone keeps its other side in place. Among several its middle is placed with theirs. */
function keptAlone(elements: readonly LabelElement[], before: LabelElement, after: LabelElement): LabelElement {
  return elements.length === 1 ? keptInPlace(before, after) : after;
}

/** The new box around the elements, within the limits of each of them. */
function resizedBox(
  elements: readonly LabelElement[],
  box: Rect,
  handle: ResizeHandle,
  by: Point,
  options: ResizeOptions,
): Rect {
  const alone = elements.length === 1 ? handle : null;
  const limits = scaleLimits(elements, alone);
  const reach = options.fromCentre === true ? 2 : 1;
  const hx = handleSide(handle, 'x');
  const hy = handleSide(handle, 'y');
  let sx = hx === 0 || box.width === 0 ? 1 : (box.width + hx * by.x * reach) / box.width;
  let sy = hy === 0 || box.height === 0 ? 1 : (box.height + hy * by.y * reach) / box.height;
  if (options.keepRatio === true || keepsProportion(elements, alone)) {
    const together = commonScale(sx, sy, hx, hy, box);
    sx = sy = Math.min(limits.max, Math.max(limits.minX, limits.minY, together));
  } else {
    sx = hx === 0 ? 1 : Math.max(limits.minX, sx);
    sy = hy === 0 ? 1 : Math.max(limits.minY, sy);
  }
  const fixed = fixedPoint(handle, options);
  const width = box.width * sx;
  const height = box.height * sy;
  return {
    x: box.x + (box.width - width) * fixed.x,
    y: box.y + (box.height - height) * fixed.y,
    width,
    height,
  };
}

/** How far the elements may shrink and grow together, as factors of their present size. */
export function scaleLimits(
  elements: readonly LabelElement[],
  handle: ResizeHandle | null,
): { readonly minX: number; readonly minY: number; readonly max: number } {
  let minX = 0;
  let minY = 0;
  let max = Infinity;
  for (const element of elements) {
    const box = elementBox(element);
    const { least, maxScale = Infinity } = definitionOf(element.type).sizeLimits(element, handle);
    // An element that is already below its limit may keep its size.
    if (box.width > 0) minX = Math.max(minX, Math.min(1, least.width / box.width));
    if (box.height > 0) minY = Math.max(minY, Math.min(1, least.height / box.height));
    max = Math.min(max, maxScale);
  }
  return { minX, minY, max };
}

/** One factor for width and height: the pointer's movement along the diagonal, or along the axis of a side handle. */
function commonScale(sx: number, sy: number, hx: number, hy: number, box: Rect): number {
  if (hx === 0) return sy;
  if (hy === 0) return sx;
  const w = box.width * box.width;
  const h = box.height * box.height;
  return w + h === 0 ? 1 : (sx * w + sy * h) / (w + h);
}

/** The fixed point of the box: 0 is its left or top edge, 1 the right or bottom one, 0.5 the middle. */
function fixedPoint(handle: ResizeHandle, options: ResizeOptions): Point {
  if (options.fromCentre === true) return { x: 0.5, y: 0.5 };
  return { x: (1 - handleSide(handle, 'x')) / 2, y: (1 - handleSide(handle, 'y')) / 2 };
}
