import type { LayoutOf } from '../base/layout.ts';
import { ELLIPSE } from '../base/outline.ts';
import { layoutShape } from '../base/shape-layout.ts';
import type { EllipseElement } from './ellipse-element.ts';

export const layoutEllipse: LayoutOf<EllipseElement> = (element, _value, context) =>
  layoutShape(element, ELLIPSE, context);
