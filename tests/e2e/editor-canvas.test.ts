import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { MOVING, openEditor, SCREENSHOTS, type OpenedPage } from '#tests/support/open-editor.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

/** One black dot. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dropped-files-'));
  await writeFile(join(folder, 'dot.png'), Buffer.from(PNG, 'base64'));
  await writeFile(join(folder, 'prices.csv'), 'Name,Price\nTea,3\nBread,4\n');
  await writeFile(join(folder, 'notes.zip'), 'nothing for a label');
  opened = await openEditor('canvas', MOVING);
  ({ page, driver } = opened);
});
afterAll(async () => {
  await opened?.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  await setWindowSize(page, { width: 1280, height: 800 });
  await driver.clear();
});

const attribute = async (name: string): Promise<readonly string[]> =>
  [...(await driver.download()).matchAll(new RegExp(`<Object [^>]*? ${name}="(.*?)"`, 'g'))].map(([, v = '']) => v);

/** Drags a file from the desktop over a position of the page and drops it. */
async function dropFile(name: string, x: number, y: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [join(folder, name)], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x, y, data });
  }
  await session.detach();
}

describe('a dropped file', () => {
  test('becomes an image on the canvas where it is dropped', async () => {
    await dropFile('dot.png', 400, 400);
    await page.getByTestId('attribute-panel').getByText('Image1', { exact: true }).first().waitFor();
    const box = await page.locator('.ed-selection-box').boundingBox();
    if (box === null) throw new Error('nothing is selected');
    expect(Math.abs(box.x + box.width / 2 - 400)).toBeLessThan(2);
    expect(Math.abs(box.y + box.height / 2 - 400)).toBeLessThan(2);
  });

  test('opens as data on the canvas when it is a spreadsheet', async () => {
    await dropFile('prices.csv', 500, 300);
    await page.getByText('The spreadsheet is loaded').waitFor();
    await page.getByTestId('attribute-panel').getByText('prices.csv').first().waitFor();
  });

  test('is reported by name on the canvas when it is neither', async () => {
    await dropFile('notes.zip', 500, 300);
    await page.getByText('notes.zip is neither an image').waitFor();
    expect(page.url()).toContain('/editLabel');
  });

  test.each([
    ['the panel', 1200, 600],
    ['the top bar', 600, 20],
    ['the palette', 30, 300],
  ])('on %s does nothing, and the page stays', async (_, x, y) => {
    const url = page.url();
    // A headless browser does not leave the page by itself: what counts is that the event was canceled.
    await page.evaluate(() => {
      const cancelled: boolean[] = [];
      Object.assign(globalThis, { cancelled });
      for (const type of ['dragover', 'drop']) {
        window.addEventListener(type, (event) => cancelled.push(event.defaultPrevented), { once: true });
      }
    });
    await dropFile('dot.png', x, y);
    await page.keyboard.press('r');
    await page.keyboard.press('Enter');
    await page.locator('.ed-selection-box').waitFor();
    // The browser itself drops nothing where dropping is not allowed.
    await expect
      .poll(() => page.evaluate(() => (globalThis as unknown as { cancelled: boolean[] }).cancelled))
      .toContain(true);
    await untilIdle(page);
    await expect
      .poll(() => page.evaluate(() => (globalThis as unknown as { cancelled: boolean[] }).cancelled))
      .not.toContain(false);
    expect(page.url()).toBe(url);
    expect(await attribute('Type')).toEqual(['Rectangle']);
  });
});

test('elements added one after the other are side by side', async () => {
  for (let i = 0; i < 14; i++) await page.getByTestId('palette-ellipse').dblclick();
  const x = await attribute('StartX');
  const y = await attribute('StartY');
  expect(new Set(x.map((at, i) => `${at} ${y[i]}`)).size).toBe(14);
});

test('a long text typed on the canvas does not shift the label against the rulers', async () => {
  await page.keyboard.press('t');
  await page.keyboard.press('Enter');
  await page.getByTestId('canvas-overlay').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('a long sentence that goes far beyond the label and the canvas, '.repeat(4));
  await untilIdle(page);
  await page.screenshot({ path: join(SCREENSHOTS, 'long text.png') });
  const seen = await page.evaluate(() => {
    const scrolled: string[] = [];
    for (let at: Element | null = document.querySelector('.ed-text-input'); at !== null; at = at.parentElement) {
      if (at.scrollLeft !== 0 || at.scrollTop !== 0) scrolled.push(at.className);
    }
    const left = (selector: string): number => document.querySelector(selector)?.getBoundingClientRect().left ?? NaN;
    return {
      scrolled,
      label: left('.ed-label-edge'),
      ruler: left('.ed-ruler-x .ed-ruler-label'),
      end: document.querySelector('.ed-text-input')?.getBoundingClientRect().right ?? NaN,
      edge: document.querySelector('.ed-canvas')?.getBoundingClientRect().right ?? NaN,
    };
  });
  expect(seen.scrolled).toEqual([]);
  expect(Math.abs(seen.label - seen.ruler)).toBeLessThan(2);
  // The caret is at the end of the text and visible.
  expect(seen.end).toBeLessThan(seen.edge);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+1');
});

test('a failed upload of a template file is reported as such, and nothing is lost', async () => {
  await page.keyboard.press('r');
  await page.keyboard.press('Enter');
  await page.route('**/upload/file', (route) => route.abort());
  await page.getByTestId('save').click();
  await page.getByText('The template file could not be uploaded').waitFor();
  await page.unroute('**/upload/file');
  expect(await attribute('Type')).toEqual(['Rectangle']);
  expect(page.url()).toContain('labelStatus=add');
});

async function selectionBox(): Promise<{ readonly x: number; readonly y: number }> {
  const box = await page.locator('.ed-selection-box').boundingBox();
  return box ?? expect.fail('nothing is selected');
}

test('guide lines extend across the whole canvas', async () => {
  await page.getByTestId('palette-rectangle').dblclick();
  // The canvas finds its position next to the panel.
  await untilIdle(page);
  let box = await selectionBox();
  await expect
    .poll(async () => {
      const before = box;
      box = await selectionBox();
      return box.x - before.x + box.y - before.y;
    })
    .toBe(0);
  await page.mouse.move(box.x + 30, box.y);
  await page.mouse.down();
  await page.mouse.move(box.x + 70, box.y + 20, { steps: 3 });
  const far = page.locator('.ed-guide-far');
  await expect
    .poll(async () => {
      await page.mouse.move(box.x + 40, box.y + 10);
      await page.mouse.move(box.x + 31, box.y + 1, { steps: 3 });
      return far.count();
    })
    .toBeGreaterThan(0);
  const lines = await far.evaluateAll((all) => all.map((line) => line.getBoundingClientRect()));
  await page.mouse.up();
  expect(lines.length).toBeGreaterThan(0);
  const canvas = await page.getByTestId('canvas-overlay').boundingBox();
  for (const line of lines) {
    const across = line.width > line.height;
    expect(across ? line.width : line.height).toBeGreaterThan((across ? canvas?.width : canvas?.height) ?? Infinity);
  }
});

describe.each(['en', 'zh', 'ru', 'es'])('the screen in %s', (language) => {
  beforeAll(async () => {
    await page.evaluate((wanted) => localStorage.setItem('language', wanted), language);
    await page.reload();
    await page.getByTestId('canvas-overlay').waitFor();
    const question = page.getByRole('dialog');
    if (await question.isVisible()) {
      await question.getByRole('button').first().click();
      // It closes once the browser has deleted the work; until then no key is a shortcut.
      await question.waitFor({ state: 'hidden' });
    }
  });

  test.each([1024, 1280, 1440])('shows all tools and all shortcuts at %d', async (width) => {
    await setWindowSize(page, { width, height: 768 });
    const strip = await page.locator('.ed-strip').boundingBox();
    if (strip === null) throw new Error('no tool strip');
    // Those without room at 1024 are in the menu.
    await expect.poll(() => page.getByTestId('more-tools').count()).toBe(width < 1280 ? 1 : 0);
    for (const tool of await page.locator('.ed-strip .ed-tool:not(.ed-panel-toggle)').all()) {
      const box = await tool.boundingBox();
      if (box === null) throw new Error('a tool is not shown');
      expect(box.x + box.width).toBeLessThanOrEqual(strip.x + strip.width);
      expect(box.y + box.height).toBeLessThanOrEqual(strip.y + strip.height);
    }
    const top = page.locator('.ed-top');
    await untilIdle(top);
    await expect.poll(() => top.evaluate((bar) => bar.scrollWidth - bar.clientWidth)).toBeLessThanOrEqual(0);
    await page.screenshot({ path: join(SCREENSHOTS, `editor ${language} ${width}.png`) });
    await page.getByTestId('canvas-overlay').focus();
    await page.keyboard.press('Shift+Slash');
    const sheet = page.getByTestId('shortcut-sheet');
    await sheet.waitFor();
    await untilIdle(sheet);
    await expect.poll(() => sheet.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
    const cut = await sheet.evaluate((box) => {
      const { left, right } = box.getBoundingClientRect();
      return [...box.querySelectorAll('section')].filter((section) => {
        const rect = section.getBoundingClientRect();
        return rect.left < left || rect.right > right || rect.left < 0 || rect.right > window.innerWidth;
      }).length;
    });
    expect(cut).toBe(0);
    await page.screenshot({ path: join(SCREENSHOTS, `shortcuts ${language} ${width}.png`) });
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
  });
});

test.each([
  [1024, 320],
  [1280, 320],
  [1281, 476],
  [1440, 476],
])('in a window of %d the panel is %d wide', async (width, panel) => {
  await setWindowSize(page, { width, height: 800 });
  await untilIdle(page);
  await expect.poll(async () => (await page.getByTestId('attribute-panel').boundingBox())?.width).toBe(panel);
});
