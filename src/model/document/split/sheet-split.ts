import type { Rect, Rotation } from '#model/kernel/geometry.ts';

/** The feature that separated the labels of a sheet. */
export type SplitMethod = 'frames' | 'ruledLines' | 'whitespace' | 'search' | 'wholePage';

export interface SplitLabel {
  /** On the straightened page. */
  readonly boxMm: Rect;
  /** Clockwise rotation, in degrees, that makes the label upright. */
  readonly rotation: Rotation;
  /** 0 to 1. */
  readonly confidence: number;
}

export interface SheetSplit {
  /** In the reading order of the upright sheet; empty for a blank page, and for one with lists or forms only. */
  readonly labels: readonly SplitLabel[];
  readonly method: SplitMethod;
  /** Of the whole, 0 to 1. */
  readonly confidence: number;
  /**
   * Skew angle of the content, in degrees clockwise. The page is straightened by the opposite rotation about its center,
   * keeping its size; the boxes are on that page.
   */
  readonly skewDegrees: number;
  /** Content that is not part of a label: instructions, receipts. */
  readonly nonLabelsMm: readonly Rect[];
  /** Identifies other sheets of the same kind. */
  readonly signature: string;
}

/** The lowest confidence for printing labels without confirmation. */
const SURE = 0.5;

/** Whether the labels are only a proposal that the user has to confirm, or a page may have none. */
export function isSplitUnsure({ confidence }: Pick<SheetSplit, 'confidence'>): boolean {
  return confidence < SURE;
}
