import type { Mm } from '#model/kernel/units.ts';
import type { ElementBase } from '../base/element.ts';

/** The pen runs inside the box: what is covered is exactly the box. */
export interface RectangleElement extends ElementBase {
  readonly type: 'rectangle';
  readonly dashed: boolean;
  readonly penWidthMm: Mm;
  readonly filled: boolean;
}
