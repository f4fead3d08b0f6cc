import type { Point } from '#model/kernel/geometry.ts';
import type { Mm } from '#model/kernel/units.ts';
import type { ElementBase } from '../base/element.ts';
import type { LineMarkers } from './line-markers.ts';

export const LINE_DIRECTIONS = ['left', 'right', 'horizontal', 'vertical'] as const;
/** `left` runs from the top left to the bottom right of the box, `right` from the top right to the bottom left. */
export type LineDirection = (typeof LINE_DIRECTIONS)[number];

export interface LineElement extends ElementBase, LineMarkers {
  readonly type: 'line';
  readonly direction: LineDirection;
  readonly dashed: boolean;
  /** 0.3 to 10 in the file's pen unit, which is a millimeter. */
  readonly penWidthMm: Mm;
}

type LineShape = Pick<LineElement, 'direction' | 'widthMm' | 'heightMm'>;

/** The line's start and end in the content box. */
export function lineEnds({ direction, widthMm: w, heightMm: h }: LineShape): readonly [Point, Point] {
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
