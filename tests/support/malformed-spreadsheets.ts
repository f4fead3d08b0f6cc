import { buildOds, ODS_NAMESPACES, odsCell, odsRow, odsTable, odsText } from './ods-builder.ts';
import { buildXlsx } from './xlsx-builder.ts';

const ROWS = [
  ['Code', 'Name'],
  ['00123', 'x'],
  ['00124', 'y'],
];
const MILLION = 1_000_000;

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** A workbook with a change to the XML of one part. */
function withXml(part: string, change: (xml: string) => string): Uint8Array {
  return buildXlsx([{ name: 'Data', rows: ROWS }], {
    change: (parts) =>
      parts.map((each) =>
        each.name.endsWith(part) ? { ...each, data: bytes(change(new TextDecoder().decode(each.data))) } : each,
      ),
  });
}

/** A workbook with this before, or after, its cells. */
const before = (xml: string): Uint8Array => withXml('sheet1.xml', (sheet) => sheet.replace('<sheetData>', `${xml}$&`));
const behind = (xml: string): Uint8Array => withXml('sheet1.xml', (sheet) => sheet.replace('</sheetData>', `$&${xml}`));
const more = (rows: string): Uint8Array => withXml('sheet1.xml', (sheet) => sheet.replace('</sheetData>', `${rows}$&`));

/** A workbook whose first style has this number format. */
function withFormat(code: string): Uint8Array {
  return buildXlsx([
    {
      name: 'Data',
      rows: [['a'], ...Array.from({ length: 500 }, (_, i) => [{ number: 0.1 + i / 977, format: code }])],
    },
  ]);
}

function xml2003(table: string): Uint8Array {
  const name = 'urn:schemas-microsoft-com:office:spreadsheet';
  return bytes(
    `<?xml version="1.0"?><Workbook xmlns="${name}" xmlns:ss="${name}"><Worksheet ss:Name="S"><Table>${table}</Table>` +
      '</Worksheet></Workbook>',
  );
}

function repeated(count: number, make: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => make(i)).join('');
}

const row2003 = (text: string): string => `<Row><Cell><Data ss:Type="String">${text}</Data></Cell></Row>`;
const odsRows = (...texts: readonly string[]): string => texts.map((text) => odsRow(odsText(text))).join('');
/** Hardly repetitive, so that it does not count as a bomb. */
const noise = (i: number): string => String.fromCharCode(97 + ((Math.imul(i, 7919) >>> 7) % 26));
const entities = repeated(9, (i) => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`);
const sylk = (...lines: readonly string[]): Uint8Array => bytes(['ID;PWXL;N;E', ...lines, 'E', ''].join('\r\n'));

/** Expected result `right`: the cells of the file, as far as they are its cells. Otherwise the code of the problem. */
export type Expected =
  | 'right'
  | 'data.unreadable'
  | 'data.tooLarge'
  | 'data.noSheets'
  | 'data.empty'
  | 'file.wrongType';

/** Files that keep a reader busy, or contain false values, with the expected result of each. */
export const MALFORMED: readonly (readonly [name: string, make: () => Uint8Array, expected: Expected])[] = [
  ['xml a million deep', () => behind('<a>'.repeat(MILLION) + '</a>'.repeat(MILLION)), 'right'],
  ['a comment of >', () => before(`<!-- ${'>'.repeat(7.9 * MILLION)}-->`), 'right'],
  // Of parts so long that compression does not find them again.
  ['comments of >', () => before(`<!-- ${repeated(100_000, (i) => `>${noise(i)}`).repeat(30)}-->`.repeat(5)), 'right'],
  ['an unclosed comment of >', () => before(`<!-- ${'> '.repeat(3.9 * MILLION)}`), 'data.unreadable'],
  ['an instruction of >', () => before(`<? ${'> '.repeat(3.9 * MILLION)}`), 'data.unreadable'],
  ['an attribute of >', () => before(`<a b="${'>'.repeat(7.9 * MILLION)}"/>`), 'right'],
  ['700,000 attributes', () => before(`<a ${repeated(700_000, (i) => `b${i}="" `)}/>`), 'right'],
  ['an entity bomb', () => before(`<!DOCTYPE a [<!ENTITY a0 "a">${entities}]>&a9;`), 'data.unreadable'],
  [
    'a million merged ranges',
    () =>
      behind(
        repeated(MILLION, (i) => `<mergeCell ref="A${(i % 90) + 1}:XFD99"/>`)
          .replace(/^/, '<mergeCells>')
          .concat('</mergeCells>'),
      ),
    'right',
  ],
  [
    'a million merged ranges far down',
    () => behind(`<mergeCells>${repeated(MILLION, (i) => `<mergeCell ref="A${i + 9999}:XFD1048576"/>`)}</mergeCells>`),
    'right',
  ],
  ['a cell in XFD1048576', () => more('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'), 'right'],
  ['a dimension that is too large', () => before('<dimension ref="A1:XFD1048576"/>'), 'right'],
  ['a dimension that is too small', () => before('<dimension ref="A1"/>'), 'right'],
  [
    'a million ranges of columns',
    () => before(`<cols>${repeated(MILLION, (i) => `<col min="${(i % 99) + 9}" max="16384" hidden="1"/>`)}</cols>`),
    'right',
  ],
  [
    'a million formats',
    () =>
      withXml('styles.xml', (xml) =>
        xml
          .replace('</numFmts>', '')
          .replace(
            /<numFmts[^>]*>/,
            `<numFmts>${repeated(MILLION, (i) => `<numFmt numFmtId="${i + 200}" formatCode="0${i}"/>`)}</numFmts>`,
          ),
      ),
    'data.tooLarge',
  ],
  ['a format of 150,000 quotes', () => withFormat('"'.repeat(150_001)), 'right'],
  ['a format of brackets', () => withFormat('['.repeat(MILLION)), 'right'],
  ['a format of letters', () => withFormat('ymdhs '.repeat(MILLION / 6)), 'right'],
  ['a format of sections', () => withFormat('0;'.repeat(MILLION / 2)), 'right'],
  ['a format of places', () => withFormat(`${'0'.repeat(MILLION)}.${'0'.repeat(MILLION)}`), 'right'],
  ['a fraction of places', () => withFormat(`# ${'?'.repeat(99_999)}/${'?'.repeat(99_999)}`), 'right'],
  ['the longest format that is taken', () => withFormat(`[h]${'?'.repeat(480)}/${'?'.repeat(480)}`), 'right'],
  [
    'rows back and forth',
    () => more(repeated(300_000, (i) => `<row r="${i % 2 === 0 ? 1_048_576 - i : 4 + i}" hidden="1"/>`)),
    'right',
  ],
  [
    'cells back and forth',
    () => more(`<row r="4">${repeated(200_000, (i) => `<c r="${i % 2 === 0 ? 'XFD' : 'A'}4"><v>1</v></c>`)}</row>`),
    'right',
  ],
  [
    'five million empty texts',
    () => withXml('sharedStrings.xml', (xml) => xml.replace('</sst>', `${'<si/>'.repeat(5 * MILLION)}</sst>`)),
    'data.tooLarge',
  ],
  [
    '16,384 columns headed alike',
    () => buildXlsx([{ name: 'D', rows: [Array.from({ length: 16_384 }, () => 'h'), ['1']] }]),
    'right',
  ],
  [
    'a path of a million steps',
    () => withXml('workbook.xml.rels', (xml) => xml.replace('worksheets/', `${'../'.repeat(MILLION)}xl/worksheets/`)),
    'right',
  ],
  [
    'a part that 100,000 sheets share',
    () =>
      withXml('workbook.xml', (xml) =>
        xml.replace('</sheets>', `${repeated(100_000, (i) => `<sheet name="s${i}" r:id="rId1"/>`)}</sheets>`),
      ),
    'data.unreadable',
  ],
  [
    'numbers of 400,000 digits',
    () => more(repeated(18, (i) => `<row r="${4 + i}"><c><v>0.${'1'.repeat(400_000)}</v></c></row>`)),
    'right',
  ],
  [
    'a zip comment of signatures',
    () => {
      const zip = withXml('nothing', (xml) => xml);
      return Uint8Array.from([...zip, ...Array.from({ length: 65_000 }, (_, i) => [0x50, 0x4b, 5, 6][i % 4] ?? 0)]);
    },
    'data.unreadable',
  ],
  [
    'a bomb just below the limit of what may be inflated',
    () => {
      const line = repeated(1200, (i) => ' '.repeat(900) + noise(i) + noise(i * 31));
      return behind(`<a>${line}</a>`.repeat(140));
    },
    'right',
  ],
  [
    '.ods: blanks without end',
    () =>
      buildOds(
        odsTable(
          odsRows('a') +
            repeated(1000, () => odsRow(odsCell('office:value-type="string"', '<text:s text:c="4000000"/>'))),
        ),
      ),
    'data.tooLarge',
  ],
  [
    '.ods: numbers behind 16,000 styles of columns',
    () => {
      const columns = '<table:table-column table:default-cell-style-name="plain"/>'.repeat(16_000);
      const number = (i: number): string => odsCell(`office:value-type="float" office:value="${i}"`, String(i));
      const rows = repeated(1000, (i) =>
        odsRow(
          odsCell('table:number-columns-repeated="15000"'),
          repeated(200, (k) => number(i * 7919 + k * 613)),
        ),
      );
      return buildOds(odsTable(columns + odsRows('a') + rows));
    },
    'right',
  ],
  [
    '.ods: groups a million deep',
    () =>
      buildOds(
        odsTable(
          odsRows('a') +
            '<table:table-row-group>'.repeat(MILLION) +
            odsRows('1') +
            '</table:table-row-group>'.repeat(MILLION),
        ),
      ),
    'data.tooLarge',
  ],
  [
    '.ods: a row repeated a million times',
    () =>
      buildOds(
        odsTable(
          `${odsRows('a')}<table:table-row table:number-rows-repeated="1000000">${odsCell('office:value-type="string" table:number-columns-repeated="5"', 'x'.repeat(1000))}</table:table-row>`,
        ),
      ),
    'right',
  ],
  ['.ods: 30,000 tables', () => buildOds(repeated(30_000, (i) => odsTable(odsRows('a', 'b'), `s${i}`))), 'right'],
  [
    '.ods: a chain of 300,000 styles',
    () =>
      buildOds(odsTable(odsRows('a', 'b')), {
        styles: repeated(
          300_000,
          (i) => `<style:style style:name="s${i}" style:family="table-cell" style:parent-style-name="s${i + 1}"/>`,
        ),
      }),
    'right',
  ],
  [
    '.fods: two million deep',
    () =>
      bytes(
        `<?xml version="1.0"?><office:document ${ODS_NAMESPACES} office:mimetype="opendocument.spreadsheet">${'<a>'.repeat(2 * MILLION)}`,
      ),
    'data.unreadable',
  ],
  [
    'html: a span of a billion',
    () => bytes('<table><tr><td colspan=1000000000>a<td>b<tr><td>1</table>'),
    'data.tooLarge',
  ],
  [
    'html: rows that all reach far down',
    () => bytes(`<table>${'<tr><td rowspan=65000>a</td><td rowspan=3>b</td></tr>'.repeat(20_000)}</table>`),
    'data.tooLarge',
  ],
  ['html: comments that stay open', () => bytes(`<table><tr><td>a</td></tr>${'<!--'.repeat(500_000)}`), 'data.empty'],
  ['html: cells that stay open', () => bytes(`<table><tr>${'<td>a'.repeat(500_000)}`), 'data.tooLarge'],
  ['html: rows that stay open', () => bytes(`<table>${'<tr><td>a'.repeat(500_000)}`), 'right'],
  ['html: tables in tables', () => bytes(`<html>${'<table><tr><td>'.repeat(100_000)}`), 'data.tooLarge'],
  ['html: elements a million deep', () => bytes(`<table><tr><td>${'<b>'.repeat(MILLION)}`), 'data.tooLarge'],
  [
    'html: 30,000 tables',
    () => bytes('<table><tr><td>a</td></tr><tr><td>b</td></tr></table>'.repeat(30_000)),
    'data.tooLarge',
  ],
  ['html: nothing but <', () => bytes(`<table><tr><td>a<tr><td>${'<'.repeat(2 * MILLION)}</td></tr></table>`), 'right'],
  ['html: line ends', () => bytes(`<table><tr><td>a<tr><td>x${'<br>'.repeat(MILLION)}y</td></tr></table>`), 'right'],
  ['html: blanks', () => bytes(`<table><tr><td>a<tr><td>x${' '.repeat(MILLION)}y${'&nbsp;'.repeat(500_000)}`), 'right'],
  [
    'XML 2003: far places',
    () => xml2003(`${row2003('a')}<Row ss:Index="1000000000"><Cell ss:Index="2000000000"/></Row>`),
    'data.tooLarge',
  ],
  [
    'XML 2003: a column over a billion',
    () => xml2003(`<Column ss:Span="1000000000"/>${row2003('a')}`),
    'data.tooLarge',
  ],
  [
    'XML 2003: an entity bomb',
    () => bytes(`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a0 "a">${entities}]><Workbook xmlns="u"/>`),
    'data.unreadable',
  ],
  [
    'XML 2003: cells that stay open',
    () => xml2003('<Row><Cell><Data ss:Type="String">'.repeat(200_000)),
    'data.unreadable',
  ],
  ['SYLK: far places', () => sylk('C;Y1;X1;K"a"', 'C;Y1000000000;X1000000000;K"b"'), 'data.tooLarge'],
  ['SYLK: widths without end', () => sylk('F;W1 1000000000 10', 'C;Y1;X1;K"a"', 'C;Y2;X1;K"b"'), 'data.tooLarge'],
  [
    'DIF: more columns than there are',
    () =>
      bytes(
        `TABLE\r\n0,1\r\n"EXCEL"\r\nDATA\r\n0,0\r\n""\r\n-1,0\r\nBOT\r\n${'1,0\r\n"a"\r\n'.repeat(200_000)}-1,0\r\nEOD\r\n`,
      ),
    'data.tooLarge',
  ],
  ['text: twenty million blank lines', () => bytes(`a;b\n${'\n'.repeat(20 * MILLION)}1;2\n`), 'right'],
  ['text: nothing but delimiters', () => bytes(`a;b\n${`${','.repeat(16_383)}\n`.repeat(1000)}`), 'data.empty'],
];
