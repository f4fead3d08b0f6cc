const LEAST = 3;
const MOST = 131_070;

/**
 * Reads Laetus one-track Pharmacode: a narrow bar counts 1 and a wide bar 2, times 2 to the power of its place from the
 * right. Bars are 1 or 3 modules wide, spaces 2, so that a space shows which bars are wide even if all are alike. Read
 * backwards the code gives another number, so the row must run as printed. Null when it is not Pharmacode.
 */
export function readPharmacode(widths: readonly number[]): string | null {
  const bars = (widths.length + 1) / 2;
  if (bars < 2 || bars > 16) return null;
  const space = widths[1] ?? 0;
  let value = 0;
  for (let i = 0; i < bars; i++) {
    const bar = widths[2 * i] ?? 0;
    const after = widths[2 * i + 1] ?? space;
    // A narrow bar is half as wide as a space, a wide one one and a half times; anything in between is neither.
    const wide = bar > space;
    if (after < space * 0.8 || after > space * 1.25) return null;
    if (wide ? bar < space * 1.2 || bar > space * 1.9 : bar > space * 0.8 || bar < space * 0.3) return null;
    value = value * 2 + (wide ? 2 : 1);
  }
  return value >= LEAST && value <= MOST ? String(value) : null;
}
