import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allRows, problemOf } from './open-bytes.ts';

describe('cells', () => {
  test('keeps every text unchanged', async () => {
    const csv = 'Code,Long,Exp,Date\n00123,12345678901234567,1E5,2024/1/5\n';
    expect(await allRows(csv)).toMatchObject({
      columns: ['Code', 'Long', 'Exp', 'Date'],
      rows: [['00123', '12345678901234567', '1E5', '2024/1/5']],
    });
  });

  test('reads quotes, doubled quotes, line ends and delimiters inside', async () => {
    const csv = 'a,b\n"x, y","say ""hi"""\n"two\r\nlines",5" pipe\n"abc"def,"  "\n';
    expect((await allRows(csv)).rows).toEqual([
      ['x, y', 'say "hi"'],
      ['two\r\nlines', '5" pipe'],
      ['"abc"def', '  '],
    ]);
  });

  test('reads mixed line ends, blank lines, ragged rows, no last line end', async () => {
    const csv = 'a,b\r\n1,2\r3\n\n4,5,6\n,\n\n';
    const { columns, rows } = await allRows(csv);
    expect(columns).toEqual(['a', 'b', 'C']);
    expect(rows).toEqual([
      ['1', '2', ''],
      ['3', '', ''],
      ['', '', ''],
      ['4', '5', '6'],
    ]);
    expect((await allRows('a\n1')).rows).toEqual([['1']]);
  });

  test.each([',', ';', '\t', '|'])('delimiter %j', async (delimiter) => {
    const csv = ['a', 'b', 'c'].join(delimiter) + '\n' + ['1', '2 x', '3'].join(delimiter) + '\n';
    expect((await allRows(csv)).rows).toEqual([['1', '2 x', '3']]);
  });

  test('finds the delimiter in the first line', async () => {
    expect(await allRows('sep=;\r\na;b,c\r\n1;2,3\r\n')).toMatchObject({ columns: ['a', 'b,c'], rows: [['1', '2,3']] });
  });

  test('an unclosed quote swallows nothing', async () => {
    expect(await problemOf('a,b\n"1,2\n3,4\n')).toBe('data.unclosedQuote');
  });

  test('reads only a heading, or nothing but line ends', async () => {
    expect(await problemOf('a,b\n')).toBe('data.empty');
    expect(await problemOf('\n\n\r\n')).toBe('data.empty');
  });

  test('reads a column named __proto__', async () => {
    expect((await allRows('__proto__,constructor\n1,2\n')).columns).toEqual(['__proto__', 'constructor']);
  });

  test('reads back any written table', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', '1', '"', ',', '\n', '\r', ' ', '中', '😀') });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 20 }), async (rows) => {
        const quoted = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','));
        const csv = `first,second\r\n${quoted.join('\r\n')}\r\nend,end`;
        expect((await allRows(csv)).rows).toEqual([...rows, ['end', 'end']]);
      }),
    );
  });
});

describe('encodings', () => {
  const text = '名称,价格\n苹果汁,12.50\n橙子,8.00\n';
  const utf16 = (order: 'le' | 'be', mark: boolean): Uint8Array => {
    const bytes = Buffer.from((mark ? '\ufeff' : '') + 'Name,Größe,Note\nApple,10,x\nPear,20,y\n', 'utf16le');
    return Uint8Array.from(order === 'le' ? bytes : bytes.swap16());
  };
  // GB 18030 by hand: 名称,价格 / 苹果汁,12.50
  const gb = Buffer.from('c3fbb3c62cbcdbb8f10ac6bbb9fbd6ad2c31322e35300a', 'hex');

  test('UTF-8 with and without a mark', async () => {
    expect((await allRows(text)).rows[0]).toEqual(['苹果汁', '12.50']);
    expect((await allRows(`\ufeff${text}`)).columns).toEqual(['名称', '价格']);
  });

  test('UTF-16 in both orders, with and without a mark', async () => {
    for (const order of ['le', 'be'] as const) {
      for (const mark of [true, false]) {
        expect((await allRows(utf16(order, mark))).columns).toEqual(['Name', 'Größe', 'Note']);
      }
    }
  });

  test('GB 18030', async () => {
    expect(await allRows(gb)).toMatchObject({ columns: ['名称', '价格'], rows: [['苹果汁', '12.50']] });
  });

  test('Windows 1251', async () => {
    // Товар;Цена / Яблоко;10
    const russian = Buffer.from('d2eee2e0f03bd6e5ede00adfe1ebeeeaee3b31300a', 'hex');
    expect(await allRows(russian)).toMatchObject({ columns: ['Товар', 'Цена'], rows: [['Яблоко', '10']] });
  });

  test('Windows 1252', async () => {
    const latin = Buffer.from('Name;Price\nCaf\xe9 ;\x80 5\n', 'latin1');
    expect((await allRows(latin)).rows).toEqual([['Café ', '€ 5']]);
    expect((await allRows(Buffer.from('Name\nM\xfcller\nB\xe4r\n', 'latin1'))).rows).toEqual([['Müller'], ['Bär']]);
  });
});
