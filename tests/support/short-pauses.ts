import type { BrowserContext } from 'playwright';

/** The application's own pauses: from typing to a search, from idleness to a check of symbols. */
const SHORTEST_MS = 80;
const LONGEST_MS = 700;
const TIMES_SHORTER = 20;

/**
 * Makes the application's pauses for further input a twentieth as long: the drivers, which wait for the
 * idle page after each step, spent most of their time in them. Limits, repetitions and polls are unchanged.
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
