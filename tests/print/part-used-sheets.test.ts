import { PNG } from 'pngjs';
import { beforeAll, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { createTestTemplate } from '../support/create-elements.ts';
import { createLabelElements, createPrintFixture, createRecord } from './create-print-core-fixture.ts';

let core: PrintCore;
beforeAll(async () => {
  ({ core } = await createPrintFixture());
});

const SHEET = { widthMm: 40, heightMm: 30, rows: 3, columns: 2, rowSpacingMm: 2.3, columnSpacingMm: 3.1 };
const createRows = (count: number, bad: readonly number[] = []): ReturnType<typeof createRecord>[] =>
  Array.from({ length: count }, (_, i) =>
    createRecord(i + 2, { name: `Row ${i + 1}`, ean: bad.includes(i + 2) ? '12345' : `4006381333${10 + i}` }),
  );

test('the first label is in the requested cell, and the next sheet is full again', async () => {
  const template = createTestTemplate(createLabelElements(), SHEET);
  const rows = createRows(9, [3]);
  const { runId } = expectOk(await core.openRun({ template, dpi: 300 }));
  const used = expectOk(await core.printRecords(runId, rows, 'print', 4));
  expect(used.pages.map(({ labels }) => labels.map(({ row }) => row))).toEqual([
    [2, 4],
    [5, 6, 7, 8, 9, 10],
  ]);
  // The same bits as with labels in the cells before, and none in those.
  const [before] = [expectOk(await core.printRecords(runId, createRows(4), 'keep'))];
  expect(before.pages).toEqual([]);
  const whole = expectOk(await core.printRecords(runId, rows, 'print'));
  const { runId: emptyRun, sheet } = expectOk(await core.openRun({ template, dpi: 300 }));
  const shown = expectOk(await core.previewPage(emptyRun, rows, 4));
  expect(shown.labels.map(({ row, cell }) => [row, cell])).toEqual([
    [2, 4],
    [3, null],
    [4, 5],
  ]);
  expect(shown.pngHash).toBe(used.pages[0]?.pngHash);
  const inkOf = (png: Uint8Array, cell: number): number => {
    const { xDots = 0, yDots = 0 } = sheet.cells[cell] ?? {};
    const picture = PNG.sync.read(Buffer.from(png));
    let hash = 0;
    for (let y = yDots; y < yDots + sheet.labelHeightDots; y++) {
      for (let x = xDots; x < xDots + sheet.labelWidthDots; x++) {
        if (picture.data[4 * (y * sheet.widthDots + x)] === 0)
          hash = (hash * 31 + (y - yDots) * 4096 + x - xDots) % 2 ** 40;
      }
    }
    return hash;
  };
  for (let cell = 0; cell < 4; cell++) expect(inkOf(used.pages[0]?.png ?? new Uint8Array(), cell)).toBe(0);
  for (const cell of [4, 5]) {
    const [mine, theirs] = [used, whole].map(({ pages }) => inkOf(pages[0]?.png ?? new Uint8Array(), cell));
    expect(mine).toBeGreaterThan(0);
    expect(mine).toBe(theirs);
  }
  // The skipped cells do not affect the next sheet.
  expectOk(await core.printRecords(runId, rows.slice(0, 1), 'discard', 3));
  const [next] = expectOk(await core.printRecords(runId, rows, 'print', 4)).pages;
  expect(next?.pngHash).toBe(used.pages[0]?.pngHash);
  await core.closeRun(runId);
  await core.closeRun(emptyRun);
});
