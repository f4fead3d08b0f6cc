import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readReport, renderIn, visibleIn, type Outcome } from '#tests/support/command-line.ts';
import { readWithZbar } from '#tests/support/zbar.ts';
import { createSymbolPage, type DrawnSymbol } from '../document/support/drawn-symbols.ts';
import { writePdf } from '../document/support/written-pdf.ts';

const MM = 72 / 25.4;

/** Two framed labels side by side on a landscape A5, each with a code. */
function createSheet(first: number): ReturnType<typeof createSymbolPage> {
  const corners = [8, 108];
  const codes = corners.map((xMm, i): DrawnSymbol => ({
    symbology: 'code128',
    content: `SHEET-${first + i}`,
    xMm: xMm + 20,
    yMm: 60,
    moduleMm: 0.375,
    heightMm: 25,
  }));
  const page = createSymbolPage(210, 148, codes);
  const frames = corners.map((x) => `${x * MM} ${10 * MM} ${94 * MM} ${128 * MM} re S`);
  const texts = corners.map((x) => `BT /F1 14 Tf ${(x + 6) * MM} ${40 * MM} Td (Some Street 12, Town) Tj ET`);
  return { ...page, content: `1 w ${frames.join(' ')} ${texts.join(' ')} ${page.content}` };
}

/** A code and a text on A4, without any label boundaries. */
function createUnclearSheet(): ReturnType<typeof createSymbolPage> {
  const page = createSymbolPage(210, 297, [
    { symbology: 'code128', content: 'ALONE', xMm: 40, yMm: 60, moduleMm: 0.375, heightMm: 25 },
  ]);
  return { ...page, content: `BT /F1 14 Tf ${90 * MM} ${70 * MM} Td (Some Street 12, Town) Tj ET ${page.content}` };
}

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labelwright-documents-'));
  await writeFile(join(folder, 'sheets.pdf'), writePdf([createSheet(1), createSheet(3), createSheet(5)]));
  await writeFile(join(folder, 'unsure.pdf'), writePdf([createSheet(1), createUnclearSheet()]));
  await writeFile(join(folder, 'broken.pdf'), '%PDF-1.7\nnothing');
  await writeFile(join(folder, 'note.txt'), 'A first line\n第二行\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const render = (...args: string[]): Promise<Outcome> => renderIn(folder, args);

async function codesIn(out: string, pages: number): Promise<readonly string[]> {
  const codes: string[] = [];
  for (let page = 1; page <= pages; page++) {
    const read = await readWithZbar(join(folder, out, `page-${String(page).padStart(5, '0')}.png`));
    codes.push(read.map(({ data }) => data).join('+'));
  }
  return codes;
}

describe('npm run render -- --document', () => {
  test('as in the guide finds labels on sheets, in reading order, and an independent reader agrees', async () => {
    const guide = await readFile(join(import.meta.dirname, '../../docs/guide/command-line.md'), 'utf8');
    const [, line = ''] = /^npm run render -- (--document .*)$/m.exec(guide) ?? [];
    const done = await render(...line.split(' '), '--report', 'auto.json');
    expect([done.status, done.errors]).toEqual([0, '']);
    expect(done.out).toContain('Requested 6, verified 6, rejected 0. Pages written: 6. Codes read back: 6 of 6.');
    expect(await codesIn('labels', 6)).toEqual([1, 2, 3, 4, 5, 6].map((i) => `SHEET-${i}`));
    const report = await readReport(join(folder, 'auto.json'));
    expect(report.labels.map(({ row, symbols }) => [row, symbols[0]?.decoded])).toEqual(
      [1, 2, 3, 4, 5, 6].map((i) => [i, `SHEET-${i}`]),
    );
  });

  test('takes the requested pages, in this order, at the requested size', async () => {
    const args = [
      '--document',
      'sheets.pdf',
      '--pages',
      '3,1',
      '--size',
      '105x74',
      '--dpi',
      '600',
      '--symbols',
      'remake',
    ];
    const done = await render(...args, '--out', 'pages');
    expect([done.status, done.errors]).toEqual([0, '']);
    expect((await codesIn('pages', 2)).map((codes) => codes.split('+').sort())).toEqual([
      ['SHEET-5', 'SHEET-6'],
      ['SHEET-1', 'SHEET-2'],
    ]);
    const { width, height } = PNG.sync.read(await readFile(join(folder, 'pages/page-00001.png')));
    expect([width, height]).toEqual([Math.round((105 * 600) / 25.4), Math.round((74 * 600) / 25.4)]);
  });

  test('pages are the same with any number of threads, and with collated copies', async () => {
    const args = ['--document', 'sheets.pdf', '--copies', '11', '--dpi', '150'];
    const one = await render(...args, '--workers', '1', '--collate', '--out', 'one', '--report', 'one.json');
    const two = await render(...args, '--workers', '2', '--collate', '--out', 'two', '--report', 'two.json');
    expect([one.status, two.status]).toEqual([0, 0]);
    const hashes = async (name: string): Promise<readonly string[]> =>
      (await readReport(join(folder, name))).pages.map(({ pngHash }) => pngHash);
    const [a, b, c, ...others] = await hashes('one.json');
    expect(others).toHaveLength(30);
    expect(others.slice(0, 3)).toEqual([a, b, c]);
    expect(await hashes('two.json')).toEqual([a, b, c, ...others]);
    await render(...args, '--out', 'uncollated', '--report', 'uncollated.json');
    expect((await hashes('uncollated.json')).slice(9, 13)).toEqual([a, a, b, b]);
  });

  test('ends with a status of its own when the split is uncertain, and makes the labels with --accept-split', async () => {
    const args = ['--document', 'unsure.pdf', '--split', 'auto', '--dpi', '150'];
    const refused = await render(...args, '--out', 'unsure');
    expect([refused.status, refused.out]).toEqual([5, '']);
    expect(refused.errors).toMatch(/not certain where the labels are on these pages: 2\..*--accept-split/s);
    expect(await visibleIn(folder)).not.toContain('unsure');
    const accepted = await render(...args, '--accept-split', '--out', 'accepted');
    expect(accepted.status).toBe(0);
    expect(accepted.errors).toMatch(/^Warning: .*on these pages: 2\.$/m);
    expect((await codesIn('accepted', 3)).join('+')).toContain('ALONE');
  });

  test('a text becomes a page, as printer commands too', async () => {
    const done = await render(
      '--document',
      'note.txt',
      '--split',
      'content',
      '--format',
      'zpl',
      '--dpi',
      '203',
      '--out',
      'zpl',
    );
    expect([done.status, done.errors]).toEqual([0, '']);
    expect(await visibleIn(join(folder, 'zpl'))).toEqual(['pages.zpl']);
    expect(await readFile(join(folder, 'zpl/pages.zpl'), 'latin1')).toMatch(/^\^XA/);
  });

  test.each([
    [['--document', 'broken.pdf'], /damaged/],
    [['--document', 'nowhere.pdf'], /nowhere\.pdf/],
    [['--document', 'sheets.pdf', '--pages', '9'], /no page 9/],
    [['--document', 'sheets.pdf', '--split', 'magic'], /none \| auto \| content/],
    [['--document', 'sheets.pdf', '--size', '10'], /100x150/],
    [['--document', 'sheets.pdf', '--format', 'svg'], /png \| pdf/],
    [['--document', 'sheets.pdf', '--data', 'rows.csv'], /--data \| --document/],
    [['--template', 'label.tprt', '--split', 'auto'], /--document is needed/],
  ])('%j is rejected with the reason, and nothing is made', async (args, reason) => {
    const { status, errors } = await render(...args, '--out', 'no');
    expect(status).toBe(2);
    expect(errors).toMatch(reason);
    expect(await visibleIn(folder)).not.toContain('no');
  });
});
