import type { Mm } from '#model/kernel/units.ts';
import type { ElementBase } from '../base/element.ts';

export const LINE_DIRECTIONS = ['left', 'right', 'horizontal', 'vertical'] as const;
/** `left` runs from the top left to the bottom right of the box, `right` from the top right to the bottom left. */
export type LineDirection = (typeof LINE_DIRECTIONS)[number];

export interface LineElement extends ElementBase {
  readonly type: 'line';
  readonly direction: LineDirection;
  readonly dashed: boolean;
  /** 0.3 to 10 in the file's pen unit, which is a millimeter. */
  readonly penWidthMm: Mm;
}
