/** The pace of some work. */
export interface Pace {
  /** Above 0; the mean of the last seconds. */
  readonly perSecond: number;
  /** The remaining time at that pace, in seconds. */
  readonly remainingS: number;
}

export interface PaceMeter {
  /** Records the progress of the work and returns its pace; null while it is unknown. `nowMs` never decreases. */
  add(done: number, total: number, nowMs: number): Pace | null;
}

/** The window of the mean: one slow page changes it little, and a slower printer shows soon. */
const WINDOW_MS = 20_000;
const SAMPLE_MS = 500;
/** The shortest measured time: work starts faster or slower than it continues. */
const LEAST_MS = 2_000;

/** Measures the pace of work from the first call; work done before doesn't count. */
export function createPaceMeter(): PaceMeter {
  let samples: readonly { readonly atMs: number; readonly done: number }[] = [];
  return {
    add(done, total, nowMs) {
      const last = samples.at(-1);
      if (last === undefined || nowMs - last.atMs >= SAMPLE_MS) samples = [...samples, { atMs: nowMs, done }];
      // The first sample stays until a later one is as old as the window.
      while ((samples[1]?.atMs ?? nowMs) <= nowMs - WINDOW_MS) samples = samples.slice(1);
      const [first] = samples;
      if (first === undefined || nowMs - first.atMs < LEAST_MS || done <= first.done) return null;
      const perSecond = ((done - first.done) * 1000) / (nowMs - first.atMs);
      return { perSecond, remainingS: Math.max(0, total - done) / perSecond };
    },
  };
}

/**
 * A remaining time, no more precise than it can be known: in steps of 5 s below 90 s, else in whole minutes, or hours
 * with one decimal.
 */
export function roughTime(seconds: number): { readonly value: number; readonly unit: 'second' | 'minute' | 'hour' } {
  if (seconds <= 85) return { value: Math.max(5, Math.ceil(seconds / 5) * 5), unit: 'second' };
  if (seconds <= 90 * 60) return { value: Math.ceil(seconds / 60), unit: 'minute' };
  return { value: Math.ceil(seconds / 360) / 10, unit: 'hour' };
}
