import type { Size } from '#model/kernel/geometry.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';
import type { BarcodeElement } from '#model/elements/barcode/barcode-element.ts';
import type { QrcodeElement } from '#model/elements/qrcode/qrcode-element.ts';
import type { ElementSymbolSize } from '#model/elements/symbol-size.ts';
import type { AddedFont } from '#model/elements/base/font-catalog.ts';
import type { DataRecord } from '#model/data/record.ts';
import { applyChange, type Change } from '#model/template/change.ts';
import type { Template } from '#model/template/template.ts';
import type { FontDescription, Frame, RenderWorkerApi, SymbolCheck, ViewState, ViewSurface } from '#protocol/render.ts';
import type { RenderWorkerHandle } from './create-render-worker.ts';
import { RenderSession } from './render-session.ts';
import { ViewCanvas } from './view-canvas.ts';

export type RenderHealth = 'starting' | 'ready' | 'restarting' | { readonly failed: Problem };

export interface RenderClientOptions {
  readonly createWorker: () => RenderWorkerHandle;
  /** Makes the canvas elements; the page's document unless told otherwise. */
  readonly document?: Document;
  /** Between two heartbeats; 250 unless told. */
  readonly heartbeatMs?: number;
  /** How long a worker may leave a heartbeat unanswered; 1,400 unless told. Doubles with each restart in a row. */
  readonly hangMs?: number;
  /** Where the first worker paints; `auto` unless told. Those after it paint on the CPU. */
  readonly surface?: ViewSurface;
  /** How long a worker may take to start; 20,000 unless told. */
  readonly startMs?: number;
}

/** The editor's picture, painted in a worker that is replaced when it dies. */
export interface RenderClient {
  /** Puts the canvas into the container, which it fills from the top left. Undo with the function returned. */
  mount(container: HTMLElement): () => void;
  reset(revision: number, template: Template): void;
  /** `gap` when the change does not follow on the revision that the client has: send a reset. */
  change(fromRevision: number, toRevision: number, change: Change): 'applied' | 'gap';
  view(state: ViewState): void;
  /** Replaces the fonts beside those of the product. */
  fonts(added: readonly AddedFont[]): void;
  /** Listeners are called after each picture; call what is returned to stop. */
  onFrame(listener: (frame: Frame) => void): () => void;
  /** The listener is called at once with how things are, and at each change. */
  onHealth(listener: (health: RenderHealth) => void): () => void;
  /** How the symbols of the view would read; null when the view changed meanwhile. */
  checkSymbols(signal?: AbortSignal): Promise<Result<readonly SymbolCheck[] | null>>;
  /** How large an element's symbol is printed. */
  symbolSize(
    element: BarcodeElement | QrcodeElement,
    record: DataRecord,
    dpi: number,
    signal?: AbortSignal,
  ): Promise<Result<ElementSymbolSize>>;
  /** What a font file holds. */
  inspectFont(bytes: Uint8Array, signal?: AbortSignal): Promise<Result<FontDescription>>;
  inspectImage(
    bytes: Uint8Array,
    signal?: AbortSignal,
  ): Promise<Result<Size & { readonly mime: 'image/png' | 'image/jpeg' }>>;
  thumbnail(
    template: Template,
    record: DataRecord,
    maxSidePx: number,
    signal?: AbortSignal,
  ): Promise<Result<Uint8Array>>;
  /** Tries again after `failed`. */
  restart(): void;
  dispose(): void;
}

/** A zoom gesture rests when nothing has come for this time. */
const ZOOM_REST_MS = 80;
const CALL_LIMIT_MS = 30_000;
/** More ends than this within the time mean that the next worker would end the same way. */
const MAX_RESTARTS = 4;
const RESTART_WINDOW_MS = 60_000;

export function createRenderClient(options: RenderClientOptions): RenderClient {
  return new WorkerRenderClient(options);
}

class WorkerRenderClient implements RenderClient {
  readonly #options: RenderClientOptions;
  readonly #canvas: ViewCanvas;
  readonly #frameListeners = new Set<(frame: Frame) => void>();
  readonly #healthListeners = new Set<(health: RenderHealth) => void>();
  #session: RenderSession | null = null;
  #health: RenderHealth = 'starting';
  #template: { readonly revision: number; readonly value: Template } | null = null;
  #state: ViewState | null = null;
  #fonts: readonly AddedFont[] = [];
  #endedAt: number[] = [];
  /** A worker that ended may have ended of its graphics processor: the CPU is the same everywhere. */
  #surface: ViewSurface;
  #zoomedAt = -Infinity;
  #zoomTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: RenderClientOptions) {
    this.#options = options;
    this.#surface = options.surface ?? 'auto';
    this.#canvas = new ViewCanvas(options.document ?? document);
    void this.#run();
  }

  mount(container: HTMLElement): () => void {
    return this.#canvas.mount(container);
  }

  reset(revision: number, template: Template): void {
    this.#template = { revision, value: template };
    this.#send((api) => api.reset(revision, template));
  }

  change(fromRevision: number, toRevision: number, change: Change): 'applied' | 'gap' {
    const before = this.#template;
    if (before === null || before.revision !== fromRevision) return 'gap';
    const template = { revision: toRevision, value: applyChange(before.value, change) };
    this.#template = template;
    this.#send(async (api) => {
      const answer = await api.change(fromRevision, toRevision, change);
      const latest = this.#template;
      if (answer === 'gap' && latest !== null) await api.reset(latest.revision, latest.value);
    });
    return 'applied';
  }

  view(state: ViewState): void {
    const before = this.#state;
    this.#state = state;
    this.#canvas.want(state.viewport);
    const now = performance.now();
    const zooms = before !== null && before.viewport.pxPerMm !== state.viewport.pxPerMm;
    const rested = now - this.#zoomedAt > ZOOM_REST_MS;
    if (zooms) this.#zoomedAt = now;
    // A single step is painted at once; of a gesture the last, when it rests. Meanwhile the browser stretches.
    if (rested || (!zooms && this.#zoomTimer === undefined)) this.#send((api) => api.view(state));
    else this.#paintAtRest();
  }

  fonts(added: readonly AddedFont[]): void {
    this.#fonts = added;
    this.#send((api) => api.fonts(added));
  }

  onFrame(listener: (frame: Frame) => void): () => void {
    this.#frameListeners.add(listener);
    return () => this.#frameListeners.delete(listener);
  }

  onHealth(listener: (health: RenderHealth) => void): () => void {
    this.#healthListeners.add(listener);
    listener(this.#health);
    return () => this.#healthListeners.delete(listener);
  }

  checkSymbols(signal?: AbortSignal): Promise<Result<readonly SymbolCheck[] | null>> {
    return this.#call((api) => api.checkSymbols(), signal);
  }

  symbolSize(
    element: BarcodeElement | QrcodeElement,
    record: DataRecord,
    dpi: number,
    signal?: AbortSignal,
  ): Promise<Result<ElementSymbolSize>> {
    return this.#call((api) => api.symbolSize(element, record, dpi), signal);
  }

  inspectFont(bytes: Uint8Array, signal?: AbortSignal): Promise<Result<FontDescription>> {
    return this.#call((api) => api.inspectFont(bytes), signal);
  }

  inspectImage(
    bytes: Uint8Array,
    signal?: AbortSignal,
  ): Promise<Result<Size & { readonly mime: 'image/png' | 'image/jpeg' }>> {
    return this.#call((api) => api.inspectImage(bytes), signal);
  }

  thumbnail(
    template: Template,
    record: DataRecord,
    maxSidePx: number,
    signal?: AbortSignal,
  ): Promise<Result<Uint8Array>> {
    return this.#call((api) => api.thumbnail(template, record, maxSidePx), signal);
  }

  restart(): void {
    if (typeof this.#health !== 'object') return;
    this.#endedAt = [];
    void this.#run();
  }

  dispose(): void {
    const session = this.#session;
    this.#session = null;
    clearTimeout(this.#zoomTimer);
    session?.terminate();
    this.#setHealth({ failed: problem('aborted') });
    this.#frameListeners.clear();
    this.#healthListeners.clear();
    this.#canvas.dispose();
  }

  #paintAtRest(): void {
    clearTimeout(this.#zoomTimer);
    this.#zoomTimer = setTimeout(() => {
      this.#zoomTimer = undefined;
      const state = this.#state;
      if (state !== null) this.#send((api) => api.view(state));
    }, ZOOM_REST_MS);
  }

  /** Runs one worker after the other, until one is told to end or too many have died. */
  async #run(): Promise<void> {
    this.#setHealth(this.#endedAt.length === 0 ? 'starting' : 'restarting');
    for (;;) {
      let session: RenderSession;
      let canvas: OffscreenCanvas;
      try {
        canvas = this.#canvas.next();
        session = this.#spawn();
      } catch (cause) {
        // No workers or no canvas to hand over: an old or locked-down browser.
        return this.#setHealth({ failed: problem('render.unavailable', { detail: String(cause) }) });
      }
      const started = await session.start(canvas, this.#surface, (frame) => this.#showFrame(frame));
      if (started !== null && !started.ok) {
        session.terminate();
        if (session === this.#session) this.#setHealth({ failed: started.error });
        return;
      }
      if (started !== null) this.#becomeReady();
      const reason = await session.ended;
      if (session !== this.#session) return;
      this.#surface = 'cpu';
      const now = performance.now();
      this.#endedAt = [...this.#endedAt.filter((at) => now - at < RESTART_WINDOW_MS), now];
      if (this.#endedAt.length > MAX_RESTARTS) {
        return this.#setHealth({ failed: problem('render.crashed', { detail: reason ?? '' }) });
      }
      this.#setHealth('restarting');
    }
  }

  #spawn(): RenderSession {
    // A worker that died of heavy work gets more time for it at the next attempt.
    const patience = 2 ** this.#endedAt.length;
    const session = new RenderSession(this.#options.createWorker(), {
      heartbeatMs: this.#options.heartbeatMs ?? 250,
      hangMs: (this.#options.hangMs ?? 1_400) * patience,
      startMs: this.#options.startMs ?? 20_000,
    });
    this.#session = session;
    return session;
  }

  #becomeReady(): void {
    this.#setHealth('ready');
    const template = this.#template;
    const state = this.#state;
    const fonts = this.#fonts;
    if (fonts.length > 0) this.#send((api) => api.fonts(fonts));
    if (template !== null) this.#send((api) => api.reset(template.revision, template.value));
    if (state !== null) this.#send((api) => api.view(state));
  }

  /** For calls whose effect a new worker gets from `#becomeReady`: nothing waits for them. */
  #send(call: (api: RenderWorkerApi<OffscreenCanvas>) => Promise<unknown>): void {
    if (this.#health === 'ready' && this.#session !== null) void this.#session.settle(call(this.#session.api));
  }

  /** For calls that somebody waits for: made again once when the worker dies over them. */
  async #call<T>(
    call: (api: RenderWorkerApi<OffscreenCanvas>) => Promise<Result<T>>,
    signal: AbortSignal | undefined,
  ): Promise<Result<T>> {
    const limit = AbortSignal.timeout(CALL_LIMIT_MS);
    const abandoned = whenAborted(signal === undefined ? limit : AbortSignal.any([signal, limit]));
    for (let attempt = 0; attempt < 2; attempt++) {
      const health = await Promise.race([this.#settledHealth(), abandoned]);
      if (health === null) break;
      const session = this.#session;
      if (typeof health === 'object') return err(health.failed);
      if (session === null) break;
      const answer = await Promise.race([session.settle(call(session.api)), abandoned.then(() => 'given up' as const)]);
      if (answer === 'given up') break;
      if (answer !== null) return answer;
    }
    return err(signal?.aborted === true ? problem('aborted') : problem('render.crashed'));
  }

  /** Resolves when the worker is ready or has failed for good. */
  #settledHealth(): Promise<'ready' | { readonly failed: Problem }> {
    const { promise, resolve } = Promise.withResolvers<'ready' | { readonly failed: Problem }>();
    const stop = this.onHealth((health) => {
      if (health === 'starting' || health === 'restarting') return;
      // A worker may have ended a moment ago, before the news of it.
      if (health === 'ready' && this.#session?.isOver === true) return;
      resolve(health);
    });
    return promise.finally(stop);
  }

  #showFrame(frame: Frame): void {
    this.#canvas.show(frame.viewport);
    for (const listener of this.#frameListeners) listener(frame);
  }

  #setHealth(health: RenderHealth): void {
    this.#health = health;
    for (const listener of this.#healthListeners) listener(health);
  }
}

/** Null once the signal says so; never before. */
function whenAborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}
