import fc from 'fast-check';
import type { XmlElement } from '#model/template/xml-writer.ts';
import { nastyText } from './element-arbitraries.ts';

/**
 * Files as the specification's product would write them: every attribute of its section 3 on every object, whether the
 * type uses it or not, with valid, empty or missing values, in any order.
 */

/** A PNG of one gray pixel, in base64. */
export const FOREIGN_PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

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

/** The attributes, each valid, empty or left out; then in this order or the other. */
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
        ...(type === 'Image' ? { Data: FOREIGN_PICTURE } : {}),
        ...(type === 'Table' ? { Row: '2', Column: '2', CellWidth: '20,20', CellHeight: '[8,8]', PenWidth: '1' } : {}),
      },
      children: [{ name: 'DataSourceList', children: entries }],
    })),
);

const anyInfo = attributesOf({
  Creator: fc.constantFrom('Website', 'Android'),
  Name: nastyText,
  Background: fc.constantFrom('', FOREIGN_PICTURE, `data:image/png;base64,${FOREIGN_PICTURE}`, '/uploads/paper.png'),
  PrintBackground: fc.constantFrom('yes', 'no', 'true', 'false', '1'),
  Canvas: fc.constantFrom('', '/uploads/paper.png', `${FOREIGN_PICTURE},/uploads/other.png`),
  Columns: whole(1, 4),
  Rows: whole(1, 4),
  RowSpacing: mm(9),
  ColumnSpacing: mm(9),
  UpperMargin: mm(9),
  LowerMargin: mm(9),
  LeftMargin: mm(9),
  RightMargin: mm(9),
});

/** A template file with up to four objects of any of the types. */
export const foreignFile: fc.Arbitrary<XmlElement> = fc
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
