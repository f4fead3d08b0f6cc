import type { FitProof, ObservedText } from '#model/page/fit-proof.ts';
import { orAborted } from '#model/kernel/abort.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { hasRowPictures } from '#model/elements/image/image-element.ts';
import type { FetchPicture } from '#model/data/pictures/address-pictures.ts';
import type { PictureSet } from '#model/data/pictures/picture-set.ts';
import type { AddedFont } from '#model/elements/base/font-catalog.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { SheetGeometry } from '#model/page/display-list.ts';
import type { SheetRenderer, SheetRun } from '#protocol/printing.ts';
import type {
  UnprintableEdges,
  ExportSetup,
  ExportStep,
  PagesApi,
  PreviewPage,
  RenderWorkerApi,
  RowPreflight,
  RunId,
  RunOpened,
  RunSetup,
} from '#protocol/render.ts';
import type { RenderWorkerHandle } from './create-render-worker.ts';
import { WorkerKeeper } from '../worker-keeper.ts';
import { WorkerSession } from '../worker-session.ts';

export interface PrintRendererOptions {
  readonly createWorker: () => RenderWorkerHandle;
  /** The added fonts, used for runs that name none. */
  readonly fonts?: () => readonly AddedFont[];
  /** The open pictures of rows, used for runs that name none. */
  readonly pictures?: () => PictureSet | null;
  /** Fetches pictures of rows from addresses. */
  readonly fetchPicture?: FetchPicture;
  /** The heartbeat interval; 1,000 unless given. */
  readonly heartbeatMs?: number;
  /**
   * The timeout of a heartbeat. Unless given, that of a call about one record: the worker listens between labels, but
   * paints one very large label in one go, which is not a hang.
   */
  readonly hangMs?: number;
  /** The timeout of a worker's start; 30,000 unless given. */
  readonly startMs?: number;
  /** The timeout of a call, and its extension for each record; 60,000 and 10,000 unless given. */
  readonly callMs?: number;
  readonly recordMs?: number;
}

/** A run that can also preview its sheets. */
export interface PrintRunHandle extends SheetRun {
  /** After an abort the worker still renders the page, but the result is dropped. */
  previewPage(records: readonly DataRecord[], signal: AbortSignal, firstCell?: number): Promise<Result<PreviewPage>>;
  /** All findings about them (see `PagesApi`). After an abort the worker still checks these records. */
  preflightRecords(
    records: readonly DataRecord[],
    signal: AbortSignal,
    bare?: UnprintableEdges,
  ): Promise<Result<readonly RowPreflight[]>>;
  /** The values of bound texts in the checked records. */
  observedValues(signal: AbortSignal): Promise<Result<readonly ObservedText[]>>;
  /** See `PagesApi`. */
  proveFit(observed: readonly ObservedText[], signal: AbortSignal): Promise<Result<readonly FitProof[]>>;
}

/** An open export. An abort or a problem ends it. */
export interface ExportHandle {
  /** `last` ends the file. An abort ends the export. */
  exportRecords(records: readonly DataRecord[], last: boolean, signal: AbortSignal): Promise<Result<ExportStep>>;
  close(): void;
}

/** Renders print pages in a worker of its own, so that printing and the editor's picture never wait for each other. */
export interface PrintRenderer extends SheetRenderer {
  /** Starts the worker when there is none. Problems: `aborted`, `render.crashed`, and those of the worker. */
  openRun(setup: RunSetup, signal: AbortSignal): Promise<Result<PrintRunHandle>>;
  /** Like `openRun`, for exporting files. */
  openExport(setup: ExportSetup, signal: AbortSignal): Promise<Result<ExportHandle>>;
  dispose(): void;
}

/** How many times as long a label with pictures at addresses may take. */
const FETCHING_PATIENCE = 6;
/** How long the worker may take to close a run; after that it is ended. */
const CLOSE_LIMIT_MS = 5_000;

export function createPrintRenderer(options: PrintRendererOptions): PrintRenderer {
  return new WorkerPrintRenderer(options);
}

type Api = RenderWorkerApi<OffscreenCanvas>;

interface OpenedRun {
  readonly worker: WorkerSession<Api>;
  readonly runId: RunId;
  readonly sheet: SheetGeometry;
}

/** The pictures at addresses of one run. */
interface Fetching {
  readonly fetch: FetchPicture;
  readonly end: () => void;
}

interface FetchingRun extends OpenedRun {
  readonly fetching: Fetching | null;
}

interface RunCalls {
  readonly call: <T>(
    records: readonly DataRecord[],
    signal: AbortSignal,
    ask: (pages: PagesApi) => Promise<Result<T>>,
  ) => Promise<Result<T>>;
  readonly close: () => void;
}

/** A run's setup with these pictures, if its rows have any and it names no others. */
export function withPictures<Setup extends RunSetup>(setup: Setup, pictures: PictureSet | null): Setup {
  const needed = pictures !== null && setup.pictures === undefined && setup.template.elements.some(hasRowPictures);
  return needed ? { ...setup, pictures } : setup;
}

class WorkerPrintRenderer implements PrintRenderer {
  readonly #options: PrintRendererOptions;
  readonly #workers: WorkerKeeper<Api>;

  constructor(options: PrintRendererOptions) {
    this.#options = options;
    this.#workers = new WorkerKeeper(() => this.#spawn());
  }

  async openRun(setup: RunSetup, signal: AbortSignal): Promise<Result<PrintRunHandle>> {
    const fetching = this.#fetching(setup);
    const opened = await this.#open((pages) => pages.openRun(this.#completed(setup), fetching?.fetch), signal);
    return opened.ok ? ok(this.#runHandle({ ...opened.value, fetching })) : opened;
  }

  async openExport(setup: ExportSetup, signal: AbortSignal): Promise<Result<ExportHandle>> {
    const fetching = this.#fetching(setup);
    const opened = await this.#open((pages) => pages.openExport(this.#completed(setup), fetching?.fetch), signal);
    return opened.ok ? ok(this.#exportHandle({ ...opened.value, fetching })) : opened;
  }

  dispose(): void {
    this.#workers.dispose();
  }

  /** What fetches for a run until it is closed; null for one without pictures of rows. */
  #fetching({ template }: RunSetup): Fetching | null {
    const { fetchPicture } = this.#options;
    if (fetchPicture === undefined || !template.elements.some(hasRowPictures)) return null;
    const abort = new AbortController();
    return { fetch: (address) => fetchPicture(address, abort.signal), end: () => abort.abort() };
  }

  /** The setup with the present fonts and pictures, unless it has its own. */
  #completed<Setup extends RunSetup>(setup: Setup): Setup {
    const { fonts } = this.#options;
    const added = fonts === undefined || setup.fonts !== undefined ? setup : { ...setup, fonts: fonts() };
    return withPictures(added, this.#options.pictures?.() ?? null);
  }

  #spawn(): WorkerSession<Api> {
    const { createWorker, heartbeatMs = 1_000, hangMs = this.#limitMs(1), startMs = 30_000 } = this.#options;
    return new WorkerSession(createWorker(), {
      problems: { crashed: 'render.crashed', timedOut: 'render.crashed' },
      start: { limitMs: startMs, ask: (api) => api.start(null, 'cpu', () => undefined) },
      heartbeat: { everyMs: heartbeatMs, hangMs, ping: (api) => api.ping() },
    });
  }

  /** Starts the worker when there is none, and opens a run in it. */
  async #open(open: (pages: PagesApi) => Promise<Result<RunOpened>>, signal: AbortSignal): Promise<Result<OpenedRun>> {
    if (this.#workers.isDisposed || signal.aborted) return err(problem('aborted'));
    const worker = this.#workers.running();
    const opening = worker.started.then((start) => (start.ok ? this.#ask(worker, open) : start));
    const opened = await orAborted(opening, signal);
    if (signal.aborted) {
      // A run that opens after the abort must not stay open.
      void opening.then((late) => {
        if (late.ok) void this.#close(worker, late.value.runId);
      });
      return err(problem('aborted'));
    }
    return opened.ok ? ok({ worker, ...opened.value }) : opened;
  }

  #runHandle(opened: FetchingRun): PrintRunHandle {
    const { runId, sheet } = opened;
    const { call, close } = this.#calls(opened);
    return {
      sheet,
      callsAtOnce: 2,
      async printRecords(records, isLast, signal, firstCell) {
        const incompleteSheet = isLast ? 'print' : 'discard';
        const step = await call(records, signal, (pages) =>
          pages.printRecords(runId, records, incompleteSheet, firstCell),
        );
        if (signal.aborted) close();
        return step;
      },
      previewPage: (records, signal, firstCell) =>
        call(records, signal, (pages) => pages.previewPage(runId, records, firstCell)),
      preflightRecords: (records, signal, bare) =>
        call(records, signal, (pages) => pages.preflightRecords(runId, records, bare)),
      sizeRecords: (records, signal) => call(records, signal, (pages) => pages.sizeRecords(runId, records)),
      observedValues: (signal) => call([], signal, (pages) => pages.observedValues(runId)),
      proveFit: (observed, signal) => call([], signal, (pages) => pages.proveFit(runId, observed)),
      close,
    };
  }

  #exportHandle(opened: FetchingRun): ExportHandle {
    const { call, close } = this.#calls(opened);
    return {
      async exportRecords(records, last, signal) {
        const step = await call(records, signal, (pages) => pages.exportRecords(opened.runId, records, last));
        // A file with missing pieces is useless.
        if (signal.aborted || !step.ok) close();
        return step;
      },
      close,
    };
  }

  /** The calls of one open run, and the call that closes it. */
  #calls({ worker, runId, fetching }: FetchingRun): RunCalls {
    let isClosed = false;
    return {
      close: () => {
        if (isClosed) return;
        isClosed = true;
        fetching?.end();
        void this.#close(worker, runId);
      },
      call: (records, signal, ask) => {
        if (isClosed) return Promise.resolve(err(problem('aborted')));
        // Pictures of a slow server take as long as several labels.
        const patience = fetching === null ? 1 : FETCHING_PATIENCE;
        return this.#ask(worker, ask, records.length * patience, signal);
      },
    };
  }

  /** The worker's answer; `render.crashed` when the worker ends first or on a timeout. */
  #ask<T>(
    worker: WorkerSession<Api>,
    ask: (pages: PagesApi) => Promise<Result<T>>,
    records = 1,
    signal?: AbortSignal,
  ): Promise<Result<T>> {
    return worker.call((api) => ask(api.pages), { signal, limitMs: this.#limitMs(records) });
  }

  #limitMs(records: number): number {
    return (this.#options.callMs ?? 60_000) + records * (this.#options.recordMs ?? 10_000);
  }

  async #close(worker: WorkerSession<Api>, runId: RunId): Promise<void> {
    await worker.call((api) => api.pages.closeRun(runId), { limitMs: CLOSE_LIMIT_MS });
  }
}
