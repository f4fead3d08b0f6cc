import { applyToPoint } from '#model/kernel/geometry.ts';
import type { Point } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { Hit } from '#model/elements/base/box-behaviour.ts';
import { mirrorOfCanvas } from '#model/elements/base/canvas-mirror.ts';
import { turnedBack, withoutTurn } from '#model/elements/base/turned-box.ts';
import { definitionOf, type LabelElement } from '#model/elements/element.ts';
import type { EditorViewport } from './editor.ts';
import { asShown, levelBounds } from './footprint.ts';
import type { MeasuredBounds } from './measured-bounds.ts';
import { canvasToLabel, screenPxToMm } from './viewport.ts';

/** Width of the strip around a line that counts as a hit (specification 2, section 9). */
const LINE_HIT_WIDTH_PX = 10;

/**
 * The topmost element at a point of the canvas, by its painted bounds; lines by their distance. The inside of an empty
 * shape only counts if nothing else is hit: a frame drawn last doesn't block its content. A canvas mirror counts as its
 * original.
 */
export function hitElement(
  elements: readonly LabelElement[],
  bounds: Pick<MeasuredBounds, 'shown' | 'pushes'>,
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
  { shown, pushes }: Pick<MeasuredBounds, 'shown' | 'pushes'>,
  point: Point,
  reachMm: Mm,
): Hit {
  const { hit } = definitionOf(element.type);
  const there = asShown(element, pushes);
  const painted = levelBounds(element, shown);
  if (there.turnDegrees === undefined) return hit(there, point, reachMm, painted);
  // What an element paints is known before its further turn, so the point is turned back instead.
  return hit(withoutTurn(there), turnedBack(there, point), reachMm, painted);
}
