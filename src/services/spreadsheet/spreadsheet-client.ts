import {
  spreadsheetKey,
  type SpreadsheetKey,
  type SpreadsheetReading,
  type SpreadsheetRef,
} from '#model/elements/base/reading.ts';
import { orAborted } from '#model/kernel/abort.ts';
import type { ColumnRequest } from '#model/data/cell-form.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type {
  RowWindow,
  SpreadsheetInfo,
  SpreadsheetPreview,
  SpreadsheetProgress,
  SpreadsheetWorkerApi,
  TableFormat,
} from '#protocol/spreadsheet.ts';
import type { TableQuery, ViewPart } from '#protocol/table-query.ts';
import type { CellChange, CellEdit } from '#model/data/cell-edit.ts';
import type { CellEditStore } from '../storage/cell-edit-store.ts';
import type { SpreadsheetStore } from '../storage/spreadsheet-store.ts';
import { CellEdits } from './cell-edits.ts';
import { WorkerSession } from '../worker-session.ts';
import type { SpreadsheetWorkerHandle } from './create-spreadsheet-worker.ts';
import { createTableView, type TableView } from './table-view.ts';

export interface OpenOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SpreadsheetProgress) => void;
  /** Receives the readable part before all of the file is there (see `SpreadsheetWorkerApi.open`). */
  readonly onPart?: (part: SpreadsheetInfo) => void;
}

export interface OpenFileOptions extends OpenOptions {
  readonly reading?: SpreadsheetReading | undefined;
  /** The web address of the file: it then identifies the file, which replaces earlier ones from there. */
  readonly address?: string | undefined;
}

/** Local spreadsheets by their connection, each read with its own settings. Every promise settles. */
export interface SpreadsheetClient {
  /**
   * Parses the file in a worker and stores it. Failing to store it is no error; the file then has to be chosen again
   * after a reload. Problems: those of the reader, and `data.timeout`, `data.crashed`, `aborted`.
   */
  open(file: File, options?: OpenFileOptions): Promise<Result<SpreadsheetInfo>>;
  /** Opens it from the store; `data.notConnected` when it is not there. */
  reopen(spreadsheet: SpreadsheetRef, fileName: string, options?: OpenOptions): Promise<Result<SpreadsheetInfo>>;
  /** A window of rows (see `SpreadsheetWorkerApi.rows`), opening the spreadsheet from the store if necessary. */
  rows(
    spreadsheet: SpreadsheetRef,
    sheet: string,
    columns: readonly ColumnRequest[],
    first: number,
    count: number,
    signal?: AbortSignal,
  ): Promise<Result<RowWindow>>;
  /**
   * Starts a query on a sheet, or on the part of it that has been read. `onPart` receives the progress. Aborting closes
   * the view.
   */
  view(
    spreadsheet: SpreadsheetRef,
    sheet: string,
    query: TableQuery,
    onPart: (part: ViewPart) => void,
    signal?: AbortSignal,
  ): Promise<Result<TableView>>;
  /** The first rows of a file, or of a stored spreadsheet, read with some settings; nothing is stored. */
  preview(
    source: File | SpreadsheetRef,
    reading: SpreadsheetReading | undefined,
    count: number,
    signal?: AbortSignal,
  ): Promise<Result<SpreadsheetPreview>>;
  /** The cells of a sheet that are edited here and not in the file; the same list until the next change. */
  edits(spreadsheet: SpreadsheetRef, sheet: string): readonly CellEdit[];
  /**
   * Edits cells here and not in the file. Later rows and views have the edits. `storage.full` or `storage.unavailable`
   * when they are edited but can't be stored.
   */
  edit(spreadsheet: SpreadsheetRef, sheet: string, changes: readonly CellChange[]): Promise<Result<null>>;
  /** A sheet as shown, including edits, as the pieces of a file (see `SpreadsheetWorkerApi.save`). */
  save(spreadsheet: SpreadsheetRef, sheet: string, format: TableFormat): Promise<Result<readonly Uint8Array[]>>;
  /**
   * The file of a spreadsheet on this device, independent of later changes at its web address. A spreadsheet identified
   * by its bytes is returned unchanged, and so is an unavailable one.
   */
  contentOf(spreadsheet: SpreadsheetRef): SpreadsheetRef;
  /** Reports that a spreadsheet still equals the file at its web address: its copy counts as fetched now. */
  confirmCopy(spreadsheet: SpreadsheetRef): Promise<Result<null>>;
  /** The bytes of a stored spreadsheet; `data.notConnected` when it is not there. */
  file(spreadsheet: SpreadsheetRef): Promise<Result<Blob>>;
  /** Calls the listener after each edit of cells; the returned function unsubscribes. */
  onEdit(listener: () => void): () => void;
  /** Ends all workers; pending calls settle with `aborted`. */
  dispose(): void;
}

export interface SpreadsheetClientOptions {
  readonly createWorker: () => SpreadsheetWorkerHandle;
  readonly store: SpreadsheetStore;
  /** The store of edited cells; they last as long as the page when left out. */
  readonly editStore?: CellEditStore;
  /** The response timeout of a busy worker, in milliseconds; 30,000 if not given. */
  readonly responseTimeoutMs?: number;
}

/** The response timeout of a worker: an .xls that is not read by then never will be. */
const RESPONSE_TIMEOUT_MS = 30_000;
/** A workbook of two million cells is written in one piece. */
const SAVE_LIMIT_MS = 120_000;
/** The most spreadsheets in memory. Older ones are read from the store again when needed. */
const MAX_LIVE = 4;

type Session = WorkerSession<SpreadsheetWorkerApi<Blob>>;

interface Live {
  readonly session: Session;
  /** The part that can be read by now; all of it once `whole` is true. */
  readonly info: SpreadsheetInfo;
  readonly whole: boolean;
  /** The result of the reading. */
  readonly end: Promise<Result<Live>>;
}

/**
 * Gives each open spreadsheet a worker of its own, so that a hanging or unwanted parse can be ended without affecting
 * others.
 */
export function createSpreadsheetClient({
  createWorker,
  store,
  editStore = NOTHING_KEPT,
  responseTimeoutMs: limitMs = RESPONSE_TIMEOUT_MS,
}: SpreadsheetClientOptions): SpreadsheetClient {
  /** Open spreadsheets, ordered by their last use. */
  const live = new Map<SpreadsheetKey, Live>();
  const parsing = new Set<Session>();
  const reopening = new Map<SpreadsheetKey, Promise<Result<Live>>>();
  const edits = new CellEdits(editStore);
  const editListeners = new Set<() => void>();
  let disposed = false;

  const touch = (spreadsheet: SpreadsheetRef): Live | null => {
    const key = spreadsheetKey(spreadsheet);
    const found = live.get(key);
    if (found === undefined) return null;
    live.delete(key);
    if (found.session.end !== null) return null;
    live.set(key, found);
    return found;
  };

  const keep = (entry: Live): Live => {
    const key = spreadsheetKey(entry.info);
    const before = live.get(key)?.session;
    if (before !== entry.session) before?.terminate();
    live.delete(key);
    live.set(key, entry);
    for (const [old, { session: oldest, whole }] of live) {
      if (live.size <= MAX_LIVE) break;
      if (!whole) continue;
      oldest.terminate();
      live.delete(old);
    }
    return entry;
  };

  const parse = async (
    file: Blob,
    fileName: string,
    reading: SpreadsheetReading | undefined,
    { signal, onProgress, onPart }: OpenOptions,
  ): Promise<Result<Live>> => {
    if (disposed || signal?.aborted === true) return err(problem('aborted'));
    const session: Session = new WorkerSession(createWorker(), {
      problems: { crashed: 'data.crashed', timedOut: 'data.timeout' },
    });
    parsing.add(session);
    const { promise: end, resolve: finish } = Promise.withResolvers<Result<Live>>();
    let key: SpreadsheetKey | null = null;
    const result = await session.call(
      (api, alive) =>
        api.open(
          file,
          fileName,
          reading,
          (progress) => {
            alive();
            onProgress?.(progress);
          },
          (part) => {
            if (session.end !== null || !parsing.has(session)) return;
            key = spreadsheetKey(part);
            keep({ session, info: part, whole: false, end });
            onPart?.(part);
          },
        ),
      { signal, limitMs },
    );
    if (result.ok && session.end === null) await editAll(session, result.value);
    parsing.delete(session);
    let outcome: Result<Live>;
    if (result.ok && session.end === null) {
      outcome = ok(keep({ session, info: result.value, whole: true, end }));
    } else {
      if (key !== null && live.get(key)?.session === session) live.delete(key);
      session.terminate();
      outcome = result.ok ? err(problem('aborted')) : result;
    }
    finish(outcome);
    return outcome;
  };

  /** Sends the earlier edits of a file to a worker that has just read it. */
  const editAll = async (session: Session, info: SpreadsheetInfo): Promise<void> => {
    for (const { name, columns } of info.sheets) {
      const edited = await edits.load(info, name);
      const known = edited.filter(({ column }) => columns.includes(column));
      if (known.length > 0) await session.call((api) => api.edit(ref(info), name, known), { limitMs });
    }
  };

  const parseStored = async ({ connection, reading }: SpreadsheetRef, options: OpenOptions): Promise<Result<Live>> => {
    const stored = await store.get(connection);
    if (!stored.ok) return stored;
    if (stored.value === null) return err(problem('data.notConnected'));
    const parsed = await parse(stored.value.blob, stored.value.fileName, reading, options);
    // The stored bytes have another key: this is not the file that the template was bound to.
    return parsed.ok && parsed.value.info.connection !== connection ? err(problem('data.notConnected')) : parsed;
  };

  /** Callers that need the same spreadsheet share one worker. Each can abort its own wait. */
  const reopenShared = (spreadsheet: SpreadsheetRef, signal: AbortSignal | undefined): Promise<Result<Live>> => {
    const key = spreadsheetKey(spreadsheet);
    let shared = reopening.get(key);
    if (shared === undefined) {
      shared = parseStored(spreadsheet, {}).finally(() => reopening.delete(key));
      reopening.set(key, shared);
    }
    return orAborted(shared, signal);
  };

  /** The spreadsheet, or the part of it that can be read by now. */
  const liveOf = async (spreadsheet: SpreadsheetRef, signal: AbortSignal | undefined): Promise<Result<Live>> => {
    const found = touch(spreadsheet);
    return found === null ? reopenShared(spreadsheet, signal) : ok(found);
  };

  /**
   * The answer of a spreadsheet's worker. If another caller ended the worker meanwhile, by aborting the read or reading
   * the file again, another worker is asked.
   */
  const askLive = async <T>(
    spreadsheet: SpreadsheetRef,
    signal: AbortSignal | undefined,
    ask: (opened: Live) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    for (;;) {
      if (disposed || signal?.aborted === true) return err(problem('aborted'));
      const opened = await liveOf(spreadsheet, signal);
      const answer = opened.ok ? await ask(opened.value) : opened;
      if (answer.ok || answer.error.code !== 'aborted') return answer;
    }
  };

  /** Stores a file as soon as its key is known: a page that is reloaded during the read finds it there. */
  const storeEarly = (file: File): { onPart(info: SpreadsheetInfo): void; settle(kept: boolean): Promise<void> } => {
    let stored: Promise<{ readonly connection: string; readonly isNew: boolean }> | null = null;
    return {
      onPart({ connection }) {
        stored ??= store.get(connection).then(async (before) => {
          const isNew = !before.ok || before.value === null;
          await store.put(connection, file.name, file);
          return { connection, isNew };
        });
      },
      async settle(kept) {
        const early = await stored;
        if (!kept && early?.isNew === true) await store.remove(early.connection);
      },
    };
  };

  return {
    async open(file, options = {}) {
      const early = storeEarly(file);
      const parsed = await parse(file, file.name, options.reading, {
        ...options,
        onPart(part) {
          early.onPart(part);
          options.onPart?.(part);
        },
      });
      if (parsed.ok) early.onPart(parsed.value.info);
      await early.settle(parsed.ok);
      return parsed.ok ? ok(parsed.value.info) : parsed;
    },
    async reopen(spreadsheet, fileName, options = {}) {
      const found = touch(spreadsheet);
      if (found !== null && !found.whole) options.onPart?.(found.info);
      const whole = found?.end ?? parseStored(spreadsheet, options);
      const first = await orAborted(whole, options.signal);
      const isEnded = !first.ok && first.error.code === 'aborted';
      const parsed = isEnded ? await askLive(spreadsheet, options.signal, ({ end }) => end) : first;
      return parsed.ok ? ok({ ...parsed.value.info, fileName }) : parsed;
    },
    async rows(spreadsheet, sheet, columns, first, count, signal) {
      return askLive(spreadsheet, signal, ({ session }) =>
        session.call((api) => api.rows(ref(spreadsheet), sheet, columns, first, count), { signal, limitMs }),
      );
    },
    async view(spreadsheet, sheet, query, onPart, signal) {
      const opened = await liveOf(spreadsheet, signal);
      if (!opened.ok) return opened;
      if (signal?.aborted === true) return err(problem('aborted'));
      const view = createTableView(opened.value.session, ref(spreadsheet), sheet, query, onPart, { limitMs });
      signal?.addEventListener('abort', () => view.close(), { once: true });
      return ok(view);
    },
    async preview(source, reading, count, signal) {
      const stored =
        source instanceof Blob ? ok({ blob: source, fileName: source.name }) : await store.get(source.connection);
      if (!stored.ok) return stored;
      if (stored.value === null) return err(problem('data.notConnected'));
      if (disposed || signal?.aborted === true) return err(problem('aborted'));
      const { blob, fileName } = stored.value;
      const session: Session = new WorkerSession(createWorker(), {
        problems: { crashed: 'data.crashed', timedOut: 'data.timeout' },
      });
      parsing.add(session);
      const result = await session.call((api) => api.preview(blob, fileName, reading, count), { signal, limitMs });
      parsing.delete(session);
      session.terminate();
      return result;
    },
    edits: (spreadsheet, sheet) => edits.of(spreadsheet, sheet),
    async edit(spreadsheet, sheet, changes) {
      const opened = await liveOf(spreadsheet, undefined);
      if (!opened.ok) return opened;
      const edited = await edits.change(spreadsheet, sheet, changes);
      const { session, whole } = opened.value;
      // A file that is still being read gets them when all of it is there.
      const taken = whole
        ? await session.call((api) => api.edit(ref(spreadsheet), sheet, edited), { limitMs })
        : ok(null);
      for (const listener of editListeners) listener();
      const kept = await edits.keep(spreadsheet, sheet, changes);
      return taken.ok ? kept : taken;
    },
    async save(spreadsheet, sheet, format) {
      return askLive(spreadsheet, undefined, async ({ end }) => {
        const whole = await end;
        if (!whole.ok) return whole;
        return whole.value.session.call((api) => api.save(ref(spreadsheet), sheet, format), { limitMs: SAVE_LIMIT_MS });
      });
    },
    contentOf: ref,
    confirmCopy: () => Promise.resolve(ok(null)),
    async file({ connection }) {
      const stored = await store.get(connection);
      if (!stored.ok) return stored;
      return stored.value === null ? err(problem('data.notConnected')) : ok(stored.value.blob);
    },
    onEdit(listener) {
      editListeners.add(listener);
      return () => editListeners.delete(listener);
    },
    dispose() {
      disposed = true;
      for (const { session } of live.values()) session.terminate();
      for (const session of parsing) session.terminate();
      live.clear();
    },
  };
}

const NOTHING_KEPT: CellEditStore = {
  get: () => Promise.resolve(ok([])),
  put: () => Promise.resolve(ok(null)),
};

/** Only these two fields are sent to the worker. */
function ref({ connection, reading }: SpreadsheetRef): SpreadsheetRef {
  return { connection, reading };
}
