import type { Browser, BrowserContext, Page } from 'playwright';
import { launchShell } from '#tests/support/chromium.ts';
import { createEditorDriver } from '#tests/support/editor-driver.ts';
import { startProduct } from '#tests/support/product.ts';
import { watchResponses } from '#tests/support/responses.ts';
import { openLine, type Line } from '#tests/support/slow-line.ts';
import { median, type Figure } from './figure.ts';
import { blocksBetween, paintedMs, settledMs, usableMs, watchPage } from './page-watch.ts';

/** A home connection: 10 Mbit/s, 40 ms round trip. */
const LINE: Line = { bytesPerSecond: 10e6 / 8, latencyMs: 40 };
const ROUNDS = 3;
const PAINT_LIMIT_MS = 60_000;
/** Includes what loads after the first picture (dialogs, checks). */
const SETTLE_MS = 3_000;
const VIEWPORT = { width: 1280, height: 800 };

const LIMITS = {
  coldMs: 1_000,
  chineseMs: 5_000,
  warmMs: 200,
  bytes: 2_400_000,
  loopbackMs: 300,
  usableColdMs: 2_200,
  usableWarmMs: 400,
  usableLoopbackMs: 700,
  blockMs: 100,
} as const;

/** A text of ten words. */
const CHINESE = '生产日期 保质期限 上海市浦东新区 净含量 有限公司 条形码标签 打印机 仓库地址 联系电话 质量检验合格';
const TEXTS = { latin: ['Label', 'Naïve café 42'], chinese: ['Label', CHINESE] } as const;

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

interface Labels {
  readonly storageState: StorageState;
  readonly latin: string;
  readonly chinese: string;
}

interface Load {
  /** Time until the label's exact pixels are on the screen. */
  readonly firstMs: number;
  /** Time until the editor has answered the first stroke; 0 for a load without one. */
  readonly usableMs: number;
  /** Time until all of the label is drawn in its own fonts. */
  readonly wholeMs: number;
  readonly bytes: number;
  readonly blockMs: number;
}

/** The editor of a saved label, opened over a slow connection by a browser with an empty cache, and once more. */
export async function run(quick: boolean): Promise<readonly Figure[]> {
  const product = await startProduct();
  // The other Chromium loads pages of its own in each new window, for a second of processor time.
  const browser = await launchShell();
  try {
    const labels = await createLabels(browser, product.address);
    if (quick) {
      const latin = await loadCold(browser, labels.storageState, labels.latin);
      const chinese = await loadCold(browser, labels.storageState, labels.chinese);
      return [bytesFigure(latin.bytes, chinese.bytes)];
    }
    const loads = { cold: [] as Load[], warm: [] as Load[], chinese: [] as Load[], loopback: [] as Load[] };
    for (let round = 0; round < ROUNDS; round++) {
      const [cold, warm] = await loadTwice(browser, labels.storageState, labels.latin, LINE, true);
      loads.cold.push(cold);
      loads.warm.push(warm);
      loads.chinese.push((await loadTwice(browser, labels.storageState, labels.chinese, LINE, false))[0]);
      loads.loopback.push((await loadTwice(browser, labels.storageState, labels.latin, null, true))[0]);
    }
    const of = (list: readonly Load[], value: keyof Load): number => median(list.map((one) => one[value]));
    return [
      figure('net-cold', LIMITS.coldMs, of(loads.cold, 'firstMs')),
      figure('net-cold-chinese', LIMITS.chineseMs, of(loads.chinese, 'wholeMs')),
      figure('net-warm', LIMITS.warmMs, of(loads.warm, 'firstMs')),
      figure('net-usable-cold', LIMITS.usableColdMs, of(loads.cold, 'usableMs')),
      figure('net-usable-warm', LIMITS.usableWarmMs, of(loads.warm, 'usableMs')),
      figure('net-usable-loopback', LIMITS.usableLoopbackMs, of(loads.loopback, 'usableMs')),
      bytesFigure(of(loads.cold, 'bytes'), of(loads.chinese, 'bytes')),
      figure('net-loopback', LIMITS.loopbackMs, of(loads.loopback, 'firstMs')),
      figure('net-loopback-block', LIMITS.blockMs, of(loads.loopback, 'blockMs')),
    ];
  } finally {
    await browser.close();
    await product.stop();
  }
}

function figure(name: string, peerMs: number, ms: number): Figure {
  // The browser counts no task below 50 ms; without the minimum this would divide by zero.
  return { name, ratio: peerMs / Math.max(ms, 1), goal: 1, against: 'limit', ms, peerMs };
}

/** Bytes as transfer time over the connection, which is the same on every machine. */
function bytesFigure(bytes: number, chineseBytes: number): Figure {
  const lineMs = (count: number): number => (1_000 * count) / LINE.bytesPerSecond;
  return { ...figure('net-bytes', lineMs(LIMITS.bytes), lineMs(bytes)), counts: { bytes, chineseBytes } };
}

async function createLabels(browser: Browser, product: string): Promise<Labels> {
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'en-US' });
  const page = await context.newPage();
  const driver = createEditorDriver(page, product);
  await driver.register('bench', 'bench-password-1');
  const create = async (name: string, texts: readonly string[]): Promise<string> => {
    await driver.createLabel(name);
    for (const text of texts) {
      await page.getByTestId('palette-text').dblclick();
      await page.getByTestId('content-input').fill(text);
    }
    await driver.save();
    return page.url();
  };
  const latin = await create('Latin', TEXTS.latin);
  await page.goto(`${product}/index`);
  const chinese = await create('Chinese', TEXTS.chinese);
  const storageState = await context.storageState();
  await context.close();
  return { storageState, latin, chinese };
}

/** Loads with an empty cache, then again with what the first load cached. `line`: null for none. */
async function loadTwice(
  browser: Browser,
  storageState: StorageState,
  label: string,
  line: Line | null,
  /** A stroke moves the picture: without one, `wholeMs` is the time of the label's last change. */
  withStroke: boolean,
): Promise<readonly [cold: Load, warm: Load]> {
  const { origin } = new URL(label);
  const opened = line === null ? null : await openLine(origin, line);
  // The browser treats the proxy as a server of its own and separates its storage.
  const at = opened?.address ?? origin;
  const origins = storageState.origins.map((one) => (one.origin === origin ? { ...one, origin: at } : one));
  const { context, page } = await openPage(browser, { ...storageState, origins });
  const address = label.replace(origin, at);
  const cold = await load(page, address, withStroke);
  const warm = await load(page, address, withStroke);
  await context.close();
  await opened?.stop();
  if (opened !== null && opened.bytes() < cold.bytes + warm.bytes) {
    throw new Error(`${cold.bytes + warm.bytes} bytes were fetched, and only ${opened.bytes()} of them by the line`);
  }
  return [cold, warm];
}

/** Loads with an empty cache, without the slow connection. */
async function loadCold(browser: Browser, storageState: StorageState, label: string): Promise<Load> {
  const { context, page } = await openPage(browser, storageState);
  const cold = await load(page, label, false);
  await context.close();
  return cold;
}

async function openPage(
  browser: Browser,
  storageState: StorageState,
): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'en-US', storageState });
  const page = await context.newPage();
  await watchPage(page);
  return { context, page };
}

async function load(page: Page, address: string, withStroke: boolean): Promise<Load> {
  const watched = watchResponses(page);
  await page.goto(address);
  const firstMs = await paintedMs(page, PAINT_LIMIT_MS);
  const usable = withStroke ? await usableMs(page, PAINT_LIMIT_MS) : 0;
  const wholeMs = await settledMs(page, SETTLE_MS);
  const { anyMs } = await blocksBetween(page, 0, Infinity);
  watched.stop();
  const bytes = (await watched.finished()).reduce((sum, one) => sum + one.bytes, 0);
  return { firstMs, usableMs: usable, wholeMs, bytes, blockMs: anyMs };
}
