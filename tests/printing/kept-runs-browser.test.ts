import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KeptRunsPage } from '#tests/support/kept-runs-page.ts';
import { openVitePage, type VitePage } from '#tests/support/vite-page.ts';

let opened: VitePage;

beforeAll(async () => {
  opened = await openVitePage('/tests/support/kept-runs-page.ts', ['idb', 'typebox', 'typebox/value']);
  await opened.page.waitForFunction(() => 'keptRunsPage' in globalThis);
});
afterAll(() => opened?.close());

function ask(what: keyof KeptRunsPage): Promise<unknown> {
  return opened.page.evaluate(
    (name) => (globalThis as unknown as { keptRunsPage: KeptRunsPage }).keptRunsPage[name](),
    what,
  );
}

test('a run is stored by value, with its pages, until it has an end, and then for printing it once more', async () => {
  expect(await ask('keep')).toEqual({
    same: true,
    asset: true,
    pages: [[{ state: 'sent', places: [0] }]],
    after: null,
    ended: 1,
  });
});

test('readings of repeated labels are deleted, and it is known whether the others are complete', async () => {
  expect(await ask('trim')).toEqual([
    [{ parts: 3, complete: false }, [0, 1, 2, 3, 4, 5]],
    [{ parts: 3, complete: true }, [0, 1, 2]],
    [{ parts: 3, complete: false }, [0, 1, 2]],
  ]);
});

test('a spreadsheet that a run needs is not evicted until the run has ended', async () => {
  expect(await ask('crowd')).toEqual([true, false]);
});

test('the latest ended runs can be printed once more', async () => {
  expect(await ask('end')).toEqual(Array.from({ length: 20 }, (_, i) => i + 5));
});

test('old ended jobs are deleted completely, and resumable ones are kept', async () => {
  // The latest 50 and the one without an end; readings of the latest five, and of that one.
  expect(await ask('forget')).toEqual([51, 51, 6, true, false]);
});

test('a database of the previous version keeps its data, and a run continues its journal', async () => {
  expect(await ask('upgrade')).toMatchObject({
    draft: { key: 'a draft', editedAt: 3 },
    devices: [{ name: 'Thermal', address: { type: 'usb', vendorId: 1, productId: 2, serialNumber: null } }],
    devicesOfOthers: [],
    runs: ['old'],
    ended: 'old',
    pages: [
      { sequence: 1, rows: [2], state: 'spooled' },
      { sequence: 2, rows: [3], state: 'inDoubt' },
      { sequence: 3, rows: [4], state: 'sent' },
      { sequence: 4, rows: [5], state: 'sent' },
    ],
  });
});

test('a run belongs to one page, and another is notified when it is free', async () => {
  expect(await ask('lock')).toEqual([true, false, true, false]);
});
