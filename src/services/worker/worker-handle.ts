import { proxy, releaseProxy, transfer, wrap, type Endpoint } from 'comlink';

/** A running worker, and what it can be asked. Whoever made it terminates it. */
export interface WorkerHandle<Api> {
  /** Calls go to the worker; they never settle once it is terminated. */
  readonly api: Api;
  /** Called for an error that no call caught, and when the worker could not be loaded. It is of no use any more. */
  onCrash(listener: (reason: string) => void): void;
  terminate(): void;
}

/** What is needed of a worker; the browser's `Worker` has it. */
export interface WorkerPort extends Endpoint {
  terminate(): void;
}

/** The handle of a worker that exposes an `Api`, which may have parts: `api.view.reset(…)`. */
export function handleOf<Api extends object>(worker: WorkerPort): WorkerHandle<Api> {
  const remote = wrap<Api>(worker);
  // A worker may die before anybody listens, because some are started ahead of time.
  const { promise: crashed, resolve: crash } = Promise.withResolvers<string>();
  const onError = (event: Partial<ErrorEvent>): void => {
    event.preventDefault?.();
    crash(event.message || 'the worker could not be loaded');
  };
  worker.addEventListener('error', onError as EventListener);
  worker.addEventListener('messageerror', () => crash('a message could not be read'));
  return {
    api: callable(remote as unknown as RemotePart) as Api,
    onCrash(listener): void {
      void crashed.then(listener);
    },
    terminate(): void {
      remote[releaseProxy]();
      worker.terminate();
    },
  };
}

/** A method of the worker, or a part of its API, as comlink gives it. */
interface RemotePart {
  (...args: unknown[]): Promise<unknown>;
  readonly [name: string]: RemotePart;
}

/** The remote API, made so that calls take functions and canvases like any other value. */
function callable(part: RemotePart): unknown {
  return new Proxy(part, {
    // Without this a promise that resolves with the API would take it for a promise.
    get: (_, name) => (name === 'then' || typeof name === 'symbol' ? undefined : callable(part[name] as RemotePart)),
    apply: (_, _this, args: unknown[]) => part(...args.map(crossing)),
  });
}

/** An argument as it crosses: a function stays here and is called from there, a canvas moves. */
function crossing(argument: unknown): unknown {
  if (typeof argument === 'function') return proxy(argument);
  if (typeof OffscreenCanvas === 'undefined' || !(argument instanceof OffscreenCanvas)) return argument;
  return transfer(argument, [argument]);
}
