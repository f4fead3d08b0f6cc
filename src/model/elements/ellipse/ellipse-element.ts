import type { ElementBase } from '../base/element.ts';
import type { ShapeStyle } from '../base/shape.ts';

export interface EllipseElement extends ElementBase, ShapeStyle {
  readonly type: 'ellipse';
}
