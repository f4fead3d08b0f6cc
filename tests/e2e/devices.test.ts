import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { READERS } from '#tests/printing/languages/read-printer-data.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { createFakeDevices, type FakeDevices } from '#tests/support/fake-devices.ts';
import { handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openParts, UNOPTIMIZED, type OpenedParts } from '#tests/support/open-editor.ts';
import { readCounts, readPages } from '#tests/support/print-dialog.ts';
import { putElements } from '#tests/support/put-elements.ts';
import { rawKeys } from '#tests/support/raw-keys.ts';
import { hostStatus } from '#tests/support/host-status.ts';
import { createSerialRows, createSerialWorkbook } from '#tests/support/serial-labels.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

const ROWS = createSerialRows(3);
const READY = [...hostStatus()];
const PAPER_OUT = [...hostStatus({ paper: 1, pause: 1 })];
type PrinterName = 'usbPrinter' | 'serialPrinter';

declare global {
  interface Window {
    fakeDevices: FakeDevices;
  }
}

/** Runs in the page, ahead of everything else. Permissions of the site survive a reload. */
const INSTALL = `{
  const createFakeDevices = ${createFakeDevices.toString()};
  const key = (kind) => 'given ' + kind;
  window.fakeDevices = createFakeDevices(
    (kind) => localStorage.getItem(key(kind)) !== null,
    (kind) => localStorage.setItem(key(kind), 'yes'),
  );
  for (const kind of ['usb', 'serial']) Object.defineProperty(navigator, kind, { value: window.fakeDevices[kind] });
}`;

/** There is no assistant. Each test continues from the last. */
describe('printers that the page reaches by itself', () => {
  let opened: OpenedParts;
  let page: Page;
  let dialog: Locator;
  let pointer: Hand;
  let keyboard: Hand;

  beforeAll(async () => {
    opened = await openParts({ args: [UNOPTIMIZED] });
    const { context, driver, folder } = opened;
    ({ page } = opened);
    await context.addInitScript({ content: INSTALL });
    [pointer, keyboard] = handsOn(page) as [Hand, Hand];
    await driver.register('ulla', 'correct horse battery');
    await driver.createLabel('Direct', { Width: 60, Height: 25 });
    const path = join(folder, 'serials.xlsx');
    await writeFile(path, createSerialWorkbook(ROWS));
    await putElements(page, [createTestElement('barcode', { xMm: 5, yMm: 4 })]);
    await driver.bind(path, 'serials', 'code');
    dialog = await driver.openPrint();
  });
  afterAll(() => opened?.close());
  keepPictures(() => page);

  const setup = (): Locator => page.locator('.ant-modal:visible').last();
  const select = (label: string): Locator =>
    setup().locator('.ant-select', { has: page.getByLabel(label, { exact: true }) });
  const printButton = (): Locator => dialog.getByRole('button', { name: 'Print', exact: true });

  /** Contents of the codes on the printed labels, from the first complete one on; earlier data are ignored. */
  async function codesOnPaper(kind: PrinterName): Promise<readonly (readonly string[])[]> {
    const bytes = Buffer.from(await page.evaluate((name) => window.fakeDevices[name].bytes.splice(0), kind));
    const labels = bytes
      .toString('latin1')
      .split(/(?=\^XA)/)
      .filter((label) => label.includes('^XZ'));
    const paths = await Promise.all(
      labels.map(async (label, i) => {
        const { ink, rowBytes, heightDots } = READERS.zpl(Buffer.from(label, 'latin1'));
        const [width, height] = [rowBytes * 8, heightDots];
        const data = Buffer.alloc(width * height * 4, 255);
        for (let at = 0; at < width * height; at++) {
          if (((ink[at >> 3] ?? 0) & (0x80 >> (at & 7))) !== 0) data.fill(0, at * 4, at * 4 + 3);
        }
        const path = join(opened.folder, `${kind} ${i}.png`);
        await writeFile(path, PNG.sync.write({ width, height, data }));
        return path;
      }),
    );
    return readPages(paths);
  }

  const answer = (kind: PrinterName, said: number[] | null): Promise<void> =>
    page.evaluate(([name, bytes]) => void (window.fakeDevices[name].answer = bytes), [kind, said] as const);
  const isOnPaper = async (kind: PrinterName): Promise<number> => {
    const bytes = Buffer.from(await page.evaluate((name) => [...window.fakeDevices[name].bytes], kind));
    return bytes.toString('latin1').split('^XZ').length - 1;
  };
  const notice = (): Locator => dialog.getByRole('alert').filter({ hasText: 'Paper is out.' });

  /** Prints until the paper ends in the middle of the first label. */
  async function runsOutOfPaper(kind: PrinterName, hand: Hand): Promise<void> {
    await hand.press(dialog.getByRole('button', { name: 'Back to the settings' }));
    await answer(kind, READY);
    await page.evaluate((name) => {
      window.fakeDevices[name].asked.splice(0);
      window.fakeDevices[name].holdAfter(150);
    }, kind);
    await hand.press(printButton().and(page.locator(':enabled')));
    await page.waitForFunction((name) => window.fakeDevices[name].heldAt !== null, kind);
    await answer(kind, PAPER_OUT);
    // A printer that was ready is not queried again within a second.
    await page.waitForFunction(
      (name) => performance.now() - (window.fakeDevices[name].heldAt ?? Infinity) > 1_000,
      kind,
    );
    await untilIdle(notice());
    await expect.poll(() => notice().count()).toBe(0);
    await page.evaluate((name) => window.fakeDevices[name].goOn(), kind);
    await notice().waitFor();
    expect(await isOnPaper(kind)).toBe(1);
  }

  /** Adds paper: every label is printed once, and no query interrupted one. */
  async function endsByItself(kind: PrinterName): Promise<void> {
    await answer(kind, READY);
    await dialog.getByText('Printing is finished').waitFor();
    await notice().waitFor({ state: 'detached' });
    expect(await readCounts(dialog)).toMatchObject({ Requested: 3, Sent: 3 });
    const { asked, text } = await page.evaluate((name) => {
      const { asked, bytes } = window.fakeDevices[name];
      return { asked: [...asked], text: String.fromCharCode(...bytes) };
    }, kind);
    expect(asked.length).toBeGreaterThan(2);
    expect(asked.filter((place) => !/(^|\^XZ\s*)$/.test(text.slice(0, place)))).toEqual([]);
    expect(await codesOnPaper(kind)).toEqual(ROWS.map(({ code }) => [code]));
  }

  test('one on USB is connected with the pointer, and prints without the assistant', async () => {
    await dialog.getByText('Please install and start the print assistant').waitFor();
    await page.route(/\/assets\/DeviceDialog-/, (route) => route.abort());
    await pointer.press(dialog.getByRole('button', { name: 'Connect a USB printer…' }));
    await setup().getByRole('alert').getByText('could not be loaded').waitFor();
    await page.unroute(/\/assets\/DeviceDialog-/);
    await pointer.press(setup().getByRole('button', { name: 'Try again' }));
    await setup().getByLabel('Name', { exact: true }).waitFor();
    await expect.poll(() => setup().getByLabel('Name', { exact: true }).inputValue()).toBe('ZD410');
    const connect = setup().getByRole('button', { name: 'Connect', exact: true });
    await expect.poll(() => connect.isDisabled()).toBe(true);
    await pointer.choose(select('Printer language'), 'ZPL II');
    await pointer.choose(select('Resolution'), '300 dpi');
    await pointer.choose(select('Darkness'), '4');
    await untilIdle(setup());
    await expect.poll(async () => rawKeys((await setup().textContent()) ?? '')).toEqual([]);
    await pointer.press(connect);
    await dialog.getByText('ZD410 (USB)').first().waitFor();
    await dialog.getByText('Sent, not confirmed').waitFor();

    await pointer.press(printButton().and(page.locator(':enabled')));
    await dialog.getByText('Printing is finished').waitFor();
    await dialog.getByText('Sent, not confirmed').waitFor();
    expect(await readCounts(dialog)).toMatchObject({ Requested: 3, Sent: 3 });
    const sent = await page.evaluate(() => String.fromCharCode(...window.fakeDevices.usbPrinter.bytes.slice(0, 20)));
    expect(sent).toContain('~SD04');
    expect(await codesOnPaper('usbPrinter')).toEqual(ROWS.map(({ code }) => [code]));
    await untilIdle(page);
    await expect.poll(() => page.evaluate(() => window.fakeDevices.usbPrinter.isOpen)).toBe(false);
  });

  test('after unplugging in the middle of a label, the run continues when it is back', async () => {
    await pointer.press(dialog.getByRole('button', { name: 'Back to the settings' }));
    await printButton().and(page.locator(':enabled')).waitFor();
    await page.evaluate(() => window.fakeDevices.usbPrinter.breakAfter(150));
    await pointer.press(printButton());
    await dialog.getByText('was lost in the middle of a page').waitFor();
    await page.evaluate(() => window.fakeDevices.usbPrinter.plug());
    await pointer.press(dialog.getByRole('button', { name: 'Reconnect and continue' }));
    await dialog.getByText('Printing is finished').waitFor();
    expect(await readCounts(dialog)).toMatchObject({ Requested: 3, Sent: 2, Unconfirmed: 1 });
    // The printer has a part of the first label.
    expect(await codesOnPaper('usbPrinter')).toEqual(ROWS.slice(1).map(({ code }) => [code]));
  });

  test('without paper on USB the run waits, says so everywhere, and ends by itself', async () => {
    await runsOutOfPaper('usbPrinter', pointer);
    await dialog.getByText('The run waits for ZD410 and continues automatically.').waitFor();
    // A waiting page returns when the run is paused.
    await pointer.press(dialog.getByRole('button', { name: 'Pause', exact: true }));
    await notice().waitFor({ state: 'detached' });
    await pointer.press(dialog.getByRole('button', { name: 'Continue', exact: true }));
    await notice().waitFor();

    await pointer.press(dialog.locator('.ant-modal-close').first());
    await dialog.waitFor({ state: 'hidden' });
    await pointer.press(page.getByTestId('run-tray'));
    await page.locator('.run-item').getByText('Paper is out.').waitFor();
    const printers = await page.context().newPage();
    await printers.goto(`${opened.address}/printers`);
    await printers.getByRole('listitem', { name: 'ZD410' }).getByText('Paper is out.').waitFor();
    await answer('usbPrinter', READY);
    const ended = page.locator('.run-item').filter({ hasText: 'Printing is finished' });
    await ended.waitFor();
    // Nothing claims more than is known.
    expect(await readCounts(ended)).toMatchObject({ Requested: 3, Sent: 3, Remaining: 0 });
    expect(await readCounts(ended)).not.toHaveProperty('Confirmed');
    await printers.getByRole('listitem', { name: 'ZD410' }).getByText('ready').waitFor();
    await printers.close();
    expect(await codesOnPaper('usbPrinter')).toEqual(ROWS.map(({ code }) => [code]));
    dialog = await opened.driver.openPrint();
    await printButton().and(page.locator(':enabled')).waitFor();
  });

  test('one on a serial port is connected and used with the keyboard', async () => {
    await keyboard.press(dialog.getByRole('button', { name: 'Connect a serial printer…' }));
    await setup().getByLabel('Name', { exact: true }).waitFor();
    await keyboard.choose(select('Baud rate'), '115,200');
    await keyboard.choose(select('Flow control'), 'RTS/CTS');
    await keyboard.choose(select('Printer language'), 'ZPL II');
    await keyboard.press(setup().getByRole('button', { name: 'Connect', exact: true }));
    await dialog.getByText('Serial printer (serial)').first().waitFor();
    await keyboard.press(printButton().and(page.locator(':enabled')));
    await dialog.getByText('Printing is finished').waitFor();
    expect(await readCounts(dialog)).toMatchObject({ Requested: 3, Sent: 3 });
    expect(await codesOnPaper('serialPrinter')).toEqual(ROWS.map(({ code }) => [code]));
    const lines = await page.evaluate(() => window.fakeDevices.lines);
    expect(lines.at(-1)).toEqual({ baudRate: 115_200, flowControl: 'hardware' });
  });

  test('without paper on a serial port the run waits, and ends by itself', async () => {
    await runsOutOfPaper('serialPrinter', keyboard);
    await dialog.getByText('The run waits for Serial printer and continues automatically.').waitFor();
    await endsByItself('serialPrinter');
  });

  test('both are found again at the next visit, and one is removed', async () => {
    page.on('dialog', (asked) => void asked.accept());
    await page.goto(`${opened.address}/printers`);
    const item = (name: string): Locator => page.getByRole('listitem', { name, exact: true });
    await item('ZD410').getByText('connected, state unknown').waitFor();
    await item('ZD410').getByText('ZPL II · 300 dpi · darkness 4').waitFor();
    await item('Serial printer').getByText('115,200 baud').waitFor();

    // Long words of buttons leave enough space for the printer.
    await setWindowSize(page, { width: 1024, height: 768 });
    for (const language of ['Русский', 'English']) {
      await pointer.press(page.locator('.home-header .ant-btn').filter({ hasText: /English|Русский/ }));
      await pointer.press(page.locator('.ant-dropdown:visible').getByRole('menuitem', { name: language }));
      await item('ZD410').getByText('ZPL II · 300 dpi').waitFor();
      const words = item('ZD410').locator('small').first();
      await expect.poll(async () => (await words.boundingBox())?.width).toBeGreaterThan(200);
    }

    await page.evaluate(() => window.fakeDevices.usbPrinter.unplug());
    await item('ZD410').getByText('not reachable').waitFor();
    await page.evaluate(() => window.fakeDevices.usbPrinter.plug());
    await item('ZD410').getByText('connected, state unknown').waitFor();

    // While nothing is printed they are queried here.
    await answer('usbPrinter', PAPER_OUT);
    await keyboard.press(page.getByRole('button', { name: 'Look for printers again' }));
    await item('ZD410').getByText('Paper is out.').waitFor();
    await answer('usbPrinter', READY);
    await item('ZD410').getByText('ready').waitFor();

    await keyboard.press(item('ZD410').getByRole('button', { name: 'Settings' }));
    await keyboard.choose(select('Darkness'), '9');
    await keyboard.press(setup().getByRole('button', { name: 'Save' }));
    await item('ZD410').getByText('darkness 9').waitFor();
    await pointer.press(item('Serial printer').getByRole('button', { name: 'Choose again' }));
    await pointer.press(item('Serial printer').getByRole('button', { name: 'Forget' }));
    await setup().locator('.ant-modal-confirm-title', { hasText: 'Forget Serial printer?' }).waitFor();
    await untilIdle(page);
    await expect.poll(async () => rawKeys((await page.locator('body').textContent()) ?? '')).toEqual([]);
    await keyboard.press(setup().getByRole('button', { name: 'Forget' }));
    await item('Serial printer').waitFor({ state: 'detached' });
    await page.reload();
    await item('ZD410').getByText('darkness 9').waitFor();
    await untilIdle(page);
    await expect.poll(() => page.getByRole('listitem', { name: 'Serial printer' }).count()).toBe(0);
  });
});
