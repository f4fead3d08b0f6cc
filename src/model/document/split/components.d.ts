import type { Ink, PixelBox } from './ink.ts';
/** A piece of ink that hangs together, corners included. */
export interface Component {
  readonly box: PixelBox;
  readonly area: number;
}
export interface Components {
  readonly list: readonly Component[];
  /** Runs of ink as y, left, right, which component each is of, in the order of rows. */
  readonly runs: Int32Array;
  readonly owners: Int32Array;
}
/** Runs of rows are joined with those that they touch in the row above: one pass, and a forest of runs. */
export declare function componentsOf({ bits, width, height }: Ink): Components;
