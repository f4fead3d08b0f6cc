import type { Locator, Page } from 'playwright';

/** Position of an element on the screen. */
export async function boxOf(what: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await what.boundingBox();
  if (box === null) throw new Error('it is not shown');
  return box;
}

/** Presses the window's lower left corner, which has no menu and no dialog. */
export async function pressElsewhere(page: Page): Promise<void> {
  const { innerHeight } = await page.evaluate(() => ({ innerHeight: window.innerHeight }));
  await page.mouse.click(LEFT_PX, innerHeight - BOTTOM_PX);
}

/** Moves the pointer off every control: a hovered one may be drawn in another color. */
export async function leaveControls(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
}

const LEFT_PX = 90;
/** Below the tools of the editor. */
const BOTTOM_PX = 24;
