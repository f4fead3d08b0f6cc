import { afterEach, expect, test } from 'vitest';
import { labelCount, readCopyCounts, selectRecords } from '#model/data/copies.ts';
import { openFrozenRecords, reopenedRecords, type FrozenData } from '#model/data/frozen-data.ts';
import { openRecordSource } from '#model/data/record-source.ts';
import { rowSetOf } from '#model/data/row-set.ts';
import { boundTables } from '#model/data/tables.ts';
import { err, expectOk, ok } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import type { SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import type { Template } from '#model/template/template.ts';
import { createFrozenReader } from '#services/spreadsheet/frozen-reader.ts';
import { createRowReader } from '#services/spreadsheet/row-reader.ts';
import { createSpreadsheetClient, type SpreadsheetClient } from '#services/spreadsheet/spreadsheet-client.ts';
import { createFrozenEditStore } from '#services/storage/cell-edit-store.ts';
import { handleOf } from '#services/worker-handle.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { createMemorySpreadsheetStore } from '#tests/support/memory-spreadsheet-store.ts';
import { createThreadWorker } from '#tests/support/thread-worker.ts';
import { buildXlsx } from '#tests/support/xlsx-builder.ts';

const { signal } = new AbortController();
const store = createMemorySpreadsheetStore();
const clients: SpreadsheetClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.dispose();
});

function createClient(edits?: FrozenData['edits']): SpreadsheetClient {
  const client = createSpreadsheetClient({
    store,
    createWorker: () => handleOf(createThreadWorker(new URL('../support/data-worker-thread.ts', import.meta.url))),
    ...(edits === undefined ? {} : { editStore: createFrozenEditStore(edits) }),
  });
  clients.push(client);
  return client;
}

async function openWares(client: SpreadsheetClient): Promise<SpreadsheetInfo> {
  const rows = Array.from({ length: 30 }, (_, i) => [`ware ${i}`, i % 4]);
  const blob = new Blob([buildXlsx([{ name: 'Data', rows: [['Name', 'Count'], ...rows] }])]);
  const file = Object.assign(blob, { name: 'wares.xlsx', lastModified: 0, webkitRelativePath: '' }) as File;
  return expectOk(await client.open(file));
}

function boundTemplate({ connection }: SpreadsheetInfo): Template {
  const place = { connection, fileName: 'wares.xlsx', sheet: 'Data', column: 'Name' };
  const source = { type: 'column' as const, ...place, firstValue: '', text: '' };
  return createTestTemplate([createTestElement('text', { sources: [source] })]);
}

const names = (records: readonly { readonly values: Readonly<Record<string, string>> }[]): readonly string[] =>
  records.flatMap(({ values }) => Object.values(values));

test('frozen records stay unchanged after any edit or selection, also for another page', async () => {
  const client = createClient();
  const info = await openWares(client);
  const template = boundTemplate(info);
  const [table] = boundTables(template);
  if (table === undefined) throw new Error('nothing is bound');
  await client.edit(info, 'Data', [{ row: 5, column: 'Name', text: 'edited before' }]);

  const live = createRowReader(client, signal);
  const source = expectOk(await openRecordSource(template, live, signal));
  const counts = expectOk(await readCopyCounts(table, 'Count', source.count, live, signal));
  const rows = rowSetOf([2, 5, 6, 8, 11]);
  const shown = selectRecords(source, rows, counts, 99);
  const before = expectOk(await shown.read(0, 99, signal));
  const edits = [{ connection: info.connection, sheet: 'Data', edits: client.edits(info, 'Data') }];
  const frozen: FrozenData = structuredClone({ count: 30, rows, copiesColumn: 'Count', mostCopies: 99, edits });

  const reader = createFrozenReader(client, createClient, frozen.edits);
  const records = reopenedRecords(shown, () => openFrozenRecords(template, frozen, reader, signal));
  expect(expectOk(await records.read(0, 99, signal))).toEqual(before);
  // Rows with no copies are left out, as in the source that the user has seen.
  expect([records.count, labelCount(records), records.editedCells]).toEqual([4, 8, 1]);
  expect(names(before)).toEqual(['ware 2', 'edited before', 'ware 6', 'ware 11']);

  await client.edit(info, 'Data', [
    { row: 6, column: 'Name', text: 'edited later' },
    { row: 5, column: 'Name', text: null },
    { row: 2, column: 'Count', text: '0' },
  ]);
  expect(expectOk(await records.read(0, 99, signal))).toEqual(before);
  const now = expectOk(await openRecordSource(template, createRowReader(client, signal), signal));
  expect(names(expectOk(await now.read(5, 2, signal)))).toEqual(['ware 5', 'edited later']);

  // Another page knows only the stored data.
  const later = createFrozenReader(createClient(), createClient, frozen.edits);
  const again = expectOk(await openFrozenRecords(template, frozen, later, signal));
  expect(expectOk(await again.read(0, 99, signal))).toEqual(before);
  later.dispose();
  reader.dispose();
});

test('fewer rows than were frozen are different data', async () => {
  const client = createClient();
  const template = boundTemplate(await openWares(client));
  const frozen: FrozenData = { count: 31, rows: rowSetOf([0]), copiesColumn: null, mostCopies: 99, edits: [] };
  const reader = createFrozenReader(client, createClient, frozen.edits);
  expect(await openFrozenRecords(template, frozen, reader, signal)).toMatchObject({
    error: { code: 'print.keptChanged' },
  });
});

test('data that could not be reopened is retried at the next read', async () => {
  const known = { count: 1, read: () => Promise.resolve(ok([])) };
  let attempts = 0;
  const records = reopenedRecords(known, () =>
    Promise.resolve(
      ++attempts === 1
        ? err(problem('data.timeout'))
        : ok({ ...known, read: () => Promise.resolve(ok([{ row: 2, values: {} }])) }),
    ),
  );
  expect(await records.read(0, 1, signal)).toMatchObject({ error: { code: 'data.timeout' } });
  expect(expectOk(await records.read(0, 1, signal))).toEqual([{ row: 2, values: {} }]);
  expect(attempts).toBe(2);
});
