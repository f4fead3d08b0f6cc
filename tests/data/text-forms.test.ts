import { describe, expect, test } from 'vitest';
import { bytesSource, openSpreadsheet } from '#data-worker/open-spreadsheet.ts';
import { expectOk } from '#model/kernel/result.ts';
import { allRows, problemOf } from './open-bytes.ts';

async function cellsOf(text: string): Promise<readonly (readonly string[])[]> {
  const { columns, rows } = await allRows(text);
  return [columns, ...rows];
}

describe('delimiters', () => {
  test.each([
    [
      'a comma within every name',
      'Code;Last, First\n001;Müller, Hans\n002;Jäger, Eva\n',
      [
        ['Code', 'Last, First'],
        ['001', 'Müller, Hans'],
        ['002', 'Jäger, Eva'],
      ],
    ],
    [
      'decimal commas',
      'Artikel;Preis\nA;1,50\nB;2,00\n',
      [
        ['Artikel', 'Preis'],
        ['A', '1,50'],
        ['B', '2,00'],
      ],
    ],
    [
      'decimal commas without headings',
      '1,5;2,5\n3,5;4,5\n',
      [
        ['1,5', '2,5'],
        ['3,5', '4,5'],
      ],
    ],
    [
      'tabs and commas',
      'Name\tCity\nA\tBerlin, DE\nB\tRome, IT\n',
      [
        ['Name', 'City'],
        ['A', 'Berlin, DE'],
        ['B', 'Rome, IT'],
      ],
    ],
    [
      'bars',
      'a|b,c|d\n1|2,3|4\n',
      [
        ['a', 'b,c', 'd'],
        ['1', '2,3', '4'],
      ],
    ],
    [
      'lists within cells',
      'id,tags\n1,red;blue\n2,green;black\n',
      [
        ['id', 'tags'],
        ['1', 'red;blue'],
        ['2', 'green;black'],
      ],
    ],
    [
      'quoted cells with semicolons within',
      '"a;b","c"\n"1;2","3"\n',
      [
        ['a;b', 'c'],
        ['1;2', '3'],
      ],
    ],
    [
      'quoted cells between semicolons',
      '"a,b";"c"\n"1,2";"3"\n',
      [
        ['a,b', 'c'],
        ['1,2', '3'],
      ],
    ],
    [
      'blanks behind commas',
      'a, b, c\n1, 2, 3\n',
      [
        ['a', ' b', ' c'],
        ['1', ' 2', ' 3'],
      ],
    ],
    [
      'one column of texts',
      'City\nBerlin, Germany\nParis\nLyon\nRome\n',
      [['City'], ['Berlin, Germany'], ['Paris'], ['Lyon'], ['Rome']],
    ],
    ['one column', 'Code\n001\n002\n', [['Code'], ['001'], ['002']]],
    [
      'a title above the table',
      'Stock in May\nName,Price\nA,1\nB,2\n',
      [
        ['Stock in May', 'B'],
        ['Name', 'Price'],
        ['A', '1'],
        ['B', '2'],
      ],
    ],
    [
      'a quoted sep line',
      '"sep=|"\na|b\n1|2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'times and a date',
      'Time;Date\n10:30;2024-01-05\n',
      [
        ['Time', 'Date'],
        ['10:30', '2024-01-05'],
      ],
    ],
  ] as const)('%s', async (_name, text, cells) => {
    expect(await cellsOf(text)).toEqual(cells);
  });
});

describe('quotes', () => {
  test('lines of a quoted cell that is longer than the sample for the delimiter are no records', async () => {
    const rows = Array.from({ length: 50 }, (_, i) => `${i};short`).join('\n');
    const long = Array.from({ length: 9000 }, () => 'one, two, three').join('\n');
    const cells = await cellsOf(`Name;Note\n${rows}\nlast;"${long}"\n`);
    expect(cells[0]).toEqual(['Name', 'Note']);
    expect(cells).toHaveLength(52);
    expect(cells[51]).toEqual(['last', long]);
  });

  test.each([
    ['in the first row', (long: string) => `Name;"${long}"\nlast;short\n`],
    ['in the first row, before a delimiter', (long: string) => `"${long}";Name\nshort;last\n`],
    ['in the second row', (long: string) => `Name;Note\n"${long}";1\nlast;short\n`],
  ])('a quoted cell of 200 kB %s does not hide the delimiter', async (_name, write) => {
    const long = Array.from({ length: 12_000 }, () => 'one, two, three').join('\n');
    const cells = await cellsOf(write(long));
    expect(cells.flat()).toContain(long);
    expect(cells.map((row) => row.length)).toEqual(cells.map(() => 2));
  });

  test.each([
    [
      'something behind a quoted part',
      'a,b\n"x,y"z,1\n',
      [
        ['a', 'b'],
        ['"x,y"z', '1'],
      ],
    ],
    [
      'inches',
      'a,b\n5" pipe,1\n"6"" pipe",2\n',
      [
        ['a', 'b'],
        ['5" pipe', '1'],
        ['6" pipe', '2'],
      ],
    ],
    [
      'line ends of all kinds within and between',
      'a,b\r\n"1\r\n2",3\r"4\n5",6\n7,8',
      [
        ['a', 'b'],
        ['1\r\n2', '3'],
        ['4\n5', '6'],
        ['7', '8'],
      ],
    ],
    [
      'empty quoted cells',
      'a,b\n"",""\n"",1\n',
      [
        ['a', 'b'],
        ['', ''],
        ['', '1'],
      ],
    ],
  ] as const)('%s', async (_name, text, cells) => {
    expect(await cellsOf(text)).toEqual(cells);
  });

  test('an unclosed one is reported with its row, and can be read without quotes', async () => {
    const text = 'a,b\n1,2\n3,"4\n5,6\n';
    const bytes = new TextEncoder().encode(text);
    expect(await openSpreadsheet(bytesSource(bytes), 'a.csv')).toMatchObject({
      error: { code: 'data.unclosedQuote', params: { row: 3 } },
    });
    const opened = expectOk(await openSpreadsheet(bytesSource(bytes), 'a.csv', { reading: { quote: '' } }));
    expect(expectOk(opened.rows('Sheet1', ['b'], 0, 9)).rows).toEqual([['2'], ['"4'], ['6']]);
  });
});

describe('size', () => {
  test('more rows than Excel has', async () => {
    const rowCount = 1_100_000;
    const opened = expectOk(
      await openSpreadsheet(bytesSource(new TextEncoder().encode(`n\n${'7\n'.repeat(rowCount)}`)), 'a.csv'),
    );
    expect(opened.info.sheets[0]?.rowCount).toBe(rowCount);
    expect(expectOk(opened.rows('Sheet1', ['n'], rowCount - 1, 5)).rows).toEqual([['7']]);
  });

  test('a huge cell is too large, and one below the limit is read', async () => {
    expect(await problemOf(`a,b\n${'x'.repeat(4 * 2 ** 20 + 1)},1\n`)).toBe('data.tooLarge');
    const { rows } = await allRows(`a,b\n"${'x'.repeat(3 * 2 ** 20)}",1\n`);
    expect(rows[0]?.[0]).toHaveLength(3 * 2 ** 20);
  });

  test.each([
    ['alternating quotes', `a\n${'"x'.repeat(10 * 2 ** 20)}\n`],
    ['nothing but quotes', `a\n${'"'.repeat(20 * 2 ** 20)}\n`],
    ['quoted cells that something follows', `a,b\n${'"x"y,'.repeat(4 * 2 ** 20)}\n`],
    ['quotes that open again and again', `a,b\n${'"x,'.repeat(7 * 2 ** 20)}\n`],
  ])('20 MB of %s end in cells or a problem', async (_name, text) => {
    expect(await problemOf(text)).toMatch(/^(?:ok|data\.(?:unclosedQuote|tooLarge|empty))$/);
  });

  test('reads only the beginning of a long text for a preview', async () => {
    const bytes = new TextEncoder().encode(`a,b\n${'1,"2\n3"\n'.repeat(100_000)}`);
    const opened = expectOk(await openSpreadsheet(bytesSource(bytes), 'a.csv', { headBytes: 1001 }));
    expect(opened.info.sheets[0]?.rowCount).toBeLessThan(200);
    expect(expectOk(opened.rows('Sheet1', ['a', 'b'], 0, 2)).rows).toEqual([
      ['1', '2\n3'],
      ['1', '2\n3'],
    ]);
  });
});
