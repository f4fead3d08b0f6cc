import type { LayoutOf } from '../base/layout.ts';
import { roundRectangle } from '../base/outline.ts';
import { layoutShape } from '../base/shape-layout.ts';
import type { RoundRectangleElement } from './round-rectangle-element.ts';

export const layoutRoundRectangle: LayoutOf<RoundRectangleElement> = (element, _value, context) =>
  layoutShape(element, roundRectangle(element.cornerRadiusMm), context);
