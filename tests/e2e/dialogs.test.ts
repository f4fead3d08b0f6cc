import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { upload } from '#tests/server/create-test-server.ts';
import { switchAutosaveOff } from '#tests/support/autosave-off.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { keptDraftLabels } from '#tests/support/kept-drafts.ts';
import { fillLabel } from '#tests/support/filled-label.ts';
import { keepPictures, openShared, MOVING, type OpenedPage } from '#tests/support/open-editor.ts';
import { closeDialog, editorStops, homeStops, PASSWORD, signUp, type Stop } from '#tests/support/screen-walk.ts';
import { putElements } from '#tests/support/put-elements.ts';
import { visitorOf } from '#tests/support/saved-label.ts';
import { isDrawn, SEED } from '#tests/support/seed.ts';
import { watchButtons, type SteadyButtons } from '#tests/support/steady-buttons.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

/** A press must never be lost because the button under the pointer moved away. */
describe('dialogs', () => {
  let opened: OpenedPage;
  let page: Page;
  let buttons: SteadyButtons;
  let folder: string;

  beforeAll(async () => {
    opened = await openShared(MOVING);
    ({ page, folder } = opened);
    await switchAutosaveOff(page);
    page.on('dialog', (dialog) => void dialog.accept());
    buttons = await watchButtons(page);
    await signUp(page, opened.address, 'dialogs');
    await fillLabel(page, opened.address, folder);
    await page.getByTestId('save').click();
    await page.waitForURL(/labelStatus=edit/);
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  /** Half of the dialogs, which are similar: those that this run's seed draws. */
  const drawn = (stops: readonly Stop[]): readonly Stop[] => stops.filter(({ name }) => isDrawn(`steady ${name}`, 2));

  /** Opens each, and returns the moved buttons; a dialog without any button would prove nothing. */
  async function restless(stops: readonly Stop[]): Promise<Readonly<Record<string, readonly string[]>>> {
    const found: Record<string, readonly string[]> = {};
    for (const { name, open, close } of stops) {
      await buttons.clear();
      await open(page);
      await untilIdle(page);
      const seen = await buttons.seen();
      if (close !== undefined && seen.pressable.length === 0) found[name] = ['no button was seen'];
      if (seen.faults.length > 0) found[name] = seen.faults;
      await close?.(page);
    }
    return found;
  }

  test('a press during the transition to another page reaches its target, forward and back', async () => {
    const newLabel = page.locator('.home-start-new');
    const help = page.getByTestId('help');
    const boxOf = async (target: Locator): Promise<DOMRect> => (await target.boundingBox()) as DOMRect;
    const card = page.locator('.template-card-name').first();
    await page.goto(`${opened.address}/index`);
    await card.click();
    await page.getByTestId('canvas-overlay').waitFor();
    const helpBox = await boxOf(help);
    await page.getByTestId('exit').click();
    await newLabel.waitFor();
    const newLabelBox = await boxOf(newLabel);
    // Slow enough for any press to be in the middle of it.
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Animation.enable');
    const speed = async (playbackRate: number): Promise<void> => {
      await devTools.send('Animation.setPlaybackRate', { playbackRate });
    };
    const pressAt = async (animation: string, x: number, y: number): Promise<void> => {
      const running = await page.evaluate(() =>
        document.getAnimations().flatMap((one) => (one instanceof CSSAnimation ? [one.animationName] : [])),
      );
      expect(running).toContain(animation);
      await page.mouse.click(x, y);
      await speed(1);
    };

    await speed(0.005);
    await card.press('Enter');
    await help.waitFor();
    // At the edge that a moving page would not have reached yet.
    await pressAt('page-from-right', helpBox.x + 2, helpBox.y + helpBox.height / 2);
    await page.locator('.ant-dropdown:visible [role="menuitem"]').first().waitFor();
    await page.keyboard.press('Escape');

    await page.goto(page.url());
    await page.getByTestId('canvas-overlay').waitFor();
    await speed(0.005);
    await page.getByTestId('exit').press('Enter');
    await newLabel.waitFor();
    await pressAt('page-from-left', newLabelBox.x + newLabelBox.width - 2, newLabelBox.y + newLabelBox.height / 2);
    await page.getByRole('dialog').waitFor();
    await closeDialog(page);
    await devTools.detach();
    await card.click();
    await page.getByTestId('canvas-overlay').waitFor();
  });

  test(`no button of the editor’s dialogs moves or is replaced once it can be pressed (seed ${SEED})`, async () => {
    // The label must have unsaved changes, or leaving would ask nothing.
    await putElements(page, [createTestElement('line', { xMm: 4, yMm: 78 })]);
    const stops = drawn(editorStops());
    expect(stops.length).toBeGreaterThan(1);
    expect(await restless(stops)).toEqual({});
  });

  test('the buttons of an export stay in place while it runs and when it is over', async () => {
    await page.getByTestId('export').click();
    await page.locator('.ant-dropdown:visible [role="menuitem"]').first().click();
    await page.locator('.ed-export .ant-radio-wrapper').last().click();
    await page.getByTestId('export-start').and(page.locator(':enabled')).waitFor();
    await buttons.clear();
    await Promise.all([page.waitForEvent('download'), page.getByTestId('export-start').press('Enter')]);
    await page.getByTestId('export-over').waitFor();
    const { pressable, faults: moves } = await buttons.seen();
    expect(pressable).toContain('export-start');
    expect(moves).toEqual([]);
    await closeDialog(page);
  });

  test('the buttons of an export stay in place when rows were rejected: the reasons scroll above them', async () => {
    await page.getByTestId('palette-barcode').dblclick();
    await page.getByTestId('content-input').fill('');
    await page.getByTestId('export').click();
    await page.locator('.ant-dropdown:visible [role="menuitem"]').first().click();
    await page.locator('.ed-export .ant-radio-wrapper').last().click();
    await page.getByTestId('export-start').and(page.locator(':enabled')).waitFor();
    await buttons.clear();
    await page.getByTestId('export-start').click();
    await page.getByTestId('export-over').locator('li').nth(2).waitFor();
    await untilIdle(page);
    const { pressable, faults: moves } = await buttons.seen();
    expect(pressable).toContain('export-start');
    expect(moves).toEqual([]);
    await closeDialog(page);
    await page.getByTestId('action-undo').click();
    await page.getByTestId('action-undo').click();
  });

  test('no button moves in the dialogs of unsaved work, an ended session, a save elsewhere or a name that is taken', async () => {
    // The draft is written a moment after the last edit; without a draft there is no dialog. One with the reverted
    // barcode would bring its message with it.
    const drafts = async (): Promise<readonly boolean[]> =>
      (await keptDraftLabels(page)).map((xml) => xml.includes('Name="Barcode2"'));
    await expect.poll(drafts).toEqual([false]);
    const draft: Stop = {
      name: 'draft',
      open: async () => {
        await page.reload();
        await page.locator('.ant-modal').waitFor();
      },
      close: async () => {
        await page.locator('.ant-modal .ant-btn-primary').click();
        await page.locator('.ant-modal').waitFor({ state: 'hidden' });
      },
    };
    const ended: Stop = {
      name: 'sign-in-again',
      open: async () => {
        const cookies = await page.context().cookies();
        await page.context().clearCookies();
        await page.getByTestId('save').click();
        await page.locator('.auth-again').first().waitFor();
        await page.context().addCookies(cookies);
      },
      close: async () => {
        // The dialog says it; a message next to it would repeat it.
        await untilIdle(page);
        await expect.poll(() => page.locator('.ant-message-notice').count()).toBe(0);
        await page.locator('.ant-modal input').nth(0).fill('dialogs');
        await page.locator('.ant-modal input').nth(1).fill(PASSWORD);
        await page.locator('.ant-modal button[type="submit"]').click();
        await page.locator('.auth-again').first().waitFor({ state: 'hidden' });
      },
    };
    const savedElsewhere: Stop = {
      name: 'save-conflict',
      open: async () => {
        await page.getByTestId('save').click();
        await expect.poll(() => page.getByTestId('save-state').getAttribute('data-state')).toBe('saved');
        const { id } = JSON.parse(new URL(page.url()).searchParams.get('labelAttr') ?? '{}') as { id: string };
        const visitor = await visitorOf(opened.context, opened.address);
        expectOk(await visitor.api.call('editTemplate', { id, ...(await upload(visitor)) }));
        await page.getByTestId('palette-rectangle').dblclick();
        await page.getByTestId('save').click();
        await page.getByTestId('conflict-both').waitFor();
      },
      close: async () => {
        await page.getByTestId('conflict-overwrite').click();
        await expect.poll(() => page.getByTestId('save-state').getAttribute('data-state')).toBe('saved');
      },
    };
    const nameTaken: Stop = {
      name: 'name-taken',
      open: async () => {
        const name = await page.getByTestId('label-name').innerText();
        await page.goto(`${opened.address}/index`);
        await page.locator('.home-start-new').click();
        await page.getByRole('dialog').getByLabel('Name').fill(name);
        await page.locator('.label-dialog-buttons button[type="submit"]').click();
        await page.getByTestId('canvas-overlay').waitFor();
        await page.getByTestId('palette-rectangle').dblclick();
        await page.getByTestId('save').click();
        await page.getByRole('dialog', { name: 'Overwrite the template?' }).waitFor();
      },
      close: closeDialog,
    };
    expect(await restless([draft, ended, savedElsewhere, nameTaken])).toEqual({});
  });

  test(`no button moves in the dialogs of the screens outside the editor (seed ${SEED})`, async () => {
    const stops = homeStops(opened.address);
    // Screens without a dialog have no buttons that are watched.
    const dialogs = drawn(stops.filter(({ close }) => close !== undefined));
    const withDialogs = stops.filter((stop) => dialogs.includes(stop) || dialogs.some(({ on }) => on === stop.name));
    expect(dialogs.length).toBeGreaterThan(1);
    expect(await restless(withDialogs)).toEqual({});
  });

  test('no button moves in the dialog that forgets this computer, also while the server is unreachable', async () => {
    await page.goto(`${opened.address}/index`);
    const forget: Stop = {
      name: 'forget',
      open: async () => {
        await page.locator('.user-menu').click();
        await page.locator('.ant-dropdown:visible [role="menuitem"]').last().click();
        await page.locator('.ant-modal .forget-lost li').first().waitFor();
        await page.context().setOffline(true);
        await page.locator('.ant-modal .ant-btn-dangerous').click();
        await page.locator('.ant-modal .ant-alert').waitFor();
        await page.context().setOffline(false);
      },
      close: closeDialog,
    };
    expect(await restless([forget])).toEqual({});
  });
});
