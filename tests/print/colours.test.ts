import { PNG } from 'pngjs';
import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import type { OutputColour, VerifiedPage } from '#protocol/render.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { createTestTemplate } from '../support/create-elements.ts';
import { createLabelElements, createPrintFixture, createRecord } from './create-print-core-fixture.ts';

let core: PrintCore;
beforeAll(async () => {
  ({ core } = await createPrintFixture());
});

const SHEET = { widthMm: 40, heightMm: 30, rows: 2, columns: 2, rowSpacingMm: 1.3, columnSpacingMm: 2.1 };

async function print(colour: OutputColour, settings: object, dpi: number): Promise<readonly VerifiedPage[]> {
  const template = createTestTemplate(createLabelElements(), settings);
  const rows = Array.from({ length: 5 }, (_, i) =>
    createRecord(i + 2, { name: `名称 ${i}`, ean: i === 1 ? '12345' : `4006381333${10 + i}` }),
  );
  const { runId } = expectOk(await core.openRun({ template, dpi, colour }));
  const step = expectOk(await core.printRecords(runId, rows, 'print'));
  await core.closeRun(runId);
  expect(step.labels.map((l) => l.verified)).toEqual([true, false, true, true, true]);
  return step.pages;
}

test.each([
  ['gray', 0, 203],
  ['rgb', 2, 300],
  ['gray', 0, 317],
  ['rgb', 2, 600],
] as const)('%s pages (colour type %i) at %i dpi', async (colour, type, dpi) => {
  const [page] = await print(colour, SHEET, dpi);
  const [bits] = await print('bit', SHEET, dpi);
  const file = Buffer.from(page?.png ?? []);
  expect([file[24], file[25]]).toEqual([8, type]);
  expect(page?.colour).toBe(colour);
  expect(file.readUInt32BE(file.indexOf('pHYs') + 4)).toBe(Math.round(dpi / 0.0254));

  const picture = PNG.sync.read(file);
  expect([picture.width, picture.height]).toEqual([bits?.widthDots, bits?.heightDots]);
  const red = picture.data.filter((_, i) => i % 4 === 0);
  expect(createHash('sha256').update(file).digest('hex')).toBe(page?.pngHash);
  // Antialiased, and the same label: few dots are on the other side of the threshold.
  expect(new Set(red).size).toBeGreaterThan(16);
  const other = PNG.sync.read(Buffer.from(bits?.png ?? [])).data;
  const different = red.filter((value, i) => value >= 128 !== (other[i * 4] ?? 0) >= 128).length;
  expect(different / red.length).toBeLessThan(0.01);
});

test('a gray label that streams is read back too', async () => {
  const [page] = await print('gray', { widthMm: 40, heightMm: 30, rows: 1, columns: 1 }, 2400);
  expect(page?.widthDots).toBe(3780);
  expect(page?.labels[0]?.symbols.every((s) => s.ok)).toBe(true);
});
