/** Lengths of time in milliseconds. A day of a calendar can be an hour shorter or longer than `DAY_MS`. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
