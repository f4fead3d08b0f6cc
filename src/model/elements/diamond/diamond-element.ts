import type { ElementBase } from '../base/element.ts';
import type { ShapeStyle } from '../base/shape.ts';

export interface DiamondElement extends ElementBase, ShapeStyle {
  readonly type: 'diamond';
}
