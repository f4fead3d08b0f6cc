import type { ImageCrop } from '#model/elements/image/image-element.ts';
import type { Rect, Size } from '#model/kernel/geometry.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { orAborted } from '#model/kernel/abort.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { BarcodeElement } from '#model/elements/barcode/barcode-element.ts';
import type { QrcodeElement } from '#model/elements/qrcode/qrcode-element.ts';
import type { ElementSymbolSize } from '#model/elements/symbol-size.ts';
import type { LabelSize } from '#model/elements/base/layout.ts';
import type { AddedFont } from '#model/elements/base/font-catalog.ts';
import type { FetchPicture } from '#model/data/pictures/address-pictures.ts';
import type { PictureSet } from '#model/data/pictures/picture-set.ts';
import type { DataRecord } from '#model/data/record.ts';
import { applyChange, type Change } from '#model/template/change.ts';
import type { ImageMime, Template } from '#model/template/template.ts';
import type { FontDescription, Frame, RenderWorkerApi, SymbolCheck, ViewState, ViewSurface } from '#protocol/render.ts';
import { toViewChange } from '#protocol/view-change.ts';
import { beginWork, startTimer, stopTimer } from '../idle.ts';
import type { RenderWorkerHandle } from './create-render-worker.ts';
import { WorkerKeeper } from '../worker-keeper.ts';
import { WorkerSession } from '../worker-session.ts';
import { ViewCanvas } from './view-canvas.ts';

export type RenderHealth = 'starting' | 'ready' | 'restarting' | { readonly failed: Problem };

export interface RenderClientOptions {
  readonly createWorker: () => RenderWorkerHandle;
  /** The document that creates the canvas elements; the page's own unless given. */
  readonly document?: Document;
  /** The heartbeat interval; 250 unless given. */
  readonly heartbeatMs?: number;
  /** The timeout of a heartbeat; 1,400 unless given. Doubles with each restart in a row. */
  readonly hangMs?: number;
  /** Where the first worker paints; `auto` unless given. Later ones paint on the CPU. */
  readonly surface?: ViewSurface;
  /** The timeout of a worker's start; 20,000 unless given. */
  readonly startMs?: number;
}

/** The editor's picture, painted in a worker that is replaced when it dies. */
export interface RenderClient {
  /**
   * Mounts the canvas in the container, which it fills from the top left, and reports the pictures painted before. The
   * returned function removes it.
   */
  mount(container: HTMLElement): () => void;
  /** The canvas with the last picture; null before the first one. */
  canvas(): HTMLCanvasElement | null;
  reset(revision: number, template: Template): void;
  /** `gap` when the change doesn't continue the client's revision: send a reset then. */
  change(fromRevision: number, toRevision: number, change: Change): 'applied' | 'gap';
  view(state: ViewState): void;
  /** Replaces the added fonts. */
  fonts(added: readonly AddedFont[]): void;
  /** Replaces the pictures of rows, null for none, and what fetches those at addresses. */
  pictures(set: PictureSet | null, fetchPicture: FetchPicture): void;
  /** Calls the listener after each picture, from the first `mount` on; the returned function unsubscribes. */
  onFrame(listener: (frame: Frame) => void): () => void;
  /** Calls the listener at once with the current health, and at each change. */
  onHealth(listener: (health: RenderHealth) => void): () => void;
  /** How the symbols of the view would read; null when the view changed meanwhile. */
  checkSymbols(signal?: AbortSignal): Promise<Result<readonly SymbolCheck[] | null>>;
  /** The printed size of an element's symbol with this content. */
  symbolSize(
    element: BarcodeElement | QrcodeElement,
    content: string,
    dpi: number,
    label: LabelSize,
    signal?: AbortSignal,
  ): Promise<Result<ElementSymbolSize>>;
  /** The bounds of each element on the label with this record (see `InspectApi`). */
  elementBounds(
    template: Template,
    record: DataRecord,
    signal?: AbortSignal,
  ): Promise<Result<ReadonlyMap<ElementId, Rect>>>;
  /** Reads the name, weight and slant of a font file. */
  inspectFont(bytes: Uint8Array, signal?: AbortSignal): Promise<Result<FontDescription>>;
  inspectImage(bytes: Uint8Array, signal?: AbortSignal): Promise<Result<Size & { readonly mime: ImageMime }>>;
  imageEdges(bytes: Uint8Array, signal?: AbortSignal): Promise<Result<ImageCrop>>;
  thumbnail(
    template: Template,
    record: DataRecord,
    maxSidePx: number,
    signal?: AbortSignal,
  ): Promise<Result<Uint8Array>>;
  /** Retries after `failed`. */
  restart(): void;
  dispose(): void;
}

/** A zoom gesture ends after this time without a step. */
const ZOOM_REST_MS = 80;
const CALL_LIMIT_MS = 30_000;
/** If more workers than this die in a short time, the next one would die the same way. */
const MAX_RESTARTS = 4;

export function createRenderClient(options: RenderClientOptions): RenderClient {
  return new WorkerRenderClient(options);
}

type Api = RenderWorkerApi<OffscreenCanvas>;

class WorkerRenderClient implements RenderClient {
  readonly #options: RenderClientOptions;
  readonly #workers: WorkerKeeper<Api>;
  readonly #canvas: ViewCanvas;
  readonly #frameListeners = new Set<(frame: Frame) => void>();
  readonly #healthListeners = new Set<(health: RenderHealth) => void>();
  /**
   * The pictures painted before the first mount; null from then on. A value that changes while React renders the screen
   * makes it render all of it again, at once.
   */
  #early: Frame[] | null = [];
  #health: RenderHealth = 'starting';
  #template: { readonly revision: number; readonly value: Template } | null = null;
  #state: ViewState | null = null;
  #fonts: readonly AddedFont[] = [];
  #pictures: PictureSet | null = null;
  #fetchPicture: FetchPicture | null = null;
  /** Changes to the CPU after a worker has died, because the graphics processor may have been the cause. */
  #surface: ViewSurface;
  #zoomedAt = -Infinity;
  /** Unanswered calls that change the picture. */
  #unanswered = 0;
  /** Null while no picture is pending. */
  #endPainting: (() => void) | null = null;
  #zoomTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: RenderClientOptions) {
    this.#options = options;
    this.#surface = options.surface ?? 'auto';
    this.#canvas = new ViewCanvas(options.document ?? document);
    this.#workers = new WorkerKeeper((deaths) => this.#spawn(deaths));
    void this.#run();
  }

  mount(container: HTMLElement): () => void {
    const unmount = this.#canvas.mount(container);
    const early = this.#early ?? [];
    this.#early = null;
    for (const frame of early) this.#report(frame);
    return unmount;
  }

  canvas(): HTMLCanvasElement | null {
    return this.#canvas.shown;
  }

  reset(revision: number, template: Template): void {
    this.#template = { revision, value: template };
    this.#sendToView((view) => view.reset(revision, template));
  }

  change(fromRevision: number, toRevision: number, change: Change): 'applied' | 'gap' {
    const before = this.#template;
    if (before === null || before.revision !== fromRevision) return 'gap';
    const template = { revision: toRevision, value: applyChange(before.value, change) };
    this.#template = template;
    const sent = toViewChange(change);
    this.#sendToView(async (view) => {
      const answer = await view.change(fromRevision, toRevision, sent);
      const latest = this.#template;
      if (answer === 'gap' && latest !== null) await view.reset(latest.revision, latest.value);
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
    // A single zoom step is painted at once. During a gesture the browser stretches the picture, and only the last step
    // is painted.
    if (rested || (!zooms && this.#zoomTimer === undefined)) this.#sendToView((view) => view.show(state));
    else this.#paintAtRest();
  }

  fonts(added: readonly AddedFont[]): void {
    // New fonts make the worker lay out everything again, and most labels have none.
    if (added === this.#fonts || added.length + this.#fonts.length === 0) return;
    this.#fonts = added;
    this.#send((api) => api.fonts(added));
  }

  pictures(set: PictureSet | null, fetchPicture: FetchPicture): void {
    if (set === this.#pictures && fetchPicture === this.#fetchPicture) return;
    this.#pictures = set;
    this.#fetchPicture = fetchPicture;
    this.#send((api) => api.pictures(set, fetchPicture));
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
    return this.#call((api) => api.view.checkSymbols(), signal);
  }

  symbolSize(
    element: BarcodeElement | QrcodeElement,
    content: string,
    dpi: number,
    label: LabelSize,
    signal?: AbortSignal,
  ): Promise<Result<ElementSymbolSize>> {
    return this.#call((api) => api.inspect.symbolSize(element, content, dpi, label), signal);
  }

  elementBounds(
    template: Template,
    record: DataRecord,
    signal?: AbortSignal,
  ): Promise<Result<ReadonlyMap<ElementId, Rect>>> {
    return this.#call((api) => api.inspect.elementBounds(template, record), signal);
  }

  inspectFont(bytes: Uint8Array, signal?: AbortSignal): Promise<Result<FontDescription>> {
    return this.#call((api) => api.inspect.inspectFont(bytes), signal);
  }

  imageEdges(bytes: Uint8Array, signal?: AbortSignal): Promise<Result<ImageCrop>> {
    return this.#call((api) => api.inspect.imageEdges(bytes), signal);
  }

  inspectImage(bytes: Uint8Array, signal?: AbortSignal): Promise<Result<Size & { readonly mime: ImageMime }>> {
    return this.#call((api) => api.inspect.inspectImage(bytes), signal);
  }

  thumbnail(
    template: Template,
    record: DataRecord,
    maxSidePx: number,
    signal?: AbortSignal,
  ): Promise<Result<Uint8Array>> {
    return this.#call((api) => api.pages.thumbnail(template, record, maxSidePx), signal);
  }

  restart(): void {
    if (typeof this.#health !== 'object') return;
    this.#workers.forgive();
    void this.#run();
  }

  dispose(): void {
    stopTimer(this.#zoomTimer);
    this.#workers.dispose();
    this.#setHealth({ failed: problem('aborted') });
    this.#frameListeners.clear();
    this.#healthListeners.clear();
    this.#early = null;
    this.#canvas.dispose();
  }

  #paintAtRest(): void {
    stopTimer(this.#zoomTimer);
    this.#zoomTimer = startTimer(() => {
      this.#zoomTimer = undefined;
      const state = this.#state;
      if (state !== null) this.#sendToView((view) => view.show(state));
    }, ZOOM_REST_MS);
  }

  /** Runs one worker after the other, until one is ended on request or too many have died. */
  async #run(): Promise<void> {
    this.#setHealth(this.#workers.deaths === 0 ? 'starting' : 'restarting');
    for (;;) {
      let session: WorkerSession<Api>;
      try {
        session = this.#workers.running();
      } catch (cause) {
        // The browser has no workers or can't transfer a canvas: it is old or locked down.
        return this.#setHealth({ failed: problem('render.unavailable', { detail: String(cause) }) });
      }
      if ((await session.started).ok) this.#becomeReady();
      const { how, problem: why, reason } = await session.ended;
      if (how === 'requested') return;
      if (how === 'refused') return this.#setHealth({ failed: why });
      this.#surface = 'cpu';
      if (this.#workers.deaths > MAX_RESTARTS) {
        return this.#setHealth({ failed: problem('render.crashed', { detail: reason ?? '' }) });
      }
      this.#setHealth('restarting');
    }
  }

  #spawn(deaths: number): WorkerSession<Api> {
    const { createWorker, heartbeatMs = 250, hangMs = 1_400, startMs = 20_000 } = this.#options;
    const canvas = this.#canvas.next();
    const surface = this.#surface;
    const session: WorkerSession<Api> = new WorkerSession(createWorker(), {
      problems: { crashed: 'render.crashed', timedOut: 'render.crashed' },
      start: {
        limitMs: startMs,
        ask: (api) =>
          api.start(canvas, surface, (frame) => {
            if (session.end === null) this.#showFrame(frame);
          }),
      },
      // A worker that died during heavy work gets more time for it at the next attempt.
      heartbeat: { everyMs: heartbeatMs, hangMs: hangMs * 2 ** deaths, ping: (api) => api.ping() },
    });
    return session;
  }

  #becomeReady(): void {
    this.#setHealth('ready');
    const template = this.#template;
    const state = this.#state;
    const fonts = this.#fonts;
    const pictures = this.#pictures;
    const fetchPicture = this.#fetchPicture;
    if (fonts.length > 0) this.#send((api) => api.fonts(fonts));
    if (fetchPicture !== null) this.#send((api) => api.pictures(pictures, fetchPicture));
    if (template !== null) this.#sendToView((view) => view.reset(template.revision, template.value));
    if (state !== null) this.#sendToView((view) => view.show(state));
  }

  /** For calls without a waiting caller. If the worker dies, `#becomeReady` brings the next one to the same state. */
  #send(call: (api: Api) => Promise<unknown>): void {
    if (this.#health === 'ready') this.#workers.living?.notify(call);
  }

  /** The same for calls that change the picture: the page is busy until it is shown. */
  #sendToView(call: (view: Api['view']) => Promise<unknown>): void {
    if (this.#health !== 'ready' || this.#workers.living === null) return;
    this.#endPainting ??= beginWork();
    this.#unanswered++;
    this.#send(async ({ view }) => {
      await call(view);
      this.#unanswered--;
      const { widthPx = 0, heightPx = 0 } = this.#state?.viewport ?? {};
      // Nothing is painted without space for it.
      if (this.#template === null || widthPx < 1 || heightPx < 1) this.#pictured();
    });
  }

  #pictured(): void {
    if (this.#unanswered > 0) return;
    this.#endPainting?.();
    this.#endPainting = null;
  }

  /** For calls with a waiting caller. They are repeated once if the worker dies meanwhile. */
  async #call<T>(call: (api: Api) => Promise<Result<T>>, signal: AbortSignal | undefined): Promise<Result<T>> {
    const limit = AbortSignal.timeout(CALL_LIMIT_MS);
    const givenUp = signal === undefined ? limit : AbortSignal.any([signal, limit]);
    for (let attempt = 0; attempt < 2; attempt++) {
      const session = await orAborted(this.#readySession(), givenUp);
      if (!session.ok && !givenUp.aborted) return session;
      if (!session.ok) break;
      const answer = await session.value.call(call, { signal: givenUp });
      if (givenUp.aborted) break;
      if (answer.ok || session.value.end === null) return answer;
    }
    return err(problem(signal?.aborted === true ? 'aborted' : 'render.crashed'));
  }

  /** The worker as soon as it is ready; the problem when there is permanently none. */
  #readySession(): Promise<Result<WorkerSession<Api>>> {
    const { promise, resolve } = Promise.withResolvers<Result<WorkerSession<Api>>>();
    const stop = this.onHealth((health) => {
      // A worker may have just died, before the health shows it.
      const { living } = this.#workers;
      if (typeof health === 'object') resolve(err(health.failed));
      else if (health === 'ready' && living !== null) resolve(ok(living));
    });
    return promise.finally(stop);
  }

  #showFrame(frame: Frame): void {
    this.#canvas.show(frame.viewport);
    if (frame.revision === this.#template?.revision) this.#pictured();
    if (this.#early === null) this.#report(frame);
    else this.#early.push(frame);
  }

  #report(frame: Frame): void {
    for (const listener of this.#frameListeners) listener(frame);
  }

  #setHealth(health: RenderHealth): void {
    this.#health = health;
    this.#unanswered = 0;
    this.#pictured();
    for (const listener of this.#healthListeners) listener(health);
  }
}
