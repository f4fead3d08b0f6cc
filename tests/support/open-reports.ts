import type { BrowserContext } from 'playwright';

/** Keeps the print window open after a run, as the user may choose: the drivers read its report there. */
export async function keepReportsOpen(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    try {
      window.localStorage.setItem('printWindowStaysOpen', 'yes');
    } catch {
      // A page without storage prints nothing.
    }
  });
}
