import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { holdsRecords, openRecordFile } from '#headless/rows/record-file.ts';
import { jsonRecords } from '#headless/rows/json-records.ts';
import { xmlRecords } from '#headless/rows/xml-records.ts';

const TEA = [
  { name: 'Tea, "green"', code: '00123' },
  { name: '标签 & <x>', code: '7' },
];

describe('records of JSON', () => {
  test.each([
    ['a list', [{ name: TEA[0]?.name, code: '00123' }, TEA[1]]],
    ['a list in an object', { sent: 'today', lines: [TEA[0], { ...TEA[1], code: 7 }] }],
  ])('%s', (_, value) => {
    const records = expectOk(jsonRecords(JSON.stringify(value)));
    expect(records.map((record) => Object.fromEntries(record))).toEqual(TEA);
  });

  test('one object is one record, and null is empty', () => {
    const [only, ...others] = expectOk(jsonRecords('{"name": null, "count": 2.50, "new": true}'));
    expect(others).toEqual([]);
    expect(Object.fromEntries(only ?? [])).toEqual({ name: '', count: '2.5', new: 'true' });
  });

  test.each([
    ['[{"a": 1}, {"a": {"b": 1}}]', 'data.fieldNotText', { row: 2, field: 'a' }],
    ['[{"a": 1}, 5]', 'data.fieldNotText', { row: 2, field: '' }],
    ['{"a": [{"x": 1}], "b": [{"x": 1}]}', 'data.noRecords', {}],
    ['[]', 'data.noRecords', {}],
    ['[{"a": 1}', 'data.noRecords', {}],
  ])('%s is rejected', (text, code, params) => {
    expect(jsonRecords(text)).toMatchObject({ ok: false, error: { code, params } });
  });
});

describe('records of XML', () => {
  test.each([
    [
      'elements as fields',
      '<?xml version="1.0"?><rows><row><name>Tea, "green"</name><code>00123</code></row><row><name>标签 &amp; &lt;x&gt;</name><code>7</code></row></rows>',
    ],
    [
      'attributes as fields, deeper, with CDATA beside',
      '<a><Data>\n<row name="Tea, &quot;green&quot;" code="00123"/>\n<row code="7"><name><![CDATA[标签 & <x>]]></name></row></Data></a>',
    ],
  ])('%s', (_, text) => {
    const records = expectOk(xmlRecords(text));
    expect(records.map((record) => Object.fromEntries(record))).toEqual(TEA);
  });

  test('a root with texts alone is one record', () => {
    const records = expectOk(xmlRecords('<label><name>Tea</name><code>7</code></label>'));
    expect(records.map((record) => Object.fromEntries(record))).toEqual([{ name: 'Tea', code: '7' }]);
  });

  test.each([
    ['<r><a><b><c>1</c></b></a><a><b>2</b></a></r>', 'data.fieldNotText', { row: 1, field: 'b' }],
    ['<r><a><b>1</b><b>2</b></a><a><b>2</b></a></r>', 'data.fieldNotText', { row: 1, field: 'b' }],
    ['<!DOCTYPE r [<!ENTITY x "y">]><r><a><b>&x;</b></a></r>', 'data.noRecords', { detail: 'DOCTYPE' }],
    ['<r><a><b>1</b></a>', 'data.noRecords', {}],
    ['<r/>', 'data.noRecords', {}],
  ])('%s is rejected', (text, code, params) => {
    expect(xmlRecords(text)).toMatchObject({ ok: false, error: { code, params } });
  });
});

test('XML workbooks stay spreadsheets, and records are counted from 1 with the fields of all of them', async () => {
  const head = (text: string): Uint8Array => new TextEncoder().encode(text);
  expect(holdsRecords('a.XML', head('<rows/>'))).toBe(true);
  expect(holdsRecords('a.xml', head('<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">'))).toBe(false);
  expect(holdsRecords('a.csv', head('[]'))).toBe(false);
  const opened = expectOk(await openRecordFile(head('[{"a": "x"}, {"b": "y\\"z"}]'), 'a.json'));
  expect(opened.info.sheets).toMatchObject([{ rowCount: 2, numbering: { firstRow: 1 } }]);
  const utf16 = Buffer.from('\uFEFF[{"a": "茶"}]', 'utf16le');
  expect(expectOk(await openRecordFile(utf16, 'a.json')).info.sheets[0]?.rowCount).toBe(1);
  const latin = Buffer.from('[{"a": "\xe9"}]', 'latin1');
  expect(await openRecordFile(latin, 'a.json')).toMatchObject({ ok: false, error: { code: 'data.encodingUnsure' } });
});
