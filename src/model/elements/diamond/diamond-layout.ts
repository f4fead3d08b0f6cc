import type { LayoutOf } from '../base/layout.ts';
import { DIAMOND } from '../base/outline.ts';
import { layoutShape } from '../base/shape-layout.ts';
import type { DiamondElement } from './diamond-element.ts';

export const layoutDiamond: LayoutOf<DiamondElement> = (element, _value, context) =>
  layoutShape(element, DIAMOND, context);
