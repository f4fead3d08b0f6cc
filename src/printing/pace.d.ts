/** How fast work goes on. */
export interface Pace {
  /** Above 0; the mean of the last seconds. */
  readonly perSecond: number;
  /** What is left, at that pace, in seconds. */
  readonly remainingS: number;
}
export interface PaceMeter {
  /** Takes how far the work is, and gives its pace; null until it can be told. `nowMs` never goes back. */
  add(done: number, total: number, nowMs: number): Pace | null;
}
/** Measures how fast work is done from the moment of the first call; what was done before counts as nothing. */
export declare function createPaceMeter(): PaceMeter;
/** A time that is left, no finer than it can be known: in steps of 5 s below 90 s, else in whole minutes, or hours with one decimal. */
export declare function roughTime(seconds: number): {
  readonly value: number;
  readonly unit: 'second' | 'minute' | 'hour';
};
