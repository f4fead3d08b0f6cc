import type { Page } from 'playwright';

/** Switches autosave off in all pages of this browser, as its setting does: for tests about unsaved work. */
export async function switchAutosaveOff(page: Page): Promise<void> {
  const switchOff = (): void => {
    // A page before its first navigation has no storage.
    if (window.location.protocol.startsWith('http')) localStorage.setItem('autosave', 'false');
  };
  await page.context().addInitScript(switchOff);
  await page.evaluate(switchOff);
}
