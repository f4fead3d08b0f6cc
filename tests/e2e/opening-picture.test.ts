import type { BrowserContext, Page } from 'playwright';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { fixedText } from '#model/elements/base/content.ts';
import { packTemplate } from '#model/template/packing.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import type { Template } from '#model/template/template.ts';
import { CALLS } from '#protocol/api.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { keepPictures, openShared, type OpenedPage } from '#tests/support/open-editor.ts';
import { saveLabelByCall, visitorOf } from '#tests/support/saved-label.ts';
import { signUpByCall } from '#tests/support/sign-up.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import type { TestVisitor } from '#tests/support/visitor.ts';

const SKIA = /canvaskit-[\w-]+\.wasm$/;
const OPENING = 'canvas[data-opening]';
const WORKERS = 'canvas[aria-hidden]:not([data-opening])';

let opened: OpenedPage;
let context: BrowserContext;
let page: Page;
let visitor: TestVisitor;
let address: string;

beforeAll(async () => {
  opened = await openShared();
  ({ context, page } = opened);
  // Whether the document has ever shown an opening picture.
  await context.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('canvas[data-opening]') !== null) Object.assign(window, { hasShownOpening: true });
    }).observe(document, { childList: true, subtree: true });
  });
  await signUpByCall(page, opened.address, 'olga.opens', 'correct horse battery');
  visitor = await visitorOf(context, opened.address);
});
afterAll(() => opened?.close());
keepPictures(() => page);

let labels = 0;
beforeEach(async () => {
  await resize(1280, 720);
  address = opened.address + (await saveLabelByCall(visitor, createLabel('Naïve café 42')));
  await open();
});

function createLabel(text: string): Template {
  return createTestTemplate(
    [
      createTestElement('text', { xMm: 5, yMm: 5, sources: [fixedText(text)] }),
      createTestElement('rectangle', { xMm: 5, yMm: 25 }),
      createTestElement('ellipse', { xMm: 40, yMm: 25 }),
    ],
    { name: `Label ${labels++}` },
  );
}

/** Resizes the window without the label: the editor would store its picture for the new size. */
async function resize(width: number, height: number): Promise<void> {
  await page.goto('about:blank');
  await page.setViewportSize({ width, height });
}

/** Opens the label, and waits until its picture is stored for the next opening. */
async function open(): Promise<void> {
  await page.goto(address);
  await page.locator(WORKERS).waitFor();
  await untilIdle(page);
}

function hasShownOpening(): Promise<boolean> {
  return page.evaluate(() => (window as { hasShownOpening?: boolean }).hasShownOpening === true);
}

function pixelsOf(selector: string): Promise<readonly [width: number, height: number, hash: string]> {
  return page.locator(selector).evaluate(async (canvas: HTMLCanvasElement) => {
    const { width, height } = canvas;
    const copy = new OffscreenCanvas(width, height).getContext('2d');
    copy?.drawImage(canvas, 0, 0);
    const { data } = copy?.getImageData(0, 0, width, height) ?? { data: new Uint8ClampedArray() };
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
    return [width, height, hash.join()] as const;
  });
}

/** Opens the label while Skia does not arrive before the work is done. */
async function withoutSkia(work: () => Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(SKIA, async (route) => {
    await promise;
    await route.continue();
  });
  try {
    await page.goto(address);
    await work();
  } finally {
    resolve();
    await page.unrouteAll({ behavior: 'wait' });
  }
  await page.locator(WORKERS).waitFor();
  await page.locator(OPENING).waitFor({ state: 'detached' });
}

/** The label on the screen, without the edges of the canvas, where the page says that Skia is loading. */
async function screenOfLabel(): Promise<Buffer> {
  const { x, y, width, height } = (await page.getByTestId('canvas-overlay').boundingBox()) ?? expect.fail('no canvas');
  const clip = { x: x + width / 5, y: y + height / 5, width: (width * 3) / 5, height: (height * 3) / 5 };
  return PNG.sync.read(await page.screenshot({ clip })).data;
}

test.each(['light', 'dark'] as const)(
  'the label is on the screen without Skia, and the first frame changes no pixel of it (%s)',
  async (theme) => {
    await page.emulateMedia({ colorScheme: theme });
    await open();
    let before: Buffer = Buffer.alloc(0);
    let early: unknown = null;
    await withoutSkia(async () => {
      early = await pixelsOf(OPENING);
      await page.getByTestId('attribute-panel').waitFor();
      await page.locator(`.ed-picture ${OPENING}`).waitFor();
      await expect.poll(() => page.locator(WORKERS).count()).toBe(0);
      before = await screenOfLabel();
    });
    await expect.poll(() => pixelsOf(WORKERS)).toEqual(early);
    await expect.poll(async () => before.equals(await screenOfLabel())).toBe(true);
    await page.emulateMedia({ colorScheme: null });
  },
);

test('is stored again for a window of another size, which shows none of the first one', async () => {
  await resize(1440, 900);
  await open();
  await expect.poll(hasShownOpening).toBe(false);
  await open();
  await expect.poll(hasShownOpening).toBe(true);
  await resize(1280, 720);
  await open();
  await expect.poll(hasShownOpening).toBe(true);
});

test('a version that another browser has saved is never preceded by the earlier one', async () => {
  const { id } = JSON.parse(new URL(address).searchParams.get('labelAttr') ?? '') as { readonly id: string };
  const token = expectOk(await visitor.api.call('uploadToken', { bucket: 'web' }));
  const bytes = packTemplate(writeTemplate(createLabel('Changed')));
  const file = expectOk(await visitor.api.uploadTemplate(bytes, 'label.tprts', token.data));
  expectOk(await visitor.api.call('editTemplate', { id, url: token.url + file.key, image: '' }));
  await open();
  await expect.poll(hasShownOpening).toBe(false);
  // The new one is stored, under the address of the earlier one as well.
  await open();
  await expect.poll(hasShownOpening).toBe(true);
});

test('unsaved work in this browser is never preceded by the saved label', async () => {
  await page.evaluate(() => localStorage.setItem('autosave', 'false'));
  await page.getByTestId('palette-text').dblclick();
  await page.getByTestId('content-input').fill('Unsaved');
  await untilIdle(page);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto(`${opened.address}/index`);
  await page.goto(address);
  await page.getByRole('dialog').waitFor();
  await expect.poll(hasShownOpening).toBe(false);
  await page.evaluate(() => localStorage.removeItem('autosave'));
});

test('is not shown without a session, to another user, or by another page of its user after a sign-in', async () => {
  const { cookies, origins } = await context.storageState();
  await context.clearCookies();
  await page.goto(address);
  const signIn = page.getByRole('dialog', { name: 'Sign in again' });
  await signIn.waitFor();
  await expect.poll(hasShownOpening).toBe(false);
  // Another user of this browser; the page's stored user is still the first one.
  const answer = await context.request.post(opened.address + CALLS.register.path, {
    data: { user_name: 'piet.peeks', password: 'correct horse battery' },
  });
  const { data } = (await answer.json()) as { readonly data: { readonly user_id: string } };
  await page.evaluate((stored) => {
    for (const { name, value } of stored) localStorage.setItem(name, value);
  }, origins[0]?.localStorage ?? []);
  await page.goto(address);
  await signIn.waitFor();
  await expect.poll(hasShownOpening).toBe(false);
  await page.evaluate(
    (user) => localStorage.setItem('userInfo', user),
    JSON.stringify({ userid: data.user_id, name: 'piet.peeks' }),
  );
  await page.goto(address);
  await page.getByTestId('loading-failed').waitFor();
  await expect.poll(hasShownOpening).toBe(false);
  await context.clearCookies();
  await context.addCookies(cookies);
});
