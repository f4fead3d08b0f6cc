import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { prepareZXingModule as prepareReader, readBarcodes } from 'zxing-wasm/reader';
import { prepareZXingModule as prepareWriter, writeBarcode } from 'zxing-wasm/writer';
import { launchChromium } from '#tests/support/chromium.ts';
import { createEditorDriver } from '#tests/support/editor-driver.ts';
import { startProduct } from '#tests/support/product.ts';
import { median, type Figure } from './figure.ts';
import { longestTaskOf, type LongestTask } from './main-thread-tasks.ts';

const ROWS = 100_000;
const QUICK_ROWS = 20_000;
const ROUNDS = 3;
const PEER_CODES = 400;
const PEER_ROUNDS = 5;
const LIMIT_MS = 50;
const TIMEOUT_MS = 120_000;
const VIEWPORT = { width: 1440, height: 900 };
/** Every so many rows, the code has characters that it can't encode. */
const FAULTY = 500;

/**
 * The editor's check of all rows of a .csv: a Code 128 and a text per label, painted and read back. The peer is
 * zxing-wasm in Node: for each row it writes the same code and reads it, one after the other. `run-check-block` is the
 * longest task of the page's main thread meanwhile.
 */
export async function run(quick: boolean): Promise<readonly Figure[]> {
  const rows = quick ? QUICK_ROWS : ROWS;
  const folder = await mkdtemp(join(tmpdir(), 'run-check-'));
  const product = await startProduct();
  const browser = await launchChromium();
  try {
    const path = join(folder, 'goods.csv');
    await writeFile(path, createCsv(rows));
    const page = await browser.newPage({ viewport: VIEWPORT, locale: 'en-US' });
    const driver = createEditorDriver(page, product.address);
    await driver.register('bench', 'correct horse battery');
    await driver.createLabel('Bench');
    await driver.place('barcode', 8, 4);
    await driver.bind(path, 'Sheet1', 'Code');
    await driver.place('text', 8, 44);
    await driver.bind(path, 'Sheet1', 'Name');
    await page.keyboard.press('Escape');
    await page
      .getByTestId('table-count')
      .getByText(`${rows.toLocaleString('en-US')} rows`)
      .waitFor();
    await page.getByTestId('action-preflight').click();
    await isOver(page, rows);
    const times: number[] = [];
    const tasks: LongestTask[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      tasks.push(
        await longestTaskOf(browser, async () => {
          const startedAt = performance.now();
          await page.getByTestId('preflight-again').click();
          await page.locator('[data-testid="preflight"][data-phase="running"]').waitFor();
          await isOver(page, rows);
          times.push(performance.now() - startedAt);
        }),
      );
    }
    const perSecond = median(times.map((ms) => (1000 * rows) / ms));
    const ms = 1000 / perSecond;
    const peerMs = await timePeer();
    const longest = median(tasks.map(({ wallMs }) => wallMs));
    const longestWork = median(tasks.map(({ workMs }) => workMs));
    const details = { rows, rowsPerSecond: Math.round(perSecond), longestTaskMs: longest };
    return [
      { name: 'run-check', ratio: peerMs / ms, goal: 4.2, against: 'zxing-wasm writes and reads', ms, peerMs, details },
      {
        name: 'run-check-block',
        ratio: LIMIT_MS / longest,
        goal: 1,
        against: 'limit',
        ms: longest,
        peerMs: LIMIT_MS,
        details: { longestTaskWorkMs: longestWork },
      },
    ];
  } finally {
    await browser.close();
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function codeOf(i: number): string {
  return `LW-${String(i).padStart(8, '0')}`;
}

function createCsv(rows: number): string {
  const lines = ['Code,Name,City'];
  for (let i = 1; i <= rows; i++) lines.push(`${i % FAULTY === 0 ? '编号' : codeOf(i)},Item ${i},City ${i % 97}`);
  return lines.join('\n');
}

async function isOver(page: Page, rows: number): Promise<void> {
  const panel = page.locator('[data-testid="preflight"][data-phase="over"]');
  await panel.waitFor({ timeout: TIMEOUT_MS });
  const [done, refused] = [
    await panel.getAttribute('data-done'),
    await page.getByTestId('preflight-badge').getAttribute('data-count'),
  ];
  if (Number(done) !== rows || Number(refused) !== Math.floor(rows / FAULTY)) {
    throw new Error(`${done} of ${rows} rows checked, ${refused} refused`);
  }
}

/** Milliseconds for one code, in the fastest of several rounds. */
async function timePeer(): Promise<number> {
  const binary = async (part: 'reader' | 'writer'): Promise<ArrayBuffer> => {
    const bytes = await readFile(fileURLToPath(import.meta.resolve(`zxing-wasm/${part}/zxing_${part}.wasm`)));
    return new Uint8Array(bytes).buffer;
  };
  await prepareWriter({ overrides: { wasmBinary: await binary('writer') }, fireImmediately: true });
  await prepareReader({ overrides: { wasmBinary: await binary('reader') }, fireImmediately: true });
  let fastest = Infinity;
  for (let round = 0; round < PEER_ROUNDS; round++) {
    const startedAt = performance.now();
    for (let i = 1; i <= PEER_CODES; i++) {
      const { symbol } = await writeBarcode(codeOf(round * PEER_CODES + i), { format: 'Code128' });
      const [read] = await readBarcodes(pictureOf(symbol), { formats: ['Code128'], tryHarder: false });
      if (read?.text !== codeOf(round * PEER_CODES + i)) throw new Error(`the peer read ${read?.text}`);
    }
    fastest = Math.min(fastest, (performance.now() - startedAt) / PEER_CODES);
  }
  return fastest;
}

const MODULE_DOTS = 3;
const QUIET_MODULES = 10;
const BAR_DOTS = 40;

/** The bars in dots, with their quiet zones. */
function pictureOf({ data, width: modules }: { readonly data: ArrayLike<number>; readonly width: number }): ImageData {
  const width = (modules + 2 * QUIET_MODULES) * MODULE_DOTS;
  const pixels = new Uint32Array(width * BAR_DOTS).fill(0xffffffff);
  for (let x = 0; x < modules * MODULE_DOTS; x++) {
    if (data[Math.floor(x / MODULE_DOTS)] !== 0) continue;
    for (let y = 0; y < BAR_DOTS; y++) pixels[y * width + QUIET_MODULES * MODULE_DOTS + x] = 0xff000000;
  }
  return { data: new Uint8ClampedArray(pixels.buffer), width, height: BAR_DOTS, colorSpace: 'srgb' };
}
