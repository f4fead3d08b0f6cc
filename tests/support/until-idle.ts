import type { Locator, Page } from 'playwright';
import { STEP_MS } from './time-limits.ts';

/** Polling interval. Polling once a frame, like Playwright, costs a frame each time. */
const LOOK_MS = 15;

/**
 * Waits until the page, or that of the locator, has no pending work and nothing moves on it any more (`src/services/idle.ts`).
 * Pages that are not the application, such as the assistant's own, are always idle.
 */
export async function untilIdle(where: Page | Locator): Promise<void> {
  const page = 'page' in where ? where.page() : where;
  await page.waitForFunction(
    () => document.documentElement.dataset['idle'] === 'true' || document.getElementById('root') === null,
    undefined,
    { timeout: STEP_MS, polling: LOOK_MS },
  );
}
