import type { LayoutOf } from '../base/layout.ts';
import { TRIANGLE } from '../base/outline.ts';
import { layoutShape } from '../base/shape-layout.ts';
import type { TriangleElement } from './triangle-element.ts';

export const layoutTriangle: LayoutOf<TriangleElement> = (element, _value, context) =>
  layoutShape(element, TRIANGLE, context);
