import type { Rect, Size } from '#model/kernel/geometry.ts';

/** One command of a path, with absolute coordinates in units of the drawing: x, y, x, y … */
export interface PathCommand {
  readonly name: 'M' | 'L' | 'C' | 'Q' | 'Z';
  readonly numbers: readonly number[];
}

export const LINE_CAPS = ['butt', 'round', 'square'] as const;
export type LineCap = (typeof LINE_CAPS)[number];
export const LINE_JOINS = ['miter', 'round', 'bevel'] as const;
export type LineJoin = (typeof LINE_JOINS)[number];

export interface DrawnStroke {
  readonly style: 'stroke';
  /** In units of the drawing. */
  readonly width: number;
  readonly dash: readonly [on: number, off: number] | null;
  readonly cap: LineCap;
  readonly join: LineJoin;
}

/** One filled or stroked outline of a vector image. */
export interface DrawnShape {
  readonly commands: readonly PathCommand[];
  /** Set for a filled, axis-parallel rectangle, which has whole dots of its own. */
  readonly rect?: Rect;
  /** Lightness of its color, including opacity on white: 0 is black, 255 white. */
  readonly grey: number;
  readonly paint: { readonly style: 'fill'; readonly evenOdd: boolean } | DrawnStroke;
}

/** A vector image: shapes in painting order, from (0, 0) to (`width`, `height`) in units of its own. */
export interface Drawing extends Size {
  readonly shapes: readonly DrawnShape[];
}
