import type { Mm, Dots } from '#model/kernel/units.ts';

/** How large a page of a run may be. */
export interface PageLimits {
  readonly maxSideMm: Mm;
  readonly maxSideDots: Dots;
  readonly maxDots: number;
  readonly maxPngBytes: number;
}

/**
 * What can be printed. The render worker makes no page beyond it, and the assistant takes every one within: a page that
 * was verified is not refused afterwards for its size.
 */
export const PRINT_LIMITS: PageLimits = {
  maxSideMm: 10_000,
  maxSideDots: 200_000,
  /** 400 x 3000 mm has 670 million dots at 600 dpi: 84 MB of bits. */
  maxDots: 1_000_000_000,
  /**
   * Enough for text and symbols: a page of dense labels has a fifth of its bits as a PNG. A dithered picture over all of
   * 400 x 3000 mm at 600 dpi has 82 to 88 MB; it can be exported, but not printed. A page goes to the assistant as one
   * text message. One of that size takes the assistant 1 GB (the message as bytes and as text, the PNG, its bits, the
   * printer's data), and any of its connections may send one before it is counted. The page that sends it would stand
   * still for seconds to write it in base64. Such pages need messages in pieces, not a higher limit.
   */
  maxPngBytes: 32 * 1024 * 1024,
};

/**
 * What can be exported to a file, which is never in memory as a whole. 400 x 3000 mm at 1200 dpi has 2,700 million
 * dots.
 */
export const EXPORT_LIMITS: PageLimits = {
  maxSideMm: Infinity,
  maxSideDots: 200_000,
  maxDots: 3_000_000_000,
  maxPngBytes: Infinity,
};

/** True for a page of this many dots within the limits. */
export function isWithin(limits: PageLimits, widthDots: Dots, heightDots: Dots): boolean {
  return Math.max(widthDots, heightDots) <= limits.maxSideDots && widthDots * heightDots <= limits.maxDots;
}
