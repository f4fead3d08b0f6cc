import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '#app/i18n/languages.ts';
import { axeFaults, axeFaultsOf } from '#tests/support/axe-faults.ts';
import { fillLabel } from '#tests/support/filled-label.ts';
import { openShared, type OpenedPage } from '#tests/support/open-editor.ts';
import {
  editorStops,
  homeStops,
  publicStops,
  savedLabelStops,
  signUp,
  speak,
  type Stop,
} from '#tests/support/screen-walk.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

const PALETTE = ['text', 'timeText', 'barcode', 'qrcode', 'table', 'line', 'rectangle', 'ellipse'];

/** Checks every screen and every dialog with axe-core, which must find nothing serious. */
describe('accessibility', () => {
  let opened: OpenedPage;
  let page: Page;
  let folder: string;

  beforeAll(async () => {
    opened = await openShared();
    ({ page, folder } = opened);
    page.on('dialog', (dialog) => void dialog.accept());
  });
  afterAll(() => opened?.close());

  const faults = (): Promise<readonly string[]> => axeFaults(page);

  /** Words of the palette and the panel that are broken over two lines. */
  function brokenWords(): Promise<readonly string[]> {
    return page.evaluate(() => {
      const found: string[] = [];
      for (const element of document.querySelectorAll(
        '.ed-palette-item span, .ed-panel :is(label, button, span, h3)',
      )) {
        for (const node of element.childNodes) {
          if (!(node instanceof Text)) continue;
          for (const { 0: word, index } of node.data.matchAll(/[\p{Alphabetic}]{2,}/gu)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            // Chinese breaks between any two characters.
            if (tops.size > 1 && !/\p{Script=Han}/u.test(word)) found.push(word);
          }
        }
      }
      return found;
    });
  }

  const faultsOf = (stops: readonly Stop[], alsoDark = false): Promise<Readonly<Record<string, readonly string[]>>> =>
    axeFaultsOf(page, stops, alsoDark);

  test('nothing serious is wrong with what a visitor sees, in short and in long words', async () => {
    await page.goto(`${opened.address}/login`);
    for (const language of ['en', 'zh', 'ru'] as const) {
      await speak(page, language);
      expect(await faultsOf(publicStops(opened.address), language === 'en'), language).toEqual({});
    }
    await speak(page, 'en');
  });

  test('nor with the editor, its panels and its dialogs', async () => {
    await signUp(page, opened.address, 'everybody');
    await fillLabel(page, opened.address, folder);
    const panels = PALETTE.map((type) => ({
      name: `panel-${type}`,
      open: (on: Page) => on.getByTestId(`palette-${type}`).dblclick(),
    }));
    expect(await faultsOf([...panels, ...editorStops()], true)).toEqual({});
    await page.keyboard.press('Control+A');
    expect(await faults(), 'several').toEqual([]);
    await page.getByTestId('save').click();
    await page.waitForURL(/labelStatus=edit/);
    await expect.poll(() => page.getByTestId('save-state').getAttribute('data-state')).toBe('saved');
    expect(await faultsOf(savedLabelStops(), true)).toEqual({});
  });

  test.each(['en', 'zh'] as const)('nor with the other screens and their dialogs in %s', async (language) => {
    await speak(page, language);
    expect(await faultsOf(homeStops(opened.address), language === 'en')).toEqual({});
    await speak(page, 'en');
  });

  test('nor with home and editor in any language, and no word is broken in any', async () => {
    for (const language of LANGUAGES) {
      await speak(page, language);
      await page.goto(`${opened.address}/index`);
      await page.locator('.template-card').first().waitFor();
      expect(await faults(), `index ${language}`).toEqual([]);
      await page.locator('.template-card-open').first().click();
      await page.getByTestId('canvas-overlay').waitFor();
      expect(await faults(), `editor ${language}`).toEqual([]);
      for (const type of ['text', 'timeText', 'barcode', 'table']) {
        await page.getByTestId(`palette-${type}`).dblclick();
        await untilIdle(page);
        await expect.poll(() => brokenWords(), { message: `${type} ${language}` }).toEqual([]);
      }
      if (language === 'zh') expect(await faultsOf([...editorStops(), ...savedLabelStops()]), 'zh').toEqual({});
      // Or the browser may have kept the unsaved work by then, and ask in the next language whether to restore it.
      await page.getByTestId('save').click();
      await expect.poll(() => page.getByTestId('save-state').getAttribute('data-state')).toBe('saved');
    }
  });
});
