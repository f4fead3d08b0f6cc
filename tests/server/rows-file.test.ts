import { describe, expect, test } from 'vitest';
import { bytesSource, openSpreadsheet } from '#data-worker/open-spreadsheet.ts';
import { expectOk, type Result } from '#model/kernel/result.ts';
import { readRunBody } from '#server/runs/run-body.ts';
import { ROW_LIMITS, rowsFile } from '#server/runs/rows-file.ts';

const READING = { encoding: 'utf-8', delimiter: ',', quote: '"', headingRows: 1 } as const;

/** The table as the worker of a run reads it. */
async function tableOf(
  rows: readonly object[],
): Promise<{ columns: readonly string[]; rows: readonly (readonly string[])[] }> {
  const { bytes, fileName } = expectOk(rowsFile(rows));
  const { info, rows: read } = expectOk(
    await openSpreadsheet(bytesSource(Uint8Array.from(bytes)), fileName, { reading: READING }),
  );
  const [sheet] = info.sheets;
  if (sheet === undefined) throw new Error('no sheet');
  return { columns: sheet.columns, rows: expectOk(read(sheet.name, sheet.columns, 0, 100)).rows };
}

function errorOf<E>(result: Result<unknown, E>): E {
  if (result.ok) throw new Error('it was taken');
  return result.error;
}

const bodyOf = (body: unknown) => readRunBody(Buffer.from(JSON.stringify(body)), 'body');

describe('rows of JSON', () => {
  test('become a table with a column for each name, empty where a row does not have it', async () => {
    const rows = [{ b: 'x "y", z' }, { a: 1, c: true, b: null }, {}, { c: 'line\nend', a: -0.5 }, { a: '' }];
    const table = await tableOf([...rows, { c: 'last' }]);
    expect(table.columns).toEqual(['b', 'a', 'c']);
    expect(table.rows).toEqual([
      ['x "y", z', '', ''],
      ['', '1', 'true'],
      ['', '', ''],
      ['', '-0.5', 'line\nend'],
      ['', '', ''],
      ['', '', 'last'],
    ]);
  });

  test('are rejected beyond their limits, and by the name of the limit', () => {
    const distinct = (count: number): object[] => Array.from({ length: count }, (_, i) => ({ [`c${i}`]: 1 }));
    expect(errorOf(rowsFile(distinct(ROW_LIMITS.columns + 1))).message).toBe('run.tooManyColumns');
    expect(errorOf(rowsFile(Array.from({ length: ROW_LIMITS.rows + 1 }, () => ({})))).message).toBe('run.tooManyRows');
    const wide = [...distinct(ROW_LIMITS.columns), ...Array.from({ length: 1_001 }, () => ({}))];
    expect(errorOf(rowsFile(wide)).message).toBe('run.tooManyCells');
    expect(rowsFile(wide.slice(0, 2_000)).ok).toBe(true);
  });

  test('with an invalid cell name it', () => {
    expect(errorOf(rowsFile([{ a: 1 }, { a: 1, b: {} }])).field).toBe('rows.1.b');
    expect(errorOf(rowsFile([{ a: 'x'.repeat(20_001) }])).field).toBe('rows.0.a');
    expect(errorOf(rowsFile([{ a: 1 }, [1]])).field).toBe('rows.1');
    expect(errorOf(rowsFile([])).field).toBe('rows');
  });
});

describe('the body of a run request', () => {
  test('is rejected before parsing if it has more values than rows may have', () => {
    const crowded = Buffer.from(`{"rows":[${'{},'.repeat(ROW_LIMITS.rows + 2_000)}{}]}`);
    expect(errorOf(readRunBody(crowded, 'body'))).toMatchObject({ message: 'run.tooManyRows' });
    const wide = Buffer.from(`{"texts":{${'"a":1,'.repeat(3_000)}"b":1}}`);
    expect(errorOf(readRunBody(wide, 'body'))).toMatchObject({ message: 'run.tooManyColumns' });
  });

  test('may have commas, brackets and quotes in its texts', () => {
    const csv = 'a,"b",[{\\'.repeat(300_000);
    expect(expectOk(bodyOf({ csv })).rows?.bytes.length).toBe(csv.length);
  });

  test('accepts only one source of rows, and a file only as base64', () => {
    expect(errorOf(bodyOf({ csv: 'a', rows: [{}] }))).toMatchObject({ params: { field: 'rows, csv' } });
    const file = { name: 'rows.csv', base64: Buffer.from('a,b\n').toString('base64') };
    expect(expectOk(bodyOf({ file })).rows?.bytes.toString()).toBe('a,b\n');
    for (const base64 of ['', 'abc', 'ab=c', 'a===', 'YQ==!', 'YQ 0']) {
      expect([base64, errorOf(bodyOf({ file: { ...file, base64 } }))]).toMatchObject([
        base64,
        { field: 'file.base64' },
      ]);
    }
    expect(errorOf(bodyOf({ file: { ...file, name: '../rows.csv' } }))).toMatchObject({ field: 'file.name' });
    expect(errorOf(readRunBody(Buffer.from('{"rows":'), 'body'))).toBe('notJson');
  });
});
