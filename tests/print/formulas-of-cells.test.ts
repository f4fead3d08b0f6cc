import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixedText, type ColumnSource, type DataSource, type Operand } from '#model/elements/base/content.ts';
import { PLAIN_FORMAT } from '#model/elements/base/column-format.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { expectOk, ok } from '#model/kernel/result.ts';
import { contentOf, noElements } from '#model/data/content.ts';
import { openRecordSource, type RowReader } from '#model/data/record-source.ts';
import type { DataRecord } from '#model/data/record.ts';
import { boundTables } from '#model/data/tables.ts';
import type { PrintCore } from '#render-worker/core/create-print-core.ts';
import { openBytes } from '#tests/data/open-bytes.ts';
import { createTestElement, createTestTemplate, TEST_TIME } from '#tests/support/create-elements.ts';
import { buildOds, odsCell, odsRow, odsTable, odsText } from '#tests/support/ods-builder.ts';
import { buildXlsx, type XlsxCell } from '#tests/support/xlsx-builder.ts';
import { createPrintFixture } from './create-print-core-fixture.ts';

const HEADINGS = ['Name', 'Price', 'Rate', 'Euro', 'Due', 'Weight', 'Code', 'At'];
const ROW: readonly XlsxCell[] = [
  'Tea',
  { number: '1234.5', format: '"$"#,##0.00' },
  { number: '0.125', format: '0.0 %' },
  // Excel's text for 1.1: the double has more digits than the number.
  { number: '1.1000000000000001', format: '#,##0.00 "€"' },
  { number: '45325', format: 'd-mmm-yy' },
  { number: '0.1', format: '0.0" kg"' },
  { number: '7', format: '000' },
  { number: '45325.4375', format: 'd.m.yy h:mm' },
];

function column(name: string): ColumnSource {
  return { type: 'column', connection: 'sha256:00', fileName: 'a', sheet: 'S', column: name, firstValue: '', text: '' };
}

const OPERANDS: readonly Operand[] = HEADINGS.map((name) => ({ name, source: column(name) }));

function formula(text: string): DataSource {
  return { type: 'expression', formula: text, operands: OPERANDS, lastValue: '', text: '' };
}

/** The first records of a file with these elements. */
async function recordsOf(
  elements: readonly LabelElement[],
  bytes: Uint8Array | string,
): Promise<readonly DataRecord[]> {
  const opened = expectOk(await openBytes(bytes));
  const [sheet] = opened.info.sheets;
  const reader: RowReader = {
    extent: async () => ok({ count: sheet?.rowCount ?? 0 }),
    rows: async ({ columns }, first, count) => opened.rows(sheet?.name ?? '', columns, first, count),
  };
  const { signal } = new AbortController();
  const source = expectOk(await openRecordSource(createTestTemplate(elements), reader, signal));
  return expectOk(await source.read(0, 9, signal));
}

const WORKBOOK = buildXlsx([{ name: 'S', rows: [HEADINGS, ROW] }]);

/** Result of a formula for the only row of a file; the code of the problem. */
async function given(text: string, bytes: Uint8Array | string = WORKBOOK): Promise<string> {
  const source = formula(text);
  const [record] = await recordsOf([createTestElement('text', { sources: [source] })], bytes);
  const value = contentOf([source], record ?? expect.fail(), noElements({ now: TEST_TIME }));
  return value.ok ? value.value : value.error.code;
}

describe('a formula uses the stored value of a cell in calculations, and the shown text in texts', () => {
  test.each([
    ['{Price}: {Price * 2}', '$1,234.50: 2469'],
    ['{-Price}', '-1234.5'],
    ['{Rate} of {Price} is {Price * Rate}', '12.5 % of $1,234.50 is 154.3125'],
    ['{Euro * 3}', '3.3'],
    ['{Weight + 0.2}', '0.3'],
    ['{currency(Euro, "$")}', '$1.10'],
    ['{round(default(Price, 0), 0)}', '1235'],
    ['{if(Price > 1000, Price, 0) + 1}', '1235.5'],
    ['{if(Price > 1000, Price, 0)}', '$1,234.50'],
    ['{number(Price)}', '1234.5'],
    ['{max(Price, 1300) - min(Price, 1300)}', '65.5'],
    ['{Due}|{date(Due)}|{formatDate(Due, "dd.MM.yyyy")}', '3-Feb-24|2024-02-03|03.02.2024'],
    ['{formatDate(At, "HH:mm")} {addDays(Due, 30)} {addMonths(At, -1)}', '10:30 2024-03-04 2024-01-03T10:30:00'],
    ['{Code & "-" & padStart(Code, 5, "0")} {Code + 1}', '007-00007 8'],
    ['{Code = "007"} {Code = 7} {Price = 1234.5} {Price = "$1,234.50"}', 'true true true true'],
    ['{Due < today()} {Due = "2024-02-03"} {At > Due} {addDays(Due, 1) > At}', 'true true true true'],
    ['{Due > "2023"} {Name < "U"}', 'true true'],
    // A date is a number in the file, which is not its meaning.
    ['{Due * 2}', 'data.expressionNumber'],
    ['{Due > 5}', 'data.expressionNumber'],
    ['{formatDate(Name, "yyyy")}', 'data.expressionDate'],
    ['{Name < today()}', 'data.expressionDate'],
    ['{Name = today()}', 'false'],
  ])('%s gives %s', async (text, expected) => expect(await given(text)).toBe(expected));

  test('an .ods has stored values as well as shown texts, too', async () => {
    const cells = [
      odsText('Tea'),
      odsCell('office:value-type="currency" office:currency="EUR" office:value="1234.5"', '1.234,50 €'),
      odsCell('office:value-type="percentage" office:value="0.125"', '12,5 %'),
      odsText('x'),
      odsCell('office:value-type="date" office:date-value="2024-02-03"', '3. Februar 2024'),
      odsText('x'),
      odsText('x'),
      odsCell('office:value-type="time" office:time-value="PT10H30M00S"', '10:30 Uhr'),
    ];
    const ods = buildOds(odsTable(odsRow(...HEADINGS.map(odsText)) + odsRow(...cells)));
    expect(await given('{Price} {Price * 2} {Rate * 2}', ods)).toBe('1.234,50 € 2469 0.25');
    expect(await given('{Due} {date(Due)} {Due < today()} {formatDate(At, "H:mm")}', ods)).toBe(
      '3. Februar 2024 2024-02-03 true 10:30',
    );
  });

  test('texts are parsed like in a column with a format, and rejected when they are ambiguous', async () => {
    const csv = `${HEADINGS.join(';')}\nTea;1.234,50;12,5%;"1,5";3.2.2024;1,234;x;05/01/2024\n`;
    expect(await given('{Price} {Price * 2} {Rate * 2} {Euro + 1}', csv)).toBe('1.234,50 2469 0.25 2.5');
    expect(await given('{Due} {date(Due)} {Due < "2024-03-01"}', csv)).toBe('3.2.2024 2024-02-03 true');
    expect(await given('{Weight * 2}', csv)).toBe('data.expressionUnclearNumber');
    expect(await given('{number(Weight, ",") * 2}', csv)).toBe('2.468');
    expect(await given('{At > Due}', csv)).toBe('data.expressionUnclearDate');
    expect(await given('{date(At, "dmy") > Due}', csv)).toBe('false');
  });

  test('requests the columns in the used forms, each once', () => {
    const columnsOf = (text: string): unknown =>
      boundTables(createTestTemplate([createTestElement('text', { sources: [formula(text)] })]))[0]?.columns.filter(
        (each) => JSON.stringify(each).includes('Price'),
      );
    expect(columnsOf('{Price}')).toEqual(['Price']);
    expect(columnsOf('{Price * Price}')).toEqual([{ column: 'Price', form: 'numberOrDate' }]);
    expect(columnsOf('{Price} {Price * 2} {date(Price)}')).toEqual([
      'Price',
      { column: 'Price', form: 'numberOrDate' },
      { column: 'Price', form: 'date' },
    ]);
    expect(columnsOf('{Price *')).toEqual(['Price']);
  });

  test('a condition compares the value, and a name with a format of the file writes in it', async () => {
    const formatted: ColumnSource = { ...column('Price'), format: { ...PLAIN_FORMAT, type: 'currency', precision: 1 } };
    const operands = [{ name: 'Price', source: formatted }];
    const source: DataSource = {
      type: 'expression',
      formula: '{Price} {Price + 1}',
      operands,
      lastValue: '',
      text: '',
    };
    const element = createTestElement('text', {
      sources: [source],
      showWhen: { formula: 'Price >= 1234.5', operands },
    });
    const [record] = await recordsOf([element], WORKBOOK);
    const value = contentOf([source], record ?? expect.fail(), noElements({ now: TEST_TIME }));
    expect(expectOk(value)).toBe('$1234.5 1235.5');
  });
});

describe('on paper', () => {
  let core: PrintCore;
  beforeAll(async () => {
    ({ core } = await createPrintFixture());
  });
  afterAll(() => core.dispose());

  async function pagesOf(sources: readonly DataSource[], shows: string): Promise<readonly string[]> {
    const elements = [
      createTestElement('qrcode', { sources, xMm: 4, yMm: 4, widthMm: 15, heightMm: 15 }),
      createTestElement('text', {
        sources,
        xMm: 22,
        yMm: 4,
        showWhen: { formula: shows, operands: OPERANDS },
      }),
    ];
    const template = createTestTemplate(elements, { widthMm: 120, heightMm: 24 });
    const records = await recordsOf(elements, WORKBOOK);
    const { runId } = expectOk(await core.openRun({ template, dpi: 300 }));
    const preview = expectOk(await core.previewPage(runId, records.slice(0, 1)));
    const { pages, labels } = expectOk(await core.printRecords(runId, records, 'print'));
    await core.closeRun(runId);
    expect(labels.flatMap(({ problems }) => problems)).toEqual([]);
    return [preview.png, ...pages.map(({ png }) => png)].map((png) => Buffer.from(png).toString('base64'));
  }

  test('a page and its preview have the calculated values, to the dot', async () => {
    const text = '{Price * 2} {formatDate(Due, "yyyy-MM-dd")} {Price}';
    const calculated = await pagesOf([formula(text)], 'Price > 1000 and Due < "2024-03-01"');
    expect(calculated).toEqual(await pagesOf([fixedText('2469 2024-02-03 $1,234.50')], 'true'));
    expect(calculated).toHaveLength(2);
    expect(calculated).not.toEqual(await pagesOf([formula(text)], 'Price < 1000'));
  });
});
