import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALIGN_ACTIONS, DISTRIBUTE_ACTIONS, ORDER_ACTIONS } from '#app/editor/session/action-table.ts';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { openEditor, type OpenedPage } from '#tests/support/open-editor.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

let opened: OpenedPage;
let page: Page;
let driver: EditorDriver;

beforeAll(async () => {
  opened = await openEditor('small-windows');
  ({ page, driver } = opened);
});
afterAll(() => opened?.close());

/** Actions with a button somewhere on the screen, in addition to those for a selection. */
const SHOWN_ACTIONS =
  'copy paste delete rotate lock grid canvasLock undo redo labelSettings layers history preflight commands asPrinted zoomIn zoomOut zoomFit'.split(
    ' ',
  );

/** The controls of a part of the screen that cannot be scrolled into view, or are covered there. */
function unreachable(part: Locator): Promise<readonly string[]> {
  return part.evaluate((root) => {
    const controls = [
      ...root.querySelectorAll<HTMLElement>('button, input, textarea, a[href], [role="menuitem"], [role="option"]'),
    ];
    const shown = controls.filter((one) => one.checkVisibility({ visibilityProperty: true }));
    return shown.flatMap((control) => {
      control.scrollIntoView({ block: 'center', inline: 'center' });
      const whole = control.closest<HTMLElement>('label, .ant-select, .lw-number') ?? control;
      const { x, y, width, height } = (control.closest('label') ?? control).getBoundingClientRect();
      const hit = document.elementFromPoint(x + width / 2, y + height / 2);
      if (hit !== null && whole.contains(hit)) return [];
      const name = control.ariaLabel ?? control.dataset['testid'] ?? control.outerHTML.slice(0, 120);
      return [`${name} is covered by ${hit?.outerHTML.slice(0, 120) ?? 'nothing'}`];
    });
  });
}

const actionsIn = (part: Locator): Promise<readonly string[]> =>
  part.evaluate((root) =>
    [...root.querySelectorAll<HTMLElement>('[data-testid^="action-"]')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }))
      .map((one) => one.dataset['testid']?.slice('action-'.length) ?? ''),
  );

/** A window of 1280 x 720 at 200 % and at 400 %, and a phone. */
test.each([
  [640, 360],
  [320, 180],
  [390, 844],
])(
  'in a window of %d x %d every command is reachable: palette, tools, panels, menus and the list of all',
  async (width, height) => {
    await setWindowSize(page, { width, height });
    await driver.clear();
    await page.getByTestId('palette-text').dblclick();
    // A message covers the top bar for a few seconds.
    await expect.poll(() => page.locator('.ant-message-notice').count()).toBe(0);
    await untilIdle(page);
    const frame = page.locator('.ed-frame');
    const found = new Set(await actionsIn(frame));
    const faults: Record<string, readonly string[]> = {};
    const look = async (name: string, part: Locator): Promise<void> => {
      await untilIdle(page);
      const missed = await unreachable(part);
      if (missed.length > 0) faults[name] = missed;
    };
    for (const part of ['.ed-top', '.ed-strip', '.ed-palette', '.ed-status']) await look(part, page.locator(part));

    await page.getByTestId('more-tools').click();
    const menu = page.locator('.ant-dropdown:visible');
    await menu.waitFor();
    await look('more tools', menu);
    for (const id of await menu
      .locator('[data-menu-id]')
      .evaluateAll((items) => items.map((one) => (one as HTMLElement).dataset['menuId'] ?? ''))) {
      found.add(id.slice(id.lastIndexOf('-') + 1));
    }
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });

    const panel = page.getByTestId('attribute-panel');
    await expect.poll(() => panel.isVisible()).toBe(false);
    await page.getByTestId('panel-toggle').click();
    await panel.waitFor();
    await look('panel', panel);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'hidden' });

    await page.getByTestId('action-layers').click();
    const side = page.getByTestId('side-panel');
    for (const tab of ['layers', 'history', 'preflight']) {
      await side.getByTestId(`side-${tab}`).click();
      await look(tab, side);
    }
    await page.getByTestId('side-close').click();

    await page.getByTestId('canvas-overlay').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Shift+F10');
    const context = page.locator('.ed-menu');
    await context.waitFor();
    await look('context menu', context);
    for (const [group, ids] of [
      ['menu-align', 'alignBottom'],
      ['menu-order', 'orderBack'],
    ] as const) {
      if (width === 320) {
        // Only a press opens a submenu that has no room next to its item.
        await page.getByTestId(group).hover();
        await untilIdle(page);
        await expect.poll(() => page.getByTestId('context-submenu').count()).toBe(0);
      }
      await page.getByTestId(group).click();
      await look(group, page.getByTestId('context-submenu'));
      await expect.poll(() => page.getByTestId(`menu-${ids}`).isVisible()).toBe(true);
      // It may cover the menu; the left arrow key closes only the submenu.
      await page.keyboard.press('ArrowLeft');
    }
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');

    // Actions without a button are in the list of all commands, like all others.
    await page.getByTestId('action-commands').click();
    const all = page.getByRole('dialog');
    await all.getByRole('option').first().waitFor();
    await look('all commands', all);
    await page.keyboard.press('Escape');
    expect(faults).toEqual({});
    expect(
      [...SHOWN_ACTIONS, ...ALIGN_ACTIONS, ...ORDER_ACTIONS, ...DISTRIBUTE_ACTIONS].filter((id) => !found.has(id)),
    ).toEqual([]);
  },
);

test('on a tablet the tools without room are in the menu, and work from there', async () => {
  await setWindowSize(page, { width: 820, height: 1180 });
  await driver.clear();
  await driver.place('rectangle', 30, 20);
  await page.getByTestId('more-tools').click();
  await page.getByRole('menuitem', { name: /^Align left/ }).click();
  expect(await driver.download()).toContain('StartX="0"');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-testid')))
    .toBe('canvas-overlay');
  await setWindowSize(page, { width: 1280, height: 800 });
  await page.getByTestId('more-tools').waitFor({ state: 'detached' });
});

test('on a phone the navigation is a drawer: it opens and closes by keyboard, and a link in it navigates', async () => {
  await driver.save();
  await setWindowSize(page, { width: 390, height: 844 });
  await page.goto(`${opened.address}/index`);
  const drawer = page.getByRole('dialog', { name: 'Main navigation' });
  const button = page.getByTestId('main-menu');
  await button.press('Enter');
  await drawer.waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);
  await button.click();
  await expect.poll(() => unreachable(drawer)).toEqual([]);
  await drawer.getByRole('link', { name: 'Print history' }).click();
  await page.waitForURL('**/printRecords');
  await drawer.waitFor({ state: 'hidden' });
  await setWindowSize(page, { width: 1280, height: 800 });
});
