import type { Browser, BrowserContext, Page, Route } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { partOf } from '#model/elements/base/part-of-code.ts';
import { launchShell } from '#tests/support/chromium.ts';
import { chooseFile, createEditorDriver } from '#tests/support/editor-driver.ts';
import { handNames, handsOn } from '#tests/support/hands.ts';
import { watchResponses, type Fetched } from '#tests/support/responses.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

/** 4.5 MB: 3.6 s on a line of 10 Mbit/s. */
const BUDGET_BYTES = 4_500_000;
/** A page that was there before asks for its own state only. */
const WARM_BYTES = 50_000;
/** Smaller files are not compressed (build/compress-files.ts). */
const SMALL_BYTES = 1_024;
const COMPRESSIBLE = /javascript|css|html|json|svg|wasm|font\/ttf/;
/** The reader of symbols. */
const READER = /zxing\w*-[\w-]+\.wasm$/;
/** Skia. */
const RENDER_CODE = /canvaskit-[\w-]+\.wasm$/;
const CHINESE = '生产日期 净含量 有限公司';

const address = inject('productAddress');
let browser: Browser;
let state: Awaited<ReturnType<BrowserContext['storageState']>>;
const labels = { latin: '', chinese: '', symbol: '' };
/** Labels that are left with changes, one for each hand: the next who opened one would be asked whether he wants them. */
const changed = new Map<string, string>();

beforeAll(async () => {
  browser = await launchShell();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
  const page = await context.newPage();
  const driver = createEditorDriver(page, address);
  await driver.register('line', 'line-password-1');
  const create = async (name: string, type: string, content: string): Promise<string> => {
    await driver.createLabel(name);
    await page.getByTestId(`palette-${type}`).dblclick();
    await page.getByTestId('content-input').fill(content);
    await driver.save();
    return page.url();
  };
  labels.latin = await create('Latin', 'text', 'Naïve café 42');
  labels.chinese = await create('Chinese', 'text', CHINESE);
  labels.symbol = await create('Symbol', 'qrcode', 'ABC-42');
  for (const name of handNames('net-load')) changed.set(name, await create(`Changed by ${name}`, 'text', 'ABC'));
  // Those who open the labels have fetched nothing yet.
  await page.goto(`${address}/healthz`);
  await page.evaluate(() => localStorage.removeItem('labelwright.fetched'));
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
 * Opens the label and gives what went over the line until nothing more comes, but not before an answer whose address is
 * like each of `awaited`: while a worker starts on a slow machine, nothing comes either.
 */
async function load(page: Page, place: string, ...awaited: readonly RegExp[]): Promise<readonly Fetched[]> {
  const watched = watchResponses(page);
  const answers = Promise.all(awaited.map((pattern) => page.waitForResponse(pattern)));
  await page.goto(place);
  await page.locator('canvas[aria-hidden]').waitFor({ state: 'attached' });
  await answers;
  for (let count = -1; count !== watched.count();) {
    count = watched.count();
    await watched.finished();
    await untilIdle(page);
  }
  return (await watched.finished()).filter(({ bytes }) => bytes > 0);
}

function pathsOf(fetched: readonly Fetched[]): readonly string[] {
  return fetched.map(({ url }) => new URL(url).pathname);
}

function sum(fetched: readonly Fetched[]): number {
  return fetched.reduce((bytes, one) => bytes + one.bytes, 0);
}

test('the texts of the first screen and the label’s file are asked for while the application is still on its way', () =>
  withPage(async (page) => {
    const asked = Promise.all(
      [/\/assets\/texts-/, /\/assets\/editor-texts-/, /\/files\/.*\.tprts/].map((pattern) =>
        page.waitForRequest(pattern),
      ),
    );
    await page.route(/\/assets\/main-[^/]*\.js$/, async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(labels.latin, { waitUntil: 'commit' });
    await page.locator('canvas[aria-hidden]').waitFor({ state: 'attached' });
  }));

test('the largest file is on its way before the worker that needs it', () =>
  withPage(async (page) => {
    const worker = await hold(page, /\/assets\/worker-[\w-]+\.js$/);
    const asked = page.waitForRequest(RENDER_CODE);
    await page.goto(labels.latin, { waitUntil: 'commit' });
    await asked;
    await worker();
    await page.locator('canvas[aria-hidden]').waitFor({ state: 'attached' });
    // The next time the browser has it, and only the worker asks.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('labelwright.fetched'))).toMatch(RENDER_CODE);
    let asks = 0;
    page.on('request', (request) => {
      if (RENDER_CODE.test(request.url())) asks++;
    });
    await page.goto(labels.latin, { waitUntil: 'commit' });
    await page.locator('canvas[aria-hidden]').waitFor({ state: 'attached' });
    expect(asks).toBeLessThan(2);
  }));

describe('the editor of a saved label', () => {
  test('comes with few bytes, each file once, compressed, and nothing that it does not show', async () => {
    await withPage(async (page) => {
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
    });
  });

  test('keeps within the budget where only gzip is taken: over http from another machine', async () => {
    await withPage(async (page) => {
      const paths = pathsOf(await load(page, labels.latin)).filter((path) => /^\/(assets|fonts)\//.test(path));
      let bytes = 0;
      for (const path of paths) {
        const { headers } = await fetch(address + path, {
          method: 'HEAD',
          headers: { 'accept-encoding': 'gzip' },
        });
        bytes += Number(headers.get('content-length'));
      }
      expect(bytes).toBeGreaterThan(2_000_000);
      expect(bytes).toBeLessThan(BUDGET_BYTES);
    });
  });

  test('asks at a later visit for what may have changed, and for no file again', async () => {
    await withPage(async (page) => {
      // Twice: what is fetched in idle moments may be under way when the first load seems to be over.
      await load(page, labels.latin);
      await load(page, labels.latin);
      const again = await load(page, labels.latin);
      expect(pathsOf(again).filter((path) => /^\/(assets|fonts)\//.test(path))).toEqual([]);
      expect(sum(again)).toBeLessThan(WARM_BYTES);
    });
  });

  test('fetches of the Chinese font the parts with its characters, each once', async () => {
    await withPage(async (page) => {
      const fetched = await load(page, labels.chinese, /\/fonts\/Noto/);
      const parts = pathsOf(fetched).filter((path) => path.startsWith('/fonts/Noto'));
      const needed = new Set([...CHINESE.replaceAll(' ', '')].map((letter) => partOf(letter.codePointAt(0) ?? 0)));
      expect(parts.map((path) => /(\w+)\.ttf$/.exec(path)?.[1]).sort()).toEqual([...needed].sort());
      expect(
        fetched
          .filter(({ url }) => url.includes('/fonts/Noto'))
          .every(({ headers }) => headers['content-encoding'] === 'br'),
      ).toBe(true);
      expect(sum(fetched)).toBeLessThan(BUDGET_BYTES);
    });
  });

  test('fetches the reader of symbols once there is one', async () => {
    await withPage(async (page) => {
      const paths = pathsOf(await load(page, labels.symbol, READER));
      expect(paths.filter((path) => READER.test(path))).toHaveLength(1);
    });
  });
});

describe('on a line that has not brought the code yet', () => {
  const SCREENS: readonly (readonly [path: string, code: string])[] = [
    ['/login', 'LoginScreen'],
    ['/register', 'RegisterScreen'],
    ['/download', 'DownloadScreen'],
    ['/help', 'HelpScreen'],
    ['/index', 'IndexScreen'],
    ['/cloudTemplate', 'CloudTemplateScreen'],
    ['/editLabel', 'EditorScreen'],
    ['/404', 'main'],
  ];

  test.each(SCREENS)('%s shows that it is loading, and then itself', async (path, code) => {
    await withPage(async (page) => {
      const place = path === '/editLabel' ? labels.latin : address + path;
      const application = await hold(page, /\/assets\/main-[\w-]+\.js$/);
      const screen = await hold(page, new RegExp(`/assets/${code}-[\\w-]+\\.js$`));
      await page.goto(place, { waitUntil: 'commit' });
      const loading = page.locator('[role=status][aria-busy=true]');
      await loading.waitFor();
      await expect
        .poll(() => loading.evaluate((element) => element.getBoundingClientRect().height))
        .toBeGreaterThan(100);
      await application();
      // The page is not empty between the start of the application and its screen; that of the editor starts with its code.
      if (code !== 'main' && code !== 'EditorScreen') await page.locator('.boot').waitFor({ state: 'detached' });
      if (code !== 'main') await loading.first().waitFor();
      await screen();
      await loading.first().waitFor({ state: 'detached' });
      await expect.poll(async () => (await page.locator('#root').innerText()).length).toBeGreaterThan(20);
    });
  });

  test('the editor says that its picture is on the way', async () => {
    await withPage(async (page) => {
      const wasm = await hold(page, RENDER_CODE);
      await page.goto(labels.latin);
      await page.locator('.ed-banner[role=status]').waitFor();
      await wasm();
      await page.locator('canvas[aria-hidden]').waitFor({ state: 'attached' });
      await page.locator('.ed-banner').waitFor({ state: 'detached' });
    });
  });
});

describe.each(handNames('net-load'))('parts of the editor whose code comes later, by %s', (name) => {
  test('the table of rows has its room from the first, and can be asked for again', () =>
    withPage(async (page) => {
      const hand = handsOn(page).find((one) => one.name === name) ?? expect.fail(name);
      const code = await hold(page, /\/assets\/DataPanel-[\w-]+\.js$/);
      await page.goto(labels.latin);
      const rows = { name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from('name\nAnna\nBoris\n') };
      await chooseFile(page, page.getByTestId('sheet-file'), rows);
      const room = page.locator('.late-table');
      await room.getByRole('status').waitFor();
      const canvas = page.locator('.ed-middle');
      const before = await canvas.boundingBox();
      await code('abort');
      await room.getByRole('alert').getByText('could not be fetched').waitFor();
      await untilIdle(canvas);
      await expect.poll(() => canvas.boundingBox()).toEqual(before);
      await code();
      await hand.press(room.getByRole('button', { name: 'Try again' }));
      await page.getByTestId('data-table').getByText('Boris').waitFor();
      await untilIdle(canvas);
      await expect.poll(() => canvas.boundingBox()).toEqual(before);
    }));

  test('the screen stays while their texts are on the way', () =>
    withPage(async (page) => {
      const hand = handsOn(page).find((one) => one.name === name) ?? expect.fail(name);
      const texts = await hold(page, /\/assets\/(table|print)-[\w-]{8}\.js$/);
      await page.goto(labels.latin);
      const rows = { name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from('name\nAnna\nBoris\n') };
      await chooseFile(page, page.getByTestId('sheet-file'), rows);
      await page.locator('.late-table').getByRole('status').waitFor();
      // Pressed while the table waits: a screen that went away in between would lose it.
      await hand.press(page.getByTestId('print'), 'while pending');
      await page.getByRole('dialog').getByRole('status').waitFor();
      await expect.poll(() => page.getByTestId('save').isVisible()).toBe(true);
      await texts();
      await page.getByRole('dialog').getByText('1 label').first().waitFor();
      await page.getByTestId('data-table').getByText('Boris').waitFor();
    }));

  test('a dialog says so in its place, and what was done stays', () =>
    withPage(async (page) => {
      const hand = handsOn(page).find((one) => one.name === name) ?? expect.fail(name);
      const code = await hold(page, /\/assets\/PrintDialog-[\w-]+\.js$/);
      await page.goto(changed.get(name) ?? expect.fail(name));
      await page.getByTestId('palette-rectangle').dblclick();
      await hand.press(page.getByTestId('print'), 'while pending');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('status').waitFor();
      await code('abort');
      await dialog.getByRole('alert').getByText('could not be fetched').waitFor();
      await code();
      await hand.press(dialog.getByRole('button', { name: 'Try again' }));
      await dialog.getByText('1 label').first().waitFor();
      await page.locator('[data-testid=save-state][data-state=unsaved]').waitFor();
    }));
});

/**
 * Holds back the answers that match, until the function that it returns is called: those and all later ones go on then,
 * or are broken off until it is called again. (A part is asked for more than once: ahead, and when it is imported.)
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
