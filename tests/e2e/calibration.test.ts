import { readFile } from 'node:fs/promises';
import { PNG } from 'pngjs';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mmToDots } from '#model/kernel/units.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import type { EditorDriver } from '#tests/support/editor-driver.ts';
import { eitherHandName, handsOn, type Hand } from '#tests/support/hands.ts';
import { keepPictures, openParts, UNOPTIMIZED, type OpenedParts } from '#tests/support/open-editor.ts';
import { jobsOf, pagesOf } from '#tests/support/print-dialog.ts';
import { putElements } from '#tests/support/put-elements.ts';
import { drawnOf, SEED } from '#tests/support/seed.ts';
import { untilIdle } from '#tests/support/until-idle.ts';
import { setWindowSize } from '#tests/support/window-size.ts';

const DPI = 300;
/** The grid on the offered page of 100 x 60 mm. */
const GRID = { corner: 5, pitch: 10, across: 80, along: 40 };
/** The printer is 1 % short across, and prints half a millimeter too far to the left. */
const MEASURED = { across: GRID.across * 0.99, left: GRID.corner * 0.99 - 0.5 };

let opened: OpenedParts;
let page: Page;
/** Location of the printers while `driver` has a label open. */
let printers: Page;
let driver: EditorDriver;

beforeAll(async () => {
  opened = await openParts({ args: [UNOPTIMIZED] });
  ({ page, driver } = opened);
  await opened.parts.startAssistant();
  await driver.register('ruler', 'correct horse 42');
  await driver.createLabel('Square', { Width: 60, Height: 40 });
  await putElements(page, [createTestElement('rectangle', { xMm: 10, yMm: 10 })]);
  printers = await opened.context.newPage();
  await printers.goto(`${opened.address}/printers`);
  await item().waitFor();
});
afterAll(() => opened?.close());
keepPictures(() => printers);

const item = (): Locator => printers.getByRole('listitem', { name: 'Folder', exact: true });
const dialog = (): Locator => printers.locator('.ant-modal:visible').last();
const button = (name: string): Locator => dialog().getByRole('button', { name, exact: true });

interface Ink {
  readonly width: number;
  readonly height: number;
  isInk(x: number, y: number): boolean;
}

/** The dots of the only page printed since these jobs. */
async function printedSince(before: readonly string[]): Promise<Ink> {
  const pages = await pagesOf(opened.parts.pagesDirectory, before);
  expect(pages).toHaveLength(1);
  const { width, height, data } = PNG.sync.read(await readFile(pages[0] ?? ''));
  return { width, height, isInk: (x, y) => data[4 * (y * width + x)] === 0 };
}

/** Start positions of the vertical lines of a grid, in dots: on a row of dots just above its second horizontal line. */
function linesAcross({ width, isInk }: Ink): readonly number[] {
  const y = mmToDots(GRID.corner + GRID.pitch * 0.92, DPI);
  return Array.from({ length: width }, (_, x) => x).filter((x) => isInk(x, y) && (x === 0 || !isInk(x - 1, y)));
}

function leftmostInk({ width, height, isInk }: Ink): number {
  for (let x = 0; x < width; x++) for (let y = 0; y < height; y++) if (isInk(x, y)) return x;
  return width;
}

/** Presses and returns the resulting page of the printer. */
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

/** Prints the square of the open label, and returns the start of its ink. */
async function printSquare(): Promise<number> {
  const printing = await driver.openPrint();
  await handsOn(page)[0]?.choose(printing.locator('.print-printer-row .ant-select'), 'Folder');
  const made = await pageBy(
    () => printing.getByRole('button', { name: 'Print', exact: true }).and(page.locator(':enabled')).click(),
    () => printing.getByText('Printing is finished').waitFor(),
  );
  await printing.getByRole('button', { name: 'Close' }).last().click();
  await printing.waitFor({ state: 'hidden' });
  return leftmostInk(made);
}

describe.each(eitherHandName('calibrated printers'))('calibration, with the %s', (name) => {
  let hand: Hand;
  beforeAll(() => {
    hand = handsOn(printers).find((one) => one.name === name) ?? expect.fail(name);
  });

  test(`a printer is calibrated for all runs by two printed grids, until its calibration is removed (${name})`, async () => {
    const asItWas = await printSquare();
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

    const second = linesAcross(await printGrid(hand, 'Print the corrected grid', 'The test print is correct'));
    const off = (at: number | undefined, mm: number): number => Math.abs((at ?? Number.NaN) - mmToDots(mm, DPI));
    expect(off((second.at(-1) ?? 0) - (second[0] ?? 0), GRID.across / 0.99)).toBeLessThanOrEqual(1);
    expect(off(second[0], GRID.corner / 0.99 + 0.5 / 0.99)).toBeLessThanOrEqual(1);

    // Measured once more and found accurate: nothing changes.
    await hand.press(button('Measure again'));
    await dialog().getByText('What follows: +1.01 % across · 6 dots to the right').waitFor();
    const third = linesAcross(await printGrid(hand, 'Print the corrected grid', 'The test print is correct'));
    expect(third).toEqual(second);
    await hand.press(button('The test print is correct'));
    await dialog().waitFor({ state: 'hidden' });
    await item().getByText('calibrated').waitFor();

    // Every run has it.
    const moved = await printSquare();
    expect(Math.abs(moved - asItWas * (1 / 0.99) - 6)).toBeLessThanOrEqual(1);

    await hand.press(item().getByRole('button', { name: 'Calibrate' }));
    await dialog().getByText('Calibrated: +1.01 % across · 6 dots to the right').waitFor();
    await hand.press(button('Remove calibration'));
    await dialog().waitFor({ state: 'hidden' });
    await item().getByText('calibrated').waitFor({ state: 'detached' });
    expect(await printSquare()).toBe(asItWas);
  });
});

test('an assistant without printer settings is named as such, and no grid is offered for it', async () => {
  const other = await page.context().newPage();
  await other.routeWebSocket(new RegExp(`:${opened.parts.assistantPort}/`), (socket) => {
    socket.onMessage((frame) => {
      const { fun } = JSON.parse(String(frame).replace('hmarkwebclient ', '')) as { fun: string };
      const isList = fun === 'getComputerPrinters';
      socket.send(JSON.stringify({ fun, code: isList ? 200 : 500, data: isList ? '["Old one"]' : 'unknown' }));
    });
  });
  await other.goto(`${opened.address}/printers`);
  await other.getByRole('button', { name: 'Print anyway' }).click();
  await other.getByRole('listitem', { name: 'Old one' }).getByRole('button', { name: 'Calibrate' }).click();
  const asked = other.getByRole('dialog');
  await asked.getByText('This assistant keeps no settings of printers').waitFor();
  await untilIdle(asked);
  await expect.poll(() => asked.getByRole('spinbutton').count()).toBe(0);
  await asked.getByRole('button', { name: 'Close' }).last().click();
  await asked.waitFor({ state: 'hidden' });
  await other.close();
});

test.each(
  drawnOf('calibration fits', [
    ['English', 'Calibrate', 'Print the grid', 'Print another grid'],
    ['简体中文', '校准', '打印网格', '重新打印网格'],
  ] as const),
)(
  `both steps of the calibration fit in a window of 1024 pixels in %s (seed ${SEED})`,
  async (language, open, print, again) => {
    const fits = (): Promise<boolean> => printers.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    await printers
      .locator('.home-header')
      .getByRole('button', { name: /English|简体中文/ })
      .click();
    await printers.locator('.ant-dropdown:visible').getByRole('menuitem', { name: language }).click();
    await setWindowSize(printers, { width: 1024, height: 800 });
    await item().getByRole('button', { name: open }).click();
    await button(print).waitFor();
    await untilIdle(printers);
    await expect.poll(fits).toBe(true);
    await button(print).click();
    await button(again).waitFor();
    await untilIdle(printers);
    await expect.poll(fits).toBe(true);
    await printers.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  },
);
