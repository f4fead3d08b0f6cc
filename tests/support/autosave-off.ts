import type { Page } from 'playwright';

/** Switches autosave off in all pages of this browser, as its setting does: for tests about work that is not saved. */
export async function switchAutosaveOff(page: Page): Promise<void> {
  const switchOff = (): void => {
    // A page that has gone nowhere yet has no storage.
    if (window.location.protocol.startsWith('http')) localStorage.setItem('autosave', 'false');
  };
  await page.context().addInitScript(switchOff);
  await page.evaluate(switchOff);
}
