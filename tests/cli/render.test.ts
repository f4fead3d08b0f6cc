import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PLAIN_FORMAT } from '#model/elements/base/column-format.ts';
import type { CounterId } from '#model/kernel/ids.ts';
import {
  fixedText,
  type ColumnSource,
  type DataSource,
  type Expression,
  type Operand,
} from '#model/elements/base/content.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { packTemplate } from '#model/template/packing.ts';
import { createPng } from '#tests/print/create-image-files.ts';
import { createTestElement, createTestTemplate, TEST_ASSET } from '#tests/support/create-elements.ts';
import { readWithZbar } from '#tests/support/zbar.ts';

const MAIN = join(import.meta.dirname, '../../cli/main.ts');

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labelwright-cli-'));
  const bound = (column: string) => [
    {
      type: 'column' as const,
      connection: 'sha256:0',
      fileName: 'old.xlsx',
      sheet: 'rows',
      column,
      firstValue: '',
      text: '',
    },
  ];
  const name = createTestElement('text', { sources: bound('name'), xMm: 5, yMm: 5 });
  const template = createTestTemplate([
    name,
    createTestElement('barcode', { sources: bound('code'), xMm: 10, yMm: 20, widthMm: 60, heightMm: 15 }),
    createTestElement('qrcode', {
      sources: [{ type: 'reference', element: name.id, text: '' }],
      xMm: 70,
      yMm: 48,
      widthMm: 20,
      heightMm: 20,
    }),
  ]);
  await writeFile(join(folder, 'label.tprt'), writeTemplate(template));
  await writeFile(join(folder, 'label.tprts'), packTemplate(writeTemplate(template)));
  await writeFile(join(folder, 'rows.csv'), 'name,code\nStraße 标签,00123\nno Chinese,标签\n"q, u",Z-9\n');
});

/** A picture of one colour over 10 x 10 mm, its corner at (5, 5), on 40 x 30 mm. */
async function writeColours(): Promise<void> {
  const place = { xMm: 5, yMm: 5, widthMm: 10, heightMm: 10 };
  const template = {
    ...createTestTemplate([createTestElement('image', place)], { widthMm: 40, heightMm: 30 }),
    assets: new Map([[TEST_ASSET, { mime: 'image/png' as const, bytes: createPng(4, 4, () => [200, 80, 10, 255]) }]]),
  };
  await writeFile(join(folder, 'colours.tprt'), writeTemplate(template));
}

/** A code whose quiet zone has a line in it: it reads, with grade D. */
async function writeCrowded(): Promise<void> {
  const code = createTestElement('barcode', { xMm: 15, yMm: 20, widthMm: 60, heightMm: 15, numberPosition: 'none' });
  const line = createTestElement('line', { direction: 'vertical', xMm: 14.8, yMm: 20, widthMm: 0.3, heightMm: 15 });
  await writeFile(join(folder, 'crowded.tprt'), writeTemplate(createTestTemplate([code, line])));
}

async function writeClock(): Promise<void> {
  const text = createTestElement('timeText', { clock: 'system', dateFormat: 'yyyy/MM/dd', timeFormat: 'HH:mm:ss' });
  await writeFile(join(folder, 'clock.tprt'), writeTemplate(createTestTemplate([text])));
}
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Outcome {
  readonly status: number;
  readonly out: string;
  readonly errors: string;
}

function render(...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [MAIN, ...args],
      { cwd: folder, env: { ...process.env, LC_ALL: 'en' } },
      (error, out, errors) => resolve({ status: error === null ? 0 : Number(error.code), out, errors }),
    );
  });
}

test('--copies-column prints each row as often as it says', async () => {
  await writeFile(join(folder, 'copies.csv'), 'name,code,Qty\nA,1,2\nB,2,0\nC,3,two\nD,4,1\n');
  const args = ['--template', 'label.tprt', '--data', 'copies.csv', '--out', 'copies', '--report', 'copies.json'];
  const done = await render(...args, '--copies-column', 'Qty');
  expect(done.errors).toBe('');
  expect(done.status).toBe(1);
  expect(done.out).toContain('“two” in column “Qty” is not a number of labels');
  const report = JSON.parse(await readFile(join(folder, 'copies.json'), 'utf8')) as {
    readonly asked: number;
    readonly labels: readonly { readonly row: number; readonly verified: boolean }[];
  };
  expect(report.asked).toBe(4);
  expect(report.labels.map(({ row, verified }) => [row, verified])).toEqual([
    [2, true],
    [2, true],
    [4, false],
    [5, true],
  ]);
  const unknown = await render(...args, '--copies-column', 'Number');
  expect([unknown.status, unknown.errors]).toEqual([2, expect.stringContaining('Number')]);
}, 60_000);

test('expressions are calculated for each row, and what a condition hides is neither printed nor checked', async () => {
  await writeFile(join(folder, 'teas.csv'), 'name,code\nGreen,5901234123457\nBlack,none\nMint,x\n');
  const column = (name: string): Operand => ({
    name,
    source: {
      type: 'column',
      connection: 'sha256:00',
      fileName: 'teas.csv',
      sheet: 'teas',
      column: name,
      firstValue: '',
      text: '',
    },
  });
  const of = (formula: string, ...names: string[]): Expression => ({ formula, operands: names.map(column) });
  const rest = { lastValue: '', text: '' };
  const template = createTestTemplate([
    createTestElement('text', {
      sources: [{ type: 'expression', ...of('{if(name = "Mint", 1 / 0, upper(name))}', 'name'), ...rest }],
      xMm: 5,
      yMm: 5,
    }),
    createTestElement('barcode', {
      sources: [{ type: 'expression', ...of('{code}', 'code'), ...rest }],
      symbology: 'ean13',
      showWhen: of('code != "none"', 'code'),
      xMm: 10,
      yMm: 20,
      widthMm: 60,
      heightMm: 20,
    }),
  ]);
  await writeFile(join(folder, 'teas.tprt'), writeTemplate(template));
  const done = await render('--template', 'teas.tprt', '--data', 'teas.csv', '--out', 'teas', '--report', 'teas.json');
  expect(done.errors).toBe('');
  expect(done.out).toMatch(/^Row 4 .*division by zero/m);
  const report = JSON.parse(await readFile(join(folder, 'teas.json'), 'utf8')) as { readonly labels: unknown };
  expect(report.labels).toMatchObject([{ verified: true }, { verified: true }, { row: 4, verified: false }]);
}, 60_000);

test('--check names the rows that would be refused, and writes no page', async () => {
  const checked = await render('--template', 'label.tprt', '--data', 'rows.csv', '--check', '--report', 'check.json');
  expect([checked.status, checked.errors]).toEqual([1, '']);
  expect(checked.out).toMatch(/^Row 3 refused, .*Chinese/m);
  expect(checked.out).toContain('Checked 3, would be refused 1.');
  const report = JSON.parse(await readFile(join(folder, 'check.json'), 'utf8')) as { readonly labels: unknown };
  expect(report.labels).toMatchObject([{ verified: true }, { row: 3, verified: false }, { verified: true }]);
}, 60_000);

test('--min-grade refuses what reads but is too poor, with the grade and its reason', async () => {
  await writeCrowded();
  const strict = await render('--template', 'crowded.tprt', '--out', 'strict');
  expect(strict.status).toBe(1);
  expect(strict.out).toMatch(/grade [DF]; at least C/);
  expect(strict.out).toMatch(/empty space around the code: \d+ %/);
  const lax = await render('--template', 'crowded.tprt', '--out', 'lax', '--min-grade', 'F', '--report', 'lax.json');
  expect(lax.status).toBe(0);
  const report = JSON.parse(await readFile(join(folder, 'lax.json'), 'utf8')) as {
    labels: { symbols: { grade: string; notes: { measure: string }[] }[] }[];
  };
  expect(report.labels[0]?.symbols[0]?.notes[0]?.measure).toBe('quietZone');
});

test('what of the file cannot be used is said once, and the rows are rendered all the same', async () => {
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
  expect(out).toContain('Asked 1, verified 1, refused 0.');
  expect(status).toBe(0);
});

describe('npm run render', () => {
  test('renders every row, refuses the impossible one by its row number, and an independent reader agrees', async () => {
    const { status, out } = await render(
      '--template',
      'label.tprt',
      '--data',
      'rows.csv',
      '--out',
      'png',
      '--report',
      'report.json',
    );
    expect(status).toBe(1);
    expect(out).toMatch(/Row 3 refused, barcode\d+: /);
    expect(out).toContain('Asked 3, verified 2, refused 1. Pages written: 2.');
    expect(await readdir(join(folder, 'png'))).toEqual(['page-00001.png', 'page-00002.png']);
    const first = await readWithZbar(join(folder, 'png/page-00001.png'));
    expect(first.map((s) => s.data).sort()).toEqual(['00123', 'Straße 标签']);
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
    expect(report.labels.map((l: { row: number; verified: boolean }) => [l.row, l.verified])).toEqual([
      [2, true],
      [3, false],
      [4, true],
    ]);
  });

  test('reads the data as the template says, and otherwise as the options say', async () => {
    const reading = { encoding: 'shift_jis', delimiter: ';', headingRows: 2 } as const;
    const source: DataSource = {
      type: 'column',
      connection: 'sha256:0',
      fileName: 'old.csv',
      sheet: 'Sheet1',
      column: 'Code EAN',
      reading,
      firstValue: '',
      text: '',
    };
    const code = createTestElement('qrcode', { sources: [source], xMm: 5, yMm: 5, widthMm: 20, heightMm: 20 });
    await writeFile(join(folder, 'read.tprt'), writeTemplate(createTestTemplate([code])));
    // カナ in Shift-JIS.
    const kana = Buffer.concat([Buffer.from('Code;n\nEAN;\n'), Buffer.from('834a8369', 'hex'), Buffer.from(',1;x\n')]);
    await writeFile(join(folder, 'read.csv'), kana);
    const { status } = await render('--template', 'read.tprt', '--data', 'read.csv', '--out', 'read');
    expect(status).toBe(0);
    expect((await readWithZbar(join(folder, 'read/page-00001.png'))).map((s) => s.data)).toEqual(['カナ,1']);

    await writeFile(join(folder, 'tabs.csv'), 'Code\tn\nEAN\tx\n7,5\t1\n');
    const tabs = await render('--template', 'read.tprt', '--data', 'tabs.csv', '--out', 'tabs', '--delimiter', 'tab');
    expect(tabs.status).toBe(0);
    expect((await readWithZbar(join(folder, 'tabs/page-00001.png'))).map((s) => s.data)).toEqual(['7,5']);
  });

  test('refuses a text whose encoding is in doubt, and takes it when it is said', async () => {
    const text = createTestElement('qrcode', { sources: [fixedText('x')], xMm: 5, yMm: 5, widthMm: 20, heightMm: 20 });
    await writeFile(join(folder, 'doubt.tprt'), writeTemplate(createTestTemplate([text])));
    // İzmir ağaç in Windows 1254 is Ýzmir aðaç in Windows 1252.
    await writeFile(join(folder, 'doubt.csv'), Buffer.from('Name;n\n\u00ddzmir a\u00f0a\u00e7;1\n', 'latin1'));
    const args = ['--template', 'doubt.tprt', '--data', 'doubt.csv', '--out', 'doubt'];
    const doubtful = await render(...args);
    expect(doubtful.status).toBe(2);
    expect(doubtful.errors).toMatch(/encoded: .*windows-1254/);
    expect((await render(...args, '--encoding', 'windows-1254')).status).toBe(0);
  });

  test.each([
    ['--encoding', 'ebcdic'],
    ['--delimiter', 'ab'],
    ['--quote', 'a'],
    ['--heading-rows', '-1'],
    ['--skip-rows', '99999'],
    ['--hidden-rows', 'maybe'],
  ])('%s %s is refused with what it may be', async (option, value) => {
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

  test('writes a PDF whose text is found, and drawings', async () => {
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
    expect(vector.out).toContain('Asked 3, verified 2, refused 1. Pages written: 2.');
    const { stdout } = await promisify(execFile)('pdftotext', [join(folder, 'v/pages.pdf'), '-']);
    for (const text of ['Straße', '标签', '00123', 'q, u', 'Z-9']) expect(stdout).toContain(text);
    expect(stdout).not.toContain('no Chinese');
    await render('--template', 'label.tprt', '--data', 'rows.csv', '--out', 'svg', '--format', 'svg');
    expect(await readdir(join(folder, 'svg'))).toEqual(['page-00001.svg', 'page-00002.svg']);
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
  ] as const)('--colour %s', { timeout: 30_000 }, async (colour, colourType, depth, dpi, expected) => {
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
    // The very pixels of the PNG, as they are compressed there.
    const pixels = file.subarray(
      file.indexOf('IDAT') + 4,
      file.indexOf('IDAT') + 4 + file.readUInt32BE(file.indexOf('IDAT') - 4),
    );
    expect(pdf).toContain(pixels.toString('latin1'));
  });

  test('sequences count from label to label, as many as --count says or as there are rows', async () => {
    const serial = {
      type: 'sequence' as const,
      kind: 'digits' as const,
      initial: '0098',
      step: 1,
      repeat: 1,
      text: '',
    };
    const text = (sources: readonly DataSource[]) => createTestElement('text', { sources, xMm: 5, yMm: 5 });
    const code = createTestElement('barcode', { sources: [serial], xMm: 10, yMm: 20, widthMm: 60, heightMm: 15 });
    const alone = createTestTemplate([text([fixedText('SN-'), serial]), code]);
    await writeFile(join(folder, 'serial.tprt'), writeTemplate(alone));
    const column = {
      type: 'column' as const,
      connection: 'sha256:0',
      fileName: 'old.xlsx',
      sheet: 'rows',
      column: 'name',
      firstValue: '',
      text: '',
    };
    await writeFile(join(folder, 'both.tprt'), writeTemplate(createTestTemplate([text([column, serial])])));
    await writeFile(join(folder, 'names.csv'), 'name\na\nb\nc\n');

    const { status, out } = await render('--template', 'serial.tprt', '--out', 'serial', '--count', '3');
    expect([status, out]).toEqual([0, expect.stringMatching(/Asked 3, .*Pages written: 3\./s)]);
    const read = [];
    for (const page of await readdir(join(folder, 'serial'))) {
      read.push(...(await readWithZbar(join(folder, 'serial', page))).map((symbol) => symbol.data));
    }
    expect(read).toEqual(['0098', '0099', '0100']);
    expect((await render('--template', 'serial.tprt', '--out', 'one')).out).toContain('Asked 1, ');
    expect((await render('--template', 'both.tprt', '--data', 'names.csv', '--out', 'both')).out).toContain(
      'Asked 3, ',
    );

    await render('--template', 'both.tprt', '--data', 'names.csv', '--out', 'both-pdf', '--format', 'pdf-vector');
    const { stdout } = await promisify(execFile)('pdftotext', [join(folder, 'both-pdf/pages.pdf'), '-']);
    expect(stdout.match(/[abc]0\d+/g)).toEqual(['a0098', 'b0099', 'c0100']);
    const refused = await render('--template', 'both.tprt', '--data', 'names.csv', '--out', 'x', '--count', '2');
    expect([refused.status, refused.errors]).toEqual([2, expect.stringContaining('--count')]);
  });

  test('a sequence that ends says so before anything is rendered, and ends the rows', async () => {
    const ending = { type: 'sequence' as const, kind: 'digits' as const, initial: '08', step: 91, repeat: 1, text: '' };
    const price: ColumnSource = {
      type: 'column',
      connection: 'sha256:0',
      fileName: 'old.xlsx',
      sheet: 'rows',
      column: 'price',
      firstValue: '',
      text: '',
      format: { ...PLAIN_FORMAT, type: 'currency', precision: 2, currency: '$' },
    };
    const text = (sources: readonly DataSource[]) => createTestElement('text', { name: 'No', sources, xMm: 5, yMm: 5 });
    await writeFile(join(folder, 'ending.tprt'), writeTemplate(createTestTemplate([text([ending])])));
    await writeFile(join(folder, 'prices.tprt'), writeTemplate(createTestTemplate([text([ending, price])])));
    await writeFile(join(folder, 'prices.csv'), 'price\n2.675\n"1,234.5"\n3\n');

    const refused = await render('--template', 'ending.tprt', '--out', 'ending', '--count', '3');
    expect([refused.status, refused.errors]).toEqual([2, expect.stringMatching(/No.*99.*2 .*3/)]);
    expect(await readdir(folder)).not.toContain('ending');
    expect((await render('--template', 'ending.tprt', '--out', 'two', '--count', '2')).status).toBe(0);

    const options = ['--data', 'prices.csv', '--out', 'prices', '--format', 'pdf-vector'];
    const rows = await render('--template', 'prices.tprt', ...options);
    expect([rows.out, rows.errors]).toEqual([expect.stringContaining('Asked 2, '), expect.stringContaining('99')]);
    const { stdout } = await promisify(execFile)('pdftotext', [join(folder, 'prices/pages.pdf'), '-']);
    expect(stdout.match(/\d\d\$[\d.]+/g)).toEqual(['08$2.68', '99$1234.50']);
  });

  test('a sequence that counts on needs a start, and begins there', async () => {
    const counter = 'abcd1234' as CounterId;
    const serial = {
      type: 'sequence' as const,
      kind: 'digits' as const,
      initial: '0001',
      step: 1,
      repeat: 1,
      text: '',
    };
    const text = (name: string, source: DataSource) => createTestElement('text', { name, sources: [source], xMm: 5 });
    const one = createTestTemplate([text('Serial', { ...serial, counter })]);
    await writeFile(join(folder, 'counting.tprt'), writeTemplate(one));
    const two = [...one.elements, text('Box no', { ...serial, counter: 'WXYZ0000' as CounterId })];
    await writeFile(join(folder, 'two-counters.tprt'), writeTemplate(createTestTemplate(two)));

    const options = ['--template', 'counting.tprt', '--out', 'counting', '--format', 'pdf-vector', '--count', '2'];
    const refused = await render(...options);
    expect([refused.status, refused.errors]).toEqual([2, expect.stringMatching(/Serial.*--start/s)]);
    expect((await render(...options, '--start', 'x1')).status).toBe(2);
    expect((await render(...options, '--start', '0999')).status).toBe(0);
    const { stdout } = await promisify(execFile)('pdftotext', [join(folder, 'counting/pages.pdf'), '-']);
    expect(stdout.match(/\d+/g)).toEqual(['0999', '1000']);

    const both = ['--template', 'two-counters.tprt', '--out', 'two-counters'];
    expect((await render(...both, '--start', '0005')).status).toBe(2);
    expect((await render(...both, '--start', 'Serial=0005', '--start', 'Box no=0007')).status).toBe(0);
    const stray = await render(...both, '--start', 'Serial=5', '--start', 'Box no=7', '--start', 'Lot=9');
    expect([stray.status, stray.errors]).toEqual([2, expect.stringContaining('Lot=9')]);
  });

  test('--time is what texts with the system time say', async () => {
    await writeClock();
    const options = ['--template', 'clock.tprt', '--format', 'pdf-vector'];
    await render(...options, '--out', 'time', '--time', '2024-02-29T23:59:07');
    await render(...options, '--out', 'minute', '--time', '1999-12-31 08:05');
    const textOf = async (out: string): Promise<string> =>
      (await promisify(execFile)('pdftotext', [join(folder, out, 'pages.pdf'), '-'])).stdout;
    expect(await textOf('time')).toMatch(/2024\/02\/29\s+23:59:07/);
    expect(await textOf('minute')).toMatch(/1999\/12\/31\s+08:05:00/);
  });

  test('--help is complete', async () => {
    const { status, out } = await render('--help');
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
