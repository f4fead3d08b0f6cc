import type { Page } from 'playwright';

interface WindowSize {
  readonly width: number;
  readonly height: number;
}

/** Gives the page's window a size, in CSS pixels, and waits until the page is laid out in it: the browser reports it earlier. */
export async function setWindowSize(page: Page, size: WindowSize): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(async ({ width, height }) => {
    const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    const isThere = (): boolean => innerWidth === width && innerHeight === height;
    while (!isThere()) await nextFrame();
    // Changes by script that depend on the size are there with the frame after the next.
    for (let frames = 0; frames < 2; frames++) await nextFrame();
  }, size);
}
