/** How fast work goes on. */
export interface Pace {
  /** Above 0; the mean of the last seconds. */
  readonly perSecond: number;
  /** What is left, at that pace, in seconds. */
  readonly remainingS: number;
}

export interface PaceMeter {
  /** Takes how far the work is, and gives its pace; null until that is known. `nowMs` never goes back. */
  add(done: number, total: number, nowMs: number): Pace | null;
}

/** The mean is taken over this long: a page that takes longer moves it little, and a slower printer shows soon. */
const WINDOW_MS = 20_000;
const SAMPLE_MS = 500;
/** What is begun goes faster or slower than what follows. */
const LEAST_MS = 2_000;

/** Measures how fast work is done from the moment of the first call; what was done before counts as nothing. */
export function createPaceMeter(): PaceMeter {
  let samples: readonly { readonly atMs: number; readonly done: number }[] = [];
  return {
    add(done, total, nowMs) {
      const last = samples.at(-1);
      if (last === undefined || nowMs - last.atMs >= SAMPLE_MS) samples = [...samples, { atMs: nowMs, done }];
      // The first one stays until a later one is as old as the window.
      while ((samples[1]?.atMs ?? nowMs) <= nowMs - WINDOW_MS) samples = samples.slice(1);
      const [first] = samples;
      if (first === undefined || nowMs - first.atMs < LEAST_MS || done <= first.done) return null;
      const perSecond = ((done - first.done) * 1000) / (nowMs - first.atMs);
      return { perSecond, remainingS: Math.max(0, total - done) / perSecond };
    },
  };
}

/** A time that is left, no finer than it can be known: in steps of 5 s below 90 s, else in whole minutes, or hours with one decimal. */
export function roughTime(seconds: number): { readonly value: number; readonly unit: 'second' | 'minute' | 'hour' } {
  if (seconds <= 85) return { value: Math.max(5, Math.ceil(seconds / 5) * 5), unit: 'second' };
  if (seconds <= 90 * 60) return { value: Math.ceil(seconds / 60), unit: 'minute' };
  return { value: Math.ceil(seconds / 360) / 10, unit: 'hour' };
}
