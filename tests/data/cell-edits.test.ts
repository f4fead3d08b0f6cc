import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSpreadsheetClient } from '#services/spreadsheet/spreadsheet-client.ts';
import { createRowReader } from '#services/spreadsheet/row-reader.ts';
import type { CellEditStore } from '#services/storage/cell-edit-store.ts';
import { handleOf } from '#services/worker-handle.ts';
import { withChanges, type CellEdit } from '#model/data/cell-edit.ts';
import { expectOk, ok } from '#model/kernel/result.ts';
import type { SpreadsheetWorkerApi } from '#protocol/spreadsheet.ts';
import type { TableQuery } from '#protocol/table-query.ts';
import { ALL_ROWS } from '#tests/support/all-rows.ts';
import { bytesSource, openSpreadsheet } from '#data-worker/open-spreadsheet.ts';
import type { OpenedSheet } from '#data-worker/opened-sheet.ts';
import { saveTable } from '#data-worker/save-table.ts';
import { createTableViews } from '#data-worker/table-views.ts';
import { createMemorySpreadsheetStore } from '#tests/support/memory-spreadsheet-store.ts';
import { createThreadWorker } from '#tests/support/thread-worker.ts';
import { buildXlsx } from '#tests/support/xlsx-builder.ts';

const NEVER = new AbortController().signal;
const COLUMNS = ['Name', 'Number'];

async function openBytes(bytes: Uint8Array): Promise<OpenedSheet> {
  const opened = expectOk(await openSpreadsheet(bytesSource(new Uint8Array(bytes)), 'a'));
  const [info] = opened.info.sheets;
  return expectOk(opened.sheet(info?.name ?? ''));
}

function openTexts(rows: readonly (readonly string[])[]): Promise<OpenedSheet> {
  const lines = [COLUMNS, ...rows].map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','));
  return openBytes(new TextEncoder().encode(lines.join('\n')));
}

function textsOf(sheet: OpenedSheet): readonly (readonly string[])[] {
  return sheet.window(expectOk(sheet.placesOf(COLUMNS)), (i) => i, sheet.info.rowCount).rows;
}

async function found(sheet: OpenedSheet, query: Partial<TableQuery>): Promise<readonly number[]> {
  const spreadsheet = { info: { connection: 'a', fileName: 'a', sheets: [] }, sheet: () => ok(sheet) };
  const views = createTableViews(() => spreadsheet as never);
  expectOk(await views.open(1, { connection: 'a' }, 'a', { ...ALL_ROWS, ...query }, () => undefined));
  return [...expectOk(await views.indexes(1, 0, 1000))];
}

// A text that is no number, so that it does not end the table, in the last row.
const cell = fc.constantFrom('a', 'B', 'berlin', '北京', '12', '7', '007', '3.5', '', '-4', '2026-11-22', 'x, z');
const table = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 12 });
const edits = fc.array(fc.record({ row: fc.nat(12), column: fc.constantFrom(...COLUMNS), text: cell }), {
  maxLength: 8,
});

describe('edited cells', () => {
  test('are shown, searched, filtered and sorted like cells of the file', async () => {
    await fc.assert(
      fc.asyncProperty(table, edits, async (rows, changes) => {
        const all = [...rows, ['last', 'end']];
        const wanted = withChanges([], changes).filter(({ row }) => row < rows.length);
        const edited = await openTexts(all);
        expectOk(edited.edit(wanted));
        const texts = all.map((cells, row) =>
          cells.map((text, i) => wanted.find((e) => e.row === row && e.column === COLUMNS[i])?.text ?? text),
        );
        const written = await openTexts(texts);
        expect(textsOf(edited)).toEqual(textsOf(written));
        const queries: Partial<TableQuery>[] = [
          { search: 'b' },
          { search: '7' },
          { sort: [{ column: 'Name', descending: false }] },
          { sort: [{ column: 'Number', descending: true }] },
          { filters: [{ column: 'Number', test: 'greater', value: '5' }] },
          { filters: [{ column: 'Name', test: 'empty', value: '' }] },
          { filters: [{ column: 'Number', test: 'is', value: '2026-11-22' }] },
        ];
        for (const query of queries) expect(await found(edited, query)).toEqual(await found(written, query));
      }),
      { numRuns: 60 },
    );
  });

  test('hide the error of a cell, and undo restores the original', async () => {
    const sheet = await openBytes(
      buildXlsx([{ name: 'S', rows: [COLUMNS, ['a', { error: '#N/A' }], ['b', { number: 5, format: '0.00' }]] }]),
    );
    const places = expectOk(sheet.placesOf(['Number', { column: 'Number', form: 'stored' }]));
    const window = () => sheet.window(places, (i) => i, 2);
    expect(window()).toMatchObject({
      rows: [
        ['#N/A', '#N/A'],
        ['5.00', '5'],
      ],
      errors: [{ row: 0 }, { row: 0 }],
    });
    expectOk(sheet.edit([{ row: 0, column: 'Number', text: '8' }]));
    expect(window()).toEqual({
      rows: [
        ['8', '8'],
        ['5.00', '5'],
      ],
      errors: [],
    });
    expect(await found(sheet, { filters: [{ column: 'Number', test: 'error', value: '' }] })).toEqual([]);
    expect(sheet.edit([{ row: 0, column: 'Nowhere', text: '8' }])).toMatchObject({ error: { code: 'data.noColumn' } });
    expectOk(sheet.edit([]));
    expect(window().errors).toHaveLength(2);
  });

  test.each(['csv', 'xlsx'] as const)('are in the table that is saved as .%s', async (format) => {
    const sheet = await openTexts([
      ['007', '1'],
      ['x "y", z', '=1+1'],
      ['line\nbreak', '2.50'],
    ]);
    expectOk(sheet.edit([{ row: 0, column: 'Number', text: '12' }]));
    const pieces = expectOk(await saveTable(sheet, format));
    const again = await openBytes(new Uint8Array(Buffer.concat(pieces)));
    expect(textsOf(again)).toEqual([
      ['007', '12'],
      ['x "y", z', '=1+1'],
      ['line\nbreak', '2.50'],
    ]);
  });
});

describe('the spreadsheet client', () => {
  function createClient(editStore: CellEditStore, store = createMemorySpreadsheetStore()) {
    const createWorker = () =>
      handleOf<SpreadsheetWorkerApi<Blob>>(
        createThreadWorker(new URL('../support/data-worker-thread.ts', import.meta.url)),
      );
    return { store, client: createSpreadsheetClient({ createWorker, store, editStore, responseTimeoutMs: 20_000 }) };
  }

  test('keeps edits, reports them, and shows them the next time', async () => {
    const kept = new Map<string, readonly CellEdit[]>();
    const editStore: CellEditStore = {
      get: async (sheet) => ok(kept.get(sheet) ?? []),
      put: async (sheet, all) => {
        kept.set(sheet, all);
        return ok(null);
      },
    };
    const { client, store } = createClient(editStore);
    const blob = new Blob([new Uint8Array(buildXlsx([{ name: 'S', rows: [COLUMNS, ['a', 1], ['b', 2]] }]))]);
    const file = Object.assign(blob, { name: 'a.xlsx', lastModified: 0, webkitRelativePath: '' }) as File;
    const info = expectOk(await client.open(file));
    let notified = 0;
    client.onEdit(() => notified++);
    expectOk(await client.edit(info, 'S', [{ row: 1, column: 'Name', text: 'B!' }]));
    expectOk(await client.edit(info, 'S', [{ row: 0, column: 'Number', text: '9' }]));
    expect(notified).toBe(2);
    expect(expectOk(await client.rows(info, 'S', COLUMNS, 0, 5)).rows).toEqual([
      ['a', '9'],
      ['B!', '2'],
    ]);
    const bound = { ...info, sheet: 'S', columns: ['Name'], fields: [] };
    const reader = createRowReader(client, NEVER);
    expect(expectOk(await reader.extent(bound, NEVER))).toMatchObject({ count: 2, editedCells: 1 });
    client.dispose();

    const later = createClient(editStore, store).client;
    expect(expectOk(await later.rows(info, 'S', COLUMNS, 0, 5)).rows).toEqual([
      ['a', '9'],
      ['B!', '2'],
    ]);
    expect(later.edits(info, 'S')).toHaveLength(2);
    expectOk(await later.edit(info, 'S', [{ row: 1, column: 'Name', text: null }]));
    expect(expectOk(await later.rows(info, 'S', COLUMNS, 0, 5)).rows).toEqual([
      ['a', '9'],
      ['b', '2'],
    ]);
    expect([...kept.values()]).toEqual([[{ row: 0, column: 'Number', text: '9' }]]);
    later.dispose();
  });
});
