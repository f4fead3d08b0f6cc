import { ok, type Result } from '#model/kernel/result.ts';
import { boundTables, hasSequences, recordsFrom, type TableWindow } from './tables.ts';
import { NO_RECORD, type DataRecord } from './record.ts';
import type { Template } from '#model/template/template.ts';

/** A template's spreadsheet rows as records, read a window at a time. */
export interface RecordSource {
  /**
   * The number of labels that the data give: the smallest row count of the bound sheets (sequences continue as long as
   * needed). `MAX_SEQUENCE_LABELS` when there are only sequences: the user says how many. 1 when there is neither.
   */
  readonly count: number;
  /** Reads records; `first` counts from 0. A window that reaches past the end gives fewer. */
  read(first: number, count: number, signal: AbortSignal): Promise<Result<readonly DataRecord[]>>;
}

/** Largest number of labels in a run that has sequences but no spreadsheet. */
export const MAX_SEQUENCE_LABELS = 1_000_000;

/** The part of the spreadsheet service that records need. */
export interface RowReader {
  rowCount(connection: string, fileName: string, sheet: string, signal: AbortSignal): Promise<Result<number>>;
  rows(
    connection: string,
    sheet: string,
    columns: readonly string[],
    first: number,
    count: number,
    signal: AbortSignal,
  ): Promise<Result<Pick<TableWindow, 'rows' | 'errors'>>>;
}

/** The source of a template without data: one label. */
const SINGLE: RecordSource = {
  count: 1,
  read: async (first, count) => ok(first < 1 && count > 0 ? [NO_RECORD] : []),
};

/** The source of a template with sequences but no spreadsheet: labels are numbered from 1. */
const NUMBERED: RecordSource = {
  count: MAX_SEQUENCE_LABELS,
  async read(first, count) {
    const length = Math.max(0, Math.min(count, MAX_SEQUENCE_LABELS - first));
    return ok(Array.from({ length }, (_, i) => ({ row: first + i + 1, index: first + i, values: {} })));
  },
};

/**
 * Opens the rows of a template's bound sheets. Problems: those of the reader, such as `data.notConnected` for a
 * spreadsheet that is not at hand.
 */
export async function openRecordSource(
  template: Template,
  reader: RowReader,
  signal: AbortSignal,
): Promise<Result<RecordSource>> {
  const tables = boundTables(template);
  if (tables.length === 0) return ok(hasSequences(template) ? NUMBERED : SINGLE);
  let total = Infinity;
  for (const table of tables) {
    const rows = await reader.rowCount(table.connection, table.fileName, table.sheet, signal);
    if (!rows.ok) return rows;
    total = Math.min(total, rows.value);
  }
  const source: RecordSource = {
    count: total,
    async read(first, count, readSignal) {
      const wanted = Math.max(0, Math.min(count, total - first));
      const windows = [];
      for (const table of tables) {
        const rows = await reader.rows(table.connection, table.sheet, table.columns, first, wanted, readSignal);
        if (!rows.ok) return rows;
        windows.push({ table, rows: rows.value.rows, errors: rows.value.errors });
      }
      return ok(recordsFrom(windows, first, wanted));
    },
  };
  return ok(source);
}
