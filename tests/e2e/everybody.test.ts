import type { CDPSession, Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boxOf } from '#tests/support/box-of.ts';
import { clippedWords } from '#tests/support/clipped-words.ts';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { openEditor, type OpenedPage } from '#tests/support/open-editor.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;
let hand: CDPSession;

/** A tablet in landscape. */
beforeAll(async () => {
  opened = await openEditor('everybody-here', { hasTouch: true, viewport: { width: 1024, height: 768 } });
  ({ page, driver } = opened);
  hand = await page.context().newCDPSession(page);
});
afterAll(() => opened?.close());

const canvas = (): Locator => page.getByTestId('canvas-overlay');
/** In CSS pixels of the window. */
const rightOf = (box: { x: number; width: number } | null): number => (box === null ? NaN : box.x + box.width);
const press = async (...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
const values = async (name: string): Promise<readonly string[]> =>
  [...(await driver.download()).matchAll(new RegExp(`<Object [^>]*? ${name}="(.*?)"`, 'g'))].map(([, v = '']) => v);
const said = (): Promise<string> => page.getByTestId('spoken').innerText();
/** Text that a screen reader reads when the canvas has the focus. */
const read = (): Promise<string | null> =>
  canvas().evaluate((element) => {
    const id = element.getAttribute('aria-activedescendant');
    return id === null ? null : (document.getElementById(id)?.getAttribute('aria-label') ?? 'nothing has this id');
  });
test('a screen reader announces each element, actions on it, and its faults', async () => {
  await driver.place('qrcode', 60, 40);
  await driver.place('rectangle', 50, 4);
  await driver.place('text', 4, 5);
  await canvas().focus();
  await press('Escape');
  const lines = page.getByTestId('spoken-list').getByRole('option');
  await expect.poll(() => lines.count()).toBe(3);
  await expect.poll(read).toBeNull();
  await press('Tab');
  await expect
    .poll(read)
    .toMatch(/^Text1, Text: .*, 4 millimeters from the left, 5 millimeters from the top, .* wide, .* high$/);
  await press('Tab');
  await expect.poll(read).toMatch(/^Rectangle1, Rectangle, 50 millimeters from the left, 4 millimeters/);
  await press('Tab');
  await expect.poll(read).toMatch(/^QR code 1, QR code: .*, Grade [A-F]$/);
  await expect
    .poll(() => lines.evaluateAll((all) => all.map((one) => [one.ariaPosInSet, one.ariaSetSize, one.ariaSelected])))
    .toEqual([
      ['1', '3', 'false'],
      ['2', '3', 'false'],
      ['3', '3', 'true'],
    ]);
  // A finger that explores the screen finds the text at its element.
  const [line, frame] = [await boxOf(lines.nth(2)), await boxOf(page.locator('.ed-selection-box'))];
  expect(Math.abs(line.x - frame.x) + Math.abs(line.y - frame.y)).toBeLessThan(4);

  await press('Shift+ArrowRight');
  await expect.poll(said).toMatch(/^Moved: QR code 1, 62\.6 millimeters from the left, 40 millimeters from the top\./);
  await press('Control+a');
  await expect.poll(said).toBe('3 elements are selected.');
  await press('Escape');
  await expect.poll(said).toBe('Nothing is selected.');
  await press('Tab', 'Shift+r');
  await expect.poll(said).toMatch(/^Rotated: Text1, turned by 90°\./);
  await press('Delete');
  await expect.poll(said).toBe('Deleted: Text1.');
  await expect.poll(() => lines.count()).toBe(2);
  await press('Control+z');
  await expect.poll(said).toBe('Undone: Deleted: Text1.');
  // A letter that no font has is a fault without a message.
  await press('Enter');
  await page.keyboard.insertText('\u{1F9FF}\u{13000}');
  await press('Escape');
  await expect.poll(said).toMatch(/Text1: /);
  await expect.poll(read).toMatch(/°, .+$/);
});

test('a text from right to left is typed from the right, at its position in the picture', async () => {
  await driver.clear();
  await driver.place('text', 20, 20);
  await canvas().focus();
  await press('Enter');
  const input = page.getByTestId('text-input');
  const direction = (): Promise<string> => input.evaluate((field) => getComputedStyle(field).direction);
  await expect.poll(() => direction()).toBe('ltr');
  await page.keyboard.insertText('שלום 123');
  await expect.poll(direction).toBe('rtl');
  // In a right-to-left line, the left arrow moves forward in the text.
  const caret = (): Promise<number | undefined> =>
    input.evaluate((field) =>
      field instanceof HTMLTextAreaElement ? field.selectionStart : getSelection()?.anchorOffset,
    );
  // A field on a busy machine may read the selection late, and put it back.
  const moved = async (): Promise<number | undefined> => {
    await press('Home', 'ArrowLeft', 'ArrowLeft');
    return caret();
  };
  await expect.poll(moved).toBe(2);
  await page.keyboard.insertText('י');
  await press('Escape');
  expect(await driver.download()).toContain('NormalText="שליום 123"');
  await expect
    .poll(() => page.getByTestId('content-input').evaluate((field) => getComputedStyle(field).direction))
    .toBe('rtl');
});

test('shortcuts match by key position, with any keyboard layout; composing is not disturbed', async () => {
  await driver.clear();
  /** A key as a keyboard of another language reports it. */
  async function strike(code: string, key: string, modifiers = 0): Promise<void> {
    const windowsVirtualKeyCode = 0;
    await hand.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', code, key, modifiers, windowsVirtualKeyCode });
    await hand.send('Input.dispatchKeyEvent', { type: 'keyUp', code, key, modifiers, windowsVirtualKeyCode });
  }
  const hint = page.getByTestId('armed-hint').locator('span');
  const CONTROL = 2;
  // Russian: the position of R writes к. Enter places the armed element.
  await strike('KeyR', 'к');
  await hint.waitFor();
  await press('Enter');
  await strike('KeyE', 'у');
  await press('Enter');
  expect(await values('Type')).toEqual(['Rectangle', 'Ellipse']);
  // Spanish and Portuguese: the position of [ writes ` and ´, that of ] writes + and [.
  await strike('BracketLeft', '`', CONTROL);
  expect(await values('Type')).toEqual(['Ellipse', 'Rectangle']);
  await strike('BracketRight', '[', CONTROL);
  expect(await values('Type')).toEqual(['Rectangle', 'Ellipse']);
  await strike('KeyZ', 'я', CONTROL);
  expect(await values('Type')).toEqual(['Ellipse', 'Rectangle']);
  // Without punctuation.
  await press('Shift+PageUp');
  expect(await values('Type')).toEqual(['Rectangle', 'Ellipse']);
  const zoom = (): Promise<string> => page.getByTestId('zoom').innerText();
  const before = await zoom();
  await press('Alt+PageUp');
  await expect.poll(zoom).not.toBe(before);
  await press('Alt+PageDown');
  await expect.poll(zoom).toBe(before);

  await page.evaluate(() => {
    const keys = { code: 'KeyT', key: 'Process', isComposing: true, bubbles: true };
    document.querySelector('.ed-canvas')?.dispatchEvent(new KeyboardEvent('keydown', keys));
  });
  await untilIdle(hint);
  await expect.poll(() => hint.count()).toBe(0);
  await driver.clear();
  await driver.place('text', 10, 10);
  await canvas().focus();
  await press('Enter');
  await hand.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 });
  // Esc and Enter end the composing, and not the typing.
  await page.getByTestId('text-input').evaluate((field) => {
    for (const key of ['Escape', 'Enter']) {
      field.dispatchEvent(
        new KeyboardEvent('keydown', { key, code: key, ctrlKey: true, isComposing: true, bubbles: true }),
      );
    }
  });
  await hand.send('Input.insertText', { text: '你' });
  await press('Escape');
  expect(await driver.download()).toContain('NormalText="你"');
});

test('fingers on a tablet add, select, drag, type, open panels and move through the label', async () => {
  await driver.clear();
  const touch = async (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    ...at: readonly [number, number][]
  ): Promise<void> => {
    const touchPoints = at.map(([x, y], id) => ({ x, y, id }));
    await hand.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  await page.getByTestId('palette-rectangle').tap();
  const { x, y, width, height } = await boxOf(canvas());
  const middle = [x + width / 2, y + height / 2] as const;
  await page.touchscreen.tap(...middle);
  const frame = page.locator('.ed-selection-box');
  await frame.waitFor();
  const [from = 0] = (await values('StartX')).map(Number);
  await touch('touchStart', [...middle]);
  for (let i = 1; i <= 6; i++) await touch('touchMove', [middle[0] + i * 10, middle[1] + i * 5]);
  await touch('touchEnd');
  const [to = 0] = (await values('StartX')).map(Number);
  expect(to).toBeGreaterThan(from + 5);
  // Outside it: nothing is selected. On it: it is.
  await page.touchscreen.tap(x + 60, y + height - 60);
  await frame.waitFor({ state: 'detached' });
  await page.touchscreen.tap(middle[0] + 60, middle[1] + 30);
  await frame.waitFor();
  await page.touchscreen.tap(x + 60, y + height - 60);

  // Two fingers: together they move the view, apart they enlarge it.
  const paper = page.locator('.ed-label-edge');
  const start = await boxOf(paper);
  await touch('touchStart', [x + 100, y + 300], [x + 200, y + 300]);
  for (let i = 1; i <= 5; i++) await touch('touchMove', [x + 100, y + 300 + i * 8], [x + 200, y + 300 + i * 8]);
  await touch('touchEnd');
  const moved = await boxOf(paper);
  expect(moved.y - start.y).toBeGreaterThan(20);
  expect(Math.abs(moved.width - start.width)).toBeLessThan(start.width * 0.1);
  await touch('touchStart', [x + 140, y + 300], [x + 180, y + 300]);
  for (let i = 1; i <= 5; i++) await touch('touchMove', [x + 140 - i * 10, y + 300], [x + 180 + i * 10, y + 300]);
  await touch('touchEnd');
  expect((await boxOf(paper)).width / moved.width).toBeGreaterThan(1.8);
  await page.getByTestId('action-zoomFit').tap();

  await page.getByTestId('action-layers').tap();
  await page.getByTestId('layer').first().tap();
  await frame.waitFor();
  await page.getByTestId('side-close').tap();
  await page.getByTestId('field-x').tap();
  await page.getByTestId('action-labelSettings').tap();
  await page.getByRole('dialog').waitFor();
  await press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

const LOOKS = ['ru', 'pt', 'es'].flatMap((language) => [1024, 1280].map((width) => [language, width] as const));

test(`no word of the editor is cut off in the longest languages, on small screens (seed ${SEED})`, async () => {
  await driver.clear();
  for (const type of ['text', 'barcode', 'table']) {
    await page.getByTestId(`palette-${type}`).dblclick();
    // An empty text shows on the canvas that it can be edited.
    if (type === 'text') await page.getByTestId('content-input').fill('');
  }
  await driver.save();
  await expect.poll(() => page.getByTestId('save-state').getAttribute('data-state')).toBe('saved');
  const address = page.url();
  const found: Record<string, readonly string[]> = {};
  const look = async (name: string): Promise<void> => {
    const words = await clippedWords(page, '.ed-frame');
    if (words.length > 0) found[name] = words;
  };
  for (const [language, width] of drawnOf('clipped words', LOOKS)) {
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    await setWindowSize(page, { width, height: 768 });
    await page.goto(address);
    await press('Escape', 'Escape');
    await canvas().focus();
    for (let i = 0; i < 3; i++) {
      await press('Tab');
      await page.locator('.ed-selection-box').waitFor();
      await look(`${language} ${width} ${i}`);
    }
    await press('Control+a');
    await look(`${language} ${width} several`);
    for (const tab of ['layers', 'history', 'preflight']) {
      await page.getByTestId(`action-${tab}`).click();
      await page.getByTestId(`${tab}-list`).waitFor();
      await look(`${language} ${width} ${tab}`);
    }
    await page.getByTestId('side-close').click();
    const hint = await page.getByTestId('empty-text').boundingBox();
    const label = await page.locator('.ed-label-edge').boundingBox();
    expect(rightOf(hint), `${language} ${width}`).toBeLessThanOrEqual(rightOf(label) + 0.5);
    // The save state is readable in full.
    const state = page.getByTestId('save-state');
    await untilIdle(state);
    await expect
      .poll(() => state.evaluate((line) => line.scrollWidth - line.clientWidth), { message: `${language} ${width}` })
      .toBe(0);
  }
  await page.evaluate(() => localStorage.setItem('language', 'en'));
  expect(found).toEqual({});
});
