import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Problem } from '#model/kernel/problem.ts';
import { expectOk } from '#model/kernel/result.ts';
import { contentsOf, sourcesOf, type LabelElement } from '#model/elements/element.ts';
import { NO_RECORD } from '#model/data/record.ts';
import { composeLabel } from '#model/page/compose.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { readXml } from '#model/template/xml-reader.ts';
import { writeXml, type XmlElement } from '#model/template/xml-writer.ts';
import { createTestContext } from '#tests/support/create-elements.ts';
import { nastyText } from '#tests/support/element-arbitraries.ts';

/**
 * Files as the specification's product would write them: every attribute of its section 3 on every object, whether the
 * type has a use for it or not, with sound, empty or missing values, in any order.
 */

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

const flag = fc.constantFrom('true', 'false', 'True', '1', '0');
const mm = (max: number): fc.Arbitrary<string> => fc.integer({ min: 1, max: max * 1000 }).map((n) => String(n / 1000));
const code = (...codes: readonly (number | string)[]): fc.Arbitrary<string> => fc.constantFrom(...codes.map(String));
const whole = (min: number, max: number): fc.Arbitrary<string> => fc.integer({ min, max }).map(String);

type Values = Readonly<Record<string, fc.Arbitrary<string>>>;

const TEXT_VALUES: Values = {
  TextAlign: code(0, 1, 2, 3, 4),
  FontFamily: fc.constantFrom('Alibaba PuHuiTi', 'Arial', '宋体'),
  FontSize: fc.integer({ min: 5, max: 500 }).map((n) => String(n / 5)),
  LetterSpacing: whole(-1, 12),
  LineHeight: whole(0, 12),
  Bold: flag,
  Italic: flag,
  UnderLine: flag,
  DeleteLine: flag,
  MirrorImage: flag,
  AntiMirror: flag,
};

const ENTRY_VALUES: Values = {
  FirstValue: nastyText,
  NormalText: nastyText,
  InitialValue: code('1', '001', 'A', 'ff', ''),
  AddedValue: code(1, -1, 10),
  Quantity: code(1, 3),
  SequenceType: code(0, 1, 2, 3),
  ReferenceId: fc.constantFrom('', 'AAAAAAA0', 'AAAAAAA1', 'AAAAAAA2', 'gone0000'),
  ConnectionStr: fc.constantFrom('', 'goods.xlsx', 'C:\\goods.xls', 'https://example.org/goods.xlsx'),
  ExcelName: fc.constantFrom('', 'goods.xlsx'),
  TableName: fc.constantFrom('', 'Sheet1', '价格'),
  ColumnName: fc.constantFrom('', 'Name', '名称'),
  SheetIndex: fc.constantFrom('', '[0,0]', '0,1'),
  DataBase: fc.constantFrom('', '[{"sheetName":"Sheet1","data":[["Name"],["Tea"]]}]'),
  ConnectionData: fc.constantFrom('', '[["Tea"]]'),
  DataType: code(0, 1, 2, 3, 4, 5),
  DataPrecision: code(-1, 0, 2, 10),
  RemoveZero: flag,
  CurrencySymbol: fc.constantFrom('￥', '$', '£'),
  DateFormat: fc.constantFrom('yyyy/MM/dd', 'dd.MM.yyyy'),
  TimeFormat: fc.constantFrom('HH:mm:ss', 'HH:mm'),
};

const OBJECT_VALUES: Values = {
  ...TEXT_VALUES,
  Data: fc.constantFrom('', 'Label', '0123456789'),
  Lock: flag,
  StartX: mm(90),
  StartY: mm(70),
  EndX: mm(99),
  EndY: mm(79),
  Width: mm(60),
  Height: mm(40),
  Rotate: code(0, 90, 180, -90, 270),
  TextArrange: code(0, 1),
  TextAutoLine: flag,
  BoxWidth: mm(60),
  TextPrefix: nastyText,
  TextSuffix: nastyText,
  CopyMirrorImage: flag,
  BarCodeType: code(1, 2, 3, 4, 5, 6, 7, 8, 9, 14, 18, 20, 21, 23, 25, 26, 27, 28, 99),
  QrCodeType: code(1, 2, 3, 4),
  ErrorCorrectionLevel: code(7, 15, 25, 30, 0, 1, 7, 23),
  BarcodeNumPosition: code(0, 1, 2),
  isEdit: flag,
  ISParticipating: flag,
  LineDirection: fc.constantFrom('LeftLine', 'RightLine', 'LineHorizontal', 'LineVertical'),
  DashStyle: code(0, 1),
  Dash: fc.constantFrom('', '5,2', '[5,2]'),
  PenWidth: fc.integer({ min: 3, max: 50 }).map((n) => String(n / 10)),
  CornerRadius: code(0, 4, '4.5', 10),
  Fill: flag,
  imageDisplayMode: code(0, 1),
  SelectDate: fc.constantFrom('2024/02/29', '2026/11/22'),
  SelectTime: fc.constantFrom('23:59:59', '00:00:00'),
  TimeType: code(0, 1),
  Region: code(0, 1, 2),
  DateFormat: fc.constantFrom('yyyy/MM/dd', 'MMM d, yyyy'),
  TimeFormat: fc.constantFrom('HH:mm:ss', 'h:mm tt'),
  DayOffset: whole(-9, 9),
  MinuteOffset: whole(-90, 90),
  dataSourceIndex: code(0, 1),
  cellMultiple: flag,
  mulCellPos: fc.constantFrom('', '[]', '[[0,0]]'),
  currentPos: fc.constantFrom('', '[0,0]'),
};

const TYPES = [
  'Text',
  'TimeText',
  'Barcode',
  'QRcode',
  'Image',
  'Table',
  'Line',
  'LineVertical',
  'LineHorizontal',
  'Rectangle',
  'RoundRectangle',
  'Ellipse',
  'Diamond',
  'Triangle',
] as const;

/** The attributes, each sound, empty or left out; then in this order or the other. */
function attributesOf(values: Values): fc.Arbitrary<Readonly<Record<string, string>>> {
  const some = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      fc.oneof(
        { arbitrary: value, weight: 4 },
        { arbitrary: fc.constant(''), weight: 1 },
        { arbitrary: fc.constant(undefined), weight: 1 },
      ),
    ]),
  );
  return fc.tuple(fc.record(some), fc.boolean()).map(([all, reversed]) => {
    const present = Object.entries(all).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    return Object.fromEntries(reversed ? present.toReversed() : present);
  });
}

function anyEntries(type: string): fc.Arbitrary<readonly XmlElement[]> {
  const entry = fc
    .tuple(code(0, 1, 2, ...(type === 'Table' ? [] : [3])), attributesOf(ENTRY_VALUES))
    .map(([kind, values]) => ({ DataSourceType: kind, ...values }));
  const named = (attributes: Readonly<Record<string, string>>): XmlElement => ({ name: 'DataSource', attributes });
  if (type !== 'Table') return fc.array(entry.map(named), { maxLength: 3 });
  const cell = fc.tuple(entry, attributesOf(TEXT_VALUES), attributesOf({ Height: mm(9), Width: mm(9) }));
  return fc
    .tuple(fc.array(cell, { minLength: 4, maxLength: 4 }), fc.constantFrom(0, 1, null), fc.boolean())
    .map(([cells, first, hasEnd]) =>
      cells.map((parts, i) => {
        const at = first === null ? null : `${first + Math.floor(i / 2)},${first + (i % 2)}`;
        const place = at === null ? {} : { LocaltionStart: at, ...(hasEnd ? { LocaltionEnd: at } : {}) };
        return named({ ...parts[0], ...parts[1], ...parts[2], ...place });
      }),
    );
}

const anyObject: fc.Arbitrary<XmlElement> = fc.constantFrom(...TYPES).chain((type) =>
  fc
    .tuple(attributesOf(OBJECT_VALUES), anyEntries(type), fc.constantFrom('date,time', '["date"]', 'time', ''))
    .map(([values, entries, shown]) => ({
      name: 'Object',
      attributes: {
        Type: type,
        ...values,
        ...(type === 'TimeText' ? { DateFormatChecked: shown } : {}),
        ...(type === 'Image' ? { Data: PNG } : {}),
        ...(type === 'Table' ? { Row: '2', Column: '2', CellWidth: '20,20', CellHeight: '[8,8]', PenWidth: '1' } : {}),
      },
      children: [{ name: 'DataSourceList', children: entries }],
    })),
);

const anyInfo = attributesOf({
  Creator: fc.constantFrom('Website', 'Android'),
  Name: nastyText,
  Background: fc.constantFrom('', PNG, `data:image/png;base64,${PNG}`, '/uploads/paper.png'),
  PrintBackground: fc.constantFrom('yes', 'no', 'true', 'false', '1'),
  Canvas: fc.constantFrom('', '/uploads/paper.png', `${PNG},/uploads/other.png`),
  Columns: whole(1, 4),
  Rows: whole(1, 4),
  RowSpacing: mm(9),
  ColumnSpacing: mm(9),
  UpperMargin: mm(9),
  LowerMargin: mm(9),
  LeftMargin: mm(9),
  RightMargin: mm(9),
});

const anyFile: fc.Arbitrary<XmlElement> = fc
  .tuple(anyInfo, fc.array(anyObject, { maxLength: 4 }))
  .map(([info, objects]) => ({
    name: 'Template',
    children: [
      { name: 'FileInfo', attributes: { ...info, Width: '100', Height: '80' } },
      {
        name: 'ObjectList',
        children: objects.map((object, i) => ({
          ...object,
          attributes: { Id: `AAAAAAA${i}`, Name: `${object.attributes?.['Type']}${i}`, ...object.attributes },
        })),
      },
    ],
  }));

/** Attributes whose value follows from others, or becomes part of the file's images. */
const DERIVED: ReadonlySet<string> = new Set([
  'BoxWidth',
  'Width',
  'Height',
  'Canvas',
  'Background',
  'CellHeight',
  'LocaltionStart',
  'LocaltionEnd',
]);
/** Of a spreadsheet source that falls back to fixed text, these are cleared (specification 2, section 4). */
const CONNECTION: ReadonlySet<string> = new Set([
  'ConnectionStr',
  'ExcelName',
  'TableName',
  'ColumnName',
  'ReferenceId',
  'DataSourceType',
]);

describe('a file of the original product', () => {
  test('opens whatever it leaves out or leaves empty, is understood, and is laid out', () => {
    fc.assert(
      fc.property(anyFile, (file) => {
        const notices: Problem[] = [];
        const template = expectOk(readTemplate(writeXml(file), (notice) => notices.push(notice)));
        expect(template.elements.filter((e) => e.type === 'unknown')).toEqual([]);
        // An empty or missing value is nothing that the user has to be told.
        const told = notices
          .filter((n) => n.code === 'template.keptValue')
          .map((n) => [n.params?.['field'], n.params?.['value']]);
        expect(told.filter(([field, value]) => value === '' && !LABEL_NUMBERS.has(String(field)))).toEqual([]);
        const { list } = composeLabel(template, NO_RECORD, createTestContext());
        expect(list.items.length).toBeGreaterThanOrEqual(template.elements.length);
      }),
      { numRuns: 400 },
    );
  });

  test('keeps every value that it has, and opens the same again', () => {
    fc.assert(
      fc.property(anyFile, (file) => {
        const template = expectOk(readTemplate(writeXml(file)));
        const xml = writeTemplate(template);
        expect(readTemplate(xml)).toEqual({ ok: true, value: template });
        const written = expectOk(readXml(xml));
        const objects = written.children.find((c) => c.name === 'ObjectList')?.children ?? [];
        const before = file.children?.[1]?.children ?? [];
        for (const [i, object] of before.entries()) {
          const [after, element] = [objects[i], template.elements[i]];
          if (after === undefined || element === undefined) throw new Error('an object is missing');
          expect(lost(withoutDerived(object), after.attributes)).toEqual([]);
          const entries = object.children?.[0]?.children ?? [];
          const afterEntries = after.children[0]?.children ?? [];
          for (const [n, entry] of entries.entries()) {
            const fellBack = isFallenBack(entry, sourceAt(element, n));
            const missing = lost(entry.attributes ?? {}, afterEntries[n]?.attributes ?? {});
            expect(missing.filter((name) => !fellBack || !CONNECTION.has(name.split('=')[0] ?? ''))).toEqual([]);
          }
        }
      }),
      { numRuns: 400 },
    );
  });

  test.each([
    ['goods.xlsx', 'Name', 'fixed'],
    ['ftp://example.org/goods.xlsx', 'Name', 'fixed'],
    ['https://example.org/goods.xlsx', '', 'fixed'],
    ['', 'Name', 'fixed'],
    ['https://example.org/goods.xlsx', 'Name', 'column'],
    ['sha256:00', 'Name', 'column'],
  ])('with a spreadsheet at “%s” and the column “%s” has a %s source', (connection, column, kind) => {
    const entry = { DataSourceType: '1', NormalText: 'typed', ConnectionStr: connection, ColumnName: column };
    const notices: Problem[] = [];
    const template = expectOk(readTemplate(textFile(entry), (notice) => notices.push(notice)));
    const [source] = template.elements.flatMap(sourcesOf);
    expect(source).toMatchObject({ type: kind, text: 'typed' });
    expect(notices.map((n) => n.code)).toEqual(kind === 'fixed' ? ['data.notConnected'] : []);
    if (kind === 'fixed') expect(writeTemplate(template)).not.toContain('ConnectionStr');
  });

  test.each([0, 1, null])('has its table cells where it says, counted from %s', (first) => {
    const cells = ['a', 'b', 'c', 'd'].map((text, i): XmlElement => {
      const at = first === null ? '' : `${first + Math.floor(i / 2)},${first + (i % 2)}`;
      return { name: 'DataSource', attributes: { DataSourceType: '0', NormalText: text, LocaltionStart: at } };
    });
    const xml = textFile({}).replace('Type="Text"', 'Type="Table" Width="60" Height="20" Row="2" Column="2"');
    const children = writeXml({ name: 'DataSourceList', children: cells }).replace(/<\?.*\?>/, '');
    const table = expectOk(readTemplate(xml.replace(/<DataSourceList>.*<\/DataSourceList>/s, () => children)))
      .elements[0];
    expect(table?.type === 'table' && table.cells.map((c) => [c.row, c.column, c.sources[0]?.text])).toEqual([
      [0, 0, 'a'],
      [0, 1, 'b'],
      [1, 0, 'c'],
      [1, 1, 'd'],
    ]);
  });

  test('has an image that holds its picture itself, once', () => {
    const xml = textFile({}).replace(
      'Type="Text"',
      `Type="Image" Data="data:image/png;base64,${PNG}" Width="9" Height="9"`,
    );
    const template = expectOk(readTemplate(xml));
    expect(template.elements).toMatchObject([{ type: 'image', asset: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect(writeTemplate(template).split(PNG)).toHaveLength(2);
    expect(expectOk(readTemplate(writeTemplate(template))).elements).toEqual(template.elements);
  });

  test('with references opens, follows them and keeps them', () => {
    const xml = textFile({
      DataSourceType: '3',
      NormalText: 'typed',
      ReferenceId: 'BBBBBBBB',
      FirstValue: 'seen',
    }).replace(
      '</ObjectList>',
      '<Object Id="BBBBBBBB" Name="Other" Type="Barcode" Width="40" Height="10"><DataSourceList><DataSource DataSourceType="0" NormalText="4711"/></DataSourceList></Object></ObjectList>',
    );
    const template = expectOk(readTemplate(xml));
    const [first] = composeLabel(template, NO_RECORD, createTestContext()).list.items;
    expect(JSON.stringify(first?.ops)).toBe(
      JSON.stringify(
        composeLabel(
          expectOk(readTemplate(textFile({ DataSourceType: '0', NormalText: '4711' }))),
          NO_RECORD,
          createTestContext(),
        ).list.items[0]?.ops,
      ),
    );
    expect(writeTemplate(template)).toContain(
      'FirstValue="seen" DataSourceType="3" NormalText="typed" ReferenceId="BBBBBBBB"',
    );
  });
});

const LABEL_NUMBERS: ReadonlySet<string> = new Set([
  'Rows',
  'Columns',
  'RowSpacing',
  'ColumnSpacing',
  'UpperMargin',
  'LowerMargin',
  'LeftMargin',
  'RightMargin',
  'PrintBackground',
]);

function textFile(entry: Readonly<Record<string, string>>): string {
  return writeXml({
    name: 'Template',
    children: [
      { name: 'FileInfo', attributes: { Width: '100', Height: '80' } },
      {
        name: 'ObjectList',
        children: [
          {
            name: 'Object',
            attributes: { Id: 'AAAAAAAA', Name: 'Text', Type: 'Text' },
            children: [{ name: 'DataSourceList', children: [{ name: 'DataSource', attributes: entry }] }],
          },
        ],
      },
    ],
  });
}

/** A line of a type of its own becomes one with its direction beside. */
function withoutDerived({ attributes = {} }: XmlElement): Readonly<Record<string, unknown>> {
  const { LineDirection: _direction, Type: type, ...others } = attributes;
  return String(type).startsWith('Line') ? others : attributes;
}

/** The attributes that are gone or say something else, as `name=before>after`. */
function lost(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(before).flatMap(([name, value]) => {
    if (DERIVED.has(name) || (name === 'Data' && value === PNG)) return [];
    const written = after[name];
    return written !== undefined && said(String(value)) === said(written)
      ? []
      : [`${name}=${String(value)}>${written}`];
  });
}

/** A value in the one form that this version writes it in. */
function said(value: string): string {
  if (/^\[".*"\]$/.test(value)) return value.slice(2, -2);
  const text = value.toLowerCase();
  if (text === 'true' || text === '1') return '1';
  if (text === 'false' || text === '0') return '0';
  if (text === '270') return '-90';
  return /^-?\d+\.\d+$/.test(value) ? String(Number(value)) : value;
}

function sourceAt(element: LabelElement, index: number): string | undefined {
  return contentsOf(element).flatMap(({ sources }) => sources)[index]?.type;
}

function isFallenBack(entry: XmlElement, kind: string | undefined): boolean {
  return (
    (entry.attributes?.['DataSourceType'] === '1' || entry.attributes?.['DataSourceType'] === '3') && kind === 'fixed'
  );
}
