import { ok, type Result } from '#model/kernel/result.ts';
import type { RowNumbering } from './row-numbering.ts';
import { hasSequences, shortestSequence, type SequenceLimit } from './sequence-limit.ts';
import { boundTables, recordsFrom, type BoundTable, type TableWindow } from './tables.ts';
import { withRecordLanguages } from './record-language.ts';
import { NO_RECORD, type DataRecord } from './record.ts';
import type { Template } from '#model/template/template.ts';

/** The rows of a template's spreadsheets as records, read in windows. */
export interface RecordSource {
  /**
   * The number of labels that the data give: the smallest count among the bound sheets and the finite sequences. At
   * most `MAX_SEQUENCE_LABELS` when there are only sequences: the user chooses how many. 1 when there is neither.
   */
  readonly count: number;
  /** What limits the count; left out when nothing is bound and no sequence ends. */
  readonly limit?: CountLimit;
  /** How many cells of the bound columns are edited here and not in the files; none when left out. */
  readonly editedCells?: number;
  /** The row numbers of the records: those of the first bound sheet. `PLAIN_NUMBERING` when left out. */
  readonly numbering?: RowNumbering;
  /** The number of labels of the record at this place, from a column of copies: at least 1. 1 when left out. */
  readonly copiesAt?: (place: number) => number;
  /** Reads records; `first` counts from 0. A window past the end gives fewer. */
  read(first: number, count: number, signal: AbortSignal): Promise<Result<readonly DataRecord[]>>;
}

/** What limits the number of labels. */
export type CountLimit =
  | ({ readonly type: 'sequence' } & Omit<SequenceLimit, 'count'>)
  | { readonly type: 'sheet'; readonly fileName: string; readonly sheet: string };

/** Largest number of labels in a run that has sequences but no spreadsheet. */
export const MAX_SEQUENCE_LABELS = 1_000_000;

/** The rows of a sheet. */
export interface RowExtent {
  readonly count: number;
  /** `PLAIN_NUMBERING` when left out. */
  readonly numbering?: RowNumbering;
  /** How many cells of the bound columns are edited here and not in the file; none when left out. */
  readonly editedCells?: number;
}

/** The part of the spreadsheet service that records need. */
export interface RowReader {
  extent(table: BoundTable, signal: AbortSignal): Promise<Result<RowExtent>>;
  rows(
    table: BoundTable,
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
function numberedSource(shortest: SequenceLimit | null): RecordSource {
  const count = Math.min(MAX_SEQUENCE_LABELS, shortest?.count ?? Infinity);
  return {
    count,
    ...(shortest !== null && shortest.count === count ? { limit: limitOf(shortest) } : {}),
    numbering: { firstRow: 1, gaps: [] },
    async read(first, wanted) {
      const length = Math.max(0, Math.min(wanted, count - first));
      return ok(Array.from({ length }, (_, i) => ({ row: first + i + 1, index: first + i, values: {} })));
    },
  };
}

function limitOf({ element, last }: SequenceLimit): CountLimit {
  return { type: 'sequence', element, last };
}

/**
 * Opens the rows of a template's bound sheets. Problems: those of the reader, such as `data.notConnected` for a
 * spreadsheet that is not available. `ends`: whether finite sequences limit the count.
 */
export async function openRecordSource(
  template: Template,
  reader: RowReader,
  signal: AbortSignal,
  ends: 'sequencesEnd' | 'sheetsEnd' = 'sequencesEnd',
): Promise<Result<RecordSource>> {
  const tables = boundTables(template);
  const shortest = ends === 'sheetsEnd' ? null : shortestSequence(template);
  if (tables.length === 0) return ok(hasSequences(template) ? numberedSource(shortest) : SINGLE);
  let total = shortest?.count ?? Infinity;
  let limit = shortest === null ? undefined : limitOf(shortest);
  let numbering: RowNumbering | undefined;
  let editedCells = 0;
  for (const [i, table] of tables.entries()) {
    const extent = await reader.extent(table, signal);
    if (!extent.ok) return extent;
    const { count } = extent.value;
    if (count <= total) {
      total = count;
      limit = { type: 'sheet', fileName: table.fileName, sheet: table.sheet };
    }
    if (i === 0) ({ numbering } = extent.value);
    editedCells += extent.value.editedCells ?? 0;
  }
  const source: RecordSource = {
    count: total,
    ...(limit === undefined ? {} : { limit }),
    ...(editedCells === 0 ? {} : { editedCells }),
    ...(numbering === undefined ? {} : { numbering }),
    async read(first, count, readSignal) {
      const wanted = Math.max(0, Math.min(count, total - first));
      const windows = [];
      for (const table of tables) {
        const rows = await reader.rows(table, first, wanted, readSignal);
        if (!rows.ok) return rows;
        windows.push({ table, rows: rows.value.rows, errors: rows.value.errors });
      }
      return ok(withRecordLanguages(recordsFrom(windows, first, wanted, numbering), template.label.languages));
    },
  };
  return ok(source);
}
