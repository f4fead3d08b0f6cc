import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { boxOf } from '#tests/support/box-of.ts';
import { drawnIn, type Drawn } from '#tests/support/drawn-elements.ts';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { keepPictures, openEditor, SCREENSHOTS, type OpenedPage } from '#tests/support/open-editor.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

/** Habits from other design tools that no other test covers: tests/structure/specification-check.md. */
let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;

beforeAll(async () => {
  opened = await openEditor('canvas-habits', { permissions: ['clipboard-read', 'clipboard-write'] });
  ({ page, driver } = opened);
});
afterAll(() => opened?.close());
keepPictures(() => page);
beforeEach(() => driver.clear());

const overlay = (): Locator => page.getByTestId('canvas-overlay');
const label = (): Locator => page.locator('.ed-label-edge');
const zoom = (): Promise<string | null> => page.getByTestId('zoom').textContent();
const drawn = async (): Promise<readonly Drawn[]> => drawnIn(await driver.download());

async function press(...keys: readonly string[]): Promise<void> {
  await overlay().focus();
  for (const key of keys) await page.keyboard.press(key);
}

describe('the view', () => {
  test('the wheel scrolls, with Shift sideways, with Ctrl it zooms at the pointer; the middle button pans', async () => {
    await press('Shift+1');
    const first = await boxOf(label());
    // A point of the label that is not its center.
    const at = { x: first.x + first.width * 0.2, y: first.y + first.height * 0.3 };
    await page.mouse.move(at.x, at.y);
    const shown = (): Promise<readonly number[]> => boxOf(label()).then(({ x, y }) => [x - first.x, y - first.y]);
    const near = (x: number, y: number): readonly unknown[] => [expect.closeTo(x, 0), expect.closeTo(y, 0)];
    await page.mouse.wheel(0, 50);
    await expect.poll(shown).toEqual(near(0, -50));
    await page.keyboard.down('Shift');
    await page.mouse.wheel(0, 30);
    await page.keyboard.up('Shift');
    await expect.poll(shown).toEqual(near(-30, -50));
    await page.mouse.wheel(-30, -50);
    await expect.poll(shown).toEqual(near(0, 0));

    const before = await zoom();
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    await expect.poll(zoom).not.toBe(before);
    const larger = await boxOf(label());
    expect(larger.width).toBeGreaterThan(first.width * 1.1);
    // The same point is still under the pointer.
    expect((at.x - larger.x) / larger.width).toBeCloseTo(0.2, 2);
    expect((at.y - larger.y) / larger.height).toBeCloseTo(0.3, 2);

    await page.mouse.down({ button: 'middle' });
    await page.mouse.move(at.x + 40, at.y + 25, { steps: 3 });
    await page.mouse.up({ button: 'middle' });
    const moved = await boxOf(label());
    expect([moved.x - larger.x, moved.y - larger.y]).toEqual(near(40, 25));
  });

  test('Ctrl with + − 0, Shift+1 for the label, Shift+2 for the selection', async () => {
    await press('Control+0');
    await expect.poll(zoom).toBe('100%');
    await press('Control+Equal');
    await expect.poll(async () => Number.parseInt((await zoom()) ?? '', 10)).toBeGreaterThan(100);
    await press('Control+Minus', 'Control+Minus');
    await expect.poll(async () => Number.parseInt((await zoom()) ?? '', 10)).toBeLessThan(100);
    await press('Shift+1');
    const fitted = await zoom();
    // Nothing is selected, which is reported.
    await press('Shift+2');
    await page.getByText('Select an element first', { exact: false }).first().waitFor();
    await untilIdle(page);
    await expect.poll(() => zoom()).toBe(fitted);

    await driver.place('rectangle', 70, 60);
    await press('Shift+2');
    await expect.poll(zoom).not.toBe(fitted);
    const canvas = await boxOf(overlay());
    const selected = await boxOf(page.locator('.ed-selection-box'));
    expect(selected.x + selected.width / 2).toBeCloseTo(canvas.x + canvas.width / 2, -1);
    expect(selected.y + selected.height / 2).toBeCloseTo(canvas.y + canvas.height / 2, -1);
    const share = Math.max(selected.width / canvas.width, selected.height / canvas.height);
    expect(share).toBeGreaterThan(0.55);
    expect(share).toBeLessThan(0.65);
    await page.screenshot({ path: join(SCREENSHOTS, 'zoomed to the selection.png') });
    await press('Shift+1');
    await expect.poll(zoom).toBe(fitted);
  });
});

describe('keys', () => {
  test('for order, alignment and distances work; redo has two', async () => {
    await driver.place('rectangle', 10, 10);
    await driver.place('ellipse', 45, 30);
    await driver.place('triangle', 12, 60);
    const order = async (): Promise<string> => (await drawn()).map(({ type }) => type[0]).join('');
    // From RET on; in each pair, without the first or the second the order would be different.
    for (const [first, second] of [
      ['Control+Shift+BracketLeft', 'Control+BracketRight'],
      ['Control+Shift+BracketRight', 'Control+BracketLeft'],
      // Each of them has an alternative, for keyboards without brackets.
      ['Shift+End', 'Shift+PageUp'],
      ['Shift+Home', 'Shift+PageDown'],
    ] as const) {
      await press(first, second);
      expect([first, second, await order()]).toEqual([first, second, 'RTE']);
    }
    await press('Control+a', 'Alt+a', 'Alt+Shift+v');
    const aligned = await driver.download();
    const places = drawnIn(aligned).map(({ x, y }) => [Number(x), Number(y)] as const);
    expect(places.map(([x]) => x)).toEqual([10, 10, 10]);
    const [top = 0, middle = 0, bottom = 0] = places.map(([, y]) => y).toSorted((a, b) => a - b);
    // They are equally high.
    expect(middle - top).toBeCloseTo(bottom - middle, 2);

    await press('Control+z', 'Control+z');
    const undone = await driver.download();
    expect(undone).not.toBe(aligned);
    await press('Control+Shift+Z', 'Control+y');
    expect(await driver.download()).toBe(aligned);
  });

  test('match by key position, on a Russian layout too, and not during input method composition', async () => {
    await driver.place('rectangle', 10, 10);
    await overlay().focus();
    const line = await page.context().newCDPSession(page);
    // The key of D with Ctrl, which gives a Cyrillic letter on this keyboard.
    const duplicate = { code: 'KeyD', key: 'в', windowsVirtualKeyCode: 68, modifiers: 2 };
    await line.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...duplicate });
    await line.send('Input.dispatchKeyEvent', { type: 'keyUp', ...duplicate });
    expect((await drawn()).map(({ type }) => type)).toEqual(['Rectangle', 'Rectangle']);

    await driver.clear();
    await driver.place('text', 20, 20);
    await press('Enter');
    const field = page.getByTestId('text-input');
    await field.waitFor();
    await line.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 });
    const typed = (): Promise<string | null> =>
      field.evaluate((text) => (text instanceof HTMLTextAreaElement ? text.value : text.textContent));
    await expect.poll(typed).toBe('ni');
    // Esc is for the candidates of the input method.
    await page.evaluate(() => {
      const escape = new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, isComposing: true });
      document.activeElement?.dispatchEvent(escape);
    });
    await expect.poll(() => field.count()).toBe(1);
    await line.send('Input.insertText', { text: '你' });
    await expect.poll(typed).toBe('你');
    await page.keyboard.press('Control+Enter');
    await field.waitFor({ state: 'detached' });
    expect(await driver.download()).toContain('NormalText="你"');
    await line.detach();
    // One typed word is one undo step, and Enter continues where Ctrl+Enter ended.
    await press('Control+z');
    expect(await driver.download()).toContain('NormalText="Text"');
  });

  test('copy the style of one element to another; consecutive arrow keys are one undo step', async () => {
    await driver.place('text', 10, 10);
    await page.getByTestId('attribute-panel').getByRole('button', { name: 'Bold' }).click();
    await press('Control+Alt+c');
    await driver.place('text', 10, 40);
    await press('Control+Alt+v');
    expect((await driver.download()).match(/ Bold="true"/g)).toHaveLength(2);
    const [, before] = await drawn();
    await press('ArrowRight', 'ArrowRight', 'Shift+ArrowRight');
    const [, nudged] = await drawn();
    // 12 canvas units of 1/3.78 mm.
    expect(Number(nudged?.x) - Number(before?.x)).toBeCloseTo(12 / 3.78, 2);
    await press('Control+z');
    expect((await drawn())[1]?.x).toBe(before?.x);
  });
});

test('a tip shows the position while one moves and the size while one resizes', async () => {
  await driver.place('rectangle', 20, 20);
  const tip = page.locator('.ed-tip');
  const selected = await boxOf(page.locator('.ed-selection-box'));
  await page.mouse.move(selected.x, selected.y + selected.height / 3);
  await page.mouse.down();
  await page.mouse.move(selected.x + 30, selected.y + selected.height / 3 + 30, { steps: 3 });
  await expect.poll(() => tip.textContent()).toMatch(/^X [\d.]+ +Y [\d.]+$/);
  await page.mouse.up();
  await tip.waitFor({ state: 'detached' });
  const moved = await boxOf(page.locator('.ed-selection-box'));
  await page.mouse.move(moved.x + moved.width, moved.y + moved.height);
  await page.mouse.down();
  await page.mouse.move(moved.x + moved.width + 40, moved.y + moved.height + 20, { steps: 3 });
  await expect.poll(() => tip.textContent()).toMatch(/^[\d.]+ × [\d.]+ mm$/);
  await page.mouse.up();
});
