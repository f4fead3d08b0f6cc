import { orAborted } from '#model/kernel/abort.ts';
import { problem, type Problem, type ProblemCode } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { busyWhile } from './idle.ts';
import type { WorkerHandle } from './worker-handle.ts';

/** How a kind of worker is started and watched. */
export interface WorkerLife<Api> {
  /** The problems for callers with a worker that died or was ended by a timeout. */
  readonly problems: { readonly crashed: ProblemCode; readonly timedOut: ProblemCode };
  /** The first call. A worker that fails it, or doesn't answer within `limitMs`, is ended. */
  readonly start?: { readonly limitMs: number; readonly ask: (api: Api) => Promise<Result<null>> };
  /** Repeated once the worker has started. A worker that doesn't answer `ping` within `hangMs` is ended. */
  readonly heartbeat?: {
    readonly everyMs: number;
    readonly hangMs: number;
    readonly ping: (api: Api) => Promise<unknown>;
  };
}

export interface CallOptions {
  /** Ends the wait for the answer at once; the worker itself continues. */
  readonly signal?: AbortSignal | undefined;
  /** The longest time without progress of this call, in milliseconds: then the worker is ended. */
  readonly limitMs?: number | undefined;
  /**
   * Reports that no caller waits any more: the call continues, but the worker is ended when it has not answered
   * `ABANDONED_MS` later. For workers that answer one question at a time, where the next one would wait for this.
   */
  readonly abandoned?: AbortSignal | undefined;
}

/** The time left for an abandoned question: starting another worker takes as long. */
const ABANDONED_MS = 2_000;

/** Why a worker has ended: on request, failed to start, or died (crashed, hung or timed out). */
export interface SessionEnd {
  readonly how: 'requested' | 'refused' | 'died';
  /** The problem for all pending and later callers. */
  readonly problem: Problem;
  /** Why it died, in plain English for a log; null otherwise. */
  readonly reason: string | null;
}

/** If a timer fires this much too late, the page slept and not the worker. */
const SLEPT_MS = 400;
const GRACE_MS = 50;

/**
 * One worker from its start to its end. Every call settles: by the worker's answer, by an abort, or by the worker's
 * end.
 */
export class WorkerSession<Api> {
  /** The answer to `start`. Resolves at once for a worker without a start. */
  readonly started: Promise<Result<null>>;
  readonly ended: Promise<SessionEnd>;
  readonly #handle: WorkerHandle<Api>;
  readonly #life: WorkerLife<Api>;
  readonly #setEnded: (end: SessionEnd) => void;
  readonly #pending = new Set<(end: SessionEnd) => void>();
  #end: SessionEnd | null = null;
  #beat: ReturnType<typeof setTimeout> | undefined;

  constructor(handle: WorkerHandle<Api>, life: WorkerLife<Api>) {
    this.#handle = handle;
    this.#life = life;
    const { promise, resolve } = Promise.withResolvers<SessionEnd>();
    this.ended = promise;
    this.#setEnded = resolve;
    handle.onCrash((reason) => this.#die(reason));
    this.started = life.start === undefined ? this.#beAlive() : this.#start(life.start);
  }

  /** Null while the worker lives. */
  get end(): SessionEnd | null {
    return this.#end;
  }

  /**
   * Calls the worker. `ask` calls `alive` when there is progress, which restarts the timeout. Problems: the worker's
   * own, `aborted` by the signal or when the worker was ended on request, and those of its life.
   */
  call<T>(
    ask: (api: Api, alive: () => void) => Promise<Result<T>>,
    { signal, limitMs, abandoned }: CallOptions = {},
  ): Promise<Result<T>> {
    if (signal?.aborted === true || abandoned?.aborted === true) return Promise.resolve(err(problem('aborted')));
    let limit: ReturnType<typeof setTimeout> | undefined;
    const alive = (): void => {
      clearTimeout(limit);
      const ms = abandoned?.aborted === true ? ABANDONED_MS : limitMs;
      if (ms === undefined || this.#end !== null) return;
      limit = setTimeout(() => this.#die('the worker stays silent', this.#life.problems.timedOut), ms);
    };
    alive();
    abandoned?.addEventListener('abort', alive, { once: true });
    const answer = busyWhile(this.#settle((api) => ask(api, alive))).finally(() => {
      clearTimeout(limit);
      abandoned?.removeEventListener('abort', alive);
    });
    return orAborted(
      answer.then((settled) => (settled.ok ? settled.value : err(settled.error.problem))),
      signal,
    );
  }

  /** For calls without a waiting caller. If the worker dies, the code that replaces it must repeat them. */
  notify(ask: (api: Api) => Promise<unknown>): void {
    void busyWhile(this.#settle(ask));
  }

  /** Ends the worker at once, even during a call. */
  terminate(): void {
    this.#finish({ how: 'requested', problem: problem('aborted'), reason: null });
  }

  /**
   * The call's value, or the worker's end when that comes first. A call that throws ends the worker, because expected
   * failures are values.
   */
  #settle<T>(ask: (api: Api) => Promise<T>): Promise<Result<T, SessionEnd>> {
    if (this.#end !== null) return Promise.resolve(err(this.#end));
    return new Promise((resolve) => {
      const onEnd = (end: SessionEnd): void => resolve(err(end));
      this.#pending.add(onEnd);
      (async () => ask(this.#handle.api))().then(
        (value) => {
          this.#pending.delete(onEnd);
          resolve(ok(value));
        },
        (cause: unknown) => this.#die(cause instanceof Error ? cause.message : String(cause)),
      );
    });
  }

  async #start({ limitMs, ask }: NonNullable<WorkerLife<Api>['start']>): Promise<Result<null>> {
    const limit = setTimeout(() => this.#die('the worker did not start'), limitMs);
    const started = await busyWhile(this.#settle(ask));
    clearTimeout(limit);
    if (!started.ok) return err(started.error.problem);
    if (started.value.ok) return this.#beAlive();
    this.#finish({ how: 'refused', problem: started.value.error, reason: null });
    return started.value;
  }

  #beAlive(): Promise<Result<null>> {
    const { heartbeat } = this.#life;
    if (heartbeat !== undefined && this.#end === null) this.#scheduleBeat(heartbeat);
    return Promise.resolve(ok(null));
  }

  #scheduleBeat(heartbeat: NonNullable<WorkerLife<Api>['heartbeat']>): void {
    this.#beat = setTimeout(() => void this.#listen(heartbeat), heartbeat.everyMs);
  }

  async #listen(heartbeat: NonNullable<WorkerLife<Api>['heartbeat']>): Promise<void> {
    const { ping, hangMs } = heartbeat;
    const limit = Promise.withResolvers<'late' | 'slept'>();
    const sentAt = performance.now();
    this.#beat = setTimeout(() => {
      const late = performance.now() - sentAt - hangMs;
      // The answer may have arrived while the page was too busy to read it: it can be read now.
      this.#beat = setTimeout(() => limit.resolve(late > SLEPT_MS ? 'slept' : 'late'), GRACE_MS);
    }, hangMs);
    const answer = await Promise.race([this.#settle(ping), limit.promise]);
    clearTimeout(this.#beat);
    if (this.#end !== null) return;
    if (answer === 'late') this.#die('the worker hangs');
    else this.#scheduleBeat(heartbeat);
  }

  #die(reason: string, code: ProblemCode = this.#life.problems.crashed): void {
    this.#finish({ how: 'died', problem: problem(code), reason });
  }

  #finish(end: SessionEnd): void {
    if (this.#end !== null) return;
    this.#end = end;
    clearTimeout(this.#beat);
    this.#handle.terminate();
    for (const settle of this.#pending) settle(end);
    this.#pending.clear();
    this.#setEnded(end);
  }
}
