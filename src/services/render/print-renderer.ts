import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { AddedFont } from '#model/elements/base/font-catalog.ts';
import type { DataRecord } from '#model/data/record.ts';
import type { SheetGeometry } from '#model/page/display-list.ts';
import type { SheetRenderer, SheetRun } from '#protocol/printing.ts';
import type { ExportSetup, ExportStep, PreviewPage, RenderWorkerApi, RunOpened, RunSetup } from '#protocol/render.ts';
import type { RenderWorkerHandle } from './create-render-worker.ts';
import { RenderSession } from './render-session.ts';

export interface PrintRendererOptions {
  readonly createWorker: () => RenderWorkerHandle;
  /** The fonts beside those of the product, for runs that do not name theirs. */
  readonly fonts?: () => readonly AddedFont[];
  /** Between two heartbeats; 1,000 unless told. */
  readonly heartbeatMs?: number;
  /**
   * How long a heartbeat may stay unanswered. Unless told, as long as a call about one record may take: a worker
   * listens between labels, and one very large label is painted at a stretch, which is no hang.
   */
  readonly hangMs?: number;
  /** How long a worker may take to start; 30,000 unless told. */
  readonly startMs?: number;
  /** The most that one call may take, and how much longer for each record in it; 60,000 and 10,000 unless told. */
  readonly callMs?: number;
  readonly recordMs?: number;
}

/** A run that can also show a sheet of it. */
export interface PrintRunHandle extends SheetRun {
  /** An abort only gives up the answer. */
  previewPage(records: readonly DataRecord[], signal: AbortSignal): Promise<Result<PreviewPage>>;
}

/** An opened export. After an abort or a problem it is over. */
export interface ExportHandle {
  /** `last` ends the file. An abort ends the export. */
  exportRecords(records: readonly DataRecord[], last: boolean, signal: AbortSignal): Promise<Result<ExportStep>>;
  close(): void;
}

/** Makes print pages in a worker of its own, so that printing never waits for the editor's picture, nor it for that. */
export interface PrintRenderer extends SheetRenderer {
  /** Starts the worker when there is none. Problems: `aborted`, `render.crashed`, and those of the worker. */
  openRun(setup: RunSetup, signal: AbortSignal): Promise<Result<PrintRunHandle>>;
  /** The same for files. */
  openExport(setup: ExportSetup, signal: AbortSignal): Promise<Result<ExportHandle>>;
  dispose(): void;
}

/** A run that was aborted must be over by then; else its worker is ended with it. */
const CLOSE_LIMIT_MS = 5_000;

export function createPrintRenderer(options: PrintRendererOptions): PrintRenderer {
  return new WorkerPrintRenderer(options);
}

type Api = RenderWorkerApi<OffscreenCanvas>;

interface OpenCalls {
  readonly call: <T>(
    records: readonly DataRecord[],
    signal: AbortSignal,
    ask: (api: Api) => Promise<Result<T>>,
  ) => Promise<Result<T>>;
  readonly close: () => void;
}

class WorkerPrintRenderer implements PrintRenderer {
  readonly #options: PrintRendererOptions;
  #session: { readonly worker: RenderSession; readonly started: Promise<Result<null>> } | null = null;
  #isDisposed = false;

  constructor(options: PrintRendererOptions) {
    this.#options = options;
  }

  async openRun(setup: RunSetup, signal: AbortSignal): Promise<Result<PrintRunHandle>> {
    const opened = await this.#open<RunOpened>(
      (api) => api.openRun(this.#withFonts(setup)),
      (api, { runId }) => api.closeRun(runId),
      signal,
    );
    if (!opened.ok) return opened;
    const { worker, value } = opened.value;
    return ok(this.#runHandle(worker, value.runId, value.sheet));
  }

  async openExport(setup: ExportSetup, signal: AbortSignal): Promise<Result<ExportHandle>> {
    const opened = await this.#open<number>(
      (api) => api.openExport(this.#withFonts(setup)),
      (api, exportId) => api.closeExport(exportId),
      signal,
    );
    return opened.ok ? ok(this.#exportHandle(opened.value.worker, opened.value.value)) : opened;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#session?.worker.terminate();
    this.#session = null;
  }

  #withFonts<Setup extends RunSetup>(setup: Setup): Setup {
    const { fonts } = this.#options;
    return fonts === undefined || setup.fonts !== undefined ? setup : { ...setup, fonts: fonts() };
  }

  #running(): { readonly worker: RenderSession; readonly started: Promise<Result<null>> } {
    if (this.#session !== null && !this.#session.worker.isOver) return this.#session;
    const worker = new RenderSession(this.#options.createWorker(), {
      heartbeatMs: this.#options.heartbeatMs ?? 1_000,
      hangMs: this.#options.hangMs ?? this.#limitMs(1),
      startMs: this.#options.startMs ?? 30_000,
    });
    const started = worker
      .start(null, 'cpu', () => undefined)
      .then((result) => {
        // One that could not start is not asked again.
        if (result !== null && !result.ok) worker.terminate();
        return result ?? err(this.#ending());
      });
    this.#session = { worker, started };
    return this.#session;
  }

  /** Starts the worker when there is none, and opens something in it. */
  async #open<T>(
    open: (api: Api) => Promise<Result<T>>,
    close: (api: Api, opened: T) => Promise<null>,
    signal: AbortSignal,
  ): Promise<Result<{ readonly worker: RenderSession; readonly value: T }>> {
    if (this.#isDisposed || signal.aborted) return err(problem('aborted'));
    const { worker, started } = this.#running();
    const opening = started.then((start) => (start.ok ? this.#ask(worker, open) : start));
    const opened = await raceAbort(opening, signal);
    if (opened === 'aborted') {
      // What comes too late must not stay open.
      void opening.then((late) => {
        if (late.ok) void this.#close(worker, (api) => close(api, late.value));
      });
      return err(problem('aborted'));
    }
    return opened.ok ? ok({ worker, value: opened.value }) : opened;
  }

  #runHandle(worker: RenderSession, runId: number, sheet: SheetGeometry): PrintRunHandle {
    const { call, close } = this.#calls(worker, (api) => api.closeRun(runId));
    return {
      sheet,
      async printRecords(records, flush, signal) {
        const step = await call(records, signal, (api) => api.printRecords(runId, records, flush));
        // Whether the labels of an answer that nobody waited for count is open: the run can't go on.
        if (signal.aborted) close();
        return step;
      },
      previewPage: (records, signal) => call(records, signal, (api) => api.previewPage(runId, records)),
      close,
    };
  }

  #exportHandle(worker: RenderSession, exportId: number): ExportHandle {
    const { call, close } = this.#calls(worker, (api) => api.closeExport(exportId));
    return {
      async exportRecords(records, last, signal) {
        const step = await call(records, signal, (api) => api.exportRecords(exportId, records, last));
        // A file whose pieces are not all there is none.
        if (signal.aborted || !step.ok) close();
        return step;
      },
      close,
    };
  }

  /** Calls about one thing that is open in the worker, and its end. */
  #calls(worker: RenderSession, end: (api: Api) => Promise<null>): OpenCalls {
    let isClosed = false;
    return {
      close: () => {
        if (isClosed) return;
        isClosed = true;
        void this.#close(worker, end);
      },
      call: async (records, signal, ask) => {
        if (isClosed || signal.aborted) return err(problem('aborted'));
        const answer = await raceAbort(this.#ask(worker, ask, records.length), signal);
        return answer === 'aborted' ? err(problem('aborted')) : answer;
      },
    };
  }

  /** The worker's answer; `render.crashed` when it ends over it or takes too long. */
  async #ask<T>(worker: RenderSession, ask: (api: Api) => Promise<Result<T>>, records = 1): Promise<Result<T>> {
    if (worker.isOver) return err(this.#ending());
    const timer = setTimeout(() => worker.terminate(), this.#limitMs(records));
    const answer = await worker.settle(ask(worker.api));
    clearTimeout(timer);
    return answer ?? err(this.#ending());
  }

  #limitMs(records: number): number {
    return (this.#options.callMs ?? 60_000) + records * (this.#options.recordMs ?? 10_000);
  }

  async #close(worker: RenderSession, end: (api: Api) => Promise<null>): Promise<void> {
    if (worker.isOver) return;
    const timer = setTimeout(() => worker.terminate(), CLOSE_LIMIT_MS);
    await worker.settle(end(worker.api));
    clearTimeout(timer);
  }

  #ending(): ReturnType<typeof problem> {
    return problem(this.#isDisposed ? 'aborted' : 'render.crashed');
  }
}

async function raceAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T | 'aborted'> {
  if (signal.aborted) return 'aborted';
  const { promise, resolve } = Promise.withResolvers<'aborted'>();
  const onAbort = (): void => resolve('aborted');
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
