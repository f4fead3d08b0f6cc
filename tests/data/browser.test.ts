import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PageAnswer, PageFile } from '#tests/support/spreadsheet-page.ts';
import { openVitePage, type VitePage } from '#tests/support/vite-page.ts';
import { buildXlsx } from '#tests/support/xlsx-builder.ts';

let opened: VitePage;

beforeAll(async () => {
  opened = await openVitePage('/tests/support/spreadsheet-page.ts', ['comlink', 'idb']);
});

afterAll(() => opened?.close());

test('a file passes through the worker and the browser database', async () => {
  const rows = [
    ['Code', '名称'],
    ['00123', '苹果'],
    ['00124', '梨'],
  ];
  const { utils, write } = await import('xlsx');
  const sheet = utils.aoa_to_sheet(rows);
  const xls = write({ SheetNames: ['Data'], Sheets: { Data: sheet } }, { type: 'base64', bookType: 'biff8' }) as string;
  const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64');
  const files: PageFile[] = [
    { name: 'a.xlsx', base64: base64(buildXlsx([{ name: 'Data', rows }])) },
    { name: 'a.csv', base64: base64(rows.map((row) => row.join(';')).join('\r\n')) },
    { name: 'a.xls', base64: xls },
    { name: 'a.pdf', base64: base64('%PDF-1.4') },
  ];
  await opened.page.waitForFunction(() => 'runSpreadsheetPage' in globalThis);
  const answer = await opened.page.evaluate(
    (files) =>
      (globalThis as unknown as { runSpreadsheetPage: (files: PageFile[]) => Promise<PageAnswer> }).runSpreadsheetPage(
        files,
      ),
    files,
  );
  const expected = { ok: true, value: { rows: rows.slice(1), errors: [] } };
  expect(answer.results).toEqual([expected, expected, expected, 'file.wrongType']);
  expect(answer.kept).toEqual(Array.from({ length: 20 }, (_, i) => `${24 - i}.csv`));
});
