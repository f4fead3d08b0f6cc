/** Progress is announced at most once per tenth. */
const STEPS = 10;
/** Shortest time between two announcements: a screen reader needs some seconds for a sentence. */
const PAUSE_MS = 5_000;

export interface SpokenSteps {
  /** Whether to announce this share of the work, 0 to 1; `nowMs` never decreases. */
  isDue(share: number, nowMs: number): boolean;
}

/** For work that begins now. Its end is a separate message. */
export function createSpokenSteps(beginMs: number): SpokenSteps {
  let step = 0;
  let saidMs = beginMs;
  return {
    isDue(share, nowMs) {
      const next = Math.floor(share * STEPS);
      if (next <= step || next >= STEPS || nowMs - saidMs < PAUSE_MS) return false;
      step = next;
      saidMs = nowMs;
      return true;
    },
  };
}
