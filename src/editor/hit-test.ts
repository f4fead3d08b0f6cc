import { applyToPoint, rectContains } from '#model/kernel/geometry.ts';
import type { Point, Rect } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { Mm } from '#model/kernel/units.ts';
import { contentTransform, elementBox } from '#model/elements/base/box.ts';
import { mirrorOfCanvas } from '#model/elements/base/canvas-mirror.ts';
import { isShape, type LabelElement } from '#model/elements/element.ts';
import type { LineElement } from '#model/elements/line/line-element.ts';
import type { EditorViewport } from './editor.ts';
import { visibleBounds } from './footprint.ts';
import { distanceToSegment, hitShape } from './shape-hit.ts';
import { canvasToLabel, screenPxToMm } from './viewport.ts';

/** A line is hit this near to it, on both sides together (specification 2, section 9). */
const LINE_HIT_WIDTH_PX = 10;

/**
 * The topmost element under a point of the canvas, by its painted bounds; lines by their distance. The inside
 * of an empty shape counts only where nothing else lies: a frame drawn last does not bury what it frames. A canvas
 * mirror is its original.
 */
export function hitElement(
  elements: readonly LabelElement[],
  bounds: ReadonlyMap<ElementId, Rect>,
  viewport: EditorViewport,
  pointPx: Point,
  labelWidthMm: Mm,
): ElementId | null {
  const point = canvasToLabel(viewport, pointPx);
  const mirrored = applyToPoint(mirrorOfCanvas(labelWidthMm), point);
  const reachMm = screenPxToMm(viewport, LINE_HIT_WIDTH_PX / 2);
  let inside: ElementId | null = null;
  for (let i = elements.length - 1; i >= 0; i--) {
    const element = elements[i] as LabelElement;
    const hit = hitOf(element, bounds, point, reachMm);
    const mirrorHit = element.canvasMirror ? hitOf(element, bounds, mirrored, reachMm) : 'none';
    if (hit === 'element' || mirrorHit === 'element') return element.id;
    if (hit === 'inside' || mirrorHit === 'inside') inside ??= element.id;
  }
  return inside;
}

function hitOf(
  element: LabelElement,
  bounds: ReadonlyMap<ElementId, Rect>,
  point: Point,
  reachMm: Mm,
): 'element' | 'inside' | 'none' {
  if (element.type !== 'line' && !isShape(element)) {
    return rectContains(visibleBounds(element, bounds), point) ? 'element' : 'none';
  }
  // Pens stand on the outline: nothing of it is farther out than they are wide.
  const around = Math.max(reachMm, element.penWidthMm);
  if (!rectContains(grown(elementBox(element), around), point)) return 'none';
  if (element.type === 'line') {
    return distanceToLine(element, point) <= Math.max(reachMm, element.penWidthMm / 2) ? 'element' : 'none';
  }
  return hitShape(element, point, reachMm);
}

function grown({ x, y, width, height }: Rect, by: Mm): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

function distanceToLine(line: LineElement, point: Point): Mm {
  const transform = contentTransform(line);
  const [from, to] = lineEnds(line).map((p) => applyToPoint(transform, p));
  if (from === undefined || to === undefined) return Infinity;
  return distanceToSegment(from, to, point);
}

/** In the content box. */
function lineEnds({ direction, widthMm: w, heightMm: h }: LineElement): readonly [Point, Point] {
  switch (direction) {
    case 'horizontal':
      return [
        { x: 0, y: h / 2 },
        { x: w, y: h / 2 },
      ];
    case 'vertical':
      return [
        { x: w / 2, y: 0 },
        { x: w / 2, y: h },
      ];
    case 'left':
      return [
        { x: 0, y: 0 },
        { x: w, y: h },
      ];
    case 'right':
      return [
        { x: w, y: 0 },
        { x: 0, y: h },
      ];
  }
}
