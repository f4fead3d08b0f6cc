import { ok, type Result } from '#model/kernel/result.ts';
import type { Frame, RenderWorkerApi, ViewSurface } from '#protocol/render.ts';
import type { RenderWorkerHandle } from './create-render-worker.ts';

export interface SessionTimes {
  /** Between two heartbeats. */
  readonly heartbeatMs: number;
  /** A worker that does not answer a heartbeat for so long hangs. */
  readonly hangMs: number;
  /** For loading and starting. */
  readonly startMs: number;
}

/** When a timer fires this much too late, it was the page that slept, not the worker. */
const SLEPT_MS = 400;
const GRACE_MS = 50;

/**
 * One worker from its start to its end. It ends once: by a crash, a hang, or because it is told to; `ended` then
 * resolves, with the reason for the first two.
 */
export class RenderSession {
  readonly ended: Promise<string | null>;
  readonly #handle: RenderWorkerHandle;
  readonly #times: SessionTimes;
  readonly #end: (reason: string | null) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(handle: RenderWorkerHandle, times: SessionTimes) {
    this.#handle = handle;
    this.#times = times;
    const { promise, resolve } = Promise.withResolvers<string | null>();
    this.ended = promise;
    this.#end = resolve;
    handle.onCrash((reason) => this.#finish(reason));
  }

  get api(): RenderWorkerApi<OffscreenCanvas> {
    return this.#handle.api;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Null when the worker ended before it had started. */
  async start(
    canvas: OffscreenCanvas | null,
    surface: ViewSurface,
    onFrame: (frame: Frame) => void,
  ): Promise<Result<null> | null> {
    this.#timer = setTimeout(() => this.#finish('the worker did not start'), this.#times.startMs);
    const result = await this.settle(
      this.api.start(canvas, surface, (frame) => {
        if (!this.#isOver) onFrame(frame);
      }),
    );
    if (this.#isOver || result === null) return null;
    clearTimeout(this.#timer);
    if (result.ok) this.#scheduleBeat();
    return result;
  }

  /** What the call gives; null when the worker ended first. A call that throws ends the worker: results are values. */
  async settle<T>(call: Promise<T>): Promise<T | null> {
    const outcome = await Promise.race([
      call.then(
        (value) => ok(value),
        (cause: unknown) => {
          this.#finish(cause instanceof Error ? cause.message : String(cause));
          return null;
        },
      ),
      this.ended.then(() => null),
    ]);
    return outcome === null ? null : outcome.value;
  }

  terminate(): void {
    this.#finish(null);
  }

  #finish(reason: string | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#handle.terminate();
    this.#end(reason);
  }

  #scheduleBeat(): void {
    this.#timer = setTimeout(() => void this.#beat(), this.#times.heartbeatMs);
  }

  async #beat(): Promise<void> {
    const limit = Promise.withResolvers<'late' | 'slept'>();
    const sentAt = performance.now();
    this.#timer = setTimeout(() => {
      const late = performance.now() - sentAt - this.#times.hangMs;
      // An answer may lie unread because the page was busy: let it be read first.
      this.#timer = setTimeout(() => limit.resolve(late > SLEPT_MS ? 'slept' : 'late'), GRACE_MS);
    }, this.#times.hangMs);
    const answer = await Promise.race([this.settle(this.api.ping()), limit.promise]);
    clearTimeout(this.#timer);
    if (this.#isOver) return;
    if (answer === 'late') this.#finish('the worker hangs');
    else this.#scheduleBeat();
  }
}
