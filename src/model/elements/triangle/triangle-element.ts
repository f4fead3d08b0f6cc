import type { ElementBase } from '../base/element.ts';
import type { ShapeStyle } from '../base/shape.ts';

export interface TriangleElement extends ElementBase, ShapeStyle {
  readonly type: 'triangle';
}
