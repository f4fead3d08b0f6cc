import { describe, expect, test } from 'vitest';
import { ok } from '#model/kernel/result.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import { LANGUAGES } from '#printing/languages/languages.ts';
import type { CommandOrder } from '#protocol/printer-commands.ts';
import { PRINTER_LANGUAGES } from '#protocol/printer-settings.ts';
import type { ExportSetup } from '#protocol/render.ts';
import { fileOf } from '#app/editor/export/export-kind.ts';
import { exportLabels, type ExportMakers } from '#app/editor/export/export-labels.ts';
import { createTestTemplate } from '#tests/support/create-elements.ts';

function createSource(count: number): RecordSource {
  return {
    count,
    read: (first, wanted) =>
      Promise.resolve(
        ok(Array.from({ length: Math.min(wanted, count - first) }, (_, i) => ({ row: first + i + 2, values: {} }))),
      ),
  };
}

/** A renderer whose pages name their row, and an encoder whose commands name the page they print. */
function createMakers(): ExportMakers & { readonly orders: CommandOrder[]; readonly setups: ExportSetup[] } {
  const orders: CommandOrder[] = [];
  const setups: ExportSetup[] = [];
  return {
    orders,
    setups,
    renderer: {
      openExport(setup) {
        setups.push(setup);
        return Promise.resolve(
          ok({
            exportRecords: (records) =>
              Promise.resolve(
                ok({
                  labels: records.map(({ row }) => ({ row, verified: true, symbols: [], problems: [], warnings: [] })),
                  pages: [],
                  pieces: records.map(({ row }) => Uint8Array.of(row)),
                }),
              ),
            close: () => undefined,
          }),
        );
      },
    },
    encoder: {
      encode(order) {
        orders.push(order);
        return Promise.resolve(ok(Uint8Array.of(0xc0, ...order.png)));
      },
    },
  };
}

describe('an export in a printer language', () => {
  test.each(PRINTER_LANGUAGES)('in %s is one file of all pages with one header', async (format) => {
    const makers = createMakers();
    const order = { template: createTestTemplate([]), records: createSource(40), row: null, format, dpi: 203 };
    const made = await exportLabels(makers, order, new AbortController().signal, () => undefined);
    expect(made.ok && made.value.exported).toBe(40);
    expect(made.ok && made.value.pieces.map(([mark, row]) => [mark, row])).toEqual(
      Array.from({ length: 40 }, (_, i) => [0xc0, i + 2]),
    );
    expect(makers.setups).toMatchObject([{ format: 'png', dpi: 203 }]);
    expect(makers.orders.map(({ isFirst }) => isFirst)).toEqual([true, ...Array(39).fill(false)]);
    expect(makers.orders[0]).toMatchObject({ language: format, dpi: 203, copies: 1 });
    expect(fileOf(format)).toMatchObject({ extension: LANGUAGES[format].extension, pages: 'one' });
  });
});
