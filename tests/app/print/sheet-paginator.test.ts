import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PrintRunHandle } from '#services/render/print-renderer.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import { createSheetPaginator } from '#app/print/sheet-paginator.ts';
import { ok, type Result } from '#model/kernel/result.ts';

const never = new AbortController().signal;

function createSource(count: number): RecordSource {
  return {
    count,
    read: (first, wanted) =>
      Promise.resolve(
        ok(
          Array.from({ length: Math.max(0, Math.min(wanted, count - first)) }, (_, i) => ({
            row: first + i + 2,
            values: {},
          })),
        ),
      ),
  };
}

/** A worker that only lays out: it assigns the given records to cells. */
function createRun(cells: number, isRefused: (row: number) => boolean) {
  let looked = 0;
  const run = {
    sheet: { cells: Array.from({ length: cells }, () => ({ xDots: 0, yDots: 0 })) },
    previewPage(records: readonly { readonly row: number }[], _signal: AbortSignal, firstCell = 0) {
      const labels = [];
      let cell = firstCell;
      for (const { row } of records) {
        if (cell === cells) break;
        looked++;
        const verified = !isRefused(row);
        labels.push({ row, verified, cell: verified ? cell++ : null, symbols: [], problems: [], warnings: [] });
      }
      return Promise.resolve(ok({ labels }));
    },
  } as unknown as Pick<PrintRunHandle, 'previewPage' | 'sheet'>;
  return { run, looked: () => looked };
}

/** The rows on each sheet of a printed run. */
function printedSheets(
  count: number,
  repeats: number,
  cells: number,
  firstCell: number,
  isRefused: (row: number) => boolean,
): number[][] {
  const rows = Array.from({ length: count * repeats }, (_, i) => Math.floor(i / repeats) + 2).filter(
    (row) => !isRefused(row),
  );
  const sheets: number[][] = [];
  for (const [i, row] of rows.entries()) (sheets[Math.floor((i + firstCell) / cells)] ??= []).push(row);
  return sheets;
}

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
}

describe('the sheets of a run', () => {
  test('are the printed sheets, in any order of requests', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 2, max: 6 }),
        fc.array(fc.integer({ min: 2, max: 61 }), { maxLength: 40 }),
        fc.array(fc.nat(40), { minLength: 1, maxLength: 12 }),
        fc.nat(5),
        async (count, repeats, cells, refused, asked, used) => {
          const firstCell = used % cells;
          const isRefused = (row: number): boolean => refused.includes(row);
          const paginator = createSheetPaginator(
            createRun(cells, isRefused).run,
            createSource(count),
            repeats,
            firstCell,
          );
          const printed = printedSheets(count, repeats, cells, firstCell, isRefused);
          for (const index of asked) {
            const page = value(await paginator.page(index, never));
            expect(page.certain).toBe(true);
            expect(page.index).toBeLessThan(page.pageCount);
            const rows = page.made.labels.filter((label) => label.cell !== null).map((label) => label.row);
            expect(rows).toEqual(printed[page.index] ?? []);
            if (page.index === 0 && rows.length > 0)
              expect(page.made.labels.find(({ cell }) => cell !== null)?.cell).toBe(firstCell);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  test('have a known total once the last was shown', async () => {
    const { run } = createRun(6, (row) => row <= 8);
    const paginator = createSheetPaginator(run, createSource(20), 1);
    expect(value(await paginator.page(0, never)).pageCount).toBe(3);
    expect(value(await paginator.page(9, never))).toMatchObject({ index: 2, pageCount: 3 });
    const other = createSheetPaginator(createRun(6, (row) => row >= 8 && row < 15).run, createSource(20), 1);
    expect(value(await other.page(0, never)).pageCount).toBe(4);
    expect(value(await other.page(3, never))).toMatchObject({ index: 2, pageCount: 3, certain: true });
    expect(value(await other.page(0, never)).pageCount).toBe(3);
  });

  test('far away are shown at once, and marked as uncertain', async () => {
    const { run, looked } = createRun(6, (row) => row % 10 === 0);
    const paginator = createSheetPaginator(run, createSource(1_000_000), 1);
    const far = value(await paginator.page(100_000, never));
    expect(far).toMatchObject({ index: 100_000, certain: false });
    expect(looked()).toBeLessThan(10);
    const following = value(await paginator.page(100_001, never));
    expect(following.made.labels[0]?.row).toBe((far.made.labels.at(-1)?.row ?? 0) + 1);
    const near = value(await paginator.page(50, never));
    expect(near).toMatchObject({ index: 50, certain: true });
  });

  test('end when nothing can be printed, without rendering every row', async () => {
    const { run, looked } = createRun(6, () => true);
    const paginator = createSheetPaginator(run, createSource(1_000_000), 1);
    expect(value(await paginator.page(0, never))).toMatchObject({ index: 0, certain: false });
    expect(looked()).toBeLessThan(1000);
  });

  test('with one label represent their row, rejected or not', async () => {
    const paginator = createSheetPaginator(createRun(1, (row) => row === 3).run, createSource(1000), 1);
    const page = value(await paginator.page(999, never));
    expect(page).toMatchObject({ index: 999, pageCount: 1000, certain: true });
    expect(page.made.labels[0]?.row).toBe(1001);
  });
});
