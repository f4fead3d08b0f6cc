import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ELEMENT_TYPES, type ElementType } from '#model/elements/element.ts';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openEditor, SCREENSHOTS, type OpenedPage } from '#tests/support/open-editor.ts';

/** The editor in Chinese, unlike in the other files: its tools, commands, menus and dialogs have their Chinese names. */
const WORDS = JSON.parse(readFileSync('locales/zh/editor.json', 'utf8')) as Readonly<Record<string, string>>;

function word(key: string): string {
  return WORDS[key] ?? expect.fail(key);
}

const action = (id: string): string => word(`action.${id}`);
const typeName = (type: ElementType): string => word(`type.${type}`);
/** Types that are drawn by a drag. An image asks for its file first. */
const DRAWN = ELEMENT_TYPES.filter((type) => type !== 'image');

describe.each([
  { name: 'pointer', width: 1280, height: 720 },
  { name: 'keyboard', width: 1920, height: 1080 },
] as const)('in Chinese at $width x $height, with the $name', ({ name, width, height }) => {
  let opened: OpenedPage;
  let page: Page;
  let driver: EditorDriver;
  let hand: Hand;

  beforeAll(async () => {
    opened = await openEditor(`zhongwen-${name}`, { viewport: { width, height } });
    ({ page, driver } = opened);
    hand = handsOn(page).find((one) => one.name === name) ?? expect.fail(name);
    await page.evaluate(() => localStorage.setItem('language', 'zh'));
    await page.reload();
    await page.getByRole('toolbar', { name: word('frame.palette') }).waitFor();
    await canvas().waitFor();
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  const canvas = (): Locator => page.getByTestId('canvas-overlay');
  const tool = (id: string): Locator =>
    page
      .getByRole('toolbar', { name: word('frame.tools'), exact: true })
      .getByRole('button', { name: action(id), exact: true });
  const dialog = (): Locator => page.getByRole('dialog').filter({ visible: true }).last();

  async function attributes(key: string): Promise<readonly string[]> {
    return [...(await driver.download()).matchAll(new RegExp(`<Object [^>]*\\b${key}="([^"]*)"`, 'g'))].map(
      ([, value = '']) => value,
    );
  }

  /** A toolbar is one tab stop; the arrows move in it. */
  async function press(button: Locator): Promise<void> {
    if (name === 'pointer') await hand.press(button);
    else await button.press('Enter');
  }

  /** By the entry of a menu over the selection. */
  async function fromMenu(id: string): Promise<void> {
    const menu = page.getByRole('menu', { name: word('menu.label') });
    if (name === 'pointer') {
      const box = (await page.locator('.ed-selection-box').first().boundingBox()) ?? expect.fail('no frame');
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { button: 'right' });
      await hand.press(menu.getByRole('menuitem', { name: action(id) }));
    } else {
      await page.keyboard.press('Shift+F10');
      await menu.waitFor();
      const line = menu.getByRole('menuitem', { name: action(id) });
      for (let i = 0; !(await line.evaluate((each) => each === document.activeElement)); i++) {
        expect(i).toBeLessThan(30);
        await page.keyboard.press('ArrowDown');
      }
      await page.keyboard.press('Enter');
    }
    await menu.waitFor({ state: 'hidden' });
  }

  async function command(words: string): Promise<void> {
    await page.keyboard.press('Control+k');
    await dialog().getByRole('combobox').fill(words);
    const first = page.getByTestId('command').first();
    await expect.poll(() => first.innerText()).toContain(words);
    if (name === 'pointer') await hand.press(first);
    else await page.keyboard.press('Enter');
  }

  test('every tool is armed or placed, and its element has a Chinese name', async () => {
    const box = (await canvas().boundingBox()) ?? expect.fail('no canvas');
    for (const [i, type] of DRAWN.entries()) {
      const label = word('frame.add').replace('{{name}}', typeName(type));
      await press(page.getByRole('button', { name: label, exact: true }));
      if (name === 'pointer') {
        const [x, y] = [
          box.x + box.width / 2 - 150 + (i % 4) * 90,
          box.y + box.height / 2 - 120 + Math.floor(i / 4) * 80,
        ];
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x + 60, y + 50, { steps: 3 });
        await page.mouse.up();
      }
      await expect.poll(() => page.getByTestId('attribute-panel').innerText()).toContain(`${typeName(type)}1`);
      await page.keyboard.press('Escape');
    }
    expect(await attributes('Name')).toEqual(DRAWN.map((type) => `${typeName(type)}1`));
    await page.screenshot({ path: `${SCREENSHOTS}/editor-zh-${width}.png` });
  });

  test('the tools of the strip have the named effect', async () => {
    const turnsOf = (): Promise<readonly string[]> => attributes('Rotate');
    await canvas().focus();
    await page.keyboard.press('Control+a');
    await press(tool('alignLeft'));
    expect(new Set((await attributes('StartX')).map((x) => Math.round(Number(x) * 10))).size).toBe(1);
    await press(tool('distributeVertical'));
    await canvas().focus();
    const before = await turnsOf();
    await press(tool('rotate'));
    expect(await turnsOf()).not.toEqual(before);
    await press(tool('lock'));
    expect(new Set(await attributes('Lock'))).toEqual(new Set(['true']));
    await press(tool('lock'));
    expect(new Set(await attributes('Lock'))).toEqual(new Set(['false']));
    for (const id of ['grid', 'canvasLock']) {
      const on = await tool(id).getAttribute('aria-pressed');
      await press(tool(id));
      await expect.poll(() => tool(id).getAttribute('aria-pressed')).not.toBe(on);
      await press(tool(id));
      await expect.poll(() => tool(id).getAttribute('aria-pressed')).toBe(on);
    }
  });

  test('the menu and the command palette have their Chinese names', async () => {
    await driver.clear();
    await command(word('frame.add').replace('{{name}}', typeName('rectangle')));
    await expect.poll(() => attributes('Name')).toEqual([`${typeName('rectangle')}1`]);
    await canvas().focus();
    await fromMenu('duplicate');
    await expect.poll(async () => (await attributes('Name')).length).toBe(2);
    await fromMenu('delete');
    await expect.poll(async () => (await attributes('Name')).length).toBe(1);
    await press(page.getByRole('button', { name: action('undo'), exact: true }));
    await expect.poll(async () => (await attributes('Name')).length).toBe(2);
    await command(action('zoomActual'));
    await expect.poll(() => page.getByTestId('zoom').innerText()).toContain('100');
    for (const id of ['layers', 'history', 'preflight']) {
      await canvas().focus();
      await command(action(id));
      await page.getByRole('region', { name: action(id), exact: true }).waitFor();
    }
    await press(page.getByTestId('side-close'));
    await canvas().focus();
    await command(action('asPrinted'));
    await page
      .getByRole('status')
      .filter({ hasText: action('asPrinted') })
      .waitFor();
    await press(page.getByRole('button', { name: action('asPrinted'), exact: true }));
    await page.getByTestId('as-printed').waitFor({ state: 'detached' });
  });

  test('its dialogs open and close', async () => {
    for (const id of ['labelSettings', 'shortcuts', 'guides', 'print']) {
      await canvas().focus();
      await command(action(id));
      await dialog().waitFor();
      await expect.poll(() => dialog().innerText()).toMatch(/\p{Script=Han}{2}/u);
      await page.keyboard.press('Escape');
      await expect.poll(() => page.getByRole('dialog').filter({ visible: true }).count()).toBe(0);
    }
    await press(page.getByTestId('label-name'));
    await hand.type(dialog().getByRole('textbox'), `标签 ${width}`);
    await press(dialog().locator('.ant-btn-primary'));
    await expect.poll(() => page.getByTestId('label-name').innerText()).toContain(`标签 ${width}`);
    await press(page.getByTestId('save'));
    await page.waitForURL(/labelStatus=edit/);
  });
});
