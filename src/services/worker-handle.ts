import { proxy, releaseProxy, transfer, wrap, type Endpoint } from 'comlink';

/** A running worker and its API. The code that made it must terminate it. */
export interface WorkerHandle<Api> {
  /** Calls of the worker; they never settle once it is terminated. */
  readonly api: Api;
  /** Calls the listener for an uncaught error, and when the worker can't be loaded: it is unusable afterwards. */
  onCrash(listener: (reason: string) => void): void;
  terminate(): void;
}

/** The required part of the browser's `Worker`. */
export interface WorkerPort extends Endpoint {
  terminate(): void;
}

/** The handle of a worker that exposes an `Api`, which may have parts: `api.view.reset(…)`. */
export function handleOf<Api extends object>(worker: WorkerPort): WorkerHandle<Api> {
  const remote = wrap<Api>(worker);
  // A worker may die before there is a listener, because some are started ahead of time.
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

/** Wraps the remote API so that functions, canvases and pictures can be passed to it like any other value. */
function callable(part: RemotePart): unknown {
  return new Proxy(part, {
    // Without this, a promise that is resolved with the API would treat the API as another promise.
    get: (_, name) => (name === 'then' || typeof name === 'symbol' ? undefined : callable(part[name] as RemotePart)),
    apply: (_, _this, args: unknown[]) => part(...args.map(crossing)),
  });
}

/**
 * An argument in comlink's form: a function stays here and is called from the worker, a canvas or a picture is
 * transferred.
 */
function crossing(argument: unknown): unknown {
  if (typeof argument === 'function') return proxy(argument);
  if (typeof OffscreenCanvas !== 'undefined' && argument instanceof OffscreenCanvas)
    return transfer(argument, [argument]);
  if (typeof ImageBitmap !== 'undefined' && argument instanceof ImageBitmap) return transfer(argument, [argument]);
  return argument;
}
