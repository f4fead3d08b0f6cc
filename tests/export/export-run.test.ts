import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import type { DataRecord } from '#model/data/record.ts';
import { EXPORT_FILES, EXPORT_FORMATS, type ExportFormat } from '#protocol/export.ts';
import type { ExportSetup, LabelOutcome } from '#protocol/render.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { hashOfBits } from '#tests/golden/golden-page.ts';
import { HOSTILE_FONTS } from '#tests/render/hostile-fonts.ts';
import { columnSource, createPrintFixture, createRecord } from '#tests/print/create-print-core-fixture.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { withPoppler } from './poppler.ts';
import { readPdf } from './pdf-reader.ts';

let core: PrintCore;
beforeAll(async () => {
  ({ core } = await createPrintFixture());
});

/** Two labels to a sheet. */
const TEMPLATE = createTestTemplate(
  [
    createTestElement('text', { sources: [columnSource('name')], xMm: 2, yMm: 2, widthMm: 36 }),
    createTestElement('barcode', { sources: [columnSource('code')], xMm: 3, yMm: 12, widthMm: 34, heightMm: 12 }),
  ],
  { widthMm: 40, heightMm: 30, columns: 2, columnSpacingMm: 5 },
);

const ROWS: readonly DataRecord[] = [
  createRecord(2, { name: 'First 一', code: 'A-1' }),
  createRecord(3, { name: 'Refused', code: '标签' }),
  createRecord(4, { name: 'Second 二', code: 'A-2' }),
  createRecord(5, { name: 'Third 三', code: 'A-3' }),
];

const STARTS: Readonly<Record<string, RegExp>> = {
  'image/png': /^\u0089PNG/,
  'image/svg+xml': /^<svg/,
  'application/pdf': /^%PDF-/,
};

async function exportRows(format: ExportSetup['format'], rows = ROWS, atOnce = 3) {
  const { runId: id } = expectOk(await core.openExport({ template: TEMPLATE, dpi: 300, format }));
  const pieces: Uint8Array[] = [];
  const labels: LabelOutcome[] = [];
  const hashes: string[] = [];
  for (let at = 0; at < rows.length; at += atOnce) {
    const step = expectOk(await core.exportRecords(id, rows.slice(at, at + atOnce), at + atOnce >= rows.length));
    pieces.push(...step.pieces);
    labels.push(...step.labels);
    hashes.push(...step.pages.map((page) => page.pngHash));
  }
  await core.closeRun(id);
  return { pieces, labels, hashes };
}

describe('an export run', () => {
  test('a vector PDF has sheets of verified labels, in order, and its symbols read', async () => {
    const { pieces, labels, hashes } = await exportRows('pdf-vector');
    expect(labels.map((label) => label.verified)).toEqual([true, false, true, true]);
    expect(hashes).toHaveLength(2);
    const pdf = Buffer.concat(pieces);
    readPdf(pdf);
    await withPoppler(pdf, async (opened) => {
      const [first, second] = (await opened.text()).split('\f').map((page) => page.replace(/\s+/g, ' ').trim());
      expect(first).toBe('First 一 Second 二 A-1 A-2');
      expect(second).toBe('Third 三 A-3');
      expect((await opened.symbols(1, 300)).map((symbol) => symbol.data).sort()).toEqual(['A-1', 'A-2']);
      expect((await opened.symbols(2, 300)).map((symbol) => symbol.data)).toEqual(['A-3']);
      expect(await opened.info()).toMatch(/Page size: +240\.94\d+ x 85\.039\d+ pts/);
    });
  });

  test('the same labels are the same bytes, in any chunks', async () => {
    for (const format of EXPORT_FORMATS) {
      const [whole, parts] = [await exportRows(format, ROWS, 9), await exportRows(format, ROWS, 1)];
      expect(Buffer.concat(parts.pieces).equals(Buffer.concat(whole.pieces)), format).toBe(true);
    }
  });

  test('an exact PDF holds the bits of the pages', async () => {
    const { pieces } = await exportRows('pdf');
    const { objects } = readPdf(Buffer.concat(pieces));
    const pages = (await exportRows('png')).pieces;
    const images = [...objects.values()].filter((object) => object.dictionary.includes('/Subtype /Image'));
    expect(images).toHaveLength(2);
    for (const [i, image] of images.entries()) {
      expect(Buffer.from(pages[i] ?? []).includes(image.stream ?? Buffer.from('none'))).toBe(true);
    }
  });

  test('the hash is that of the PNG in every format, and bare pixels are its dots', async () => {
    const { pieces, hashes } = await exportRows('pixels');
    const files = await exportRows('png');
    const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
    expect(files.pieces.map(sha256)).toEqual(files.hashes);
    expect(hashes).toEqual(files.hashes);
    expect(pieces.map(sha256)).toEqual(files.pieces.map(hashOfBits));
  });

  test.each(EXPORT_FORMATS)('%s: the kind and number of files in the table of formats', async (format) => {
    const { pieces } = await exportRows(format);
    const { mediaType, pages } = EXPORT_FILES[format];
    const files = pages === 'one' ? [Buffer.concat(pieces)] : pieces.map((piece) => Buffer.from(piece));
    expect(files).toHaveLength(pages === 'one' ? 1 : 2);
    for (const file of files) expect(file.toString('latin1')).toMatch(STARTS[mediaType] ?? 'unknown');
  });

  test('an unknown format creates no file of another one', async () => {
    const setup = { template: TEMPLATE, dpi: 300, format: 'docx' as ExportFormat };
    await expect(core.openExport(setup)).rejects.toThrow('docx');
  });

  test('no page creates no file', async () => {
    for (const format of EXPORT_FORMATS) {
      const { pieces, labels } = await exportRows(format, ROWS.slice(1, 2));
      expect(pieces).toEqual([]);
      expect(labels[0]?.problems).not.toEqual([]);
    }
  });

  test('it answers nothing once closed', async () => {
    const { runId: id } = expectOk(await core.openExport({ template: TEMPLATE, dpi: 300, format: 'pdf-vector' }));
    const working = core.exportRecords(id, ROWS, true);
    await core.closeRun(id);
    expect(await working).toMatchObject({ ok: false, error: { code: 'aborted' } });
    expect(await core.exportRecords(id, ROWS, true)).toMatchObject({ ok: false, error: { code: 'aborted' } });
  });
});

test('a font with damage after its beginning is named, and the next export is made', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'labelwright-font-'));
  try {
    const file = join(folder, 'hostile.ttf');
    writeFileSync(file, HOSTILE_FONTS['glyphs that are made of themselves']?.() ?? '');
    const fonts = [{ family: 'House', weight: 400, italic: false, file }];
    const text = createTestElement('text', { sources: [columnSource('name')], widthMm: 90, fontFamily: 'House' });
    const template = createTestTemplate([text], { widthMm: 100, heightMm: 80 });
    const { runId } = expectOk(await core.openExport({ template, dpi: 300, format: 'svg', fonts }));
    const made = await core.exportRecords(runId, [createRecord(2, { name: 'A' })], true);
    expect(made).toMatchObject({ ok: false, error: { code: 'font.loadFailed', params: { font: 'House' } } });
    await core.closeRun(runId);
    expect((await exportRows('svg')).pieces).not.toHaveLength(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
