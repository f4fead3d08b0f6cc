import type { RowReader } from '#model/data/record-source.ts';
import type { SheetEdits } from '#model/data/frozen-data.ts';
import type { BoundTable } from '#model/data/tables.ts';
import type { CellEdit } from '#model/data/cell-edit.ts';
import { spreadsheetKey } from '#model/elements/base/reading.ts';
import type { Result } from '#model/kernel/result.ts';
import { createRowReader } from './row-reader.ts';
import type { SpreadsheetClient } from './spreadsheet-client.ts';

/** Reads rows with the cells as edited at some time. Its creator disposes of it. */
export interface FrozenReader extends RowReader {
  dispose(): void;
}

/**
 * Reads through the shared client as long as the cells there are the frozen ones. Otherwise, each file is read once
 * more by a client of the reader's own, which `openOwn` makes with these edits.
 */
export function createFrozenReader(
  shared: SpreadsheetClient,
  openOwn: (frozen: readonly SheetEdits[]) => SpreadsheetClient,
  frozen: readonly SheetEdits[],
): FrozenReader {
  let own: SpreadsheetClient | null = null;
  const frozenOf = (table: BoundTable): readonly CellEdit[] =>
    frozen.find((one) => one.sheet === table.sheet && spreadsheetKey(one) === spreadsheetKey(table))?.edits ?? [];
  const isUnchanged = (table: BoundTable): boolean => isSame(shared.edits(table, table.sheet), frozenOf(table));

  async function read<T>(
    table: BoundTable,
    signal: AbortSignal,
    ask: (reader: RowReader) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    if (own === null && isUnchanged(table)) {
      const answer = await ask(createRowReader(shared, signal));
      // Later edits may be in the answer. The edits of a sheet are known once it has been read.
      if (isUnchanged(table)) return answer;
    }
    own ??= openOwn(frozen);
    return ask(createRowReader(own, signal));
  }
  return {
    extent: (table, signal) => read(table, signal, (reader) => reader.extent(table, signal)),
    rows: (table, first, count, signal) => read(table, signal, (reader) => reader.rows(table, first, count, signal)),
    dispose: () => own?.dispose(),
  };
}

function isSame(edits: readonly CellEdit[], others: readonly CellEdit[]): boolean {
  if (edits === others) return true;
  if (edits.length !== others.length) return false;
  const texts = new Map(others.map(({ row, column, text }) => [JSON.stringify([row, column]), text]));
  return edits.every(({ row, column, text }) => texts.get(JSON.stringify([row, column])) === text);
}
