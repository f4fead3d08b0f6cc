import { applyToPoint, rotationAbout, unionRects } from '#model/kernel/geometry.ts';
import type { Point, Rect, Rotation } from '#model/kernel/geometry.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { roundMm } from '#model/kernel/units.ts';
import { elementBox } from '#model/elements/base/box.ts';
import { changed, moved } from '#model/elements/base/footprint.ts';
import { angleOf, partsOfAngle, wholeAngle } from '#model/elements/base/turn.ts';
import { centerOf, outerBox, withTurn } from '#model/elements/base/turned-box.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { hasSymbol, mayTurnFreely } from '#model/elements/registry.ts';
import type { Command, CommandContext } from '../editor.ts';
import { refitted, withElements } from '../footprint.ts';
import { selectedElements, unlockedElements } from '../selection.ts';

const MICROMETRES = 1000;

/** The merge key of small turns: successive ones are one undo entry. */
export const TURN_MERGE = 'turn';

type Quarters = 0 | 1 | 2 | 3;

/** Turns the selection by 90 degrees clockwise (or back) about its common center. */
export function rotate(direction: 'clockwise' | 'counterclockwise' = 'clockwise'): Command {
  return turnBy(direction === 'clockwise' ? 90 : 270);
}

/** Turns the selection clockwise about its common center. Problem: `edit.quarterTurnsOnly`. */
export function turnBy(degrees: number): Command {
  return (context) => {
    const selected = turnable(context, degrees);
    if (!selected.ok) return selected;
    const elements = selected.value.map((e) => refitted(e, context.bounds));
    return ok({ template: withElements(context.template, turnedElements(elements, degrees)) });
  };
}

/** The elements, refitted before, turned clockwise about their common center, by a whole number of tenths of a degree. */
export function turnedElements(elements: readonly LabelElement[], degrees: number): readonly LabelElement[] {
  const box = unionRects(elements.map(elements.length === 1 ? elementBox : outerBox));
  const angle = wholeAngle(degrees);
  if (box === null || angle === 0) return elements;
  const quarters = quartersOf(angle);
  if (quarters !== null) return elements.map((e) => turnedAbout(e, pivotOf(box), quarters));
  const turn = rotationAbout(centerOf(box), angle);
  return elements.map((element) => {
    const from = centerOf(elementBox(element));
    const to = elements.length === 1 ? from : applyToPoint(turn, from);
    return atAngle(moved(element, to.x - from.x, to.y - from.y), angleOf(element) + angle);
  });
}

/** Turns each selected element about its own center to this angle. Problem: `edit.quarterTurnsOnly`. */
export function setRotation(degrees: number): Command {
  return (context) => {
    const selected = turnable(context, degrees);
    if (!selected.ok) return selected;
    const turned = selected.value.map((element) =>
      angleOf(element) === wholeAngle(degrees) ? element : atAngle(refitted(element, context.bounds), degrees),
    );
    return ok({ template: withElements(context.template, turned) });
  };
}

/** Lets the selected symbols have any angle, or turns them to the nearest quarter. */
export function allowFreeAngle(allowed: boolean): Command {
  return (context) => {
    const selected = allowed ? selectedElements(context) : unlockedElements(context);
    if (!selected.ok) return selected;
    const next = selected.value
      .filter(({ type }) => hasSymbol(type))
      .map((element): LabelElement => {
        if (allowed) return changed<LabelElement>(element, { freeAngle: true });
        const { freeAngle: _, ...others } = withTurn(element, 0);
        return others as LabelElement;
      });
    return ok({ template: withElements(context.template, next) });
  };
}

/** The selected elements, if all of them can be turned this far. */
function turnable(context: CommandContext, degrees: number): Result<readonly LabelElement[]> {
  const selected = unlockedElements(context);
  if (!selected.ok || quartersOf(wholeAngle(degrees)) !== null) return selected;
  const fixed = selected.value.find((element) => !mayTurnFreely(element));
  return fixed === undefined ? selected : err(problem('edit.quarterTurnsOnly', { name: fixed.name }, fixed.name));
}

function quartersOf(angle: number): Quarters | null {
  return angle % 90 === 0 ? ((angle / 90) as Quarters) : null;
}

/** The element at this angle, with the same center. */
function atAngle(element: LabelElement, degrees: number): LabelElement {
  const { rotation, turnDegrees } = partsOfAngle(degrees);
  const quarters = (((rotation - element.rotation + 360) % 360) / 90) as Quarters;
  return withTurn(turnedAbout(element, pivotOf(elementBox(element)), quarters), turnDegrees);
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

function turnedAbout(element: LabelElement, pivot: Point, quarters: Quarters): LabelElement {
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
