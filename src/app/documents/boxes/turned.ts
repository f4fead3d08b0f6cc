import { rotatedSize, type Rect, type Rotation, type Size } from '#model/kernel/geometry.ts';
import { roundMm } from '#model/kernel/units.ts';

/** The place of a rectangle after its page, of this size, is turned clockwise. */
export function turnedRect(rect: Rect, page: Size, by: Rotation): Rect {
  const { x, y, width, height } = rect;
  switch (by) {
    case 0:
      return rect;
    case 90:
      return { x: roundMm(page.height - y - height), y: x, width: height, height: width };
    case 180:
      return { x: roundMm(page.width - x - width), y: roundMm(page.height - y - height), width, height };
    case 270:
      return { x: y, y: roundMm(page.width - x - width), width: height, height: width };
  }
}

/** The inverse: `page` is the page before the rotation. */
export function turnedBack(rect: Rect, page: Size, by: Rotation): Rect {
  return turnedRect(rect, rotatedSize(page, by), addedTurn(0, -by));
}

/** The sum of two rotations, each a whole number of quarters. */
export function addedTurn(turn: Rotation, by: number): Rotation {
  return ((((turn + by) % 360) + 360) % 360) as Rotation;
}
