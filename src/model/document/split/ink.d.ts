import type { Rect } from '#model/kernel/geometry.ts';
import type { PagePlane } from './plane.ts';
/** The page in black and white: 1 is ink. */
export interface Ink {
  readonly bits: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly dotsPerMm: number;
}
/** Pixels from `left` and `top` to just before `right` and `bottom`. */
export interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
export declare function rectOf({ left, top, right, bottom }: PixelBox, dotsPerMm: number): Rect;
export declare function pageOf({ width, height }: Ink): PixelBox;
/** Moved outward on all sides, and cut to the page. */
export declare function grownBox({ left, top, right, bottom }: PixelBox, by: number, ink: Ink): PixelBox;
export declare function boxAround(boxes: readonly PixelBox[]): PixelBox | null;
/** The smallest box around the ink inside `within`; null where there is none. */
export declare function inkBox({ bits, width }: Ink, within: PixelBox): PixelBox | null;
/** What is darker than the paper and its noise. */
export declare function inkOf(plane: PagePlane): {
  readonly ink: Ink;
  readonly noise: number;
};
