import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright';
import { launchChromium } from '#tests/support/chromium.ts';
import { createEditorDriver } from '#tests/support/editor-driver.ts';
import { startProduct } from '#tests/support/product.ts';
import { median, type Figure } from './figure.ts';
import { longestTaskOf, type LongestTask } from './main-thread-tasks.ts';

const ROWS = 1_000_000;
const ROUNDS = 3;
const NOTCHES = 120;
const GOAL = 0.95;
const VIEWPORT = { width: 1440, height: 900 };
/** Pixels of one wheel event: reading along, and a free-spinning wheel, with new rows in every frame. */
const SPEEDS = { slow: 120, fast: 2400 } as const;
/** An empty page that only scrolls. */
const EMPTY_PAGE = 'data:text/html,<title>Empty</title><body style="height:8000000px">';

interface Frames {
  readonly msPerFrame: number;
  readonly longestTask: LongestTask;
  /** Time of scripts, styles and layout in each frame. */
  readonly workMs: number;
}

/**
 * The table of a million rows (.csv) under a real wheel against an empty page under the same wheel, alternating in one
 * browser: the share of possible frames that the main thread starts. `details` has the longest task of the main thread,
 * and the thread's own work in it.
 */
export async function run(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'data-scroll-'));
  const product = await startProduct();
  const browser = await launchChromium();
  try {
    const path = join(folder, 'goods.csv');
    await writeFile(path, createCsv());
    const page = await browser.newPage({ viewport: VIEWPORT, locale: 'en-US' });
    const driver = createEditorDriver(page, product.address);
    await driver.register('bench', 'correct horse battery');
    await driver.createLabel('Bench');
    await driver.place('text', 10, 10);
    await driver.bind(path, 'Sheet1', 'Name');
    const box = await page.getByTestId('table-grid').boundingBox();
    if (box === null) throw new Error('no table');
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    // The first rows appear long before the last ones; the file is stored after that.
    await page.getByTestId('table-count').getByText('1,000,000 rows').waitFor({ timeout: 120_000 });
    await page.waitForTimeout(3_000);
    const empty = await browser.newPage({ viewport: VIEWPORT });
    await empty.goto(EMPTY_PAGE);
    const figures: Figure[] = [];
    for (const [speed, deltaY] of Object.entries(SPEEDS)) {
      const ours: Frames[] = [];
      const peers: Frames[] = [];
      for (let round = 0; round <= ROUNDS; round++) {
        // Scrolls back and forth, so that a round does not end at the end of the list.
        const delta = round % 2 === 0 ? deltaY : -deltaY;
        const peer = await scroll(empty, at, delta);
        const frames = await scroll(page, at, delta);
        // The first round warms up both.
        if (round === 0) continue;
        peers.push(peer);
        ours.push(frames);
      }
      const ms = median(ours.map(({ msPerFrame }) => msPerFrame));
      const peerMs = median(peers.map(({ msPerFrame }) => msPerFrame));
      figures.push({
        name: `data-scroll-${speed}`,
        ms,
        peerMs,
        ratio: peerMs / ms,
        goal: GOAL,
        against: 'empty page',
        details: {
          longestTaskMs: longest(ours, ({ wallMs }) => wallMs),
          emptyLongestTaskMs: longest(peers, ({ wallMs }) => wallMs),
          longestTaskWorkMs: longest(ours, ({ workMs }) => workMs),
          emptyLongestTaskWorkMs: longest(peers, ({ workMs }) => workMs),
          workMs: Math.round(100 * median(ours.map(({ workMs }) => workMs))) / 100,
        },
      });
    }
    return figures;
  } finally {
    await browser.close();
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function createCsv(): string {
  const lines = ['Name,No,Price,Code,City,EAN,Date,SKU,Stock,Note'];
  for (let i = 1; i <= ROWS; i++) {
    lines.push(
      `Item ${i},${i},${(i * 137.5) % 1000},${String(i).padStart(8, '0')},城市${i % 97},${6_901_234_000_000 + i},2026-11-${String((i % 28) + 1).padStart(2, '0')},SKU-${i % 5000},${i % 250},note ${i % 777}`,
    );
  }
  return lines.join('\n');
}

async function scroll(
  page: Page,
  { x, y }: { readonly x: number; readonly y: number },
  delta: number,
): Promise<Frames> {
  // A page in the background gets no frames.
  await page.bringToFront();
  await page.mouse.move(x, y);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.evaluate(watchFrames);
  const before = await workOf(session);
  const browser = page.context().browser();
  if (browser === null) throw new Error('no browser');
  let watched: Watched = { frames: 0, ms: 0 };
  const longestTask = await longestTaskOf(browser, async () => {
    for (let i = 0; i < NOTCHES; i++) await page.mouse.wheel(0, delta);
    watched = await page.evaluate(() => (globalThis as unknown as { endFrames: () => Watched }).endFrames());
  });
  const after = await workOf(session);
  await session.detach();
  return { msPerFrame: watched.ms / watched.frames, longestTask, workMs: (after - before) / watched.frames };
}

interface Watched {
  readonly frames: number;
  readonly ms: number;
}

function longest(rounds: readonly Frames[], of: (task: LongestTask) => number): number {
  return Math.round(Math.max(...rounds.map(({ longestTask }) => of(longestTask))));
}

/** Runs in the page. */
function watchFrames(): void {
  let frames = 0;
  let goesOn = true;
  const start = performance.now();
  const next = (): void => {
    frames++;
    if (goesOn) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
  const endFrames = (): Watched => {
    goesOn = false;
    return { frames, ms: performance.now() - start };
  };
  Object.assign(globalThis, { endFrames });
}

/** Milliseconds that the main thread has spent on scripts, styles and layout so far. */
async function workOf(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return 1000 * (seconds('ScriptDuration') + seconds('RecalcStyleDuration') + seconds('LayoutDuration'));
}
