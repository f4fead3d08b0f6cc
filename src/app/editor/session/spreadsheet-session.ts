import type { Problem } from '#model/kernel/problem.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { sourcesOf } from '#model/elements/element.ts';
import type { LanguageTag } from '#model/elements/base/translations.ts';
import { hasOnlyMoved, type Change } from '#model/template/change.ts';
import { templateSources } from '#model/template/template-sources.ts';
import {
  spreadsheetKey,
  type SpreadsheetKey,
  type SpreadsheetReading,
  type SpreadsheetRef,
} from '#model/elements/base/reading.ts';
import { PLAIN_NUMBERING, type RowNumbering } from '#model/data/row-numbering.ts';
import { hasSequences, shortestSequence } from '#model/data/sequence-limit.ts';
import type { ColumnRequest } from '#model/data/cell-form.ts';
import { boundTables } from '#model/data/tables.ts';
import { recordIn } from '#model/data/record-language.ts';
import { NO_RECORD, type DataRecord } from '#model/data/record.ts';
import type { Editor } from '#editor/editor.ts';
import { openRecordSource, type RecordSource, type RowReader } from '#model/data/record-source.ts';
import type { SpreadsheetInfo, SpreadsheetPreview, SpreadsheetProgress } from '#protocol/spreadsheet.ts';
import type { SpreadsheetClient } from '#services/spreadsheet/spreadsheet-client.ts';
import { createStore, type Store } from '#app/state/store.ts';
import { createRowReader } from '#services/spreadsheet/row-reader.ts';

export interface DataState {
  /** The open spreadsheets, by file and import settings. */
  readonly sheets: ReadonlyMap<SpreadsheetKey, SpreadsheetInfo>;
  /** The spreadsheets that the template is bound to and that are missing on this device. */
  readonly missing: ReadonlySet<SpreadsheetKey>;
  readonly loading: { readonly fileName: string; readonly progress: SpreadsheetProgress | null } | null;
  /** The row on the canvas, counted from 0, and the number of rows; 0 rows if every label is the same. */
  readonly row: number;
  readonly count: number;
  /** True if no spreadsheet is bound and running numbers alone make the labels differ. */
  readonly numbered: boolean;
  /** The row numbers for the user. */
  readonly numbering: RowNumbering;
  readonly record: DataRecord;
  /** The language that the canvas shows whatever the data say; null for the label's own choice. */
  readonly language: LanguageTag | null;
  /** The number of edits of cells so far. */
  readonly editCount: number;
  /** Why there is no record to show; null if there is one. */
  readonly problem: Problem | null;
}

/** The spreadsheets of one open label, and the row (or the label of running numbers) on the canvas. */
export interface SpreadsheetSession {
  readonly state: Store<DataState>;
  /**
   * Waits until no spreadsheet and no row is being read for the label: the available data is then what the label shows and
   * prints.
   * Resolves immediately if nothing is being read.
   */
  settled(): Promise<void>;
  /**
   * Reads a file that was chosen, or that came from `address`. `onFirst` gets the columns before all rows are loaded.
   * `aborted` after `cancel`, or if another one is chosen meanwhile.
   */
  open(
    file: File,
    reading?: SpreadsheetReading,
    onFirst?: (part: SpreadsheetInfo) => void,
    address?: string,
  ): Promise<Result<SpreadsheetInfo>>;
  /** The first rows of a file or an open spreadsheet, with import settings. */
  preview(
    source: File | SpreadsheetRef,
    reading: SpreadsheetReading | undefined,
    signal: AbortSignal,
  ): Promise<Result<SpreadsheetPreview>>;
  /** Reads an open spreadsheet with other import settings, in addition to the previous one. */
  reread(spreadsheet: SpreadsheetInfo, reading: SpreadsheetReading | undefined): Promise<Result<SpreadsheetInfo>>;
  /** Records that a spreadsheet is unchanged at its web address. */
  confirmCopy(spreadsheet: SpreadsheetInfo): Promise<void>;
  /** Removes a spreadsheet from the list of the open ones. A bound one returns automatically. */
  forget(spreadsheet: SpreadsheetRef): void;
  /** Records the cloud file of a spreadsheet, before it is opened or afterwards. */
  isCloudFile(connection: string, cloudFile: string): void;
  /** The bytes of a spreadsheet of this device. */
  file(spreadsheet: SpreadsheetRef): Promise<Result<Blob>>;
  /** Cancels the current reading. */
  cancel(): void;
  /** Shows another row, limited to the data. */
  showRow(row: number): void;
  /** Shows the texts of another of the label's languages; null for the label's own choice. */
  showLanguage(tag: LanguageTag | null): void;
  /** Sets the state of the label's counters (see `DataRecord.counters`); undefined if it has none. */
  countFrom(counters: DataRecord['counters']): void;
  /** The first cell below the heading, for a new binding. */
  firstValue(spreadsheet: SpreadsheetRef, sheet: string, column: ColumnRequest): Promise<string>;
  /** The first cells below several headings. */
  firstRow(spreadsheet: SpreadsheetRef, sheet: string, columns: readonly ColumnRequest[]): Promise<readonly string[]>;
  /** Opens a view of a sheet's rows (see `SpreadsheetClient`). */
  readonly view: SpreadsheetClient['view'];
  /** The shown text of a cell in a row, counted from 0; null if it is unavailable. */
  shownCell(spreadsheet: SpreadsheetRef, sheet: string, column: string, row: number): Promise<string | null>;
  /** The cells edited here and not in their file. `DataState.editCount` reports changes. */
  readonly cells: Pick<SpreadsheetClient, 'edits' | 'edit' | 'save'>;
  dispose(): void;
}

/** Sufficient to judge the import settings of a file. */
const PREVIEW_ROWS = 6;

/** False if a change can't affect which tables are bound, as in a drag or typing: then the elements need not be searched. */
function mayBindAgain({ added, updated, removed, label }: Change): boolean {
  if (label !== undefined && label[0].languages !== label[1].languages) return true;
  if (added.length > 0 || removed.length > 0) return true;
  return updated.some(([from, to]) => {
    if (hasOnlyMoved(from, to)) return false;
    if (from.showWhen !== to.showWhen) return true;
    const before = sourcesOf(from);
    const after = sourcesOf(to);
    if (before.length !== after.length) return true;
    return before.some((source, i) => source !== after[i] && !(source.type === 'fixed' && after[i]?.type === 'fixed'));
  });
}

export function createSpreadsheetSession(editor: Editor, client: SpreadsheetClient): SpreadsheetSession {
  const state = createStore<DataState>({
    sheets: new Map(),
    missing: new Set(),
    loading: null,
    row: 0,
    count: 0,
    numbered: false,
    numbering: PLAIN_NUMBERING,
    record: NO_RECORD,
    language: null,
    editCount: 0,
    problem: null,
  });
  const life = new AbortController();
  let opening: AbortController | null = null;
  let reading: AbortController | null = null;
  let source: RecordSource | null = null;
  let bound = '';
  /** Reads the record to show, and the next one if that has changed. */
  let showing: Promise<void> = Promise.resolve();
  let counters: DataRecord['counters'];
  /** The cloud files of spreadsheets, by connection. */
  const cloudFiles = new Map<string, string>();
  /** Spreadsheets with import settings by the user, with each of their settings. */
  const rereadings = new Set<SpreadsheetKey>();

  /** The record as it was read. */
  let own: DataRecord = NO_RECORD;
  const update = (part: Partial<DataState>): void => {
    if (part.record !== undefined) own = part.record;
    const language = part.language === undefined ? state.get().language : part.language;
    const isNew = part.record !== undefined || language !== state.get().language;
    const record = isNew ? { record: inShownLanguage(counted(own), language) } : {};
    state.set({ ...state.get(), ...part, ...record });
  };
  function withCloudFile(info: SpreadsheetInfo): SpreadsheetInfo {
    const cloudFile = cloudFiles.get(info.connection);
    return cloudFile === undefined ? info : { ...info, cloudFile };
  }
  function inShownLanguage(record: DataRecord, language: LanguageTag | null): DataRecord {
    const { languages } = editor.state().template.label;
    return language === null || languages === undefined ? record : recordIn(record, language, languages);
  }
  function counted(record: DataRecord): DataRecord {
    const { counters: _before, ...rest } = record;
    return counters === undefined ? rest : { ...rest, counters };
  }
  const stopWatching = editor.onChange((change) => {
    const { language } = state.get();
    const tags: readonly LanguageTag[] = editor.state().template.label.languages?.tags ?? [];
    if (change.label !== undefined && language !== null && !tags.includes(language)) update({ language: null });
    if (mayBindAgain(change)) rebind();
  });
  const stopEdits = client.onEdit(() => {
    update({ editCount: state.get().editCount + 1 });
    rebind(true);
  });
  /** Counts the rows that can be read by now; a print run has a separate reader that waits for all of them. */
  const reader: RowReader = {
    ...createRowReader(client, life.signal),
    async extent(table) {
      const { sheet } = table;
      const found = state
        .get()
        .sheets.get(spreadsheetKey(table))
        ?.sheets.find(({ name }) => name === sheet);
      // A sheet that is still queued has no rows yet.
      return found === undefined || found.rowCount === 0
        ? createRowReader(client, life.signal).extent(table, life.signal)
        : ok({ count: found.rowCount, numbering: found.numbering });
    },
  };
  rebind();

  /** Opens the data again if the template is bound to other tables than before, or gives another number of labels. */
  function rebind(force: boolean = false): void {
    const { template } = editor.state();
    const now = JSON.stringify([
      boundTables(template),
      hasSequences(template),
      shortestSequence(template),
      template.label.languages ?? null,
    ]);
    if (now === bound && !force) return;
    bound = now;
    showing = refresh();
  }

  async function refresh(): Promise<void> {
    reading?.abort();
    reading = new AbortController();
    const signal = AbortSignal.any([reading.signal, life.signal]);
    const { template } = editor.state();
    const tables = boundTables(template);
    for (const each of templateSources(template)) {
      if (each.type === 'column' && each.cloudFile !== undefined) cloudFiles.set(each.connection, each.cloudFile);
    }
    source = null;
    const missing = new Set<SpreadsheetKey>();
    const sheets = new Map(state.get().sheets);
    // After an undo, the reverted import settings would be listed next to the current ones under the same name.
    const used = new Set(tables.map(spreadsheetKey));
    for (const [key, { connection }] of sheets) {
      const isTakenBack = rereadings.has(key) && !used.has(key);
      if (isTakenBack && tables.some((table) => table.connection === connection)) sheets.delete(key);
    }
    for (const table of tables) {
      const key = spreadsheetKey(table);
      if (sheets.has(key)) continue;
      const info = await reopen(table, table.fileName, signal);
      if (signal.aborted) return;
      if (info.ok) sheets.set(key, withCloudFile(info.value));
      else missing.add(key);
    }
    update({ sheets, missing });
    const opened = await openRecordSource(template, reader, signal);
    if (signal.aborted) return;
    if (!opened.ok) {
      update({ count: 0, numbered: false, record: NO_RECORD, problem: opened.error });
      return;
    }
    source = opened.value;
    const numbered = tables.length === 0 && hasSequences(template);
    const count = tables.length === 0 && !numbered ? 0 : opened.value.count;
    const { numbering = PLAIN_NUMBERING } = opened.value;
    update({ count, numbered, numbering, row: Math.min(state.get().row, Math.max(0, count - 1)) });
    await read(signal);
  }

  /** Opens a spreadsheet from the store, and reports the progress. */
  async function reopen(
    spreadsheet: SpreadsheetRef,
    fileName: string,
    signal: AbortSignal,
  ): Promise<Result<SpreadsheetInfo>> {
    if (opening !== null) return client.reopen(spreadsheet, fileName, { signal });
    const mine = new AbortController();
    opening = mine;
    const result = await client.reopen(spreadsheet, fileName, {
      signal: AbortSignal.any([mine.signal, signal]),
      onProgress(progress) {
        if (opening === mine) update({ loading: { fileName, progress } });
      },
      onPart: (part) => !signal.aborted && takePart({ ...part, fileName }),
    });
    if (opening === mine) {
      opening = null;
      update({ loading: null });
    }
    return result;
  }

  /** Takes the loaded part of a spreadsheet: the panel shows it, and columns can be bound. */
  function takePart(part: SpreadsheetInfo): void {
    update({ sheets: new Map([...state.get().sheets, [spreadsheetKey(part), withCloudFile(part)]]) });
  }

  function forget(spreadsheet: SpreadsheetRef): void {
    const sheets = new Map(state.get().sheets);
    sheets.delete(spreadsheetKey(spreadsheet));
    update({ sheets });
    rebind(true);
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

  async function firstRow(
    spreadsheet: SpreadsheetRef,
    sheet: string,
    columns: readonly ColumnRequest[],
  ): Promise<readonly string[]> {
    const rows = await client.rows(spreadsheet, sheet, columns, 0, 1, life.signal);
    return rows.ok ? (rows.value.rows[0] ?? []) : [];
  }

  return {
    state,
    async settled() {
      for (let awaited: Promise<void> | null = null; awaited !== showing;) {
        awaited = showing;
        await awaited;
      }
    },
    async open(file, reading, onFirst, address) {
      opening?.abort();
      const mine = new AbortController();
      opening = mine;
      let first: SpreadsheetInfo | null = null;
      const signal = AbortSignal.any([mine.signal, life.signal]);
      update({ loading: { fileName: file.name, progress: null } });
      const result = await client.open(file, {
        reading,
        address,
        signal,
        onProgress(progress) {
          if (opening === mine) update({ loading: { fileName: file.name, progress } });
        },
        onPart(part) {
          if (opening !== mine) return;
          takePart(part);
          // Labels bound to it show its rows at once.
          rebind(true);
          if (first === null) onFirst?.(withCloudFile(part));
          first = part;
        },
      });
      if (opening === mine) {
        opening = null;
        update({ loading: null });
      } else {
        return err(problem('aborted'));
      }
      if (!result.ok) {
        if (first !== null) forget(first);
        return result;
      }
      if (result.value.sheets.every((sheet) => sheet.hidden || sheet.rowCount === 0)) return err(problem('data.empty'));
      const info = withCloudFile(result.value);
      // The previous file of an address is replaced, with any import settings: spreadsheets bound to it are opened again.
      const before = [...state.get().sheets];
      const others = before.filter(([, { connection }]) => address === undefined || connection !== address);
      update({ sheets: new Map([...others, [spreadsheetKey(info), info]]) });
      rebind(true);
      return ok(info);
    },
    preview: (source, how, signal) => client.preview(source, how, PREVIEW_ROWS, AbortSignal.any([signal, life.signal])),
    async reread(before, how) {
      const { connection, fileName } = before;
      const spreadsheet = { connection, reading: how };
      for (const each of [before, spreadsheet]) rereadings.add(spreadsheetKey(each));
      const result = await reopen(spreadsheet, fileName, life.signal);
      if (!result.ok) return result;
      const info = withCloudFile(result.value);
      update({ sheets: new Map([...state.get().sheets, [spreadsheetKey(spreadsheet), info]]) });
      return ok(info);
    },
    async confirmCopy(spreadsheet) {
      await client.confirmCopy(spreadsheet);
      const found = await client.reopen(spreadsheet, spreadsheet.fileName, { signal: life.signal });
      if (!found.ok) return;
      const info = withCloudFile(found.value);
      update({ sheets: new Map([...state.get().sheets, [spreadsheetKey(spreadsheet), info]]) });
    },
    forget,
    isCloudFile(connection, cloudFile) {
      cloudFiles.set(connection, cloudFile);
      update({ sheets: new Map([...state.get().sheets].map(([key, info]) => [key, withCloudFile(info)])) });
    },
    file: client.file,
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
      showing = read(AbortSignal.any([reading.signal, life.signal]));
    },
    showLanguage(language) {
      const tags: readonly LanguageTag[] = editor.state().template.label.languages?.tags ?? [];
      if (language === null || tags.includes(language)) update({ language });
    },
    countFrom(next) {
      counters = next;
      update({ record: own });
    },
    async firstValue(spreadsheet, sheet, column) {
      return (await firstRow(spreadsheet, sheet, [column]))[0] ?? '';
    },
    firstRow,
    view: client.view,
    async shownCell(spreadsheet, sheet, column, row) {
      const rows = await client.rows(spreadsheet, sheet, [column], row, 1, life.signal);
      return rows.ok ? (rows.value.rows[0]?.[0] ?? null) : null;
    },
    cells: client,
    dispose() {
      stopWatching();
      stopEdits();
      life.abort();
    },
  };
}
