import type { PixelBox } from './ink.ts';

/** A part of the page that is not cut further. */
export interface Leaf {
  /** Up to the cuts around it. */
  readonly area: PixelBox;
  /** The box around its content. */
  readonly core: PixelBox;
  readonly isLabel: boolean;
  readonly score: number;
  /** Whether it contains a symbol. */
  readonly isCoded: boolean;
  /** Whether a rectangle of four lines encloses it. */
  readonly isClosed: boolean;
}
