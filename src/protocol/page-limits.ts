import type { Mm, Dots } from '#model/kernel/units.ts';

/** The size limits of a page of a run. */
export interface PageLimits {
  readonly maxSideMm: Mm;
  readonly maxSideDots: Dots;
  readonly maxDots: number;
}

/**
 * The limits of printing. The render worker makes no page beyond them, and the assistant accepts every page within
 * them: a verified page is never rejected for its size.
 */
export const PRINT_LIMITS: PageLimits = {
  maxSideMm: 10_000,
  maxSideDots: 200_000,
  /** 400 x 3000 mm has 670 million dots at 600 dpi: 84 MB of bits. */
  maxDots: 1_000_000_000,
};

/**
 * The largest PNG of a page within `PRINT_LIMITS` (bytes). Incompressible bits grow by an eighth: the fixed Huffman
 * code writes half of all bytes in 9 bits (RFC 1951, 3.2.6). A row has up to two bytes more than its dots need, and the
 * PNG's own chunks take little.
 */
export const MAX_PNG_BYTES: number =
  Math.ceil(((PRINT_LIMITS.maxDots / 8 + 2 * PRINT_LIMITS.maxSideDots) * 9) / 8) + 1024 * 1024;

/**
 * The limits of exporting to a file, which is never in memory as a whole. 400 x 3000 mm at 1200 dpi has 2,700 million
 * dots.
 */
export const EXPORT_LIMITS: PageLimits = {
  maxSideMm: Infinity,
  maxSideDots: 200_000,
  maxDots: 3_000_000_000,
};

/** Whether a page of this many dots is within the limits. */
export function isWithin(limits: PageLimits, widthDots: Dots, heightDots: Dots): boolean {
  return Math.max(widthDots, heightDots) <= limits.maxSideDots && widthDots * heightDots <= limits.maxDots;
}
