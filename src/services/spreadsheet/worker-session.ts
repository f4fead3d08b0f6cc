import { releaseProxy, wrap, type Endpoint } from 'comlink';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';
import type { SpreadsheetWorkerApi } from '#protocol/spreadsheet.ts';

/** What a session needs of a worker; the browser's `Worker` has it. */
export interface WorkerPort extends Endpoint {
  terminate(): void;
}

/** Longest silence of a worker that has been asked something: an .xls that is still not read then never will be. */
const SILENCE_LIMIT_MS = 30_000;

export interface SessionCall {
  readonly signal?: AbortSignal | undefined;
  /** Longest silence, in milliseconds. */
  readonly limitMs?: number | undefined;
}

/** One data worker from its start to its end. Whoever made it ends it. */
export interface WorkerSession {
  /**
   * Asks the worker. Settles in any case: `data.timeout` when it stays silent (`alive` starts the time anew),
   * `data.crashed` when it dies, `aborted` by the signal or when the session is ended. After the first two the session is
   * ended.
   */
  call<T>(
    ask: (api: SpreadsheetWorkerApi<Blob>, alive: () => void) => Promise<Result<T>>,
    options?: SessionCall,
  ): Promise<Result<T>>;
  readonly ended: boolean;
  /** Kills the worker, whatever it does. */
  end(): void;
}

export function createWorkerSession(createWorker: () => WorkerPort): WorkerSession {
  const worker = createWorker();
  const remote = wrap<SpreadsheetWorkerApi<Blob>>(worker);
  // The proxy's types take callbacks for proxied ones; what crosses is the same.
  const api = remote as unknown as SpreadsheetWorkerApi<Blob>;
  const pending = new Set<(reason: Problem) => void>();
  let endReason: Problem | null = null;

  const end = (reason: Problem): void => {
    if (endReason !== null) return;
    endReason = reason;
    worker.removeEventListener('error', onCrash);
    worker.removeEventListener('messageerror', onCrash);
    remote[releaseProxy]();
    worker.terminate();
    for (const settle of pending) settle(reason);
    pending.clear();
  };
  const onCrash = (event: Event | { preventDefault?: () => void }): void => {
    event.preventDefault?.();
    end(problem('data.crashed'));
  };
  worker.addEventListener('error', onCrash as EventListener);
  worker.addEventListener('messageerror', onCrash as EventListener);

  return {
    get ended(): boolean {
      return endReason !== null;
    },
    end: () => end(problem('aborted')),
    call: <T>(
      ask: (api: SpreadsheetWorkerApi<Blob>, alive: () => void) => Promise<Result<T>>,
      { signal, limitMs = SILENCE_LIMIT_MS }: SessionCall = {},
    ): Promise<Result<T>> => {
      if (endReason !== null) return Promise.resolve(err(endReason));
      if (signal?.aborted === true) return Promise.resolve(err(problem('aborted')));
      return new Promise((resolve) => {
        let timer: ReturnType<typeof setTimeout> | undefined;
        const settle = (result: Result<T>): void => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', onAbort);
          pending.delete(fail);
          resolve(result);
        };
        const fail = (reason: Problem): void => settle(err(reason));
        const onAbort = (): void => fail(problem('aborted'));
        const alive = (): void => {
          clearTimeout(timer);
          timer = setTimeout(() => end(problem('data.timeout')), limitMs);
        };
        pending.add(fail);
        signal?.addEventListener('abort', onAbort, { once: true });
        alive();
        // Results cross; a throw over there is a bug or the end of its memory, and the worker is of no use after it.
        ask(api, alive).then(settle, () => end(problem('data.crashed')));
      });
    },
  };
}
