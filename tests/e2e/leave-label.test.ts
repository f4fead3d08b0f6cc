import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { switchAutosaveOff } from '#tests/support/autosave-off.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { handNames, handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openParts, type OpenedParts } from '#tests/support/open-editor.ts';
import { keptDrafts } from '#tests/support/kept-drafts.ts';
import { slowPrinter } from '#tests/support/slow-printer.ts';
import { createSerialRows, makeSerialLabel } from '#tests/support/serial-labels.ts';
import { putElements } from '#tests/support/put-elements.ts';
import { untilIdle } from '#tests/support/until-idle.ts';

describe('a label with unsaved changes, from which another one is opened', () => {
  let opened: OpenedParts;
  let page: Page;
  let driver: EditorDriver;
  let hands: readonly Hand[];

  beforeAll(async () => {
    opened = await openParts();
    ({ page, driver } = opened);
    await switchAutosaveOff(page);
    hands = handsOn(page);
    await opened.parts.startAssistant();
    const printer = await slowPrinter(page, opened.parts.assistantPort);
    await driver.register('leona', 'correct horse battery');
    await page.goto(`${opened.address}/index`);
    // Through the home page, with the browser's Back.
    const byHand = { ...driver, createLabel: driver.createLabelByHand };
    await makeSerialLabel(byHand, 'Serials', opened.folder, createSerialRows(4, [3]));
    printer.keepBusy(1);
    const printing = await driver.openPrint();
    await printing.getByRole('button', { name: 'Print', exact: true }).and(page.locator(':enabled')).click();
    // Its dialog is closed while it continues: the list of runs has it.
    await printing.getByText('Sent').first().waitFor();
    await printing.getByRole('button', { name: 'Close' }).first().click();
    await printing.waitFor({ state: 'hidden' });
    printer.goOn();
    await page.getByTestId('run-tray').click();
    await page.getByText('Printing is finished').waitFor();
    await goHome();
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  const name = (): Locator => page.locator('.ed-frame').getByText(/^(Serials|Other \w+)$/);
  const question = (): Locator => page.getByRole('dialog').filter({ hasText: 'Leave without saving?' });
  const repeated = (): Locator => page.getByRole('dialog').getByText('with the same choices');
  const canvas = (): Locator => page.getByTestId('canvas-overlay');

  /** Without reloading the page, which forgets finished runs. */
  async function goHome(): Promise<void> {
    while (!page.url().endsWith('/index')) {
      const before = page.url();
      await page.goBack();
      await page.waitForURL((url) => url.href !== before);
    }
    await page
      .getByRole('button', { name: /New label/ })
      .first()
      .waitFor();
  }

  /** The printed label, from the list of runs above the other label. */
  async function openPrinted(hand: Hand): Promise<void> {
    const runs = page.getByRole('region', { name: 'Print runs' }).getByRole('listitem');
    if (!(await runs.first().isVisible())) await page.getByTestId('run-tray').click();
    await hand.press(runs.first().getByRole('button', { name: 'Print labels again…' }));
    const form = page.locator('.reprint-modal').filter({ visible: true });
    await hand.pick(form.getByRole('radiogroup', { name: 'What is printed' }), 'The rejected rows');
    await hand.press(form.getByRole('button', { name: 'Open the label with these rows' }));
  }

  async function answer(hand: Hand, choice: string): Promise<void> {
    await question().waitFor();
    await hand.press(question().getByRole('button', { name: choice }));
    await question().waitFor({ state: 'hidden' });
  }

  async function isOpen(label: string): Promise<void> {
    await expect.poll(() => name().first().textContent()).toBe(label);
    await canvas().waitFor();
  }

  async function closePrint(): Promise<void> {
    await repeated().waitFor();
    await page.keyboard.press('Escape');
    await repeated().waitFor({ state: 'hidden' });
  }

  const countOf = async (type: string): Promise<number> => (await driver.download()).split(`Type="${type}"`).length - 1;

  test.each(handNames('leave-label'))(
    'is kept, saved or discarded as its user chooses when another label is opened or Back is pressed: by %s',
    async (by) => {
      const hand = hands.find((known) => known.name === by) ?? expect.fail(by);
      const other = `Other ${by}`;
      await goHome();
      await driver.createLabelByHand(other);
      await putElements(page, [createTestElement('text', { xMm: 5, yMm: 5 })]);

      // A user who stays keeps everything, and is not asked to print the content of the other label.
      await openPrinted(hand);
      await question().waitFor();
      await untilIdle(repeated());
      await expect.poll(() => repeated().count()).toBe(0);
      await answer(hand, 'Keep editing');
      await isOpen(other);
      expect(await countOf('Text')).toBe(1);
      await untilIdle(repeated());
      await expect.poll(() => repeated().count()).toBe(0);

      // Saved, it is a label of its own, also when it is opened again.
      await openPrinted(hand);
      await answer(hand, 'Save');
      await closePrint();
      await isOpen('Serials');
      await page.goBack();
      await isOpen(other);
      expect(page.url()).toContain('labelStatus=edit');
      expect(await countOf('Text')).toBe(1);

      // Discarded changes are lost.
      await putElements(page, [createTestElement('text', { xMm: 5, yMm: 30 })]);
      await openPrinted(hand);
      await answer(hand, 'Discard changes');
      await closePrint();
      await isOpen('Serials');
      await page.goBack();
      await isOpen(other);
      await untilIdle(page);
      await expect.poll(() => page.getByRole('dialog').filter({ hasText: 'Restore unsaved work?' }).count()).toBe(0);
      expect(await countOf('Text')).toBe(1);

      // Without changes there is no question. Back in the browser's history, from one label to the other, is the same.
      await openPrinted(hand);
      await closePrint();
      await isOpen('Serials');
      await putElements(page, [createTestElement('line', { xMm: 5, yMm: 20 })]);
      await page.goBack();
      await answer(hand, 'Keep editing');
      await isOpen('Serials');
      await page.goBack();
      await answer(hand, 'Save');
      await isOpen(other);
      await expect.poll(() => keptDrafts(page)).toEqual([]);
      await page.goForward();
      await isOpen('Serials');
      expect(await countOf('Line')).toBeGreaterThan(0);
    },
  );

  test('is saved on request before the editor is left by the browser’s Back', async () => {
    const [pointer] = hands;
    if (pointer === undefined) throw new Error('no hand');
    await page.goto(`${opened.address}/index`);
    await driver.createLabelByHand('Left');
    await putElements(page, [createTestElement('text', { xMm: 5, yMm: 5 })]);
    await page.goBack();
    await answer(pointer, 'Save');
    await page.waitForURL('**/index');
    await page.getByText('Left', { exact: true }).first().waitFor();
  });
});
