import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mmToDots } from '#model/kernel/units.ts';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { handNames, handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openParts, SCREENSHOTS, type OpenedParts } from '#tests/support/open-editor.ts';
import { jobsOf, pagesOf } from '#tests/support/print-dialog.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

const DPI = 300;
/** The grid on the page of 100 x 60 mm that is offered. */
const GRID = { corner: 5, pitch: 10, across: 80, along: 40 };
/** The printer is 1 % short across, and prints half a millimetre too far to the left. */
const MEASURED = { across: GRID.across * 0.99, left: GRID.corner * 0.99 - 0.5 };

let opened: OpenedParts;
let page: Page;
let driver: EditorDriver;

beforeAll(async () => {
  opened = await openParts();
  ({ page, driver } = opened);
  await opened.parts.startAssistant();
  await driver.register('ruler', 'correct horse 42');
});
afterAll(() => opened?.close());
keepPictures(() => page);

const item = (): Locator => page.getByRole('listitem', { name: 'Folder', exact: true });
const dialog = (): Locator => page.locator('.ant-modal:visible').last();
const button = (name: string): Locator => dialog().getByRole('button', { name, exact: true });
const picture = (name: string): Promise<unknown> => page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });

interface Ink {
  readonly width: number;
  readonly height: number;
  isInk(x: number, y: number): boolean;
}

/** The dots of the one page that came out since there were these jobs. */
async function printedSince(before: readonly string[]): Promise<Ink> {
  const pages = await pagesOf(opened.parts.pagesDirectory, before);
  expect(pages).toHaveLength(1);
  const { width, height, data } = PNG.sync.read(await readFile(pages[0] ?? ''));
  return { width, height, isInk: (x, y) => data[4 * (y * width + x)] === 0 };
}

/** Where the upright lines of a grid begin, in dots: on a line of dots just above its second level line. */
function linesAcross({ width, isInk }: Ink): readonly number[] {
  const y = mmToDots(GRID.corner + GRID.pitch * 0.92, DPI);
  return Array.from({ length: width }, (_, x) => x).filter((x) => isInk(x, y) && (x === 0 || !isInk(x - 1, y)));
}

function leftmostInk({ width, height, isInk }: Ink): number {
  for (let x = 0; x < width; x++) for (let y = 0; y < height; y++) if (isInk(x, y)) return x;
  return width;
}

/** Presses and gives the page that the printer got by it. */
async function pageBy(press: () => Promise<void>, shown: () => Promise<unknown>): Promise<Ink> {
  const before = await jobsOf(opened.parts.pagesDirectory);
  await press();
  await shown();
  return printedSince(before);
}

function printGrid(hand: Hand, name: string, next: string): Promise<Ink> {
  return pageBy(
    () => hand.press(button(name)),
    () => button(next).waitFor(),
  );
}

async function printSquare(hand: Hand, name: string): Promise<Ink> {
  await driver.createLabel(`Square ${name}`, { Width: 60, Height: 40 });
  await driver.place('rectangle', 10, 10);
  const printing = await driver.openPrint();
  await hand.choose(printing.locator('.print-printer-row .ant-select'), 'Folder');
  const made = await pageBy(
    () => hand.press(printing.getByRole('button', { name: 'Print', exact: true }).and(page.locator(':enabled'))),
    () => printing.getByText('Printing is finished').waitFor(),
  );
  await printing.getByRole('button', { name: 'Close' }).last().click();
  await printing.waitFor({ state: 'hidden' });
  return made;
}

async function openPrinters(): Promise<void> {
  await page.goto(`${opened.address}/printers`);
  await item().waitFor();
}

describe.each(handNames('calibration'))('with the %s', (name) => {
  let hand: Hand;
  beforeAll(() => {
    hand = handsOn(page).find((one) => one.name === name) ?? expect.fail(name);
  });

  test(`a printer that is off is made true, and untrue again (${name})`, async () => {
    await openPrinters();
    await hand.press(item().getByRole('button', { name: 'Calibrate' }));
    const first = await printGrid(hand, 'Print the grid', 'Print the corrected grid');
    const plain = linesAcross(first);
    expect(plain).toHaveLength(GRID.across / GRID.pitch + 1);
    expect(plain[0]).toBe(mmToDots(GRID.corner, DPI));
    expect((plain.at(-1) ?? 0) - (plain[0] ?? 0)).toBe(mmToDots(GRID.across, DPI));
    await dialog().getByText('What follows: no change').waitFor();

    const across = dialog().getByLabel('First to last line, across (80 mm)');
    await hand.type(across, '60');
    await dialog().getByRole('alert').getByText('more than 5 % off').waitFor();
    await expect.poll(() => button('Print the corrected grid').isDisabled()).toBe(true);
    await hand.type(across, String(MEASURED.across));
    await hand.type(dialog().getByLabel('Left edge to the square’s corner (5 mm)'), MEASURED.left.toFixed(2));
    await dialog().getByText('What follows: +1.01 % across · 6 dots to the right').waitFor();
    await picture(`calibration measured ${name}`);

    const second = linesAcross(await printGrid(hand, 'Print the corrected grid', 'It is true now'));
    const off = (at: number | undefined, mm: number): number => Math.abs((at ?? Number.NaN) - mmToDots(mm, DPI));
    expect(off((second.at(-1) ?? 0) - (second[0] ?? 0), GRID.across / 0.99)).toBeLessThanOrEqual(1);
    expect(off(second[0], GRID.corner / 0.99 + 0.5 / 0.99)).toBeLessThanOrEqual(1);
    await picture(`calibration check ${name}`);

    // Measured once more and found true: nothing changes.
    await hand.press(button('Measure again'));
    await dialog().getByText('What follows: +1.01 % across · 6 dots to the right').waitFor();
    const third = linesAcross(await printGrid(hand, 'Print the corrected grid', 'It is true now'));
    expect(third).toEqual(second);
    await hand.press(button('It is true now'));
    await dialog().waitFor({ state: 'hidden' });
    await item().getByText('calibrated').waitFor();

    // Every run has it; one hand is enough to see that.
    const moved = name === 'pointer' ? leftmostInk(await printSquare(hand, 'moved')) : null;

    await openPrinters();
    await hand.press(item().getByRole('button', { name: 'Calibrate' }));
    await dialog().getByText('Calibrated: +1.01 % across · 6 dots to the right').waitFor();
    await hand.press(button('Remove calibration'));
    await dialog().waitFor({ state: 'hidden' });
    await item().getByText('calibrated').waitFor({ state: 'detached' });
    if (moved === null) return;
    const asItWas = leftmostInk(await printSquare(hand, 'as it was'));
    expect(Math.abs(moved - asItWas * (1 / 0.99) - 6)).toBeLessThanOrEqual(1);
  });
});

test('an assistant that keeps nothing of printers is told of, and no grid is printed for it', async () => {
  const other = await page.context().newPage();
  await other.routeWebSocket(new RegExp(`:${opened.parts.assistantPort}/`), (socket) => {
    socket.onMessage((frame) => {
      const { fun } = JSON.parse(String(frame).replace('hmarkwebclient ', '')) as { fun: string };
      const isList = fun === 'getComputerPrinters';
      socket.send(JSON.stringify({ fun, code: isList ? 200 : 500, data: isList ? '["Old one"]' : 'unknown' }));
    });
  });
  await other.goto(`${opened.address}/printers`);
  await other.getByRole('button', { name: 'Print all the same' }).click();
  await other.getByRole('listitem', { name: 'Old one' }).getByRole('button', { name: 'Calibrate' }).click();
  const asked = other.getByRole('dialog');
  await asked.getByText('This assistant keeps no settings of printers').waitFor();
  await other.screenshot({ path: join(SCREENSHOTS, 'calibration cannot be kept.png') });
  await untilIdle(asked);
  await expect.poll(() => asked.getByRole('spinbutton').count()).toBe(0);
  await asked.getByRole('button', { name: 'Close' }).last().click();
  await asked.waitFor({ state: 'hidden' });
  await other.close();
});

test('fits on small and large windows, in English and in Chinese', async () => {
  const [hand] = handsOn(page);
  await openPrinters();
  for (const [language, open, print, remeasure] of [
    ['English', 'Calibrate', 'Print the grid', 'Print another grid'],
    ['简体中文', '校准', '打印网格', '重新打印网格'],
  ] as const) {
    await page
      .locator('.home-header')
      .getByRole('button', { name: /English|简体中文/ })
      .click();
    await page.locator('.ant-dropdown:visible').getByRole('menuitem', { name: language }).click();
    await hand?.press(item().getByRole('button', { name: open }));
    await button(print).waitFor();
    for (const width of [1024, 1440]) {
      await setWindowSize(page, { width, height: 800 });
      await picture(`calibration size ${language} ${width}`);
    }
    await hand?.press(button(print));
    await button(remeasure).waitFor();
    for (const width of [1024, 1440]) {
      await setWindowSize(page, { width, height: 800 });
      await untilIdle(page);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await picture(`calibration ${language} ${width}`);
    }
    // Back to the size of the page, and out.
    await hand?.press(button(remeasure));
    await button(print).waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  }
});
