/**
 * Wraps an API, and the APIs inside it, so that each answer passes through `change`. For the API that a worker exposes.
 */
export function mapAnswers<Api extends object>(api: Api, change: (answer: unknown) => unknown): Api {
  return new Proxy(api, {
    get(target, name) {
      const part: unknown = Reflect.get(target, name);
      if (typeof part === 'object' && part !== null) return mapAnswers(part, change);
      if (typeof part !== 'function') return part;
      return async (...args: unknown[]): Promise<unknown> => change(await Reflect.apply(part, target, args));
    },
  });
}

/** An API with calls that wait until it is ready. For APIs that consist of methods which return promises. */
export function whenReady<Api extends object>(ready: Promise<Api> | (() => Promise<Api>)): Api {
  return new Proxy({} as Api, {
    get(_, name) {
      // Without this, awaiting the API would treat it as a promise.
      if (typeof name === 'symbol' || name === 'then') return undefined;
      return async (...args: unknown[]): Promise<unknown> => {
        const api = await (typeof ready === 'function' ? ready() : ready);
        return Reflect.apply(Reflect.get(api, name) as (...args: unknown[]) => unknown, api, args);
      };
    },
  });
}

/** An API that gives the same answer to every call. */
export function alwaysAnswering<Api extends object>(answer: unknown): Api {
  return new Proxy({} as Api, {
    get: (_, name) => (name === 'then' ? undefined : (): Promise<unknown> => Promise.resolve(answer)),
  });
}

/**
 * The buffers of all bytes in an answer, which a worker transfers instead of copying. Looks into lists and plain
 * objects.
 */
export function memoryOf(answer: unknown, found: Set<ArrayBuffer> = new Set()): Set<ArrayBuffer> {
  if (answer instanceof Uint8Array) {
    if (answer.buffer instanceof ArrayBuffer) found.add(answer.buffer);
  } else if (Array.isArray(answer)) {
    for (const item of answer) memoryOf(item, found);
  } else if (typeof answer === 'object' && answer !== null && Object.getPrototypeOf(answer) === Object.prototype) {
    for (const value of Object.values(answer)) memoryOf(value, found);
  }
  return found;
}
