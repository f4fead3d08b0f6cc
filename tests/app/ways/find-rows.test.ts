import { afterEach, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import type { BoundTable } from '#model/data/tables.ts';
import { createSpreadsheetClient, type SpreadsheetClient } from '#services/spreadsheet/spreadsheet-client.ts';
import { handleOf } from '#services/worker-handle.ts';
import { findRows } from '#app/quick-print/scan/find-rows.ts';
import { createMemorySpreadsheetStore } from '#tests/support/memory-spreadsheet-store.ts';
import { createThreadWorker } from '#tests/support/thread-worker.ts';
import { buildXlsx } from '#tests/support/xlsx-builder.ts';

const clients: SpreadsheetClient[] = [];
afterEach(() => clients.splice(0).forEach((client) => client.dispose()));

async function openTable(rows: readonly (readonly (string | number)[])[]) {
  const client = createSpreadsheetClient({
    store: createMemorySpreadsheetStore(),
    createWorker: () => handleOf(createThreadWorker(new URL('../../support/data-worker-thread.ts', import.meta.url))),
  });
  clients.push(client);
  const blob = new Blob([buildXlsx([{ name: 'S', rows: [['key', 'name'], ...rows] }])]);
  const file = Object.assign(blob, { name: 'a.xlsx', lastModified: 0, webkitRelativePath: '' }) as File;
  const { connection } = expectOk(await client.open(file));
  const table: BoundTable = { connection, fileName: 'a.xlsx', sheet: 'S', columns: ['name'], fields: [] };
  return async (key: string) => expectOk(await findRows(client, table, 'key', key)).map(({ row }) => row);
}

test('finds a key exactly, with its leading zeros', async () => {
  const find = await openTable([
    ['0012', 'code'],
    [12, 'number'],
    ['A-1', 'small'],
    ['A-10', 'longer'],
    [5901234123457, 'ean'],
  ]);
  expect(await find('0012')).toEqual([2]);
  expect(await find('12')).toEqual([3]);
  expect(await find('012')).toEqual([]);
  expect(await find('A-1')).toEqual([4]);
  expect(await find('5901234123457')).toEqual([6]);
  expect(await find('nothing')).toEqual([]);
});

test('case matters only when rows differ in nothing else', async () => {
  const find = await openTable([
    ['ab', 'x'],
    ['AB', 'y'],
    ['Cd', 'z'],
    ['cD', 'z'],
  ]);
  expect(await find('AB')).toEqual([3]);
  expect(await find('aB')).toEqual([2, 3]);
  expect(await find('CD')).toEqual([4, 5]);
});
