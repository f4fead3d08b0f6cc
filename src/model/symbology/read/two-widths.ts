/** The least and the greatest ratio of wide to narrow (ISO/IEC 16388 and 16390 print 2 to 3). */
const LEAST_RATIO = 1.5;
const MOST_RATIO = 4.5;
/** How far an element may deviate from the narrow or wide width, as a fraction of their difference. */
const TOLERANCE = 0.35;

/**
 * Determines which elements are wide, the first in the highest of `count` bits. They are compared with each other, so
 * that neither the size nor a ratio is assumed. Null when there are not clearly two widths.
 */
export function wideBits(widths: readonly number[], from: number, count: number, step = 1): number | null {
  let least = Infinity;
  let most = 0;
  for (let i = 0; i < count; i++) {
    const w = widths[from + i * step];
    if (w === undefined) return null;
    if (w < least) least = w;
    if (w > most) most = w;
  }
  if (most < least * LEAST_RATIO || most > least * MOST_RATIO) return null;
  const slack = (most - least) * TOLERANCE;
  let bits = 0;
  for (let i = 0; i < count; i++) {
    const w = widths[from + i * step] ?? 0;
    const wide = most - w <= slack;
    if (!wide && w - least > slack) return null;
    bits = bits * 2 + (wide ? 1 : 0);
  }
  return bits;
}
