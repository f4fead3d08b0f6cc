import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ok } from '#model/kernel/result.ts';
import type { SheetRenderer } from '#protocol/printing.ts';
import { startPrintRun } from '#printing/run-print.ts';
import { createPorts, createRecords, createRenderer, createRequest, createSink, createTemplate } from './create-run.ts';

/** The answers arrive in this order among the pending ones. */
function inOrder(renderer: SheetRenderer, callsAtOnce: number, picks: readonly number[]): SheetRenderer {
  return {
    async openRun(setup, signal) {
      const opened = await renderer.openRun(setup, signal);
      if (!opened.ok) return opened;
      const waiting: (() => void)[] = [];
      let turn = 0;
      const answerOne = (): void => waiting.splice((picks[turn++ % picks.length] ?? 0) % waiting.length, 1)[0]?.();
      return ok({
        ...opened.value,
        callsAtOnce,
        async printRecords(records, isLast, abort, firstCell) {
          await new Promise<void>((resolve) => {
            waiting.push(resolve);
            // Later than all requests of the same batch.
            setTimeout(answerOne);
          });
          return opened.value.printRecords(records, isLast, abort, firstCell);
        },
      });
    },
  };
}

/** Full sheets except for the last one, and for the used cells of the first one. */
function sheetsOf(rows: readonly number[], cells: number, firstCell: number): readonly (readonly number[])[] {
  const sheets: number[][] = [];
  for (const [i, row] of rows.entries()) (sheets[Math.floor((i + firstCell) / cells)] ??= []).push(row);
  return sheets;
}

test('sheets are full, in the order of the rows, with any rejections and any order of answers', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        rows: fc.integer({ min: 1, max: 60 }),
        copies: fc.integer({ min: 1, max: 3 }),
        cells: fc.constantFrom(1, 2, 6, 12),
        used: fc.nat(11),
        refused: fc.oneof(fc.constant<number[]>([]), fc.array(fc.integer({ min: 2, max: 61 }), { maxLength: 40 })),
        callsAtOnce: fc.integer({ min: 1, max: 8 }),
        picks: fc.array(fc.nat(7), { minLength: 1, maxLength: 20 }),
      }),
      async ({ rows, copies, cells, used, refused, callsAtOnce, picks }) => {
        const sink = createSink();
        const renderer = inOrder(
          createRenderer(cells, (row) => refused.includes(row)),
          callsAtOnce,
          picks,
        );
        const firstCell = used % cells;
        const records = createRecords(rows);
        const request = createRequest({ template: createTemplate(cells, 1), copies, records, firstCell });
        const report = await startPrintRun(request, createPorts({ renderer, sink })).done;
        expect(report.outcome).toBe('finished');
        const repeats = cells === 1 ? 1 : copies;
        const printed = Array.from({ length: rows }, (_, i) => i + 2)
          .filter((row) => !refused.includes(row))
          .flatMap((row) => Array.from({ length: repeats }, () => row));
        const sheets = sheetsOf(printed, cells, firstCell);
        expect(sink.paper.map((sheet) => sheet.rows)).toEqual(sheets);
        expect([report.sent, report.refused]).toEqual([
          (printed.length / repeats) * copies,
          (rows - printed.length / repeats) * copies,
        ]);
      },
    ),
    { numRuns: 150 },
  );
});
