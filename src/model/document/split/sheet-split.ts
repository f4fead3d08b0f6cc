import type { Rect, Rotation } from '#model/kernel/geometry.ts';

/** By what the labels of a sheet were told apart. */
export type SplitMethod = 'frames' | 'ruledLines' | 'whitespace' | 'search' | 'wholePage';

export interface SplitLabel {
  /** In the straightened page. */
  readonly boxMm: Rect;
  /** Degrees clockwise by which the cut-out is turned to stand upright. */
  readonly rotation: Rotation;
  /** 0 to 1. */
  readonly confidence: number;
}

export interface SheetSplit {
  /** In the reading order of the upright sheet; none on a blank page. */
  readonly labels: readonly SplitLabel[];
  readonly method: SplitMethod;
  /** Of the whole, 0 to 1. */
  readonly confidence: number;
  /**
   * By how much the content leans clockwise. The page is straightened when it is turned by the opposite about its centre,
   * keeping its size; the boxes are in that page.
   */
  readonly skewDegrees: number;
  /** What is beside the labels: instructions, receipts. */
  readonly nonLabelsMm: readonly Rect[];
  /** By which another sheet of the same kind is recognised. */
  readonly signature: string;
}

/** Lowest confidence with which labels are printed unasked. */
const SURE = 0.5;

/** Whether the labels are no more than a proposal, which the user has to confirm. */
export function isSplitUnsure({ labels, confidence }: Pick<SheetSplit, 'labels' | 'confidence'>): boolean {
  return labels.length > 0 && confidence < SURE;
}
