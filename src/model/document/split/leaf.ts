import type { PixelBox } from './ink.ts';

/** A part of the page that is not cut further. */
export interface Leaf {
  /** Up to the cuts around it. */
  readonly area: PixelBox;
  /** Around what is printed in it. */
  readonly core: PixelBox;
  readonly isLabel: boolean;
  readonly score: number;
  /** A symbol is in it. */
  readonly isCoded: boolean;
  /** Four lines close a rectangle around it. */
  readonly isClosed: boolean;
}
