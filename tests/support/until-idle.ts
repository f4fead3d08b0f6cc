import type { Page } from 'playwright';
import { STEP_MS } from './time-limits.ts';

/** Until the product says that it has nothing pending and nothing moves any more (`src/services/idle.ts`). */
export async function untilIdle(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset['idle'] === 'true', undefined, {
    timeout: STEP_MS,
  });
}
