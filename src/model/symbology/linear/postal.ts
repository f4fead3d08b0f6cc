/**
 * Distance of bars in bar widths: bars of 0.020 inch are 0.046 inch apart (USPS Publication 25, 4-4.3; 22 bars an
 * inch).
 */
export const POSTAL_PITCH = 2.3;
/** Quiet zones in bar widths: an eighth of an inch at either end. */
export const POSTAL_QUIET: readonly [left: number, right: number] = [6, 6];
