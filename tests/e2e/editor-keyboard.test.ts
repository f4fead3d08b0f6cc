import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { hearMessages, type HeardMessages } from '#tests/support/heard-messages.ts';
import { openEditor, SCREENSHOTS, type OpenedPage } from '#tests/support/open-editor.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;

beforeAll(async () => {
  opened = await openEditor('keyboard');
  ({ page, driver } = opened);
});
afterAll(() => opened?.close());

/** An empty label, the focus on the canvas. */
beforeEach(async () => {
  await driver.clear();
});

const press = async (...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
const focused = (): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('data-testid') ?? element?.getAttribute('aria-label') ?? element?.tagName ?? '';
  });
const region = (): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.closest('[data-region]')?.getAttribute('data-region'));
const names = async (): Promise<readonly string[]> =>
  [...(await driver.download()).matchAll(/<Object [^>]*? Name="(.*?)"/g)].map(([, name = '']) => name);
const cells = async (): Promise<readonly string[]> =>
  [...(await driver.download()).matchAll(/NormalText="(.*?)"/g)].map(([, text = '']) => text);

test('an element is created, a value changed in the panel and the canvas focused again, all by keyboard', async () => {
  await page.getByTestId('exit').focus();
  await press('F6');
  await expect.poll(() => region()).toBe('tools');
  await press('F6');
  await expect.poll(() => region()).toBe('palette');
  await press('End', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowUp');
  await expect.poll(() => focused()).toBe('palette-rectangle');
  await press('Enter', 'F6');
  await expect.poll(() => focused()).toBe('canvas-overlay');
  // The selection toolbar is between the two, once it is shown.
  await page.getByTestId('selection-bar').waitFor();
  await press('F6');
  await expect.poll(() => region()).toBe('selection');
  await press('F6');
  await expect.poll(() => region()).toBe('panel');
  for (let i = 0; i < 12 && (await focused()) !== 'field-x'; i++) await press('Tab');
  await expect.poll(() => focused()).toBe('field-x');
  await press('Control+a');
  await page.keyboard.type('12.5');
  await press('Enter', 'Escape');
  await expect.poll(() => focused()).toBe('canvas-overlay');
  await press('ArrowRight');
  // One canvas unit is 1/3.78 of a millimeter.
  expect(await driver.download()).toContain('StartX="12.765"');
  // The focus returns to the field of the panel that had it before.
  await press('F6', 'F6');
  await expect.poll(() => focused()).toBe('field-x');
  await press('Shift+F6', 'Shift+F6');
  await expect.poll(() => focused()).toBe('canvas-overlay');
  await press('Shift+F6');
  await expect.poll(() => focused()).toBe('palette-rectangle');
});

test('Tab moves through the elements and leaves the canvas, back and forth', async () => {
  await press('r', 'Enter', 'e', 'Enter', 'Escape');
  await page.getByTestId('canvas-overlay').focus();
  await press('Tab');
  await page.getByTestId('attribute-panel').getByText('Rectangle1', { exact: true }).first().waitFor();
  await press('Tab');
  await page.getByTestId('attribute-panel').getByText('Ellipse1', { exact: true }).first().waitFor();
  await expect.poll(() => focused()).toBe('canvas-overlay');
  await press('Tab');
  await untilIdle(page);
  await expect.poll(() => focused()).not.toBe('canvas-overlay');
  await page.getByTestId('canvas-overlay').focus();
  await press('Shift+Tab');
  await page.getByTestId('attribute-panel').getByText('Rectangle1', { exact: true }).first().waitFor();
  await press('Shift+Tab');
  await untilIdle(page);
  await expect.poll(() => focused()).not.toBe('canvas-overlay');
  expect(await names()).toEqual(['Rectangle1', 'Ellipse1']);
});

test('Enter without a focused element opens no text', async () => {
  await press('t', 'Enter', 'Escape', 'Control+a');
  await page.getByTestId('attribute-panel').getByText('Text1', { exact: true }).first().waitFor();
  await page.getByTestId('canvas-overlay').evaluate((canvas: HTMLElement) => canvas.blur());
  await press('Enter');
  await untilIdle(page);
  await expect.poll(() => page.getByTestId('text-input').count()).toBe(0);
  await page.getByTestId('canvas-overlay').focus();
  await press('Enter');
  await page.getByTestId('text-input').waitFor();
  await press('Escape');
});

test('Esc leaves the canvas when nothing is selected', async () => {
  await press('r', 'Enter', 'Escape', 'Escape', 'Tab');
  await untilIdle(page);
  await expect.poll(() => focused()).not.toBe('canvas-overlay');
  await expect.poll(() => focused()).not.toBe('BODY');
});

test('the tools are one tab stop, and arrows move through them', async () => {
  await page.getByTestId('action-copy').focus();
  await press('ArrowRight', 'ArrowRight');
  await expect.poll(() => focused()).toBe('action-delete');
  await press('End');
  await expect.poll(() => focused()).toBe('action-commands');
  await press('ArrowRight');
  await expect.poll(() => focused()).toBe('action-copy');
  await press('Tab');
  await expect.poll(() => region()).toBe('palette');
  // A click leaves the focus on the canvas: arrow keys then move the selection.
  await press('Escape', 'r', 'Enter');
  await page.getByTestId('action-alignLeft').click();
  await expect.poll(() => focused()).toBe('canvas-overlay');
});

describe('typing in the cells of a table', () => {
  test('Tab, Shift+Tab and Enter move to other cells, Esc ends it; no letter adds an element', async () => {
    await press('g', 'Enter');
    await page.getByTestId('canvas-overlay').focus();
    await press('Enter', 'Enter');
    const field = page.getByTestId('text-input');
    await field.waitFor();
    await page.keyboard.type('tea');
    await press('Tab');
    await page.keyboard.type('bread');
    await press('Tab');
    await page.keyboard.type('ice');
    await press('Shift+Tab');
    await page.keyboard.type('butter');
    await press('Enter');
    await page.keyboard.type('line');
    await press('Shift+Enter');
    await page.keyboard.type('two');
    await expect.poll(() => focused()).toBe('text-input');
    // Tab in the last cell adds a row.
    await press('Tab');
    await page.keyboard.type('row');
    await page.screenshot({ path: join(SCREENSHOTS, 'typing in cells.png') });
    await press('Escape');
    await field.waitFor({ state: 'detached' });
    await expect.poll(() => focused()).toBe('canvas-overlay');
    expect(await cells()).toEqual(['tea', 'butter', 'ice', 'line&#xa;two', 'row', '']);
    expect(await names()).toEqual(['Table1']);
  });

  test('Shift+Tab before the first cell and Enter in the last row return to the canvas', async () => {
    await press('g', 'Enter');
    await page.getByTestId('canvas-overlay').focus();
    await press('Enter', 'Enter');
    await page.keyboard.type('a');
    await press('Shift+Tab');
    await page.getByTestId('text-input').waitFor({ state: 'detached' });
    await expect.poll(() => focused()).toBe('canvas-overlay');
    await press('Enter', 'Enter');
    await page.keyboard.type('b');
    await press('Enter');
    await page.getByTestId('text-input').waitFor({ state: 'detached' });
    expect(await cells()).toEqual(['a', '', 'b', '']);
  });

  test('Tab in a text ends the typing and stays on the canvas', async () => {
    await press('t', 'Enter');
    await page.getByTestId('canvas-overlay').focus();
    await press('Enter');
    await page.keyboard.type('hello');
    await press('Tab');
    await expect.poll(() => focused()).toBe('canvas-overlay');
    expect(await names()).toEqual(['Text1']);
  });
});

describe('locks', () => {
  let messages: HeardMessages;
  beforeEach(async () => {
    messages = await hearMessages(page);
  });
  const said = (text: string): Promise<void> => messages.said(text);
  /** The new messages after this key. */
  const repeats = async (key: string, text: string): Promise<void> => {
    messages = await hearMessages(page);
    await press(key);
    await said(text);
    await page.getByText(text, { exact: true }).waitFor({ state: 'detached' });
  };

  test('are reported, and keep elements from being deleted, cut and moved', async () => {
    await press('r', 'Enter', 'Control+l');
    await said('Locked');
    await press('Delete');
    await said('Rectangle1 is locked. Unlock it first.');
    await press('Control+x');
    await press('ArrowLeft');
    expect(await names()).toEqual(['Rectangle1']);
    await press('Control+l');
    await said('Unlocked');
    // The earlier message is no longer true and has disappeared.
    await untilIdle(page);
    await expect.poll(() => page.getByText('is locked').count()).toBe(0);
    await page.getByText('Unlocked', { exact: true }).waitFor({ state: 'detached' });
  });

  test('are reported when a locked element is selected or dragged', async () => {
    await press('r', 'Enter', 'Control+l', 'Escape');
    const canvas = await page.getByTestId('canvas-overlay').boundingBox();
    if (canvas === null) throw new Error('no canvas');
    const middle = { x: canvas.x + canvas.width / 2, y: canvas.y + canvas.height / 2 };
    const before = await driver.download();
    const edge = await page.evaluate(() => document.querySelector('.ed-label-edge')?.getBoundingClientRect().width);
    expect(edge).toBeGreaterThan(100);
    await press('Tab');
    const box = await page.locator('.ed-selection-box').boundingBox();
    if (box === null) throw new Error('nothing is selected');
    await press('Escape');
    // Clicks on its line: a shape without a fill cannot be clicked inside.
    await page.mouse.move(box.x + 20, box.y);
    await page.mouse.down();
    await said('Rectangle1 is locked and cannot be moved.');
    await page.mouse.move(middle.x + 90, middle.y + 70, { steps: 4 });
    await page.mouse.up();
    expect(await driver.download()).toBe(before);
    await press('Control+l');
  });

  test("the browser's own shortcuts are suppressed, in fields too", async () => {
    await press('r', 'Enter');
    await page.evaluate(() => {
      window.addEventListener('keydown', (event) => {
        if (event.code === 'KeyL') document.title = String(event.defaultPrevented);
      });
    });
    await press('Control+l');
    await expect.poll(() => page.title()).toBe('true');
    await press('Control+l');
    await page.evaluate(() => (document.title = ''));
    await page.getByTestId('field-x').focus();
    await press('Control+l');
    await expect.poll(() => page.title()).toBe('true');
    expect(await driver.download()).toContain('Lock="false"');
  });

  test('without a selection a message asks the user to select', async () => {
    for (const key of ['Control+l', 'ArrowLeft']) await repeats(key, 'Select an element first');
  });

  test('an empty label is neither saved nor printed, and each key reports why', async () => {
    for (const key of ['Control+s', 'Control+Shift+s', 'Control+p'])
      await repeats(key, 'The label is empty: add an element first');
    await untilIdle(page);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });
});
