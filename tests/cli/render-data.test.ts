import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PLAIN_FORMAT } from '#model/elements/base/column-format.ts';
import type { CounterId } from '#model/kernel/ids.ts';
import {
  fixedText,
  type ColumnSource,
  type DataSource,
  type Expression,
  type Operand,
  type SequenceSource,
} from '#model/elements/base/content.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import {
  boundColumn,
  createRenderFolder,
  renderIn,
  readReport,
  textOfPdf,
  type Outcome,
  visibleIn,
} from '#tests/support/command-line.ts';
import { createHiddenPartsWorkbook } from '#tests/support/hidden-parts-workbook.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { buildXlsx } from '#tests/support/xlsx-builder.ts';
import { readWithZbar } from '#tests/support/zbar.ts';

let folder = '';
beforeAll(async () => {
  folder = await createRenderFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const render = (...args: string[]): Promise<Outcome> => renderIn(folder, args);

function createSerial(initial: string): SequenceSource {
  return { type: 'sequence', kind: 'digits', initial, step: 1, repeat: 1, text: '' };
}

describe('npm run render', () => {
  test('--copies-column prints the number of copies of each row', async () => {
    await writeFile(join(folder, 'copies.csv'), 'name,code,Qty\nA,1,2\nB,2,0\nC,3,two\nD,4,1\n');
    const args = ['--template', 'label.tprt', '--data', 'copies.csv', '--out', 'copies', '--report', 'copies.json'];
    const done = await render(...args, '--copies-column', 'Qty');
    expect(done.errors).toBe('');
    expect(done.status).toBe(1);
    expect(done.out).toContain('“two” in column “Qty” is not a number of labels');
    const report = await readReport(join(folder, 'copies.json'));
    expect(report.end).toEqual({
      asked: 4,
      verified: 3,
      refused: 1,
      pages: 3,
      pagesInDoubt: 0,
      symbols: 6,
      symbolsRead: 6,
      complete: true,
    });
    expect(report.labels.map(({ row, verified }) => [row, verified])).toEqual([
      [2, true],
      [2, true],
      [4, false],
      [5, true],
    ]);
    const unknown = await render(...args, '--copies-column', 'Number');
    expect([unknown.status, unknown.errors]).toEqual([2, expect.stringContaining('Number')]);
  });

  test('calculates expressions for each row, and neither prints nor checks elements hidden by a condition', async () => {
    await writeFile(join(folder, 'teas.csv'), 'name,code\nGreen,5901234123457\nBlack,none\nMint,x\n');
    const column = (name: string): Operand => ({ name, source: boundColumn(name) });
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
    const args = ['--template', 'teas.tprt', '--data', 'teas.csv', '--out', 'teas', '--report', 'teas.json'];
    const done = await render(...args);
    expect(done.errors).toBe('');
    expect(done.out).toMatch(/^Row 4 .*division by zero/m);
    const report = await readReport(join(folder, 'teas.json'));
    expect(report.labels).toMatchObject([{ verified: true }, { verified: true }, { row: 4, verified: false }]);
  });

  test('reads the data with the settings of the template, or else with the options', async () => {
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

  test('rejects a text with an ambiguous encoding, and accepts it with --encoding', async () => {
    const text = createTestElement('qrcode', { sources: [fixedText('x')], xMm: 5, yMm: 5, widthMm: 20, heightMm: 20 });
    await writeFile(join(folder, 'doubt.tprt'), writeTemplate(createTestTemplate([text])));
    // Ш 12 in Windows 1251 is Ø 12 in Windows 1252.
    await writeFile(join(folder, 'doubt.csv'), Buffer.from('Name;n\n\u00d8 12;1\n', 'latin1'));
    const args = ['--template', 'doubt.tprt', '--data', 'doubt.csv', '--out', 'doubt'];
    const doubtful = await render(...args);
    expect(doubtful.status).toBe(2);
    expect(doubtful.errors).toMatch(/encoded: windows-1252, .*windows-1251/);
    expect((await render(...args, '--encoding', 'windows-1251')).status).toBe(0);
  });

  test('rejects a file without a bound column, and suggests the row that has all names', async () => {
    const text = createTestElement('text', { sources: [boundColumn('Name'), boundColumn('n')], xMm: 5, yMm: 5 });
    await writeFile(join(folder, 'bound.tprt'), writeTemplate(createTestTemplate([text])));
    await writeFile(join(folder, 'title.csv'), 'Stock,of May\n\nn,Name\n1,Pear\n');
    await writeFile(join(folder, 'other.csv'), 'Stock,n\n1,Pear\n');
    const args = ['--template', 'bound.tprt', '--out', 'bound', '--data'];
    const titled = await render(...args, 'title.csv');
    expect(titled.errors).toContain('row 3 has the names of all columns: read the file with --skip-rows 2.');
    expect(titled.status).toBe(2);
    const other = await render(...args, 'other.csv');
    expect(other.errors).toContain('The sheet has no column “Name”.');
    expect(other.status).toBe(2);
    expect((await render(...args, 'title.csv', '--skip-rows', '2')).status).toBe(0);
  });

  test('warns of merged cells that repeat the content above', async () => {
    const text = createTestElement('text', { sources: [boundColumn('Order')], xMm: 5, yMm: 5 });
    await writeFile(join(folder, 'merged.tprt'), writeTemplate(createTestTemplate([text])));
    const table = '<table><tr><th>Order<th>Item<tr><td rowspan=2>ORD-1<td>Pear<tr><td>Plum</table>';
    await writeFile(join(folder, 'merged.html'), `<html><body>${table}</body></html>`);
    const done = await render('--template', 'merged.tprt', '--data', 'merged.html', '--out', 'merged');
    expect(done).toMatchObject({ status: 0, out: expect.stringContaining('verified 2') });
    expect(done.errors).toContain('Merged cells that have the content of the cell above: 1.');
  });

  test('warns of filtered and hidden rows, and prints them unless they are excluded', async () => {
    const text = createTestElement('text', { sources: [boundColumn('Name')], xMm: 5, yMm: 5 });
    await writeFile(join(folder, 'filtered.tprt'), writeTemplate(createTestTemplate([text])));
    await writeFile(join(folder, 'filtered.xlsx'), createHiddenPartsWorkbook('x', 'Name'));
    const args = ['--template', 'filtered.tprt', '--data', 'filtered.xlsx', '--sheet', 'Goods', '--out', 'filtered'];
    const all = await render(...args);
    expect(all.out).toContain('verified 40');
    expect(all.errors).toContain('Rows that the spreadsheet filters out or hides, and that are printed: 1.');
    const fewer = await render(...args, '--clean', '--hidden-rows', 'skip');
    expect(fewer).toMatchObject({ status: 0, errors: '', out: expect.stringContaining('verified 39') });
  });

  test('reads a hidden sheet when it is named', async () => {
    const text = createTestElement('text', { sources: [{ ...boundColumn('Name'), sheet: 'x' }], xMm: 5, yMm: 5 });
    await writeFile(join(folder, 'hidden.tprt'), writeTemplate(createTestTemplate([text])));
    const sheets = [
      { name: 'Cover', rows: [['Stock']] },
      { name: 'Data', hidden: true, rows: [['Name'], ['Pear'], ['Plum']] },
    ];
    await writeFile(join(folder, 'hidden.xlsx'), buildXlsx(sheets));
    const args = ['--template', 'hidden.tprt', '--data', 'hidden.xlsx', '--out', 'hidden'];
    expect(await render(...args)).toMatchObject({ status: 2, errors: expect.stringContaining('holds no data') });
    expect(await render(...args, '--sheet', 'Data')).toMatchObject({ status: 0 });
  });

  test('sequences count from label to label, as many as --count or as there are rows', async () => {
    const serial = createSerial('0098');
    const text = (sources: readonly DataSource[]) => createTestElement('text', { sources, xMm: 5, yMm: 5 });
    const code = createTestElement('barcode', { sources: [serial], xMm: 10, yMm: 20, widthMm: 60, heightMm: 15 });
    const alone = createTestTemplate([text([fixedText('SN-'), serial]), code]);
    await writeFile(join(folder, 'serial.tprt'), writeTemplate(alone));
    const column = boundColumn('name');
    await writeFile(join(folder, 'both.tprt'), writeTemplate(createTestTemplate([text([column, serial])])));
    await writeFile(join(folder, 'names.csv'), 'name\na\nb\nc\n');

    const { status, out } = await render('--template', 'serial.tprt', '--out', 'serial', '--count', '3');
    expect([status, out]).toEqual([0, expect.stringMatching(/Requested 3, .*Pages written: 3\./s)]);
    const read = [];
    for (const page of await visibleIn(join(folder, 'serial'))) {
      read.push(...(await readWithZbar(join(folder, 'serial', page))).map((symbol) => symbol.data));
    }
    expect(read).toEqual(['0098', '0099', '0100']);
    expect((await render('--template', 'serial.tprt', '--out', 'one')).out).toContain('Requested 1, ');
    expect((await render('--template', 'both.tprt', '--data', 'names.csv', '--out', 'both')).out).toContain(
      'Requested 3, ',
    );

    await render('--template', 'both.tprt', '--data', 'names.csv', '--out', 'both-pdf', '--format', 'pdf-vector');
    const found = await textOfPdf(join(folder, 'both-pdf/pages.pdf'));
    expect(found.match(/[abc]0\d+/g)).toEqual(['a0098', 'b0099', 'c0100']);
    const refused = await render('--template', 'both.tprt', '--data', 'names.csv', '--out', 'x', '--count', '2');
    expect([refused.status, refused.errors]).toEqual([2, expect.stringContaining('--count')]);
  });

  test('a sequence that ends is reported before anything is rendered, and ends the rows', async () => {
    const ending = { ...createSerial('08'), step: 91 };
    const price: ColumnSource = {
      ...boundColumn('price'),
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
    expect([rows.out, rows.errors]).toEqual([expect.stringContaining('Requested 2, '), expect.stringContaining('99')]);
    const found = await textOfPdf(join(folder, 'prices/pages.pdf'));
    expect(found.match(/\d\d\$[\d.]+/g)).toEqual(['08$2.68', '99$1234.50']);
  });

  test('a sequence that continues between runs needs a start value, and begins there', async () => {
    const counter = 'abcd1234' as CounterId;
    const serial = createSerial('0001');
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
    const found = await textOfPdf(join(folder, 'counting/pages.pdf'));
    expect(found.match(/\d+/g)).toEqual(['0999', '1000']);

    const both = ['--template', 'two-counters.tprt', '--out', 'two-counters'];
    expect((await render(...both, '--start', '0005')).status).toBe(2);
    expect((await render(...both, '--start', 'Serial=0005', '--start', 'Box no=0007')).status).toBe(0);
    const stray = await render(...both, '--start', 'Serial=5', '--start', 'Box no=7', '--start', 'Lot=9');
    expect([stray.status, stray.errors]).toEqual([2, expect.stringContaining('Lot=9')]);
  });
});
