/** Progress is said at each tenth at the most. */
const STEPS = 10;
/** Nor sooner than this after the last time: a screen reader needs some seconds for a sentence. */
const PAUSE_MS = 5_000;

export interface SpokenSteps {
  /** Whether this much of the work, 0 to 1, is worth saying now; `nowMs` never runs backwards. */
  isDue(share: number, nowMs: number): boolean;
}

/** For work that begins now. Its end is a message of its own. */
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
