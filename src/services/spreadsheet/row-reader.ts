import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import type { RowReader } from '#model/data/record-source.ts';
import type { SpreadsheetClient } from '#services/spreadsheet/spreadsheet-client.ts';

/** The spreadsheet client as a reader of rows. `signal` gives up all of them. */
export function createRowReader(client: SpreadsheetClient, signal: AbortSignal): RowReader {
  return {
    async rowCount(connection, fileName, sheet) {
      const info = await client.reopen(connection, fileName, { signal });
      if (!info.ok) return info;
      const found = info.value.sheets.find((s) => s.name === sheet);
      return found === undefined ? err(problem('data.noSheet', { sheet }, fileName)) : ok(found.rowCount);
    },
    rows: (connection, sheet, columns, first, count) => client.rows(connection, sheet, columns, first, count, signal),
  };
}
