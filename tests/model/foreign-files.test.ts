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
import { FOREIGN_PICTURE, foreignFile } from '#tests/support/foreign-file.ts';

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
  test('opens with anything missing or empty, is understood, and is laid out', () => {
    fc.assert(
      fc.property(foreignFile, (file) => {
        const notices: Problem[] = [];
        const template = expectOk(readTemplate(writeXml(file), (notice) => notices.push(notice)));
        expect(template.elements.filter((e) => e.type === 'unknown')).toEqual([]);
        // An empty or missing value needs no message to the user.
        const reported = notices
          .filter((n) => n.code === 'template.keptValue')
          .map((n) => [n.params?.['field'], n.params?.['value']]);
        expect(reported.filter(([field, value]) => value === '' && !LABEL_NUMBERS.has(String(field)))).toEqual([]);
        const { list } = composeLabel(template, NO_RECORD, createTestContext());
        expect(list.items.length).toBeGreaterThanOrEqual(template.elements.length);
      }),
      { numRuns: 400 },
    );
  });

  test('numbers of FileInfo may have blanks, signs and exponents, its images blanks, and its values their own elements', () => {
    const background = '<Width> 30 </Width><Height>5e1</Height><Rows>2</Rows>';
    const info = `<FileInfo RowSpacing="+2.25" LeftMargin="1E0" Canvas=" /a.png , /b.png ,">${background}</FileInfo>`;
    const notices: Problem[] = [];
    const { label } = expectOk(readTemplate(`<Template>${info}</Template>`, (notice) => notices.push(notice)));
    const read = {
      widthMm: 30,
      heightMm: 50,
      rows: 2,
      rowSpacingMm: 2.25,
      unknown: { canvases: ['/a.png', '/b.png'] },
    };
    expect(label).toMatchObject({ ...read, paddingMm: { left: 1 } });
    expect(notices.map(({ code }) => code)).toEqual(['template.backgroundPath', 'template.backgroundPath']);
  });

  test('keeps all its values, and opens the same again', () => {
    fc.assert(
      fc.property(foreignFile, (file) => {
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

  test.each([0, 1, null])('has its table cells at the given positions, counted from %s', (first) => {
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

  test('has an image that contains its picture itself, once', () => {
    const xml = textFile({}).replace(
      'Type="Text"',
      `Type="Image" Data="data:image/png;base64,${FOREIGN_PICTURE}" Width="9" Height="9"`,
    );
    const template = expectOk(readTemplate(xml));
    expect(template.elements).toMatchObject([{ type: 'image', asset: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect(writeTemplate(template).split(FOREIGN_PICTURE)).toHaveLength(2);
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

/** A line with a type of its own becomes one with a direction attribute. */
function withoutDerived({ attributes = {} }: XmlElement): Readonly<Record<string, unknown>> {
  const { LineDirection: _direction, Type: type, ...others } = attributes;
  return String(type).startsWith('Line') ? others : attributes;
}

/** The attributes that are missing or different, as `name=before>after`. */
function lost(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(before).flatMap(([name, value]) => {
    if (DERIVED.has(name) || (name === 'Data' && value === FOREIGN_PICTURE)) return [];
    const written = after[name];
    return written !== undefined && said(String(value)) === said(written)
      ? []
      : [`${name}=${String(value)}>${written}`];
  });
}

/** A value in the only form that this version writes. */
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
