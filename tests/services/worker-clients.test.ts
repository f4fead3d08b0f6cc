import { expect, test, vi } from 'vitest';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { InspectApi, PagesApi, RenderWorkerApi, RunId, RunOpened } from '#protocol/render.ts';
import type { CodeReaderApi } from '#protocol/code-reader.ts';
import type { CommandOrder, PrinterCommandsApi } from '#protocol/printer-commands.ts';
import { DEFAULT_PRINTER_SETTINGS } from '#protocol/printer-settings.ts';
import type { SpreadsheetInfo, SpreadsheetWorkerApi } from '#protocol/spreadsheet.ts';
import { createCodeReader } from '#services/camera/code-reader.ts';
import { createPageEncoder } from '#services/device/page-encoder.ts';
import { createPrintRenderer } from '#services/render/print-renderer.ts';
import { createRenderClient } from '#services/render/render-client.ts';
import { createSpreadsheetClient } from '#services/spreadsheet/spreadsheet-client.ts';
import { WorkerKeeper } from '#services/worker-keeper.ts';
import { WorkerSession } from '#services/worker-session.ts';
import { createMemorySpreadsheetStore } from '../support/memory-spreadsheet-store.ts';
import { createTestElement, createTestTemplate } from '../support/create-elements.ts';
import { describeWorkerClient } from '../support/worker-conformance.ts';

type RenderApi = RenderWorkerApi<OffscreenCanvas>;
const HOUSE = ok({ family: 'House', weight: 400, italic: false });
const OPENED: RunOpened = {
  runId: 1 as RunId,
  sheet: { widthDots: 1, heightDots: 1, labelWidthDots: 1, labelHeightDots: 1, cells: [] },
};
const SHEET: SpreadsheetInfo = { connection: 'sha256:00', fileName: 'a.xlsx', sheets: [], text: null };
const RENDER_PROBLEMS = { crashed: 'render.crashed', timedOut: 'render.crashed' };

const TEMPLATE = createTestTemplate([createTestElement('text')]);
const FILE = Object.assign(new Blob(['a']), { name: 'a.xlsx', lastModified: 0, webkitRelativePath: '' }) as File;

/** A render worker that starts and lives, and answers requests through `answer`. */
function renderApi(answer: <T>(value: T) => Promise<T>, isSilent: boolean): RenderApi {
  return {
    start: () => Promise.resolve(ok(null)),
    ping: () => (isSilent ? new Promise(() => undefined) : Promise.resolve(0)),
    fonts: () => Promise.resolve(null),
    pictures: () => Promise.resolve(null),
    view: {
      reset: () => Promise.resolve(null),
      change: () => Promise.resolve('applied'),
      show: () => Promise.resolve(null),
      checkSymbols: () => Promise.resolve(ok(null)),
    },
    inspect: { inspectFont: () => answer(HOUSE) } as unknown as InspectApi,
    pages: { openRun: () => answer(ok(OPENED)), closeRun: () => Promise.resolve(ok(null)) } as unknown as PagesApi,
  };
}

/** A page whose canvases can only be transferred to a worker. */
const PAGE = {
  createElement: () => ({
    style: {},
    setAttribute: () => undefined,
    transferControlToOffscreen: () => ({}),
    remove: () => undefined,
  }),
} as unknown as Document;

describeWorkerClient<RenderApi>('the editor’s picture', {
  apiOf: renderApi,
  create(createWorker, silenceMs) {
    // Its requests have no timeout of their own: the heartbeat watches.
    const client = createRenderClient({ createWorker, document: PAGE, heartbeatMs: 5, hangMs: silenceMs });
    return { ask: (signal) => client.inspectFont(new Uint8Array(), signal), dispose: () => client.dispose() };
  },
  answer: HOUSE,
  problems: RENDER_PROBLEMS,
  attempts: 2,
});

describeWorkerClient<RenderApi>('the print renderer', {
  apiOf: renderApi,
  create(createWorker, silenceMs) {
    const renderer = createPrintRenderer({ createWorker, callMs: silenceMs, recordMs: 0 });
    return {
      async ask(signal) {
        const opened = await renderer.openRun({ template: TEMPLATE, dpi: 300 }, signal);
        return opened.ok ? ok(opened.value.sheet) : opened;
      },
      dispose: () => renderer.dispose(),
    };
  },
  answer: ok(OPENED.sheet),
  problems: RENDER_PROBLEMS,
  attempts: 1,
});

describeWorkerClient<SpreadsheetWorkerApi<Blob>>('the spreadsheet client', {
  apiOf: (answer) => ({
    open: () => answer(ok(SHEET)),
    rows: () => Promise.resolve(err(problem('data.notConnected'))),
    views: {
      open: () => Promise.resolve(err(problem('data.notConnected'))),
      rows: () => Promise.resolve(err(problem('data.notConnected'))),
      placeOf: () => Promise.resolve(err(problem('data.notConnected'))),
      indexes: () => Promise.resolve(err(problem('data.notConnected'))),
      close: () => Promise.resolve(null),
    },
    edit: () => Promise.resolve(ok(null)),
    save: () => Promise.resolve(err(problem('data.notConnected'))),
    preview: () => Promise.resolve(err(problem('data.notConnected'))),
    close: () => Promise.resolve(null),
  }),
  create(createWorker, responseTimeoutMs) {
    const store = createMemorySpreadsheetStore();
    const client = createSpreadsheetClient({ createWorker, store, responseTimeoutMs });
    return { ask: (signal) => client.open(FILE, { signal }), dispose: () => client.dispose() };
  },
  answer: ok(SHEET),
  problems: { crashed: 'data.crashed', timedOut: 'data.timeout' },
  attempts: 1,
});

describeWorkerClient<CodeReaderApi<ImageBitmap>>('the reader of codes in pictures', {
  apiOf: (answer) => ({ start: () => Promise.resolve(ok(null)), read: () => answer(ok('A-17')) }),
  create(createWorker, limitMs) {
    const reader = createCodeReader({ createWorker, limitMs });
    return { ask: (signal) => reader.read({} as ImageBitmap, signal), dispose: () => reader.dispose() };
  },
  answer: ok('A-17'),
  problems: { crashed: 'camera.noReader', timedOut: 'camera.noReader' },
  attempts: 1,
});

const ORDER: CommandOrder = {
  png: new Uint8Array(),
  dpi: 203,
  copies: 1,
  language: 'zpl',
  settings: DEFAULT_PRINTER_SETTINGS,
};

describeWorkerClient<PrinterCommandsApi>('the writer of printers’ languages', {
  apiOf: (answer) => ({ encode: () => answer(Uint8Array.of(1)) }),
  create(createWorker, limitMs) {
    const encoder = createPageEncoder({ createWorker, limitMs });
    return { ask: (signal) => encoder.encode(ORDER, signal), dispose: () => encoder.dispose() };
  },
  answer: ok(Uint8Array.of(1)),
  problems: { crashed: 'render.crashed', timedOut: 'render.crashed' },
  attempts: 1,
});

interface ToyApi {
  ask(): Promise<Result<number>>;
}

describeWorkerClient<ToyApi>('a session of any other worker', {
  apiOf: (answer) => ({ ask: () => answer(ok(42)) }),
  create(createWorker, limitMs) {
    const problems = { crashed: 'file.unreadable', timedOut: 'server.timeout' } as const;
    const workers = new WorkerKeeper(() => new WorkerSession(createWorker(), { problems }));
    return {
      ask: (signal) =>
        workers.isDisposed
          ? Promise.resolve(err(problem('aborted')))
          : workers.running().call((api) => api.ask(), { signal, limitMs }),
      dispose: () => workers.dispose(),
    };
  },
  answer: ok(42),
  problems: { crashed: 'file.unreadable', timedOut: 'server.timeout' },
  attempts: 1,
});

test('progress of the work restarts its timeout', async () => {
  vi.useFakeTimers();
  try {
    let onNews: () => void = () => undefined;
    const problems = { crashed: 'render.crashed', timedOut: 'data.timeout' } as const;
    const session = new WorkerSession({ api: {}, onCrash: () => undefined, terminate: () => undefined }, { problems });
    const asking = session.call(
      (_api, alive) => {
        onNews = alive;
        return new Promise<Result<number>>(() => undefined);
      },
      { limitMs: 200 },
    );
    for (let i = 0; i < 6; i++) {
      vi.advanceTimersByTime(150);
      onNews();
    }
    expect(session.end).toBeNull();
    vi.advanceTimersByTime(200);
    expect(await asking).toMatchObject({ error: { code: 'data.timeout' } });
  } finally {
    vi.useRealTimers();
  }
});

test('a worker that refuses to start is ended, and all callers get the reason', async () => {
  let terminated = 0;
  const handle = { api: {}, onCrash: () => undefined, terminate: () => void terminated++ };
  const problems = { crashed: 'render.crashed', timedOut: 'render.crashed' } as const;
  const ask = (): Promise<Result<null>> => Promise.resolve(err(problem('render.unavailable')));
  const session = new WorkerSession(handle, { problems, start: { limitMs: 1_000, ask } });
  expect(await session.started).toMatchObject({ error: { code: 'render.unavailable' } });
  expect(await session.call(() => Promise.resolve(ok(1)))).toMatchObject({ error: { code: 'render.unavailable' } });
  expect([terminated, (await session.ended).how]).toEqual([1, 'refused']);
});
