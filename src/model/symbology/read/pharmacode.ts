const LEAST = 3;
const MOST = 131_070;

/**
 * Laetus one-track Pharmacode: a narrow bar counts 1, a wide one 2, times 2 to the power of its place from the right.
 * Bars are 1 and 3 modules, spaces 2: a space tells which is which even when all bars are alike. It reads another number
 * backwards, so the row must run as it was printed. Null when it is not Pharmacode.
 */
export function readPharmacode(widths: readonly number[]): string | null {
  const bars = (widths.length + 1) / 2;
  if (bars < 2 || bars > 16) return null;
  const space = widths[1] ?? 0;
  let value = 0;
  for (let i = 0; i < bars; i++) {
    const bar = widths[2 * i] ?? 0;
    const after = widths[2 * i + 1] ?? space;
    // Narrow is half a space, wide one and a half; what is in the middle is neither.
    const wide = bar > space;
    if (after < space * 0.8 || after > space * 1.25) return null;
    if (wide ? bar < space * 1.2 || bar > space * 1.9 : bar > space * 0.8 || bar < space * 0.3) return null;
    value = value * 2 + (wide ? 2 : 1);
  }
  return value >= LEAST && value <= MOST ? String(value) : null;
}
