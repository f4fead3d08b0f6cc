import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { decodePng } from '#print-assistant/png/png-decode.ts';
import { startFakeRawPrinter, type FakeRawPrinter } from '#tests/assistant/fake-raw-printer.ts';
import { writePdf } from '#tests/document/support/written-pdf.ts';
import { READERS } from '#tests/printing/languages/read-printer-data.ts';
import { chooseDocuments, dotsOf, openDocuments, PT, shownDots } from '#tests/support/documents-page.ts';
import { handsOn } from '#tests/support/hands.ts';
import { keepPictures, type OpenedParts } from '#tests/support/open-editor.ts';
import { jobsOf, pagesOf } from '#tests/support/print-dialog.ts';

const ZEBRA_DPI = 203;
/** A page of 60 x 40 mm: two bars, the outermost ink of the page. */
const PAGE = { widthPt: 60 * PT, heightPt: 40 * PT, content: `${10 * PT} 14 8 60 re ${50 * PT} 14 8 60 re f` };
/** The calibration grid is 80 mm wide and begins at 5 mm; the printer is 1 % short and half a millimeter off. */
const MEASURED = { across: 80 * 0.99, left: 5 * 0.99 - 0.5 };
/** The result at 300 dpi. */
const CORRECTION = { factor: 1 / 0.99, dots: 6 };

let opened: OpenedParts;
let page: Page;
let zebra: FakeRawPrinter;

beforeAll(async () => {
  zebra = await startFakeRawPrinter();
  opened = await openDocuments(
    {},
    { ASSISTANT_PRINTERS: JSON.stringify({ Zebra: `socket://127.0.0.1:${zebra.port}?language=zpl` }) },
  );
  ({ page } = opened);
  await writeFile(join(opened.folder, 'bars.pdf'), writePdf([PAGE]));
});
afterAll(async () => {
  await opened?.close();
  await zebra?.[Symbol.asyncDispose]();
});
keepPictures(() => page);

const dialog = (): Locator => page.locator('.ant-modal:visible').last();
const button = (name: string): Locator => dialog().getByRole('button', { name, exact: true });

async function openBars(): Promise<void> {
  await page.goto(`${opened.address}/pdfPrint`);
  await chooseDocuments(opened, () => page.getByRole('button', { name: 'Choose files' }).click(), 'bars.pdf');
  await page.getByRole('option', { name: 'Page 1 of 1' }).waitFor();
}

async function choosePrinter(name: string): Promise<void> {
  await page.getByRole('button', { name: 'Print 1 label' }).click();
  await handsOn(page)[0]?.choose(dialog().locator('.print-printer-row .ant-select'), name);
}

async function print(): Promise<void> {
  await button('Print').click();
  await button('Back to the settings').waitFor();
}

/** The first and the last column with ink. */
function outermost(rows: readonly string[]): readonly [first: number, last: number] {
  const columns = rows.flatMap((row) => (row.includes('#') ? [row.indexOf('#'), row.lastIndexOf('#')] : []));
  return [Math.min(...columns), Math.max(...columns)];
}

async function printBars(): Promise<readonly [first: number, last: number]> {
  await openBars();
  await choosePrinter('Folder');
  const before = await jobsOf(opened.parts.pagesDirectory);
  await print();
  const [path, ...more] = await pagesOf(opened.parts.pagesDirectory, before);
  expect(more).toEqual([]);
  return outermost(dotsOf(expectOk(await decodePng(await readFile(path ?? ''))), 0));
}

test('a page is sent to a printer in its language, with the displayed dots at its resolution', async () => {
  await openBars();
  await choosePrinter('Zebra');
  await dialog().getByText(`${ZEBRA_DPI} dpi`).first().click();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'hidden' });
  await page.getByText('As printed').click();
  const width = Math.round((60 / 25.4) * ZEBRA_DPI);
  await expect.poll(async () => (await shownDots(page))[0]?.length).toBe(width);
  const shown = await shownDots(page);
  const before = zebra.taken.length;
  await page.getByRole('button', { name: 'Print 1 label' }).click();
  await print();
  expect(zebra.taken).toHaveLength(before + 1);
  const { ink, ...size } = READERS.zpl(zebra.taken.at(-1) ?? Buffer.of());
  const sent = dotsOf({ ...size, bits: ink, widthDots: width }, 1);
  expect(sent).toEqual(shown);
});

test('a page is corrected by the calibration of the printer', async () => {
  const plain = await printBars();
  await page.goto(`${opened.address}/printers`);
  const folder = page.getByRole('listitem', { name: 'Folder', exact: true });
  await folder.getByRole('button', { name: 'Calibrate' }).click();
  await button('Print the grid').click();
  await button('Print the corrected grid').waitFor();
  await dialog().getByLabel('First to last line, across (80 mm)').fill(String(MEASURED.across));
  await dialog().getByLabel('Left edge to the square’s corner (5 mm)').fill(MEASURED.left.toFixed(2));
  await dialog().getByText('What follows: +1.01 % across · 6 dots to the right').waitFor();
  await button('Print the corrected grid').click();
  await button('The test print is correct').click();
  await folder.getByText('calibrated').waitFor();

  const corrected = await printBars();
  for (const side of [0, 1] as const)
    expect(Math.abs(corrected[side] - (plain[side] * CORRECTION.factor + CORRECTION.dots))).toBeLessThanOrEqual(1.5);
});
