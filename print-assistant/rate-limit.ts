export interface RateLimit {
  /** True when one more may pass now. */
  take(): boolean;
}

/** A bucket that holds `burst` and fills up by `perSecond`. `now` is in milliseconds. */
export function createRateLimit(perSecond: number, burst: number, now: () => number): RateLimit {
  let tokens = burst;
  let at = now();
  return {
    take() {
      tokens = Math.min(burst, tokens + ((now() - at) / 1000) * perSecond);
      at = now();
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}
