import { rotatedSize, type Rect, type Size } from '#model/kernel/geometry.ts';
import { roundMm, type Mm } from '#model/kernel/units.ts';
import { elementBox } from './box.ts';
import type { ElementBase } from './element.ts';
import type { ResizeHandle } from './handle.ts';

/** The element with its box at `rect` (mm of the label), rounded to the file's 3 decimals. */
export function withFootprint<E extends ElementBase>(element: E, rect: Rect): E {
  const { width, height } = rotatedSize(rect, element.rotation);
  const box: Partial<ElementBase> = {
    xMm: roundMm(rect.x),
    yMm: roundMm(rect.y),
    widthMm: roundMm(width),
    heightMm: roundMm(height),
  };
  return changed<E>(element, box as Partial<E>);
}

/** The element with another content size (before rotation) and the same center. */
export function withContentSize<E extends ElementBase>(element: E, content: Size): E {
  const box = elementBox(element);
  const size = rotatedSize(content, element.rotation);
  return withFootprint(element, {
    x: box.x + (box.width - size.width) / 2,
    y: box.y + (box.height - size.height) / 2,
    ...size,
  });
}

export function moved<E extends ElementBase>(element: E, dxMm: Mm, dyMm: Mm): E {
  const xMm = roundMm(element.xMm + dxMm);
  const yMm = roundMm(element.yMm + dyMm);
  return Object.is(xMm, element.xMm) && Object.is(yMm, element.yMm) ? element : { ...element, xMm, yMm };
}

/** The element with these fields changed; the same object when none differs, so that no change is recorded. */
export function changed<E extends ElementBase>(element: E, fields: Partial<E>): E {
  const differs = Object.entries(fields).some(([key, value]) => !Object.is(element[key as keyof E], value));
  return differs ? { ...element, ...fields } : element;
}

/** Whether the content's width (or height) runs across the label, rather than down, after rotation. */
export function runsAcross({ rotation }: Pick<ElementBase, 'rotation'>, side: 'width' | 'height'): boolean {
  const turned = rotation === 90 || rotation === 270;
  return (side === 'width') !== turned;
}

/** The two handles that change the content's width (or height). */
export function sideHandles(element: Pick<ElementBase, 'rotation'>, side: 'width' | 'height'): readonly ResizeHandle[] {
  return runsAcross(element, side) ? ['e', 'w'] : ['n', 's'];
}
