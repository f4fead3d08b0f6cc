import type { Browser, Page } from 'playwright';
import { launchChromium } from '#tests/support/chromium.ts';
import { createEditorDriver } from '#tests/support/editor-driver.ts';
import { startProduct } from '#tests/support/product.ts';
import { median, type Figure } from './figure.ts';

/** The label may take this long to be seen after a cold load of the page. */
const LIMIT_MS = 2_000;
const ROUNDS = 3;
const ELEMENTS = 30;
const TYPES = ['text', 'barcode', 'qrcode', 'rectangle', 'line', 'text'];
const PAINT_LIMIT_MS = 20_000;

interface Marks {
  /** From the start of the navigation to the picture in the page. */
  readonly paintedMs: number;
  /** The longest that the page could not answer from then on, while an element was dragged. */
  readonly dragBlockMs: number;
  /** The same while the page was loaded: reading the code and building the interface. */
  readonly loadBlockMs: number;
}

/** The editor of a saved label with 30 elements, opened by a browser that has nothing of the product yet. */
export async function run(): Promise<readonly Figure[]> {
  const product = await startProduct();
  const browser = await launchChromium();
  try {
    const { address, storageState } = await createLabel(browser, product.address);
    const marks: Marks[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        locale: 'en-US',
        storageState,
      });
      marks.push(await open(await context.newPage(), address));
      await context.close();
    }
    const ms = median(marks.map((m) => m.paintedMs));
    return [
      {
        name: 'editor-first-paint',
        ratio: LIMIT_MS / ms,
        goal: 1,
        against: 'limit',
        ms,
        peerMs: LIMIT_MS,
        counts: {
          dragBlockMs: median(marks.map((m) => m.dragBlockMs)),
          loadBlockMs: median(marks.map((m) => m.loadBlockMs)),
        },
      },
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function createLabel(
  browser: Browser,
  product: string,
): Promise<{
  readonly address: string;
  readonly storageState: Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;
}> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
  const page = await context.newPage();
  const driver = createEditorDriver(page, product);
  await driver.register('bench', 'bench-password-1');
  await driver.createLabel('Bench');
  for (let i = 0; i < ELEMENTS; i++) await page.getByTestId(`palette-${TYPES[i % TYPES.length] ?? 'text'}`).click();
  await driver.save();
  const made = { address: page.url(), storageState: await context.storageState() };
  await context.close();
  return made;
}

async function open(page: Page, address: string): Promise<Marks> {
  await page.addInitScript(() => {
    const marks = { paintedMs: 0, blocks: [] as { readonly at: number; readonly ms: number }[] };
    Object.assign(globalThis, { marks });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) marks.blocks.push({ at: entry.startTime, ms: entry.duration });
    }).observe({ type: 'longtask', buffered: true });
    // The canvas gets into the page with its first picture.
    const watch = (): void => {
      if (document.querySelector('canvas[aria-hidden]') === null) requestAnimationFrame(watch);
      else marks.paintedMs = performance.now();
    };
    requestAnimationFrame(watch);
  });
  await page.goto(address);
  const painted = (): boolean => (globalThis as unknown as { marks: { paintedMs: number } }).marks.paintedMs > 0;
  await page.waitForFunction(painted, undefined, { timeout: PAINT_LIMIT_MS }).catch(async (cause: unknown) => {
    throw new Error(`no picture at ${page.url()}: ${await page.locator('body').innerText()}`, { cause });
  });
  const skip = page.getByTestId('guide-skip');
  await skip.click({ timeout: 2_000 }).catch(() => undefined);
  await page.waitForTimeout(500);
  const draggedFrom = await page.evaluate(() => performance.now());
  const area = await page.getByTestId('canvas-overlay').boundingBox();
  if (area === null) throw new Error('no canvas');
  const x = area.x + area.width / 2;
  const y = area.y + area.height / 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 120, y + 60, { steps: 40 });
  await page.mouse.up();
  await page.waitForTimeout(300);
  return page.evaluate((from) => {
    const { marks } = globalThis as unknown as {
      marks: { paintedMs: number; blocks: readonly { readonly at: number; readonly ms: number }[] };
    };
    const longest = (wanted: (at: number) => boolean): number =>
      Math.round(Math.max(0, ...marks.blocks.filter((block) => wanted(block.at)).map((block) => block.ms)));
    return {
      paintedMs: marks.paintedMs,
      dragBlockMs: longest((at) => at >= from),
      loadBlockMs: longest((at) => at < marks.paintedMs),
    };
  }, draggedFrom);
}
