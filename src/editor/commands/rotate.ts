import { unionRects } from '#model/kernel/geometry.ts';
import type { Point, Rect, Rotation } from '#model/kernel/geometry.ts';
import { ok } from '#model/kernel/result.ts';
import { roundMm } from '#model/kernel/units.ts';
import { elementBox } from '#model/elements/base/box.ts';
import { changed } from '#model/elements/base/footprint.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { Command } from '../editor.ts';
import { refitted, withElements } from '../footprint.ts';
import { unlockedElements } from '../selection.ts';

const MICROMETRES = 1000;

/** Turns the selection by 90 degrees clockwise (or back) about its common center. */
export function rotate(direction: 'clockwise' | 'counterclockwise' = 'clockwise'): Command {
  return (context) => {
    const selected = unlockedElements(context);
    if (!selected.ok) return selected;
    const elements = selected.value.map((e) => refitted(e, context.bounds));
    const turned = turnedElements(elements, direction === 'clockwise' ? 1 : 3);
    return ok({ template: withElements(context.template, turned) });
  };
}

/** The elements, refitted before, turned clockwise by this many quarters about their common center. */
export function turnedElements(elements: readonly LabelElement[], quarters: 0 | 1 | 2 | 3): readonly LabelElement[] {
  const box = unionRects(elements.map(elementBox));
  return box === null || quarters === 0 ? elements : elements.map((e) => turnedAbout(e, pivotOf(box), quarters));
}

/** Sets the rotation of each selected element about its own center. */
export function setRotation(rotation: Rotation): Command {
  return (context) => {
    const selected = unlockedElements(context);
    if (!selected.ok) return selected;
    const turned = selected.value.map((element) => {
      const quarters = (((rotation - element.rotation + 360) % 360) / 90) as 0 | 1 | 2 | 3;
      if (quarters === 0) return element;
      const fitted = refitted(element, context.bounds);
      return turnedAbout(fitted, pivotOf(elementBox(fitted)), quarters);
    });
    return ok({ template: withElements(context.template, turned) });
  };
}

/**
 * The pivot, in whole micrometers (or both coordinates on halves), so that nothing is rounded and four turns are the
 * identity. If the center of the box is not such a point, the four centers of the four turns share a pivot: in half
 * micrometers, coordinates with an odd sum are grouped in fours around every second point with an even sum.
 */
function pivotOf(box: Rect): Point {
  const halves = (at: number, size: number): number =>
    2 * Math.round(at * MICROMETRES) + Math.round(size * MICROMETRES);
  const x = halves(box.x, box.width);
  const y = halves(box.y, box.height);
  if ((x + y) % 2 === 0) return { x: x / 2, y: y / 2 };
  const u = Math.floor((x + y + 1) / 4);
  const v = Math.floor((x - y + 1) / 4);
  return { x: u + v, y: u - v };
}

function turnedAbout(element: LabelElement, pivot: Point, quarters: 0 | 1 | 2 | 3): LabelElement {
  let x = Math.round(element.xMm * MICROMETRES);
  let y = Math.round(element.yMm * MICROMETRES);
  const box = elementBox(element);
  let width = Math.round(box.width * MICROMETRES);
  let height = Math.round(box.height * MICROMETRES);
  for (let i = 0; i < quarters; i++) {
    // The bottom left corner becomes the top left one.
    [x, y] = [pivot.x - (y + height - pivot.y), pivot.y + (x - pivot.x)];
    [width, height] = [height, width];
  }
  return changed<LabelElement>(element, {
    xMm: roundMm(x / MICROMETRES),
    yMm: roundMm(y / MICROMETRES),
    rotation: ((element.rotation + quarters * 90) % 360) as Rotation,
  });
}
