/**
 * How far the clocks of an installation's servers may differ. A time in the database that is further in the future was
 * written before a clock was set back; without this rule, anything that waits for it would wait as long as the clock
 * was ahead.
 */
export const CLOCKS_DIFFER_MS: number = 10 * 60 * 1000;
