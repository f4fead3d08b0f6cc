/**
 * How far the clocks of an installation's servers may differ. A time in the database that is later than it can be by more than
 * this was written before the clock was set back; otherwise what waits for it would wait for as long as the clock was ahead.
 */
export const CLOCKS_DIFFER_MS: number = 10 * 60 * 1000;
