import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '#app/i18n/languages.ts';
import { openShared, type OpenedPage } from '#tests/support/open-editor.ts';
import {
  editorStops,
  fillLabel,
  homeStops,
  publicStops,
  savedLabelStops,
  signUp,
  speak,
  type Stop,
} from '#tests/support/screen-walk.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const LONG = { timeout: 180_000 };
const PALETTE = ['text', 'timeText', 'barcode', 'qrcode', 'table', 'line', 'rectangle', 'ellipse'];

/** The page's global object with what the axe script adds to it. */
interface AxeWindow {
  axe?: { run(options: RunOptions): Promise<AxeResults> };
}

/** Checks every screen and every dialog with axe-core, which must find nothing serious. */
describe('accessibility', () => {
  let opened: OpenedPage;
  let page: Page;
  let folder: string;
  let axe: string;

  beforeAll(async () => {
    axe = await readFile(AXE, 'utf8');
    opened = await openShared();
    ({ page, folder } = opened);
    page.on('dialog', (dialog) => void dialog.accept());
  }, 240_000);
  afterAll(() => opened?.close(), 60_000);

  /** What is wrong, with the first elements of each kind. A page also has one h1 and one main. */
  async function faults(): Promise<readonly string[]> {
    // What is still read or looked for is on its way to another screen.
    const under = page.locator('[aria-busy=true], .ed-loading, .dt-progress').filter({ visible: true });
    await expect.poll(() => under.count(), { timeout: 30_000 }).toBe(0);
    if (await page.evaluate(() => (globalThis as AxeWindow).axe === undefined)) await page.evaluate(axe);
    const found = await page.evaluate(async () => {
      // Parts that still fade in do not have their final colours yet.
      const fading = document.getAnimations().filter((a) => a.effect?.getTiming().iterations !== Infinity);
      await Promise.all(fading.map((a) => a.finished.catch(() => undefined)));
      const results = await (globalThis as AxeWindow).axe?.run({
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        resultTypes: ['violations'],
        // To find a selector for every node takes most of the time, and nothing here looks at them.
        selectors: false,
      });
      return (
        results?.violations ?? [
          { impact: 'critical', id: 'axe did not run', nodes: [{ html: '', failureSummary: '' }] },
        ]
      )
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) =>
          nodes
            .slice(0, 6)
            .map(
              ({ html, failureSummary }) =>
                `${id}: ${html.slice(0, 160)} ${failureSummary?.split('\n')[1]?.trim() ?? ''}`,
            ),
        );
    });
    const [headings, mains] = [await page.locator('h1').count(), await page.locator('main').count()];
    return [...found, ...(headings === 1 ? [] : [`${headings} h1`]), ...(mains === 1 ? [] : [`${mains} main`])];
  }

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

  /** What cannot be read in the dark theme, which the open page is turned to and back as if another tab did it. */
  async function darkFaults(): Promise<readonly string[]> {
    return page.evaluate(async () => {
      const turn = (newValue: string): unknown =>
        window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue }));
      const fade = (): Promise<unknown> =>
        Promise.all(
          document
            .getAnimations()
            .filter((a) => a.effect?.getTiming().iterations !== Infinity)
            .map((a) => a.finished.catch(() => undefined)),
        );
      turn('dark');
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      await fade();
      const results = await (globalThis as AxeWindow).axe?.run({
        runOnly: { type: 'rule', values: ['color-contrast'] },
        resultTypes: ['violations'],
        selectors: false,
      });
      const ground = getComputedStyle(document.documentElement).backgroundColor;
      turn('system');
      return (results?.violations ?? [])
        .flatMap(({ nodes }) => nodes.slice(0, 6).map(({ html }) => `dark: ${html.slice(0, 160)}`))
        .concat(ground === 'rgb(20, 22, 23)' ? [] : [`not dark but ${ground}`]);
    });
  }

  async function faultsOf(
    stops: readonly Stop[],
    alsoDark = false,
  ): Promise<Readonly<Record<string, readonly string[]>>> {
    const all: Record<string, readonly string[]> = {};
    for (const { name, open, close } of stops) {
      await open(page);
      const found = [...(await faults()), ...(alsoDark ? await darkFaults() : [])];
      if (found.length > 0) all[name] = found;
      await close?.(page);
    }
    return all;
  }

  test('nothing serious is wrong with what a visitor sees, in short and in long words', LONG, async () => {
    await page.goto(`${opened.address}/login`);
    for (const language of ['en', 'zh', 'ru'] as const) {
      await speak(page, language);
      expect(await faultsOf(publicStops(opened.address), language === 'en'), language).toEqual({});
    }
    await speak(page, 'en');
  });

  test('nor with the editor, its panels and its dialogs', { timeout: 180_000 }, async () => {
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
    await expect
      .poll(() => page.getByTestId('save-state').getAttribute('data-state'), { timeout: 30_000 })
      .toBe('saved');
    expect(await faultsOf(savedLabelStops())).toEqual({});
  });

  test.each(['en', 'zh'] as const)('nor with the other screens and their dialogs in %s', LONG, async (language) => {
    await speak(page, language);
    expect(await faultsOf(homeStops(opened.address), language === 'en')).toEqual({});
    await speak(page, 'en');
  });

  test(
    'nor with home and editor in the language of the longest words, and no word is broken in any',
    { timeout: 240_000 },
    async () => {
      for (const language of LANGUAGES) {
        await speak(page, language);
        await page.goto(`${opened.address}/index`);
        await page.locator('.template-card').first().waitFor();
        if (language === 'ru') expect(await faults(), `index ${language}`).toEqual([]);
        await page.locator('.template-card-open').first().click();
        await page.getByTestId('canvas-overlay').waitFor();
        if (language === 'ru') expect(await faults(), `editor ${language}`).toEqual([]);
        for (const type of ['text', 'timeText', 'barcode', 'table']) {
          await page.getByTestId(`palette-${type}`).dblclick();
          expect(await brokenWords(), `${type} ${language}`).toEqual([]);
        }
        if (language === 'zh') expect(await faultsOf([...editorStops(), ...savedLabelStops()]), 'zh').toEqual({});
        // Or the browser may have kept the unsaved work by then, and ask in the next language whether to restore it.
        await page.getByTestId('save').click();
        await expect
          .poll(() => page.getByTestId('save-state').getAttribute('data-state'), { timeout: 30_000 })
          .toBe('saved');
      }
    },
  );
});
