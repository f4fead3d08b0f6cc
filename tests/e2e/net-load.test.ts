import type { Browser, BrowserContext, Page, Route } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { partOf } from '#model/elements/base/part-of-code.ts';
import { launchShell } from '#tests/support/chromium.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { chooseFile } from '#tests/support/editor-driver.ts';
import { watchResponses, type Fetched } from '#tests/support/responses.ts';
import { saveLabelByCall, visitorOf } from '#tests/support/saved-label.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { signUpByCall } from '#tests/support/sign-up.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

/** 3.2 MB: 2.6 s at 10 Mbit/s. */
const BUDGET_BYTES = 3_200_000;
/** Requests of a page that was loaded before: its own state only. */
const WARM_BYTES = 50_000;
/** Smaller files are not compressed (build/compress-files.ts). */
const SMALL_BYTES = 1_024;
const COMPRESSIBLE = /javascript|css|html|json|svg|wasm|font\/ttf/;
/** The reader of symbols. */
const READER = /zxing\w*-[\w-]+\.wasm$/;
/** Skia. */
const RENDER_CODE = /canvaskit-[\w-]+\.wasm$/;
/** The functions of Skia that no label needs at its start; fetched some time later. */
const RENDER_REST = /skia-rest-[\w-]+\.wasm$/;
const CHINESE = '生产日期 净含量 有限公司';

const address = inject('productAddress');
let browser: Browser;
let state: Awaited<ReturnType<BrowserContext['storageState']>>;
const labels = { latin: '', chinese: '', symbol: '' };

beforeAll(async () => {
  browser = await launchShell();
  const context = await browser.newContext();
  // Users who open the labels have fetched nothing yet.
  await signUpByCall(await context.newPage(), address, 'line', 'line-password-1');
  const visitor = await visitorOf(context, address);
  const save = async (name: string, element: LabelElement): Promise<string> =>
    address + (await saveLabelByCall(visitor, createTestTemplate([element], { name })));
  labels.latin = await save('Latin', createTestElement('text', { sources: [fixedText('Naïve café 42')] }));
  labels.chinese = await save('Chinese', createTestElement('text', { sources: [fixedText(CHINESE)] }));
  labels.symbol = await save('Symbol', createTestElement('qrcode', { sources: [fixedText('ABC-42')] }));
  state = await context.storageState();
  await context.close();
});

afterAll(async () => {
  await browser?.close();
});

async function withPage<T>(work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    reducedMotion: 'reduce',
    storageState: state,
  });
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

/**
 * Opens the label and returns the transferred files once nothing more arrives, but not before an answer whose address
 * matches each of `awaited`: while a worker starts on a slow machine, nothing arrives either.
 */
async function load(page: Page, place: string, ...awaited: readonly RegExp[]): Promise<readonly Fetched[]> {
  const watched = watchResponses(page);
  const answers = Promise.all(awaited.map((pattern) => page.waitForResponse(pattern)));
  await page.goto(place);
  await page.locator('canvas[aria-hidden]:not([data-opening])').waitFor({ state: 'attached' });
  await answers;
  for (let count = -1; count !== watched.count();) {
    count = watched.count();
    await watched.finished();
    await untilIdle(page);
  }
  return (await watched.finished()).filter(({ url, bytes }) => bytes > 0 && !RENDER_REST.test(url));
}

function pathsOf(fetched: readonly Fetched[]): readonly string[] {
  return fetched.map(({ url }) => new URL(url).pathname);
}

function sum(fetched: readonly Fetched[]): number {
  return fetched.reduce((bytes, one) => bytes + one.bytes, 0);
}

test('the label’s texts and file are requested before the application runs, the renderer before its worker, and the editor says that its picture is loading', () =>
  withPage(async (page) => {
    const early = [/\/assets\/texts-/, /\/assets\/editor-texts-/, /\/files\/.*\.tprts/];
    const requested = Promise.all(early.map((pattern) => page.waitForRequest(pattern)));
    const application = await hold(page, /\/assets\/main-[^/]*\.js$/);
    const worker = await hold(page, /\/assets\/worker-[\w-]+\.js$/);
    const renderer = await hold(page, RENDER_CODE);
    const rendererRequested = page.waitForRequest(RENDER_CODE);
    await page.goto(labels.latin, { waitUntil: 'commit' });
    await requested;
    await application();
    await rendererRequested;
    await page.locator('.ed-banner[role=status]').waitFor();
    await worker();
    await renderer();
    await page.locator('canvas[aria-hidden]').waitFor({ state: 'attached' });
    await page.locator('.ed-banner').waitFor({ state: 'detached' });

    // The browser may have emptied its cache since: here it has none, because requests are held.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('labelwright.fetched'))).toMatch(RENDER_CODE);
    const workerAgain = await hold(page, /\/assets\/worker-[\w-]+\.js$/);
    const requestedAgain = page.waitForRequest((one) => RENDER_CODE.test(one.url()) && one.method() === 'GET');
    await page.goto(labels.latin, { waitUntil: 'commit' });
    await requestedAgain;
    await workerAgain();
  }));

test('a saved label opens with few bytes, each file compressed, once and only when it is needed, also on later visits', () =>
  withPage(async (page) => {
    // A worker that waits for a file requests it as XMLHttpRequest, otherwise by fetch.
    const waitedFor: string[] = [];
    page.on('request', (request) => {
      if (RENDER_REST.test(request.url()) && request.resourceType() === 'xhr') waitedFor.push(request.url());
    });
    const fetched = await load(page, labels.latin, /\/fonts\/Roboto/);
    const paths = pathsOf(fetched);
    expect(sum(fetched)).toBeGreaterThan(2_000_000);
    expect(sum(fetched)).toBeLessThan(BUDGET_BYTES);
    expect(paths.filter((path, i) => path.startsWith('/assets/') && paths.indexOf(path) !== i)).toEqual([]);
    expect(paths.filter((path) => path.endsWith('.tprts'))).toHaveLength(1);
    expect(paths.filter((path) => path.startsWith('/fonts/'))).toEqual(['/fonts/Roboto_400Regular.ttf']);
    expect(paths.filter((path) => path.endsWith('.woff2'))).toEqual([
      expect.stringContaining('/assets/inter-latin-wght-normal'),
    ]);
    expect(paths.filter((path) => path.includes('zxing'))).toEqual([]);
    const plain = fetched.filter(
      ({ url, headers }) =>
        !url.includes('/interface/') &&
        !url.includes('/files/') &&
        !(Number(headers['content-length']) < SMALL_BYTES) &&
        COMPRESSIBLE.test(headers['content-type'] ?? '') &&
        headers['content-encoding'] !== 'br',
    );
    expect(pathsOf(plain)).toEqual([]);

    // Over http from another machine only gzip is accepted.
    let gzipped = 0;
    for (const path of paths.filter((one) => /^\/(assets|fonts)\//.test(one))) {
      const { headers } = await fetch(address + path, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
      gzipped += Number(headers.get('content-length'));
    }
    expect(gzipped).toBeGreaterThan(2_000_000);
    expect(gzipped).toBeLessThan(BUDGET_BYTES);

    // Twice: files fetched when idle may be in transit when the first load seems to be over.
    await load(page, labels.latin);
    let renderCode = 0;
    page.on('request', (request) => {
      if (RENDER_CODE.test(request.url()) && request.method() === 'GET') renderCode++;
    });
    const again = await load(page, labels.latin);
    // Only the worker reads Skia's code from the cache.
    expect(renderCode).toBeLessThan(2);
    expect(pathsOf(again).filter((path) => /^\/(assets|fonts)\//.test(path))).toEqual([]);
    expect(sum(again)).toBeLessThan(WARM_BYTES);

    // The parts of the Chinese font with the label's characters, each once.
    const chinese = await load(page, labels.chinese, /\/fonts\/Noto/);
    const noto = chinese.filter(({ url }) => url.includes('/fonts/Noto'));
    const needed = new Set([...CHINESE.replaceAll(' ', '')].map((letter) => partOf(letter.codePointAt(0) ?? 0)));
    const parts = pathsOf(noto).map((path) => /(\w+)\.ttf$/.exec(path)?.[1]);
    expect(parts.sort()).toEqual([...needed].sort());
    expect(noto.every(({ headers }) => headers['content-encoding'] === 'br')).toBe(true);
    expect(sum(fetched) + sum(chinese)).toBeLessThan(BUDGET_BYTES);

    // The reader of symbols once there is one.
    const symbol = pathsOf(await load(page, labels.symbol, READER));
    expect(symbol.filter((path) => READER.test(path))).toHaveLength(1);
    expect(waitedFor).toEqual([]);
  }));

/** Screens with lazy code, loaded in the same way: one of them in each run. */
const SCREENS: readonly (readonly [path: string, code: string])[] = [
  ['/login', 'LoginScreen'],
  ['/register', 'RegisterScreen'],
  ['/download', 'DownloadScreen'],
  ['/help', 'HelpScreen'],
  ['/index', 'IndexScreen'],
  ['/cloudTemplate', 'CloudTemplateScreen'],
];

test.each([
  ...drawnOf('net-load screens', SCREENS),
  ['/editLabel', 'EditorScreen'] as const,
  ['/404', 'main'] as const,
])(`%s shows that it is loading before its code is here, and then itself (seed ${SEED})`, async (path, code) => {
  await withPage(async (page) => {
    const place = path === '/editLabel' ? labels.latin : address + path;
    const application = await hold(page, /\/assets\/main-[\w-]+\.js$/);
    const screen = await hold(page, new RegExp(`/assets/${code}-[\\w-]+\\.js$`));
    await page.goto(place, { waitUntil: 'commit' });
    const loading = page.locator('[role=status][aria-busy=true]');
    await loading.waitFor();
    await expect.poll(() => loading.evaluate((element) => element.getBoundingClientRect().height)).toBeGreaterThan(100);
    await application();
    // The page is not empty between the start of the application and its screen; that of the editor starts with its code.
    if (code !== 'main' && code !== 'EditorScreen') await page.locator('.boot').waitFor({ state: 'detached' });
    if (code !== 'main') await loading.first().waitFor();
    await screen();
    await loading.first().waitFor({ state: 'detached' });
    await expect.poll(async () => (await page.locator('#root').innerText()).length).toBeGreaterThan(20);
  });
});

describe('lazy parts of the editor', () => {
  const ROWS = { name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from('name\nAnna\nBoris\n') };

  test('the screen stays while the texts of the table and the print dialog are loading', () =>
    withPage(async (page) => {
      const texts = await hold(page, /\/assets\/(table|print)-[\w-]{8}\.js$/);
      await page.goto(labels.latin);
      await chooseFile(page, page.getByTestId('sheet-file'), ROWS);
      await page.locator('.late-table').getByRole('status').waitFor();
      // Pressed while the table waits: a screen that disappears in between would lose it.
      await page.getByTestId('print').click();
      await page.getByRole('dialog').getByRole('status').waitFor();
      await expect.poll(() => page.getByTestId('save').isVisible()).toBe(true);
      await texts();
      await page.getByRole('dialog').getByText('1 label').first().waitFor();
      await page.getByTestId('data-table').getByText('Boris').waitFor();
    }));

  // The last one: it leaves the label with changes, and opening it again would ask about them.
  test('the table of rows and the print dialog report in place that they could not be loaded, and load on retry', () =>
    withPage(async (page) => {
      const tableCode = await hold(page, /\/assets\/DataPanel-[\w-]+\.js$/);
      const dialogCode = await hold(page, /\/assets\/PrintDialog-[\w-]+\.js$/);
      await dialogCode('abort');
      await page.goto(labels.latin);
      await chooseFile(page, page.getByTestId('sheet-file'), ROWS);
      const room = page.locator('.late-table');
      await room.getByRole('status').waitFor();
      const canvas = page.locator('.ed-middle');
      const before = await canvas.boundingBox();
      await tableCode('abort');
      await room.getByRole('alert').getByText('could not be loaded').waitFor();
      await untilIdle(canvas);
      await expect.poll(() => canvas.boundingBox()).toEqual(before);
      await tableCode();
      await room.getByRole('button', { name: 'Try again' }).click();
      await page.getByTestId('data-table').getByText('Boris').waitFor();
      await untilIdle(canvas);
      await expect.poll(() => canvas.boundingBox()).toEqual(before);

      // Changes made before the dialog failed stay.
      await page.getByTestId('palette-rectangle').dblclick();
      await page.getByTestId('print').click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('alert').getByText('could not be loaded').waitFor();
      await dialogCode();
      await dialog.getByRole('button', { name: 'Try again' }).click();
      await dialog.getByText('1 label').first().waitFor();
      await page.locator('[data-testid=save-state][data-state=unsaved]').waitFor();
    }));
});

/**
 * Holds back the matching answers until the returned function is called: those and all later ones continue then,
 * or are aborted until it is called again. (A part is requested more than once: ahead, and when it is imported.)
 */
async function hold(page: Page, pattern: RegExp): Promise<(how?: 'continue' | 'abort') => Promise<void>> {
  let end: 'continue' | 'abort' | null = null;
  let held: Route[] = [];
  await page.context().route(pattern, async (route) => {
    if (end === null) held.push(route);
    else await route[end]();
  });
  return async (how = 'continue') => {
    end = how;
    const routes = held;
    held = [];
    await Promise.all(routes.map((route) => route[how]()));
  };
}
