import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '#app/state/i18n/languages.ts';
import { axeFaults, axeFaultsOf } from '#tests/support/axe-faults.ts';
import { fillLabel } from '#tests/support/filled-label.ts';
import { openShared, type OpenedPage } from '#tests/support/open-editor.ts';
import {
  drawnStops,
  editorStops,
  homeStops,
  publicStops,
  savedLabelStops,
  signUp,
  speak,
  type Stop,
} from '#tests/support/screen-walk.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

const PALETTE = ['text', 'timeText', 'barcode', 'qrcode', 'table', 'line', 'rectangle', 'ellipse'];

const LONG = LANGUAGES.filter((language) => language !== 'en' && language !== 'zh');

/**
 * Checks every screen and every dialog with axe-core, which must find nothing serious: in each run in one language,
 * drawn by its seed, and at night in all of them.
 */
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

  /** The stops of the list that this run checks in a language: each screen in one of them, drawn by its seed. */
  const faultsOf = (
    stops: readonly Stop[],
    languages: readonly Language[],
    language: Language,
  ): Promise<Readonly<Record<string, readonly string[]>>> =>
    axeFaultsOf(page, drawnStops(stops, languages, language), true);

  const PUBLIC = ['en', 'zh', 'ru'] as const;
  test(`the screens of a visitor have no serious accessibility fault, in short and in long words (seed ${SEED})`, async () => {
    await page.goto(`${opened.address}/login`);
    for (const language of PUBLIC) {
      await speak(page, language);
      expect(await faultsOf(publicStops(opened.address), PUBLIC, language), language).toEqual({});
    }
    await speak(page, 'en');
  });

  const TWO = ['en', 'zh'] as const;
  const panels = PALETTE.map((type): Stop => ({
    name: `panel-${type}`,
    within: '.ed-panel',
    open: (on) => on.getByTestId(`palette-${type}`).dblclick(),
  }));

  async function save(): Promise<void> {
    await page.getByTestId('save').click();
    await expect.poll(() => page.getByTestId('save-state').getAttribute('data-state')).toBe('saved');
  }

  test(`the editor, its panels and its dialogs have no serious accessibility fault (seed ${SEED})`, async () => {
    await signUp(page, opened.address, 'everybody');
    for (const [i, language] of drawnOf('editor', TWO).entries()) {
      await speak(page, language);
      if (i === 0) await fillLabel(page, opened.address, folder);
      else await openAgain();
      expect(await faults(), `editor ${language}`).toEqual([]);
      expect(await axeFaultsOf(page, [...panels, ...editorStops()], true), language).toEqual({});
      await page.keyboard.press('Control+A');
      expect(await axeFaults(page, '.ed-panel'), `several ${language}`).toEqual([]);
      await save();
      expect(await axeFaultsOf(page, savedLabelStops(), true), language).toEqual({});
    }
    await speak(page, 'en');
  });

  /** Opens the page's label once more, with its rows and an unsaved change. */
  async function openAgain(): Promise<void> {
    await page.goto(page.url());
    await page.getByTestId('canvas-overlay').waitFor();
    await page.getByTestId('palette-line').dblclick();
  }

  test.each(TWO)(
    `the other screens and their dialogs in %s have no serious accessibility fault (seed ${SEED})`,
    async (language) => {
      await speak(page, language);
      expect(await faultsOf(homeStops(opened.address), TWO, language)).toEqual({});
      await speak(page, 'en');
    },
  );

  const drawn = drawnOf('long words', LONG);
  test(`no word of the palette and the panel is broken in ${drawn.join(', ')} (seed ${SEED})`, async () => {
    for (const language of drawn) {
      await speak(page, language);
      await page.goto(`${opened.address}/index`);
      await page.locator('.template-card-open').first().click();
      await page.getByTestId('canvas-overlay').waitFor();
      for (const type of ['text', 'timeText', 'barcode', 'table']) {
        await page.getByTestId(`palette-${type}`).dblclick();
        await untilIdle(page);
        await expect.poll(() => brokenWords(), { message: `${type} ${language}` }).toEqual([]);
      }
      // Otherwise the browser may have stored the unsaved work, and ask in the next language whether to restore it.
      await save();
    }
  });
});
