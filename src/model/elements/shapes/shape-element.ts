import { roundMm, type Mm } from '#model/kernel/units.ts';
import type { ElementBase } from '../base/element.ts';
import type { ElementFields, FieldReader } from '../base/fields.ts';
import type { FigureElement } from './figure-element.ts';
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

/** The corners of a box before it is turned, clockwise. */
export const CORNERS = ['topLeft', 'topRight', 'bottomRight', 'bottomLeft'] as const;
export type Corner = (typeof CORNERS)[number];
export type CornerRadii = Readonly<Record<Corner, Mm>>;

export interface RoundRectangleElement extends ElementBase, ShapeStyle {
  readonly type: 'roundRectangle';
  /** 0 to 10; limited by the box when drawn. */
  readonly cornerRadiusMm: Mm;
  /** A radius for each corner, in the same limits, in place of one for all; left out where all are the same. */
  readonly cornerRadiiMm?: CornerRadii | undefined;
}

export function radiiOf({ cornerRadiusMm, cornerRadiiMm }: RoundRectangleElement): CornerRadii {
  return cornerRadiiMm ?? evenRadii(cornerRadiusMm);
}

export function evenRadii(all: Mm): CornerRadii {
  return { topLeft: all, topRight: all, bottomRight: all, bottomLeft: all };
}

const RADII = 'CornerRadii';

/** Reads the attribute of our own with four radii; anything else is kept and not used. */
export function readRadii(fields: FieldReader): Pick<RoundRectangleElement, 'cornerRadiiMm'> {
  const text = fields.text(RADII, '');
  const { min, max } = CORNER_RADIUS_LIMITS;
  const numbers = text.split(' ').map(Number);
  const [topLeft, topRight, bottomRight, bottomLeft] = numbers.filter((radius) => radius >= min && radius <= max);
  if (topLeft !== undefined && topRight !== undefined && bottomRight !== undefined && bottomLeft !== undefined) {
    if (numbers.length === CORNERS.length) return { cornerRadiiMm: { topLeft, topRight, bottomRight, bottomLeft } };
  }
  if (text !== '') fields.keep(RADII);
  return {};
}

/** Older programs ignore the attribute and round all corners in the same way. */
export function writeRadii({ cornerRadiiMm }: RoundRectangleElement): ElementFields['attributes'] {
  if (cornerRadiiMm === undefined) return {};
  return { [RADII]: CORNERS.map((corner) => roundMm(cornerRadiiMm[corner])).join(' ') };
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
export type ShapeElement =
  | RectangleElement
  | RoundRectangleElement
  | EllipseElement
  | DiamondElement
  | TriangleElement
  | FigureElement;
