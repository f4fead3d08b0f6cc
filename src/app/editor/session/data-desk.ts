import type { Problem } from '#model/kernel/problem.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { sourcesOf } from '#model/elements/element.ts';
import type { Change } from '#model/template/change.ts';
import { boundTables, hasSequences } from '#model/data/tables.ts';
import { NO_RECORD, type DataRecord } from '#model/data/record.ts';
import type { Editor } from '#editor/editor.ts';
import { openRecordSource, type RecordSource } from '#model/data/record-source.ts';
import type { SpreadsheetInfo, SpreadsheetProgress } from '#protocol/spreadsheet.ts';
import type { SpreadsheetClient } from '#services/spreadsheet/spreadsheet-client.ts';
import { createStore, type Store } from './store.ts';
import { createRowReader } from '#services/spreadsheet/row-reader.ts';

export interface DataState {
  /** The spreadsheets at hand, by connection. */
  readonly sheets: ReadonlyMap<string, SpreadsheetInfo>;
  /** The spreadsheets that the template is bound to but this device does not have. */
  readonly missing: ReadonlySet<string>;
  readonly loading: { readonly fileName: string; readonly progress: SpreadsheetProgress | null } | null;
  /** Which row the canvas shows, counted from 0, and how many rows there are; 0 rows when every label is the same. */
  readonly row: number;
  readonly count: number;
  /** No spreadsheet is bound: the rows are the labels that running numbers make. */
  readonly numbered: boolean;
  readonly record: DataRecord;
  /** Why there is no record to show; null when there is one. */
  readonly problem: Problem | null;
}

/** The spreadsheets of one open label, and the row, or the label of running numbers, that its canvas shows. */
export interface DataDesk {
  readonly state: Store<DataState>;
  /** Reads a file that was chosen. `aborted` after `cancel`, or when another one is chosen meanwhile. */
  open(file: File): Promise<Result<SpreadsheetInfo>>;
  cancel(): void;
  /** Shows another row; kept within the data. */
  showRow(row: number): void;
  /** The first cell below the heading, for a new binding. */
  firstValue(connection: string, sheet: string, column: string): Promise<string>;
  dispose(): void;
}

/** Whether a change can lead to other bound tables: a drag cannot, and need not go through all elements at each step. */
function mayBindAnew({ added, updated, removed }: Change): boolean {
  if (added.length > 0 || removed.length > 0) return true;
  return updated.some(([from, to]) => {
    const before = sourcesOf(from);
    const after = sourcesOf(to);
    return before.length !== after.length || before.some((source, i) => source !== after[i]);
  });
}

export function createDataDesk(editor: Editor, client: SpreadsheetClient): DataDesk {
  const state = createStore<DataState>({
    sheets: new Map(),
    missing: new Set(),
    loading: null,
    row: 0,
    count: 0,
    numbered: false,
    record: NO_RECORD,
    problem: null,
  });
  const life = new AbortController();
  let opening: AbortController | null = null;
  let reading: AbortController | null = null;
  let source: RecordSource | null = null;
  let bound = '';

  const update = (part: Partial<DataState>): void => state.set({ ...state.get(), ...part });
  const stopWatching = editor.onChange((change) => {
    if (mayBindAnew(change)) rebind();
  });
  rebind();

  /** Opens the data anew when the template is bound to other tables than before. */
  function rebind(force: boolean = false): void {
    const { template } = editor.state();
    const now = JSON.stringify([boundTables(template), hasSequences(template)]);
    if (now === bound && !force) return;
    bound = now;
    void refresh();
  }

  async function refresh(): Promise<void> {
    reading?.abort();
    reading = new AbortController();
    const signal = AbortSignal.any([reading.signal, life.signal]);
    const { template } = editor.state();
    const tables = boundTables(template);
    source = null;
    const missing = new Set<string>();
    const sheets = new Map(state.get().sheets);
    for (const { connection, fileName } of tables) {
      if (sheets.has(connection)) continue;
      const info = await client.reopen(connection, fileName, { signal });
      if (signal.aborted) return;
      if (info.ok) sheets.set(connection, info.value);
      else missing.add(connection);
    }
    update({ sheets, missing });
    const opened = await openRecordSource(template, createRowReader(client, life.signal), signal);
    if (signal.aborted) return;
    if (!opened.ok) {
      update({ count: 0, numbered: false, record: NO_RECORD, problem: opened.error });
      return;
    }
    source = opened.value;
    const numbered = tables.length === 0 && hasSequences(template);
    const count = tables.length === 0 && !numbered ? 0 : opened.value.count;
    update({ count, numbered, row: Math.min(state.get().row, Math.max(0, count - 1)) });
    await read(signal);
  }

  async function read(signal: AbortSignal): Promise<void> {
    if (source === null) return;
    const { row, count } = state.get();
    if (count === 0) {
      update({
        record: NO_RECORD,
        problem: boundTables(editor.state().template).length === 0 ? null : problem('data.empty'),
      });
      return;
    }
    const records = await source.read(row, 1, signal);
    if (signal.aborted) return;
    if (!records.ok) update({ record: NO_RECORD, problem: records.error });
    else update({ record: records.value[0] ?? NO_RECORD, problem: null });
  }

  return {
    state,
    async open(file) {
      opening?.abort();
      const mine = new AbortController();
      opening = mine;
      const signal = AbortSignal.any([mine.signal, life.signal]);
      update({ loading: { fileName: file.name, progress: null } });
      const result = await client.open(file, {
        signal,
        onProgress(progress) {
          if (opening === mine) update({ loading: { fileName: file.name, progress } });
        },
      });
      if (opening !== mine) return err(problem('aborted'));
      opening = null;
      update({ loading: null });
      if (!result.ok) return result;
      if (result.value.sheets.every((sheet) => sheet.columns.length === 0)) return err(problem('data.empty'));
      update({ sheets: new Map([...state.get().sheets, [result.value.connection, result.value]]) });
      rebind(true);
      return ok(result.value);
    },
    cancel() {
      opening?.abort();
    },
    showRow(row) {
      const { count } = state.get();
      const next = Math.min(Math.max(0, Math.trunc(row)), Math.max(0, count - 1));
      if (next === state.get().row) return;
      update({ row: next });
      reading?.abort();
      reading = new AbortController();
      void read(AbortSignal.any([reading.signal, life.signal]));
    },
    async firstValue(connection, sheet, column) {
      const rows = await client.rows(connection, sheet, [column], 0, 1, life.signal);
      return rows.ok ? (rows.value.rows[0]?.[0] ?? '') : '';
    },
    dispose() {
      stopWatching();
      life.abort();
    },
  };
}
