import { boundsOfPoints, type Point } from '#model/kernel/geometry.ts';
import { definitionOf, type ElementType } from '#model/elements/element.ts';
import { elementBox } from '#model/elements/base/box.ts';
import { createElement } from '#model/elements/registry.ts';
import { freeElementId } from '../commands/add.ts';
import { drawnInto } from '../commands/drawn.ts';
import type { DrawnBox, DrawnPlace, EditorPointer } from '../editor.ts';
import { drawnCorner } from '../handles.ts';
import { snapHandle, snapLines, type Snapped } from '../snapping.ts';
import { canvasToLabel } from '../viewport.ts';
import type { DragSession, ToolHost } from './tool-host.ts';

/**
 * Draws the box of a new element. Shift makes it a square (and turns a line to the nearest multiple of 45 degrees), Alt
 * draws it around its start, Ctrl suspends snapping. The preview is the final box of the element.
 */
export function drawDrag(
  host: ToolHost,
  type: ElementType,
  start: Point,
  first: EditorPointer,
  place: (where: DrawnPlace) => void,
): DragSession {
  const { template, bounds, viewport } = host.state();
  const { label } = template;
  const lines = snapLines(template, new Set(), bounds);
  const isLine = definitionOf(type).isLine;
  const begun = canvasToLabel(viewport, start);
  const origin = first.control ? begun : moved(begun, snapHandle({ ...begun, width: 0, height: 0 }, 'se', lines));
  // A sample of the element that `place` will create; its text and name don't matter here.
  const sample = createElement(type, {
    id: freeElementId(template.elements, host.context().random),
    name: '',
    centreMm: origin,
    labelWidthMm: label.widthMm,
    labelHeightMm: label.heightMm,
    zoom: viewport.zoom,
  });

  function boxAt(pointer: EditorPointer): { readonly box: DrawnBox; readonly snapped: Snapped | null } {
    const at = canvasToLabel(host.state().viewport, { x: pointer.xPx, y: pointer.yPx });
    const handle = drawnCorner(origin, at);
    const snapped = pointer.control || pointer.shift ? null : snapHandle(boundsOfPoints([origin, at]), handle, lines);
    const free = snapped === null ? at : moved(at, snapped);
    const toMm = pointer.shift ? (isLine ? eighth(origin, free) : squared(origin, free)) : free;
    const fromMm = pointer.alt ? { x: 2 * origin.x - toMm.x, y: 2 * origin.y - toMm.y } : origin;
    return { box: { fromMm, toMm }, snapped };
  }

  return {
    move(pointer: EditorPointer) {
      const { box, snapped } = boxAt(pointer);
      const rectMm = elementBox(drawnInto(sample, box));
      host.show({ type: 'draw', rectMm, line: isLine ? box : null, guides: snapped?.guides ?? [] });
    },
    end: (pointer) => place({ drawn: boxAt(pointer).box }),
    cancel: () => {},
  };
}

function moved(point: Point, by: Snapped): Point {
  return { x: point.x + by.dxMm, y: point.y + by.dyMm };
}

function squared(from: Point, to: Point): Point {
  const side = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
  return { x: from.x + (to.x < from.x ? -side : side), y: from.y + (to.y < from.y ? -side : side) };
}

/** The end of a line of the same length, at the nearest multiple of 45 degrees. */
function eighth(from: Point, to: Point): Point {
  const angle = (Math.round(Math.atan2(to.y - from.y, to.x - from.x) / (Math.PI / 4)) * Math.PI) / 4;
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return { x: from.x + length * Math.cos(angle), y: from.y + length * Math.sin(angle) };
}
