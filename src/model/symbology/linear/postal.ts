/** Bars of 0.020 inch stand 0.046 inch apart (USPS Publication 25, 4-4.3; 22 bars an inch): the pitch in bars. */
export const POSTAL_PITCH = 2.3;
/** An eighth of an inch at either end. */
export const POSTAL_QUIET: readonly [left: number, right: number] = [6, 6];
