import {
  applyToPoint,
  distanceToSegment,
  grownRect,
  rectContains,
  type Point,
  type Rect,
  type Size,
} from '#model/kernel/geometry.ts';
import { canvasUnitsToMm, type Mm } from '#model/kernel/units.ts';
import { freeBox, type BoxBehaviour, type Hit } from '../base/box-behaviour.ts';
import { contentTransform, elementBox } from '../base/box.ts';
import { runsAcross, sideHandles, withContentSize, withFootprint } from '../base/footprint.ts';
import { CORNER_HANDLES } from '../base/handle.ts';
import { lineEnds, type LineDirection, type LineElement } from './line-element.ts';

/** Specification 2, section 5: a line may be as short as 1 canvas unit. */
const MIN_LINE_UNITS = 1;

/** A straight line stretches only along itself, because its box is as thick as its pen. It is hit near its stroke. */
export const lineBox: BoxBehaviour<LineElement> = {
  ...freeBox<LineElement>(),
  handles(element) {
    const along = straightSide(element.direction);
    return along === null ? CORNER_HANDLES : sideHandles(element, along);
  },
  sizeLimits(element) {
    const least = canvasUnitsToMm(MIN_LINE_UNITS);
    const along = straightSide(element.direction);
    if (along === null) return { least: { width: least, height: least } };
    return { least: runsAcross(element, along) ? { width: least, height: 0 } : { width: 0, height: least } };
  },
  resized: (element, to) => withFootprint(element, footprintFor(element, to)),
  fieldsChanged: (before, after) =>
    before.direction === after.direction && before.penWidthMm === after.penWidthMm
      ? after
      : withContentSize(after, lineSize(before, after)),
  drawn: drawnLine,
  isLine: true,
  hit: hitLine,
};

/** A drawn line within this many degrees of a straight one becomes straight. */
const STRAIGHT_DEGREES = 3;

function drawnLine(element: LineElement, from: Point, to: Point): LineElement {
  const least = canvasUnitsToMm(MIN_LINE_UNITS);
  const width = Math.abs(to.x - from.x);
  const height = Math.abs(to.y - from.y);
  const x = Math.min(from.x, to.x);
  const y = Math.min(from.y, to.y);
  const pen = element.penWidthMm;
  const slope = (Math.atan2(height, width) * 180) / Math.PI;
  if (slope <= STRAIGHT_DEGREES) {
    const box = { x, y: from.y - pen / 2, width: Math.max(least, width), height: pen };
    return withFootprint({ ...element, direction: 'horizontal' }, box);
  }
  if (slope >= 90 - STRAIGHT_DEGREES) {
    const box = { x: from.x - pen / 2, y, width: pen, height: Math.max(least, height) };
    return withFootprint({ ...element, direction: 'vertical' }, box);
  }
  const direction = to.x < from.x === to.y < from.y ? 'left' : 'right';
  return withFootprint(
    { ...element, direction },
    { x, y, width: Math.max(least, width), height: Math.max(least, height) },
  );
}

/** The side of the box along which a straight line runs; null for a diagonal. */
function straightSide(direction: LineDirection): 'width' | 'height' | null {
  if (direction === 'horizontal') return 'width';
  return direction === 'vertical' ? 'height' : null;
}

/** The requested footprint; a straight line keeps its thickness, in the middle of the requested one. */
function footprintFor(element: LineElement, to: Rect): Rect {
  const along = straightSide(element.direction);
  if (along === null) return to;
  const from = elementBox(element);
  return runsAcross(element, along)
    ? { ...to, y: to.y + (to.height - from.height) / 2, height: from.height }
    : { ...to, x: to.x + (to.width - from.width) / 2, width: from.width };
}

/** The content size for the line's new direction, at the same length. A straight line's box is as thick as its pen. */
function lineSize(before: LineElement, after: LineElement): Size {
  const length = lineLength(before);
  const along = straightSide(after.direction);
  if (along === 'width') return { width: length, height: after.penWidthMm };
  if (along === 'height') return { width: after.penWidthMm, height: length };
  return straightSide(before.direction) === null
    ? { width: before.widthMm, height: before.heightMm }
    : { width: length * Math.SQRT1_2, height: length * Math.SQRT1_2 };
}

function lineLength(line: LineElement): Mm {
  const along = straightSide(line.direction);
  if (along === null) return Math.hypot(line.widthMm, line.heightMm);
  return along === 'width' ? line.widthMm : line.heightMm;
}

function hitLine(line: LineElement, point: Point, reachMm: Mm): Hit {
  const around = Math.max(reachMm, line.penWidthMm);
  if (!rectContains(grownRect(elementBox(line), around), point)) return 'none';
  const transform = contentTransform(line);
  const [from, to] = lineEnds(line);
  const away = distanceToSegment(applyToPoint(transform, from), applyToPoint(transform, to), point);
  return away <= Math.max(reachMm, line.penWidthMm / 2) ? 'element' : 'none';
}
