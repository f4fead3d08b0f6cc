import type { Mm } from '#model/kernel/units.ts';
import type { ElementBase } from '../base/element.ts';
import type { ShapeStyle } from '../base/shape.ts';

/** Specification 2, section 9, in the file's unit of length. */
export const CORNER_RADIUS_LIMITS: { readonly min: Mm; readonly max: Mm; readonly step: Mm } = {
  min: 0,
  max: 10,
  step: 0.5,
};

export interface RoundRectangleElement extends ElementBase, ShapeStyle {
  readonly type: 'roundRectangle';
  /** 0 to 10; drawn as round as the box allows. */
  readonly cornerRadiusMm: Mm;
}
