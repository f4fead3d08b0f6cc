import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFakeRawPrinter, type FakeRawPrinter } from '#tests/assistant/fake-raw-printer.ts';
import { READERS } from '#tests/printing/languages/read-printer-data.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { eitherHandName, handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openProduct, UNOPTIMIZED, type OpenedProduct } from '#tests/support/open-editor.ts';
import { putElements } from '#tests/support/put-elements.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

/** The answer of a ZPL printer to `~HS`. */
const hostStatus = (paperOut: 0 | 1): Buffer =>
  Buffer.from(
    `\x02030,${paperOut},${paperOut},1245,000,0,0,0,000,0,0,0\x03\r\n\x02000,0,0,0,1,2,6,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n`,
    'latin1',
  );
const READY = hostStatus(0);
const PAPER_OUT = hostStatus(1);

let opened: OpenedProduct;
let page: Page;
let driver: EditorDriver;
let zebra: FakeRawPrinter;

beforeAll(async () => {
  zebra = await startFakeRawPrinter();
  zebra.say(() => READY);
  const printers = { Zebra: `socket://127.0.0.1:${zebra.port}?language=zpl` };
  opened = await openProduct({ ASSISTANT_PRINTERS: JSON.stringify(printers) }, { args: [UNOPTIMIZED] });
  ({ page, driver } = opened);
  await driver.register('printers', 'correct horse 42');
});
afterAll(async () => {
  await opened?.close();
  await zebra?.[Symbol.asyncDispose]();
});
keepPictures(() => page);

const item = (name: string): Locator => page.getByRole('listitem', { name, exact: true });
const dialog = (): Locator => page.locator('.ant-modal:visible').last();
const field = (label: string): Locator => dialog().getByLabel(label, { exact: true });
const select = (label: string): Locator =>
  dialog().locator('.ant-select', { has: page.getByLabel(label, { exact: true }) });

describe.each(eitherHandName('the printers'))('printers, with the %s', (name) => {
  let hand: Hand;
  beforeAll(() => {
    hand = handsOn(page).find((one) => one.name === name) ?? expect.fail(name);
  });
  const darkness = name === 'pointer' ? 6 : 17;

  test(`a printer is added by its address, and removed (${name})`, async () => {
    await page.goto(`${opened.address}/index`);
    await hand.press(page.getByRole('link', { name: /Printers$/ }));
    await page.waitForURL('**/printers');
    await item('Folder').waitFor();
    await hand.press(page.getByRole('button', { name: 'Add a printer' }));
    const add = dialog().getByRole('button', { name: 'Add', exact: true });
    await add.waitFor();
    await expect.poll(() => add.isDisabled()).toBe(true);
    await hand.type(field('Address'), '192.0.2.8:22');
    await hand.type(field('Name'), 'Folder');
    await hand.choose(select('Printer language'), 'TSPL');
    await hand.press(add);
    await dialog().getByText('is not an address of a printer that can be added here').waitFor();
    await hand.type(field('Address'), '192.0.2.8');
    await hand.press(add);
    await dialog().getByText('There is a printer of this name already').waitFor();
    await hand.type(field('Name'), `Shop ${name}`);
    await hand.press(add);
    await item(`Shop ${name}`).getByText('socket://192.0.2.8:9100').waitFor();
    await item(`Shop ${name}`).getByText('TSPL').waitFor();
    await item(`Shop ${name}`).getByText('not reachable').waitFor();

    await hand.press(page.getByRole('button', { name: 'Add a printer' }));
    await hand.pick(dialog().getByRole('radiogroup', { name: 'Connection' }), 'IPP');
    await hand.type(field('Address'), '192.0.2.7');
    await hand.type(field('Name'), `Office ${name}`);
    await hand.press(dialog().getByRole('button', { name: 'Add', exact: true }));
    await item(`Office ${name}`).getByText('ipp://192.0.2.7/ipp/print').waitFor();

    for (const printer of [`Shop ${name}`, `Office ${name}`]) {
      await hand.press(item(printer).getByRole('button', { name: 'Remove' }));
      const sure = page.getByRole('dialog').filter({ hasText: `Remove ${printer}?` });
      await hand.press(sure.getByRole('button', { name: 'Remove' }));
      await item(printer).waitFor({ state: 'detached' });
    }
    await hand.press(page.getByRole('button', { name: 'Look for printers again' }));
    await item('Zebra').waitFor();
    await untilIdle(page);
    await expect.poll(() => page.getByRole('listitem').filter({ hasText: name }).count()).toBe(0);
  });

  test(`settings are kept, and resolution and media apply to the next run (${name})`, async () => {
    await hand.press(item('Zebra').getByRole('button', { name: 'Settings' }));
    await field('Darkness').waitFor();
    await hand.choose(select('Printer language'), 'ZPL II');
    await hand.choose(select('Resolution'), '203 dpi');
    await hand.choose(select('Media'), 'Gap');
    await hand.type(field('Length of the gap or mark'), '2');
    await hand.choose(select('Darkness'), String(darkness));
    await hand.choose(select('Speed'), '4');
    await hand.choose(select('After a label'), 'Tear off');
    await hand.press(dialog().getByRole('button', { name: 'Save' }));
    await item('Zebra').getByText(`ZPL II · 203 dpi · Gap · darkness ${darkness} · speed 4 · Tear off`).waitFor();

    await page.reload();
    await item('Zebra').getByText(`darkness ${darkness}`).waitFor();
    await hand.press(item('Zebra').getByRole('button', { name: 'Settings' }));
    await field('Length of the gap or mark').waitFor();
    await expect.poll(() => field('Length of the gap or mark').inputValue()).toBe('2');
    await hand.press(dialog().getByRole('button', { name: 'Cancel' }));
    await dialog().waitFor({ state: 'hidden' });
    await hand.press(item('Folder').getByRole('button', { name: 'Settings' }));
    await hand.choose(select('Resolution'), '600 dpi');
    await hand.press(dialog().getByRole('button', { name: 'Save' }));
    await item('Folder').getByText('600 dpi').waitFor();

    const before = zebra.taken.length;
    await driver.createLabel(`Tag ${name}`, { Width: 40, Height: 20 });
    await putElements(page, [createTestElement('text', { xMm: 5, yMm: 4 })]);
    const printing = await driver.openPrint();
    // The resolution of a printer is that of its runs, until another is selected.
    await hand.choose(printing.locator('.print-printer-row .ant-select'), 'Folder');
    const resolutions = printing.locator('.print-settings .ant-segmented');
    const chosen = (): Promise<string> => resolutions.locator('.ant-segmented-item-selected').innerText();
    await expect.poll(chosen).toBe('600 dpi');
    await hand.pick(resolutions, '300 dpi');
    await expect.poll(chosen).toBe('300 dpi');
    await printing.getByText('Zebra').or(printing.getByText('Folder (files)')).first().waitFor();
    const link = printing.getByRole('link', { name: 'Printer settings' });
    await expect.poll(() => link.getAttribute('href')).toBe('/printers');
    await hand.choose(printing.locator('.print-printer-row .ant-select'), 'Zebra');
    // The head of this printer has no other resolution.
    await expect.poll(() => printing.locator('.print-settings .ant-segmented').innerText()).toBe('203 dpi');
    const [settings] = await Promise.all([page.context().waitForEvent('page'), hand.press(link)]);
    await settings.getByRole('listitem', { name: 'Zebra' }).waitFor();
    await settings.close();
    await hand.press(printing.getByRole('button', { name: 'Print', exact: true }).and(page.locator(':enabled')));
    await printing.getByText('Printing is finished').waitFor();
    expect(zebra.taken).toHaveLength(before + 1);
    const sent = zebra.taken.at(-1)?.toString('latin1') ?? '';
    expect(sent).toContain(`~SD${String(darkness).padStart(2, '0')}`);
    expect(sent).toContain('^PR4');
    expect(sent).toContain('^MNW');
    expect(sent).toContain('^MMT');
    await printing.getByRole('button', { name: 'Close' }).last().click();
    await printing.waitFor({ state: 'hidden' });
  });
});

test('a run waits for paper, says so in its dialog, the list of runs and the printers, and continues by itself', async () => {
  const [hand] = handsOn(page);
  // On the label of the settings.
  const printing = await driver.openPrint();
  await hand?.choose(printing.locator('.print-printer-row .ant-select'), 'Zebra');
  await printing.getByLabel('Copies', { exact: true }).fill('3');
  const before = zebra.taken.length;
  let state = PAPER_OUT;
  zebra.say(() => state);
  await printing.getByRole('button', { name: 'Print', exact: true }).and(page.locator(':enabled')).click();
  const notice = printing.getByRole('alert').filter({ hasText: 'Paper is out.' });
  await notice.waitFor();
  expect(zebra.taken).toHaveLength(before);
  await printing.getByRole('button', { name: 'Close' }).first().click();
  await printing.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: /print run/ }).click();
  await page.locator('.run-item').getByText('Paper is out.').waitFor();
  const printers = await page.context().newPage();
  await printers.goto(`${opened.address}/printers`);
  await printers.getByRole('listitem', { name: 'Zebra' }).getByText('Paper is out.').waitFor();
  state = READY;
  await page.locator('.run-item').getByText('Printing is finished').waitFor();
  await printers.getByRole('listitem', { name: 'Zebra' }).getByText('ready').waitFor();
  await printers.close();
  const taken = zebra.taken.slice(before).map((bytes) => READERS.zpl(bytes).copies);
  expect(taken.reduce((sum, copies) => sum + copies, 0)).toBe(3);
  zebra.say(() => READY);
});

test('an assistant that was unreachable at first is connected without a click once it is reachable', async () => {
  const late = await page.context().newPage();
  let isAway = true;
  await late.routeWebSocket(
    (url) => url.port === String(opened.product.assistantPort),
    (socket) => (isAway ? void socket.close() : void socket.connectToServer()),
  );
  await late.goto(`${opened.address}/printers`);
  await late.getByText('Print assistant not connected').waitFor();
  isAway = false;
  await late.getByRole('listitem', { name: 'Zebra' }).waitFor();
  await untilIdle(late);
  await expect.poll(() => late.getByText('Print assistant not connected').count()).toBe(0);
  await late.close();
});

test.each(drawnOf('printers fit', ['English', '简体中文']))(
  `the printers fit in a window of 1024 pixels in %s (seed ${SEED})`,
  async (language) => {
    await page.goto(`${opened.address}/printers`);
    await page
      .locator('.home-header')
      .getByRole('button', { name: /English|简体中文/ })
      .click();
    await page.locator('.ant-dropdown:visible').getByRole('menuitem', { name: language }).click();
    await item('Zebra').waitFor();
    await setWindowSize(page, { width: 1024, height: 800 });
    await untilIdle(page);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1024);
  },
);
