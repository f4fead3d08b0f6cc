import type { SplitLabel } from './sheet-split.ts';
/** Row by row from the top and from the left, as the sheet is read when most of its labels stand upright. */
export declare function inReadingOrder(labels: readonly SplitLabel[]): readonly SplitLabel[];
