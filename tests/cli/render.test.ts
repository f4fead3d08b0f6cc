import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixedText } from '#model/elements/base/content.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { createPng } from '#tests/print/create-image-files.ts';
import {
  boundColumn,
  createRenderFolder,
  renderIn,
  readReport,
  spawnRender,
  textOfPdf,
  type Outcome,
  visibleIn,
} from '#tests/support/command-line.ts';
import { createTestElement, createTestTemplate, TEST_ASSET } from '#tests/support/create-elements.ts';
import { readWithZbar } from '#tests/support/zbar.ts';

let folder = '';
beforeAll(async () => {
  folder = await createRenderFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const render = (...args: string[]): Promise<Outcome> => renderIn(folder, args);

/** A picture of one color over 10 x 10 mm, its corner at (5, 5), on 40 x 30 mm. */
async function writeColours(): Promise<void> {
  const place = { xMm: 5, yMm: 5, widthMm: 10, heightMm: 10 };
  const template = {
    ...createTestTemplate([createTestElement('image', place)], { widthMm: 40, heightMm: 30 }),
    assets: new Map([[TEST_ASSET, { mime: 'image/png' as const, bytes: createPng(4, 4, () => [200, 80, 10, 255]) }]]),
  };
  await writeFile(join(folder, 'colours.tprt'), writeTemplate(template));
}

/** A code with a line in its quiet zone: it reads, with grade D. */
async function writeCrowded(): Promise<void> {
  const code = createTestElement('barcode', { xMm: 15, yMm: 20, widthMm: 60, heightMm: 15, numberPosition: 'none' });
  const line = createTestElement('line', { direction: 'vertical', xMm: 14.8, yMm: 20, widthMm: 0.3, heightMm: 15 });
  await writeFile(join(folder, 'crowded.tprt'), writeTemplate(createTestTemplate([code, line])));
}

async function writeClock(): Promise<void> {
  const text = createTestElement('timeText', { clock: 'system', dateFormat: 'yyyy/MM/dd', timeFormat: 'HH:mm:ss' });
  await writeFile(join(folder, 'clock.tprt'), writeTemplate(createTestTemplate([text])));
}

test('--check names the rows that would be rejected, and writes no page', async () => {
  const checked = await render('--template', 'label.tprt', '--data', 'rows.csv', '--check', '--report', 'check.json');
  expect([checked.status, checked.errors]).toEqual([1, '']);
  expect(checked.out).toMatch(/^Row 3 rejected, .*Chinese/m);
  expect(checked.out).toContain('Checked 3, 1 would be rejected.');
  const report = await readReport(join(folder, 'check.json'));
  expect(report.labels).toMatchObject([{ verified: true }, { row: 3, verified: false }, { verified: true }]);
});

test('--check proves for each bound text that it fits, or shows the shortest text that does not', async () => {
  const place = { sources: [boundColumn('name')], fontFamily: 'Roboto', fit: 'shrink' as const, minFontSize: 8 };
  const texts = [
    createTestElement('text', { ...place, name: 'wide', xMm: 10, yMm: 10, widthMm: 80, heightMm: 6 }),
    createTestElement('text', { ...place, name: 'narrow', xMm: 10, yMm: 30, widthMm: 7.2, heightMm: 6 }),
  ];
  await writeFile(join(folder, 'fit.tprt'), writeTemplate(createTestTemplate(texts)));
  await writeFile(join(folder, 'fit.csv'), 'name\nVALVE\nI\n');
  const { status, out } = await render('--template', 'fit.tprt', '--data', 'fit.csv', '--check');
  expect(out).toMatch(/^wide: fits every value of up to \d+ characters \(capitals\)\.$/m);
  expect(out).toMatch(/^narrow: every value of up to 4 characters fits \(capitals\); .*: WWWWW$/m);
  expect(status).toBe(0);
});

test('--check proves what a text declares, and says that rows exceed it', async () => {
  const declared = { valueAlphabet: 'digits', maxValueLength: 8, fontFamily: 'Roboto' } as const;
  const box = { xMm: 10, yMm: 10, widthMm: 60, heightMm: 6, fit: 'shrink', minFontSize: 8 } as const;
  const text = createTestElement('text', { ...declared, ...box, name: 'lot', sources: [boundColumn('name')] });
  await writeFile(join(folder, 'lot.tprt'), writeTemplate(createTestTemplate([text])));
  await writeFile(join(folder, 'lot.csv'), 'name\n1234\n');
  await writeFile(join(folder, 'lots.csv'), 'name\n1234\nL-12\n');
  const check = async (data: string): Promise<string> =>
    (await render('--template', 'lot.tprt', '--data', data, '--check')).out;
  expect(await check('lot.csv')).toMatch(/^lot: fits every value of up to \d+ characters \(digits\)\.$/m);
  expect(await check('lots.csv')).toMatch(/\(digits\)\. The rows have longer values or other characters than chosen/);
});

test('--min-grade rejects readable codes of a lower grade, with the grade and its reason', async () => {
  await writeCrowded();
  const strict = await render('--template', 'crowded.tprt', '--out', 'strict');
  expect(strict.status).toBe(1);
  expect(strict.out).toMatch(/grade [DF]; at least C/);
  expect(strict.out).toMatch(/empty space around the code: \d+ %/);
  const lax = await render('--template', 'crowded.tprt', '--out', 'lax', '--min-grade', 'F', '--report', 'lax.json');
  expect(lax.status).toBe(0);
  const report = await readReport(join(folder, 'lax.json'));
  expect(report.labels[0]?.symbols[0]?.notes[0]?.measure).toBe('quietZone');
});

test('reports unusable parts of the file once, and renders the rows all the same', async () => {
  const text = createTestElement('text', { name: 'Price', sources: [fixedText('4.20')], xMm: 5, yMm: 5 });
  const unknown = { background: '/uploads/paper.png' };
  const xml = writeTemplate(createTestTemplate([text, { ...text, name: 'Twin' }], { unknown }));
  await writeFile(join(folder, 'odd.tprt'), xml.replace('RowSpacing="0"', 'RowSpacing="wide"'));
  const { status, out, errors } = await render('--template', 'odd.tprt', '--out', 'odd');
  expect(errors.trim().split('\n')).toEqual([
    expect.stringMatching(/^Warning: The background image cannot be fetched.*\/uploads\/paper\.png/),
    expect.stringMatching(/^Warning: .*RowSpacing = “wide”/),
    expect.stringMatching(/^Warning: The Id .*Twin$/),
  ]);
  expect(out).toContain('Requested 1, verified 1, rejected 0.');
  expect(status).toBe(0);
});

describe('npm run render', () => {
  test('renders every row, rejects the impossible one by its row number, and an independent reader agrees', async () => {
    const args = ['--template', 'label.tprt', '--data', 'rows.csv', '--out', 'png', '--report', 'report.json'];
    const { status, out, errors } = await spawnRender(folder, args);
    expect([status, errors]).toEqual([1, '']);
    expect(out).toMatch(/Row 3 rejected, barcode\d+: /);
    expect(out).toContain('Requested 3, verified 2, rejected 1. Pages written: 2.');
    expect(await visibleIn(join(folder, 'png'))).toEqual(['page-00001.png', 'page-00002.png']);
    const first = await readWithZbar(join(folder, 'png/page-00001.png'));
    expect(first.map((s) => s.data).sort()).toEqual(['00123', 'Straße 标签']);
    const report = await readReport(join(folder, 'report.json'));
    expect(report.labels.map(({ row, verified, page }) => [row, verified, page])).toEqual([
      [2, true, 1],
      [3, false, null],
      [4, true, 2],
    ]);
    expect(report.pages).toEqual([1, 2].map((page) => ({ page, pngHash: expect.stringMatching(/^[0-9a-f]{64}$/) })));
  });

  test.each([
    ['--encoding', 'ebcdic'],
    ['--delimiter', 'ab'],
    ['--quote', 'a'],
    ['--heading-rows', '-1'],
    ['--skip-rows', '99999'],
    ['--hidden-rows', 'maybe'],
  ])('%s %s is rejected with the valid values', async (option, value) => {
    const args = ['--template', 'label.tprt', '--out', 'no', '--data', 'rows.csv', `${option}=${value}`];
    const { status, errors } = await render(...args);
    expect(status).toBe(2);
    expect(errors).toContain(`${option} ${value}: `);
  });

  test('writes one PDF from a packed template', async () => {
    const { out } = await render('--template', 'label.tprts', '--data', 'rows.csv', '--out', 'pdf', '--format', 'pdf');
    expect(out).toContain('Pages written: 2.');
    expect((await readFile(join(folder, 'pdf/pages.pdf'))).subarray(0, 8).toString()).toBe('%PDF-1.4');
  });

  test('writes a PDF with searchable text and vector drawings', async () => {
    const vector = await render(
      '--template',
      'label.tprt',
      '--data',
      'rows.csv',
      '--out',
      'v',
      '--format',
      'pdf-vector',
    );
    expect(vector.status).toBe(1);
    expect(vector.out).toContain('Requested 3, verified 2, rejected 1. Pages written: 2.');
    const text = await textOfPdf(join(folder, 'v/pages.pdf'));
    for (const value of ['Straße', '标签', '00123', 'q, u', 'Z-9']) expect(text).toContain(value);
    expect(text).not.toContain('no Chinese');
    await render('--template', 'label.tprt', '--data', 'rows.csv', '--out', 'svg', '--format', 'svg');
    expect(await visibleIn(join(folder, 'svg'))).toEqual(['page-00001.svg', 'page-00002.svg']);
    expect(await readFile(join(folder, 'svg/page-00001.svg'), 'utf8')).toContain('<title>00123</title>');
  });

  test('gives the same bits twice', async () => {
    await render('--template', 'label.tprt', '--data', 'rows.csv', '--out', 'again');
    await render('--template', 'label.tprts', '--data', 'rows.csv', '--out', 'once-more');
    const [a, b] = await Promise.all(['again', 'once-more'].map((d) => readFile(join(folder, d, 'page-00002.png'))));
    expect(a?.equals(b ?? Buffer.alloc(0))).toBe(true);
  });

  test.each([
    ['gray', 0, 8, 203, [108, 108, 108]],
    ['rgb', 2, 8, 300, [200, 80, 10]],
    ['bit', 0, 1, 600, null],
  ] as const)('--colour %s', async (colour, colourType, depth, dpi, expected) => {
    await writeColours();
    const options = ['--template', 'colours.tprt', '--dpi', String(dpi), '--colour', colour];
    const { status, out } = await render(...options, '--out', colour, '--report', `${colour}.json`);
    expect([status, out]).toEqual([0, expect.stringContaining('Pages written: 1.')]);
    const file = await readFile(join(folder, colour, 'page-00001.png'));
    const [width, height] = [Math.round((40 * dpi) / 25.4), Math.round((30 * dpi) / 25.4)];
    expect([file.readUInt32BE(16), file.readUInt32BE(20), file[24], file[25]]).toEqual([
      width,
      height,
      depth,
      colourType,
    ]);
    const phys = file.indexOf('pHYs') + 4;
    const perMetre = Math.round(dpi / 0.0254);
    expect([file.readUInt32BE(phys), file.readUInt32BE(phys + 4), file[phys + 8]]).toEqual([perMetre, perMetre, 1]);
    const { data } = PNG.sync.read(file);
    const at = (xMm: number, yMm: number): number[] => {
      const i = (Math.round((yMm * dpi) / 25.4) * width + Math.round((xMm * dpi) / 25.4)) * 4;
      return [...data.subarray(i, i + 3)];
    };
    expect(at(30, 20)).toEqual([255, 255, 255]);
    if (expected === null) expect(new Set(data)).toEqual(new Set([0, 255]));
    else for (const mm of [5.5, 10, 14.5]) expect(at(mm, mm)).toEqual(expected);

    await render(...options, '--out', `${colour}-pdf`, '--format', 'pdf');
    const pdf = (await readFile(join(folder, `${colour}-pdf/pages.pdf`))).toString('latin1');
    expect(pdf).toContain(`/ColorSpace /${colour === 'rgb' ? 'DeviceRGB' : 'DeviceGray'} /BitsPerComponent ${depth} `);
    // The exact pixels of the PNG, as they are compressed there.
    const pixels = file.subarray(
      file.indexOf('IDAT') + 4,
      file.indexOf('IDAT') + 4 + file.readUInt32BE(file.indexOf('IDAT') - 4),
    );
    expect(pdf).toContain(pixels.toString('latin1'));
  });

  test('--time sets the value of texts with the system time', async () => {
    await writeClock();
    const options = ['--template', 'clock.tprt', '--format', 'pdf-vector'];
    await render(...options, '--out', 'time', '--time', '2024-02-29T23:59:07');
    await render(...options, '--out', 'minute', '--time', '1999-12-31 08:05');
    const textOf = async (out: string): Promise<string> => await textOfPdf(join(folder, out, 'pages.pdf'));
    expect(await textOf('time')).toMatch(/2024\/02\/29\s+23:59:07/);
    expect(await textOf('minute')).toMatch(/1999\/12\/31\s+08:05:00/);
  });

  test('--help is complete', async () => {
    const { status, out } = await spawnRender(folder, ['--help']);
    expect(status).toBe(0);
    for (const option of [
      'template',
      'data',
      'sheet',
      'out',
      'dpi',
      'format',
      'colour',
      'count',
      'time',
      'report',
      'help',
    ])
      expect(out).toContain(`--${option}`);
  });

  test.each([
    ['nothing', []],
    ['an unknown option', ['--nope']],
    ['no output folder', ['--template', 'label.tprt']],
    ['a template that is not there', ['--template', 'none.tprt', '--out', 'x']],
    ['a template that is none', ['--template', 'rows.csv', '--out', 'x']],
    ['a bound template without data', ['--template', 'label.tprt', '--out', 'x']],
    ['data that are not there', ['--template', 'label.tprt', '--data', 'none.csv', '--out', 'x']],
    ['an unknown sheet', ['--template', 'label.tprt', '--data', 'rows.csv', '--sheet', 'none', '--out', 'x']],
    ['a resolution of 0', ['--template', 'label.tprt', '--data', 'rows.csv', '--out', 'x', '--dpi', '0']],
    ['an unknown format', ['--template', 'label.tprt', '--data', 'rows.csv', '--out', 'x', '--format', 'gif']],
    ['an unknown colour', ['--template', 'label.tprt', '--data', 'rows.csv', '--out', 'x', '--colour', 'cmyk']],
    ['a grade that is none', ['--template', 'label.tprt', '--out', 'x', '--min-grade', 'E']],
    ['no labels', ['--template', 'label.tprt', '--out', 'x', '--count', '0']],
    ['a day that is none', ['--template', 'label.tprt', '--out', 'x', '--time', '2023-02-29T10:00']],
    ['an hour that is none', ['--template', 'label.tprt', '--out', 'x', '--time', '2023-02-28T24:00']],
    ['a time with a zone', ['--template', 'label.tprt', '--out', 'x', '--time', '2023-02-28T10:00:00Z']],
    ['an output folder that is a file', ['--template', 'label.tprt', '--data', 'rows.csv', '--out', 'rows.csv']],
  ])('%s: one clear line and status 2', async (_, args) => {
    const { status, errors } = await render(...args);
    expect(status).toBe(2);
    expect(errors.trim().split('\n')).toHaveLength(1);
    expect(errors).not.toContain('    at ');
  });
});
