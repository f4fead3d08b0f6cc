import { type Rect, type Rotation } from '#model/kernel/geometry.ts';
import { inReadingOrder } from './reading-order.ts';
import type { SplitLabel } from './sheet-split.ts';
export { inReadingOrder };
/** Nothing smaller is a label, in mm. */
export declare const SMALLEST_LABEL_MM = 3;
export type Edge = 'left' | 'right' | 'top' | 'bottom';
/** One label in place of several, where the first of them was. */
export declare function mergeLabels(labels: readonly SplitLabel[], indexes: readonly number[]): readonly SplitLabel[];
/** Two labels in place of one: `x` cuts it at a distance from the left of the page, `y` from the top. */
export declare function cutLabel(
  labels: readonly SplitLabel[],
  index: number,
  across: 'x' | 'y',
  atMm: number,
): readonly SplitLabel[];
/** The opposite edge stays, and a label keeps its smallest size. */
export declare function moveEdge(
  labels: readonly SplitLabel[],
  index: number,
  edge: Edge,
  toMm: number,
): readonly SplitLabel[];
export declare function removeLabels(labels: readonly SplitLabel[], indexes: readonly number[]): readonly SplitLabel[];
/** A box drawn by hand, in its place of the reading order; it stands as the others do. */
export declare function addLabel(labels: readonly SplitLabel[], boxMm: Rect): readonly SplitLabel[];
/** All are turned, and the order follows the new way to read the sheet. */
export declare function turnLabels(labels: readonly SplitLabel[], rotation: Rotation): readonly SplitLabel[];
