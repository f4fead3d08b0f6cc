import type { Mm } from '#model/kernel/units.ts';
import type { ElementBase } from '../base/element.ts';
import type { ShapeStyle } from './shape-style.ts';

export interface RectangleElement extends ElementBase, ShapeStyle {
  readonly type: 'rectangle';
}

/** Specification 2, section 9, in the file's unit of length. */
export const CORNER_RADIUS_LIMITS: { readonly min: Mm; readonly max: Mm; readonly step: Mm } = {
  min: 0,
  max: 10,
  step: 0.5,
};

export interface RoundRectangleElement extends ElementBase, ShapeStyle {
  readonly type: 'roundRectangle';
  /** 0 to 10; limited by the box when drawn. */
  readonly cornerRadiusMm: Mm;
}

export interface EllipseElement extends ElementBase, ShapeStyle {
  readonly type: 'ellipse';
}

export interface DiamondElement extends ElementBase, ShapeStyle {
  readonly type: 'diamond';
}

export interface TriangleElement extends ElementBase, ShapeStyle {
  readonly type: 'triangle';
}

/** The closed shapes. */
export type ShapeElement = RectangleElement | RoundRectangleElement | EllipseElement | DiamondElement | TriangleElement;
