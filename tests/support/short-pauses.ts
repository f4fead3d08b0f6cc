import type { BrowserContext } from 'playwright';

/** Of the application's own pauses: from typing to a search, from a rest to a check of symbols. */
const SHORTEST_MS = 80;
const LONGEST_MS = 700;
const TIMES_SHORTER = 20;

/**
 * Makes the pauses in which the application waits for a user to go on a twentieth as long: the drivers, which wait for the
 * idle page after each step, were waiting for these most of the time. Limits, repetitions and polls keep theirs.
 */
export async function shortenPauses(context: BrowserContext): Promise<void> {
  await context.addInitScript(
    ({ shortest, longest, times }) => {
      const asGiven = window.setTimeout;
      const shortened = (call: TimerHandler, ms = 0, ...given: unknown[]): number =>
        asGiven(call, ms >= shortest && ms <= longest ? ms / times : ms, ...given);
      window.setTimeout = shortened as typeof window.setTimeout;
    },
    { shortest: SHORTEST_MS, longest: LONGEST_MS, times: TIMES_SHORTER },
  );
}
