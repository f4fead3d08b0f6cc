import type { Browser, Page } from 'playwright';
import { launchChromium } from '#tests/support/chromium.ts';
import { createEditorDriver } from '#tests/support/editor-driver.ts';
import { startProduct } from '#tests/support/product.ts';
import { median, type Figure } from './figure.ts';
import { blocksBetween, paintedMs, watchPage, type Blocks } from './page-watch.ts';

/** Limit from a cold page load until the label is visible. */
const LIMIT_MS = 2_000;
/** The longest that rendering may block the main thread. */
const BLOCK_LIMIT_MS = 50;
const ROUNDS = 3;
const ELEMENTS = 30;
const TYPES = ['text', 'barcode', 'qrcode', 'rectangle', 'line', 'text'];
const PAINT_LIMIT_MS = 20_000;

interface Marks {
  /** From the start of the navigation to the picture in the page. */
  readonly paintedMs: number;
  /** Measured while the page loaded; `anyMs` includes reading the code and building the interface. */
  readonly load: Blocks;
  /** Measured while an element was dragged. */
  readonly drag: Blocks;
}

/** The editor of a saved label with 30 elements, opened by a browser with an empty cache. */
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
    const loadRenderMs = median(marks.map((m) => m.load.renderingMs));
    const dragRenderMs = median(marks.map((m) => m.drag.renderingMs));
    const blockMs = Math.max(loadRenderMs, dragRenderMs);
    return [
      {
        name: 'editor-first-paint',
        ratio: LIMIT_MS / ms,
        goal: 1,
        against: 'limit',
        ms,
        peerMs: LIMIT_MS,
      },
      {
        name: 'editor-first-paint-render-block',
        ratio: BLOCK_LIMIT_MS / blockMs,
        goal: 1,
        against: 'limit of the main thread',
        ms: blockMs,
        peerMs: BLOCK_LIMIT_MS,
        details: {
          loadRenderMs,
          dragRenderMs,
          loadAnyMs: median(marks.map((m) => m.load.anyMs)),
          dragAnyMs: median(marks.map((m) => m.drag.anyMs)),
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
  await driver.register('bench', 'correct horse battery');
  await driver.createLabel('Bench');
  for (let i = 0; i < ELEMENTS; i++) await page.getByTestId(`palette-${TYPES[i % TYPES.length] ?? 'text'}`).dblclick();
  await driver.save();
  const made = { address: page.url(), storageState: await context.storageState() };
  await context.close();
  return made;
}

async function open(page: Page, address: string): Promise<Marks> {
  await watchPage(page);
  await page.goto(address);
  const painted = await paintedMs(page, PAINT_LIMIT_MS);
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
  return {
    paintedMs: painted,
    load: await blocksBetween(page, 0, draggedFrom),
    drag: await blocksBetween(page, draggedFrom, Infinity),
  };
}
