import type { ElementBase } from '../base/element.ts';
import type { ShapeStyle } from '../base/shape.ts';

export interface RectangleElement extends ElementBase, ShapeStyle {
  readonly type: 'rectangle';
}
