import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { drawnHands, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openParts, SCREENSHOTS, type OpenedParts } from '#tests/support/open-editor.ts';
import { jobsOf, pagesOf, readPages } from '#tests/support/print-dialog.ts';
import type { Program } from '#tests/support/product.ts';
import { cameraArgs, createFilm } from '#tests/support/camera-film.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { slowPrinter, type SlowPrinter } from '#tests/support/slow-printer.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { buildXlsx } from '#tests/support/xlsx-builder.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

const ROWS = [
  ['code', 'order', 'weight'],
  ['LW-1001', 'A-17', 5],
  ['LW-1002', 'A-18', 6],
  ['LW-1003', 'B-1', 7],
  ['LW-1004', 'B-1', 8],
  ['编号 5', 'C-9', 9],
  ['LW-1006', '0012', 12],
];

describe('scan print', () => {
  let opened: OpenedParts;
  let page: Page;
  let driver: EditorDriver;
  let assistant: Program;
  let films = '';
  let printer: SlowPrinter;

  beforeAll(async () => {
    films = await mkdtemp(join(tmpdir(), 'labelwright-film-'));
    const film = join(films, 'film.y4m');
    await writeFile(film, createFilm('A-17'));
    opened = await openParts({ args: cameraArgs(film) });
    ({ page, driver } = opened);
    assistant = await opened.parts.startAssistant();
    printer = await slowPrinter(page, opened.parts.assistantPort);
    await driver.register('sanna', 'correct horse battery');
    const workbook = join(opened.folder, 'orders.xlsx');
    await writeFile(workbook, buildXlsx([{ name: 'orders', rows: ROWS }]));
    await driver.createLabel('Order tag', { Width: 60, Height: 25 });
    await driver.place('barcode', 5, 4);
    await driver.bind(workbook, 'orders', 'code');
    await driver.save();
    await driver.createLabel('Plain', { Width: 60, Height: 25 });
    await driver.place('text', 5, 4);
    await driver.save();
  });
  afterAll(async () => {
    await opened?.close();
    await rm(films, { recursive: true, force: true });
  });
  keepPictures(() => page);

  const field = (): Locator => page.getByLabel('Key', { exact: true });
  const items = (): Locator => page.locator('.scan-item');
  const last = (): Locator => items().first();
  const picture = (name: string): Promise<unknown> =>
    page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
  const directory = (): string => opened.parts.pagesDirectory;

  async function openScan(name: string, hand: Hand): Promise<void> {
    await page.goto(`${opened.address}/cloudTemplate`);
    await hand.press(page.getByRole('button', { name: `More for “${name}”` }));
    if (hand.name === 'pointer') await hand.press(page.getByRole('menuitem', { name: 'Scan and print…' }));
    else {
      const item = page.getByRole('menuitem', { name: 'Scan and print…' });
      // antd moves the focus in the next frame, and a key before that would be lost: nobody types so fast.
      const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('menuitem');
      while (!(await item.evaluate((line) => line === document.activeElement))) {
        const before = await focused();
        await page.keyboard.press('ArrowDown');
        await expect.poll(focused).not.toBe(before);
      }
      await page.keyboard.press('Enter');
    }
    await page.waitForURL('**/scanPrint?id=*');
  }
  /** As a scanner does: all at once, wherever the focus is. */
  async function scan(key: string): Promise<void> {
    await page.keyboard.type(key);
    await page.keyboard.press('Enter');
  }
  async function ready(): Promise<void> {
    await page.getByLabel('Key', { exact: true }).and(page.locator(':enabled')).waitFor();
  }
  const hasFocus = (): Promise<boolean> => field().evaluate((input) => input === document.activeElement);

  test('a scanned key prints its row at once, and the field keeps the focus', async () => {
    for (const hand of drawnHands(page)) {
      await openScan('Order tag', hand);
      await ready();
      await expect.poll(() => hasFocus()).toBe(true);
      const before = await jobsOf(directory());
      await hand.choose(page.getByLabel('Column of the keys'), 'order');
      await expect.poll(hasFocus).toBe(true);
      await scan('A-18');
      await scan('A-17');
      await expect.poll(() => items().getByText('Printed', { exact: true }).count()).toBe(2);
      await expect.poll(() => items().locator('strong').allInnerTexts()).toEqual(['A-17', 'A-18']);
      expect((await readPages(await pagesOf(directory(), before))).flat().sort()).toEqual(['LW-1001', 'LW-1002']);
      await expect.poll(() => hasFocus()).toBe(true);
      // All that was printed stands here, and not in the list of runs as well.
      await untilIdle(page);
      await expect.poll(() => page.getByTestId('run-tray').count()).toBe(0);
      await picture(`scan print by ${hand.name}`);
    }
  });

  test('is typed and printed by its button, too', async () => {
    for (const [i, hand] of drawnHands(page).entries()) {
      await page.reload();
      await ready();
      const before = await jobsOf(directory());
      await field().fill('a-17');
      await hand.press(page.getByRole('button', { name: 'Print', exact: true }));
      await last().getByText('Printed', { exact: true }).waitFor();
      expect(await readPages(await pagesOf(directory(), before))).toEqual([['LW-1001']]);
      await expect.poll(() => hasFocus(), { message: `${i}` }).toBe(true);
    }
  });

  test('says that no row has a key, and asks which row is meant', async () => {
    await scan('Z-99');
    await last().getByText('No row has this key. Nothing was printed.').waitFor();
    for (const hand of drawnHands(page)) {
      await page.reload();
      await ready();
      const before = await jobsOf(directory());
      await scan('B-1');
      await last().getByText('2 rows have this key. Which one is meant?').waitFor();
      await picture('scan print several rows');
      await hand.press(last().getByRole('button', { name: 'Print row 5' }));
      await last().getByText('Printed', { exact: true }).waitFor();
      expect(await readPages(await pagesOf(directory(), before))).toEqual([['LW-1004']]);
      await expect.poll(hasFocus).toBe(true);
    }
    // 12 is the number in another row's weight and not the code 0012.
    await scan('12');
    await last().getByText('No row has this key').waitFor();
    await scan('0012');
    await last().getByText('0012').waitFor();
    await last().getByText('Printed', { exact: true }).waitFor();
  });

  test('a row that was printed is printed again only when asked for', async () => {
    for (const hand of drawnHands(page)) {
      await page.reload();
      await ready();
      const before = await jobsOf(directory());
      await scan('A-17');
      await last().getByText('Printed', { exact: true }).waitFor();
      await scan('A-17');
      await last()
        .getByText(/Already printed at|Scanned twice in a moment/)
        .waitFor();
      expect(await pagesOf(directory(), before)).toHaveLength(1);
      await picture('scan print twice');
      await hand.press(last().getByRole('button', { name: 'Print again' }));
      await last().getByText('Printed', { exact: true }).waitFor();
      expect(await pagesOf(directory(), before)).toHaveLength(2);
      await hand.press(page.getByLabel('Print a row again without asking'));
      await hand.type(page.getByLabel('Copies'), '2');
      await scan('A-18');
      await last().getByText('A-18').waitFor();
      await last().getByText('Printed', { exact: true }).waitFor();
      expect(await pagesOf(directory(), before)).toHaveLength(4);
    }
  });

  test('says why a label is refused', async () => {
    await page.reload();
    await ready();
    await scan('C-9');
    await last()
      .getByText(/^Not printed: /)
      .waitFor();
    await picture('scan print refused');
  });

  test('holds a label whose assistant goes away, to be printed or given up here', async () => {
    for (const hand of drawnHands(page)) {
      for (const button of ['Reconnect and continue', 'Cancel printing']) {
        await page.reload();
        await ready();
        printer.keepBusy();
        const before = await jobsOf(directory());
        await scan('A-17');
        await expect.poll(printer.underWay).toBe(1);
        await expect.poll(async () => (await pagesOf(directory(), before)).length).toBe(1);
        await assistant.kill();
        await last().getByRole('button', { name: button }).waitFor();
        await picture('scan print held');
        assistant = await opened.parts.startAssistant();
        printer.goOn();
        await hand.press(last().getByRole('button', { name: button }));
        await expect.poll(() => last().getByRole('button', { name: 'Print again' }).count()).toBe(1);
        // It had arrived, and is not sent again.
        expect(await readPages(await pagesOf(directory(), before))).toEqual([['LW-1001']]);
      }
    }
  });

  test('reads a code with the camera, once as long as it is in sight', async () => {
    for (const hand of drawnHands(page)) {
      await page.reload();
      await ready();
      const before = await jobsOf(directory());
      await hand.press(page.getByRole('button', { name: 'Scan with the camera' }));
      await last().getByText('Printed', { exact: true }).waitFor();
      await picture('scan print camera');
      await scan('A-18');
      await items().filter({ hasText: 'A-18' }).getByText('Printed', { exact: true }).waitFor();
      // The code has been in sight all the time, and has not come again.
      await expect.poll(() => items().locator('strong').allInnerTexts()).toEqual(['A-18', 'A-17']);
      expect((await readPages(await pagesOf(directory(), before))).flat().sort()).toEqual(['LW-1001', 'LW-1002']);
      await hand.press(page.getByRole('button', { name: 'Stop the camera' }));
      await page.locator('video').waitFor({ state: 'detached' });
    }
  });

  test('helps where the camera is denied or not there', async () => {
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    });
    for (const hand of drawnHands(page)) {
      await hand.press(page.getByRole('button', { name: 'Scan with the camera' }));
      await page.getByText('This page may not use the camera.').waitFor();
      await page.getByText('allow the camera for this site').waitFor();
      await picture('scan print camera denied');
      await hand.press(page.getByRole('button', { name: 'Try again' }));
      await page.getByText('This page may not use the camera.').waitFor();
      await hand.press(page.getByRole('button', { name: 'Stop the camera' }));
    }
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotFoundError'));
    });
    await page.getByRole('button', { name: 'Scan with the camera' }).click();
    await page.getByText('No camera was found.').waitFor();
  });

  test('says what a template lacks, and leads to the editor', async () => {
    for (const hand of drawnHands(page)) {
      await openScan('Plain', hand);
      await page.getByText('The label takes nothing from a spreadsheet').waitFor();
      await picture('scan print without data');
      await hand.press(page.getByRole('link', { name: 'Open the label in the editor' }));
      await page.getByTestId('canvas-overlay').waitFor();
    }
    await page.goto(`${opened.address}/scanPrint?id=nowhere`);
    await page.getByRole('alert').waitFor();
    for (const hand of drawnHands(page)) {
      await hand.press(page.getByRole('button', { name: 'Try again' }));
      await page.getByRole('alert').waitFor();
    }
  });

  test.each(
    drawnOf('scan-print', [
      ['en', 1024],
      ['zh', 1024],
      ['en', 1440],
      ['zh', 1440],
    ] as const),
  )(`fits the window in %s at %i (seed ${SEED})`, async (language, width) => {
    await setWindowSize(page, { width, height: width < 1440 ? 768 : 900 });
    await page.evaluate((kept) => localStorage.setItem('language', kept), language);
    await page.goto(`${opened.address}/cloudTemplate`);
    const card = page.locator('.template-card').filter({ hasText: 'Order tag' });
    await card.locator('.template-card-foot button').last().click();
    await page.locator('[role=menuitem][data-menu-id$="-scan"]').click();
    await page.locator('.scan-field input:enabled').waitFor();
    await scan('A-17');
    await page.locator('.scan-item[data-mood=good]').waitFor();
    await scan('B-1');
    await page.locator('.scan-item[data-mood=waits]').waitFor();
    await picture(`scan print ${language} ${width}`);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });
});
