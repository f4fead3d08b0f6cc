import { assertNever } from '#model/kernel/assert-never.ts';
import { multiply, rotatedSize, type Affine, type Rect, type Rotation, type Size } from '#model/kernel/geometry.ts';
import type { PagePlacement } from './document-look.ts';

export interface PlacedPage {
  /** The label without its margins, in mm of the label. */
  readonly area: Rect;
  /** The place of the turned box, in mm of the label; it is cropped to the area. */
  readonly content: Rect;
  /** Printed millimeters per millimeter of the page. */
  readonly scale: number;
  /** From mm of the page, as shown, to mm of the label. */
  readonly toLabel: Affine;
}

/** The place of a page box on a label. Margins that leave nothing of the label leave nothing of the box. */
export function placePage(box: Rect, rotation: Rotation, placement: PagePlacement, label: Size): PlacedPage {
  const { left, top, right, bottom } = placement.marginsMm;
  const area = {
    x: left,
    y: top,
    width: Math.max(0, label.width - left - right),
    height: Math.max(0, label.height - top - bottom),
  };
  const turned = rotatedSize(box, rotation);
  const scale = scaleOf(turned, area, placement);
  const size = { width: turned.width * scale, height: turned.height * scale };
  const content = {
    x: area.x + (area.width - size.width) * { left: 0, center: 0.5, right: 1 }[placement.horizontal],
    y: area.y + (area.height - size.height) * { top: 0, middle: 0.5, bottom: 1 }[placement.vertical],
    ...size,
  };
  const onLabel: Affine = { a: scale, b: 0, c: 0, d: scale, e: content.x, f: content.y };
  return { area, content, scale, toLabel: multiply(onLabel, turnToOrigin(box, rotation)) };
}

/** Moves a box to the origin and turns it clockwise; its new corner is at the origin, too. */
export function turnToOrigin(box: Rect, rotation: Rotation): Affine {
  return multiply(turn(box, rotation), { a: 1, b: 0, c: 0, d: 1, e: -box.x, f: -box.y });
}

/** Straightens a page of this size with clockwise skew, about its middle. */
export function straighten({ width, height }: Size, leanDegrees: number): Affine {
  const lean = (leanDegrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(lean), Math.sin(lean)];
  const [x, y] = [width / 2, height / 2];
  return { a: cos, b: -sin, c: sin, d: cos, e: x - cos * x - sin * y, f: y + sin * x - cos * y };
}

function scaleOf(turned: Size, area: Rect, { fit, scale }: PagePlacement): number {
  const [across, along] = [area.width / turned.width, area.height / turned.height];
  switch (fit) {
    case 'fit':
      return Math.min(across, along);
    case 'fill':
      return Math.max(across, along);
    case 'actual':
      return scale;
    default:
      return assertNever(fit);
  }
}

/** Turns a box at the origin clockwise; its new corner is at the origin, too. */
function turn({ width, height }: Size, rotation: Rotation): Affine {
  switch (rotation) {
    case 0:
      return { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
    case 90:
      return { a: 0, b: 1, c: -1, d: 0, e: height, f: 0 };
    case 180:
      return { a: -1, b: 0, c: 0, d: -1, e: width, f: height };
    case 270:
      return { a: 0, b: -1, c: 1, d: 0, e: 0, f: width };
    default:
      return assertNever(rotation);
  }
}
