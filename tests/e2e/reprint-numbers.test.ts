import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseOption, type EditorDriver } from '#tests/support/editor-driver.ts';
import { handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openParts, SCREENSHOTS, type OpenedParts } from '#tests/support/open-editor.ts';
import { jobsOf, pagesOf, readPages } from '#tests/support/print-dialog.ts';

let opened: OpenedParts;
let page: Page;
let driver: EditorDriver;
let hands: readonly Hand[];
/** The jobs whose pages have been checked. */
let earlier: readonly string[] = [];

beforeAll(async () => {
  opened = await openParts();
  ({ page, driver } = opened);
  hands = handsOn(page);
  await opened.parts.startAssistant();
  await driver.register('nora', 'correct horse battery');
});
afterAll(() => opened?.close());
keepPictures(() => page);

const dialog = (): Locator => page.getByRole('dialog').filter({ visible: true }).last();
const form = (): Locator => page.locator('.reprint-modal').filter({ visible: true });

async function printedCodes(): Promise<readonly (readonly string[])[]> {
  await dialog().getByText('Printing is finished').waitFor();
  return readPages(await pagesOf(opened.parts.pagesDirectory, earlier));
}

test('labels of an earlier run have new numbers, or the same ones on request', async () => {
  const panel = page.getByTestId('attribute-panel');
  await driver.createLabel('Counted', { Width: 60, Height: 25 });
  await driver.place('barcode', 5, 4);
  await chooseOption(page, panel.getByTestId('source-kind'), 'Sequence');
  await panel.getByTestId('sequence-initial').fill('0001');
  await panel.getByLabel('Continue counting after this run').click();
  await driver.save();
  const printing = await driver.openPrint();
  await printing.getByLabel('Labels (running numbers)').fill('6');
  await printing.getByRole('button', { name: 'Print', exact: true }).and(page.locator(':enabled')).click();
  expect(await printedCodes()).toHaveLength(6);

  async function again(hand: Hand, last: string, same: boolean, button: string): Promise<unknown> {
    await hand.press(dialog().getByRole('button', { name: 'Print labels again…' }));
    await form().getByRole('button', { name: 'Cancel' }).waitFor();
    await hand.type(form().getByRole('spinbutton', { name: 'Number of the last good label' }), last);
    const numbers = form().getByRole('radiogroup', { name: 'Running numbers' });
    if (same) {
      await hand.pick(numbers, 'The same as on those labels');
      await dialog().getByText('Make sure that no label with these numbers is left in use').waitFor();
      await page.screenshot({ path: join(SCREENSHOTS, `reprint with the same numbers, ${hand.name}.png`) });
    }
    earlier = await jobsOf(opened.parts.pagesDirectory);
    await hand.press(form().getByRole('button', { name: button }));
    await page.locator('.reprint-modal').waitFor({ state: 'detached' });
    return printedCodes();
  }
  for (const hand of hands) {
    const first = hand.name === 'pointer' ? 7 : 9;
    const serial = (n: number): readonly string[] => [String(n).padStart(4, '0')];
    // Two of six, or of two: they get the next numbers, and repetitions of them have the same.
    const button = hand.name === 'pointer' ? 'Print 2 labels' : 'Print 1 label';
    const got = await again(hand, hand.name === 'pointer' ? '4' : '0', false, button);
    expect(got).toEqual(hand.name === 'pointer' ? [serial(first), serial(first + 1)] : [serial(first)]);
    const lost = hand.name === 'pointer' ? serial(first + 1) : serial(first);
    expect(await again(hand, hand.name === 'pointer' ? '1' : '0', true, 'Print 1 label')).toEqual([lost]);
  }
});
