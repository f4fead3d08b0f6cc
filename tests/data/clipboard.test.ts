import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSpreadsheet, bytesSource } from '#data-worker/open-spreadsheet.ts';
import { expectOk } from '#model/kernel/result.ts';
import type { ReadPasted } from '#tests/support/pasted-page.ts';
import { openVitePage, type VitePage } from '#tests/support/vite-page.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures');
const copied = (name: string): string => readFileSync(join(FIXTURES, 'clipboard', name), 'utf8');

let opened: VitePage;
beforeAll(async () => {
  opened = await openVitePage('/tests/support/pasted-page.ts', []);
  await opened.page.waitForFunction(() => 'readPasted' in globalThis);
});
afterAll(() => opened?.close());

/** The cells of pasted content, headings first, as the data worker reads them. */
async function cellsOf(html: string, plain = ''): Promise<readonly (readonly string[])[]> {
  const table = await opened.page.evaluate(
    ([page, text]) => (globalThis as unknown as { readPasted: ReadPasted }).readPasted(page, text),
    [html, plain] as const,
  );
  if (table === null) return [];
  const bytes = new TextEncoder().encode(`\ufeff${table.text}`);
  const read = expectOk(await openSpreadsheet(bytesSource(bytes), 'pasted', { reading: table.reading }));
  const columns = read.info.sheets[0]?.columns ?? [];
  return [columns, ...expectOk(read.rows('Sheet1', columns, 0, 1000)).rows];
}

describe('cells copied in', () => {
  test('Excel', async () => {
    expect(await cellsOf(copied('excel.html.txt'), 'not this')).toEqual([
      ['Name', 'Code', 'EAN', 'Size', 'Price'],
      ['Green\ntea, "fine"', '00123', '6901234567892', '1.23E+04', '$19.90'],
      ['A  B', '7', 'long text with a break in the markup', '', '10 % off '],
      ['', '#N/A', '2024-01-05', '漢字', 'TRUE'],
    ]);
  });

  test('Google Sheets', async () => {
    expect(await cellsOf(copied('google-sheets.html.txt'))).toEqual([
      ['Name', 'Code', 'EAN', 'Price'],
      ['Green\ntea', '00123', '6901234567892', '€ 19.90'],
      ['A  B ', 'say "hi"', '1.23E+04', '#N/A'],
    ]);
  });

  test('LibreOffice: every cell as displayed', async () => {
    const cells = JSON.parse(readFileSync(join(FIXTURES, 'workbooks/cells.json'), 'utf8')) as readonly {
      readonly name: string;
      readonly text?: string;
      readonly shown?: string;
    }[];
    const [, ...rows] = await cellsOf(copied('libreoffice.html.txt'));
    expect(rows).toEqual(cells.map(({ name, text, shown }) => [name, shown ?? text]));
  });

  test('a program that gives plain text only', async () => {
    const plain = 'Name\tCode\r\n"Green\ntea"\t00123\r\n5" pipe\t1E5\r\n"a\tb, ""c"""\t\r\n';
    expect(await cellsOf('', plain)).toEqual([
      ['Name', 'Code'],
      ['Green\ntea', '00123'],
      ['5" pipe', '1E5'],
      ['a\tb, "c"', ''],
    ]);
  });
});

describe('tables of web pages', () => {
  test('ignores blanks and scripts of the markup', async () => {
    const html =
      '<p>before</p><table><tr><th> Name </th><th>\n  Note</th></tr><tr><td>a &nbsp;<b> b</b></td>' +
      '<td><p>one</p><p>two</p></td></tr><tr><td>&nbsp;</td><td>x<script>y()</script></td></tr></table>';
    expect(await cellsOf(html)).toEqual([
      ['Name', 'Note'],
      ['a b', 'one\ntwo'],
      ['', 'x'],
    ]);
  });

  test('hidden rows under a cell that spans them leave nothing behind', async () => {
    const html =
      '<table><tr><td>h</td><td>i</td></tr><tr><td rowspan=3>a</td><td>1</td></tr>' +
      '<tr style="display:none"><td>2</td></tr><tr><td>3</td></tr></table>';
    expect(await cellsOf(html)).toEqual([
      ['h', 'i'],
      ['a', '1'],
      ['', '3'],
    ]);
  });

  test('far-reaching spans cost nothing', async () => {
    const wide = '<td colspan=1000 rowspan=65534>a</td>'.repeat(20);
    const [columns = []] = await cellsOf(`<table><tr><td>h</td></tr>${`<tr>${wide}</tr>`.repeat(2000)}</table>`);
    expect(columns.length).toBeLessThanOrEqual(16_384);
  });
});
