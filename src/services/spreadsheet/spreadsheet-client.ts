import { orAborted } from '#model/kernel/abort.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { RowWindow, SpreadsheetInfo, SpreadsheetProgress, SpreadsheetWorkerApi } from '#protocol/spreadsheet.ts';
import type { SpreadsheetStore } from '../storage/spreadsheet-store.ts';
import { WorkerSession } from '../worker/worker-session.ts';
import type { SpreadsheetWorkerHandle } from './create-spreadsheet-worker.ts';

export interface OpenOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SpreadsheetProgress) => void;
}

/** Local spreadsheets by their connection key. Every promise settles. */
export interface SpreadsheetClient {
  /**
   * Parses the file in a worker and keeps it in the store. It is no failure when it can't be kept; the file then has
   * to be chosen again after a reload. Problems: those of the reader, and `data.timeout`, `data.crashed`, `aborted`.
   */
  open(file: File, options?: OpenOptions): Promise<Result<SpreadsheetInfo>>;
  /** Opens it from the store; `data.notConnected` when it is not there. */
  reopen(connection: string, fileName: string, options?: OpenOptions): Promise<Result<SpreadsheetInfo>>;
  /** A window of rows (see `SpreadsheetWorkerApi.rows`), opening the spreadsheet from the store when it has to. */
  rows(
    connection: string,
    sheet: string,
    columns: readonly string[],
    first: number,
    count: number,
    signal?: AbortSignal,
  ): Promise<Result<RowWindow>>;
  /** Ends all workers; what is under way settles with `aborted`. */
  dispose(): void;
}

export interface SpreadsheetClientOptions {
  readonly createWorker: () => SpreadsheetWorkerHandle;
  readonly store: SpreadsheetStore;
  /** Longest silence of a worker at work, in milliseconds; 30,000 if not given. */
  readonly silenceLimitMs?: number;
}

/** The longest silence of a worker that was asked something: an .xls that is not read by then never will be. */
const SILENCE_LIMIT_MS = 30_000;
/** Spreadsheets held in memory at a time. An older one is read from the store again when it is needed. */
const MAX_LIVE = 4;

type Session = WorkerSession<SpreadsheetWorkerApi<Blob>>;

interface Live {
  readonly session: Session;
  readonly info: SpreadsheetInfo;
}

/**
 * Gives each open spreadsheet a worker of its own, so that a parse which hangs or is not wanted any more can be ended
 * without affecting others.
 */
export function createSpreadsheetClient({
  createWorker,
  store,
  silenceLimitMs: limitMs = SILENCE_LIMIT_MS,
}: SpreadsheetClientOptions): SpreadsheetClient {
  /** Open spreadsheets, ordered by their last use. */
  const live = new Map<string, Live>();
  const parsing = new Set<Session>();
  const reopening = new Map<string, Promise<Result<Live>>>();
  let disposed = false;

  const touch = (connection: string): Live | null => {
    const found = live.get(connection);
    if (found === undefined) return null;
    live.delete(connection);
    if (found.session.end !== null) return null;
    live.set(connection, found);
    return found;
  };

  const keep = (session: Session, info: SpreadsheetInfo): Live => {
    live.get(info.connection)?.session.terminate();
    live.delete(info.connection);
    const entry = { session, info };
    live.set(info.connection, entry);
    for (const [connection, { session: oldest }] of live) {
      if (live.size <= MAX_LIVE) break;
      oldest.terminate();
      live.delete(connection);
    }
    return entry;
  };

  const parse = async (file: Blob, fileName: string, { signal, onProgress }: OpenOptions): Promise<Result<Live>> => {
    if (disposed || signal?.aborted === true) return err(problem('aborted'));
    const session: Session = new WorkerSession(createWorker(), {
      problems: { crashed: 'data.crashed', silent: 'data.timeout' },
    });
    parsing.add(session);
    const result = await session.call(
      (api, alive) =>
        api.open(file, fileName, (progress) => {
          alive();
          onProgress?.(progress);
        }),
      { signal, limitMs },
    );
    parsing.delete(session);
    if (result.ok && session.end === null) return ok(keep(session, result.value));
    session.terminate();
    return result.ok ? err(problem('aborted')) : result;
  };

  const parseStored = async (connection: string, options: OpenOptions): Promise<Result<Live>> => {
    const stored = await store.get(connection);
    if (!stored.ok) return stored;
    if (stored.value === null) return err(problem('data.notConnected'));
    const parsed = await parse(stored.value.blob, stored.value.fileName, options);
    // The stored bytes have another key: this is not the file that the template was bound to.
    return parsed.ok && parsed.value.info.connection !== connection ? err(problem('data.notConnected')) : parsed;
  };

  /** Callers that need the same spreadsheet share one worker. Each can give up its own wait. */
  const reopenShared = (connection: string, signal: AbortSignal | undefined): Promise<Result<Live>> => {
    let shared = reopening.get(connection);
    if (shared === undefined) {
      shared = parseStored(connection, {}).finally(() => reopening.delete(connection));
      reopening.set(connection, shared);
    }
    return orAborted(shared, signal);
  };

  return {
    async open(file, options = {}) {
      const parsed = await parse(file, file.name, options);
      if (!parsed.ok) return parsed;
      await store.put(parsed.value.info.connection, file.name, file);
      return ok(parsed.value.info);
    },
    async reopen(connection, fileName, options = {}) {
      const found = touch(connection);
      if (found !== null) return ok({ ...found.info, fileName });
      const parsed = await orAborted(parseStored(connection, options), options.signal);
      return parsed.ok ? ok({ ...parsed.value.info, fileName }) : parsed;
    },
    async rows(connection, sheet, columns, first, count, signal) {
      const found = touch(connection);
      const opened: Result<Live> = found === null ? await reopenShared(connection, signal) : ok(found);
      if (!opened.ok) return opened;
      return opened.value.session.call((api) => api.rows(connection, sheet, columns, first, count), {
        signal,
        limitMs,
      });
    },
    dispose() {
      disposed = true;
      for (const { session } of live.values()) session.terminate();
      for (const session of parsing) session.terminate();
      live.clear();
    },
  };
}
