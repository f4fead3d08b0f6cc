import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import { requestedColumn } from '#model/data/cell-form.ts';
import type { RowReader } from '#model/data/record-source.ts';
import type { SpreadsheetClient } from '#services/spreadsheet/spreadsheet-client.ts';

/** Reads rows through the spreadsheet client. `signal` aborts all calls. */
export function createRowReader(client: SpreadsheetClient, signal: AbortSignal): RowReader {
  return {
    async extent(table) {
      const { fileName, sheet } = table;
      const info = await client.reopen(table, fileName, { signal });
      if (!info.ok) return info;
      const found = info.value.sheets.find((s) => s.name === sheet);
      if (found === undefined) return err(problem('data.noSheet', { sheet }, fileName));
      const columns = new Set(table.columns.map((request) => requestedColumn(request).column));
      const editedCells = client.edits(table, sheet).filter(({ column }) => columns.has(column)).length;
      return ok({ count: found.rowCount, numbering: found.numbering, editedCells });
    },
    rows: (table, first, count) => client.rows(table, table.sheet, table.columns, first, count, signal),
  };
}
