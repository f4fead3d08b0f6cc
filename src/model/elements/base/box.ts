import { multiply, rotatedSize, rotationAbout, type Affine, type Rect, type Rotation } from '#model/kernel/geometry.ts';
import type { ElementBase } from './element.ts';
import type { ElementLayout } from './layout.ts';

export type Box = Pick<ElementBase, 'xMm' | 'yMm' | 'widthMm' | 'heightMm' | 'rotation' | 'turnDegrees'>;

/** The content box on the label after quarter turns; `turnDegrees` turns it about its center (`turned-box.ts`). */
export function elementBox(element: Box): Rect {
  const size = rotatedSize({ width: element.widthMm, height: element.heightMm }, element.rotation);
  return { x: element.xMm, y: element.yMm, width: size.width, height: size.height };
}

/** Transforms the content box to the label: mirrors, then rotates, then moves, then turns further. */
export function contentTransform(element: Box & Pick<ElementBase, 'mirror'>): Affine {
  const level = levelTransform(element);
  if (element.turnDegrees === undefined) return level;
  const { x, y, width, height } = elementBox(element);
  return multiply(rotationAbout({ x: x + width / 2, y: y + height / 2 }, element.turnDegrees), level);
}

/** The same without the further turn. */
export function levelTransform(element: Box & Pick<ElementBase, 'mirror'>): Affine {
  const { widthMm: w, heightMm: h } = element;
  const mirror: Affine = element.mirror
    ? { a: -1, b: 0, c: 0, d: 1, e: w, f: 0 }
    : { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
  const turned = multiply(rotationInBox(element.rotation, w, h), mirror);
  return { ...turned, e: turned.e + element.xMm, f: turned.f + element.yMm };
}

/** Turns a box of w x h clockwise and places its new top left corner at (0, 0). */
function rotationInBox(rotation: Rotation, w: number, h: number): Affine {
  switch (rotation) {
    case 0:
      return { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };
    case 90:
      return { a: 0, b: 1, c: -1, d: 0, e: h, f: 0 };
    case 180:
      return { a: -1, b: 0, c: 0, d: -1, e: w, f: h };
    case 270:
      return { a: 0, b: -1, c: 1, d: 0, e: 0, f: w };
  }
}

/** The layout of an element that consists of these ops only and fills its box. */
export function plainLayout(element: Pick<Box, 'widthMm' | 'heightMm'>, ops: ElementLayout['ops']): ElementLayout {
  return {
    ops,
    content: { x: 0, y: 0, width: element.widthMm, height: element.heightMm },
    symbols: [],
    problems: [],
    warnings: [],
    placeholder: false,
  };
}
