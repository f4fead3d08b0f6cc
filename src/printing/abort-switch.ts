import type { Abort } from '#model/kernel/abort.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';

/** An `Abort` and the hand that throws it; this room has no AbortController to name. */
export class AbortSwitch implements Abort {
  readonly #listeners = new Set<() => void>();
  #aborted = false;

  get aborted(): boolean {
    return this.#aborted;
  }

  abort(): void {
    if (this.#aborted) return;
    this.#aborted = true;
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener();
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    if (!this.#aborted) this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }
}

/** The call's own result, or `aborted` as soon as it is given up, whether the call heeds that or not. */
export function orAborted<T>(call: Promise<Result<T>>, abort: Abort): Promise<Result<T>> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => resolve(err(problem('aborted')));
    abort.addEventListener('abort', onAbort, { once: true });
    if (abort.aborted) onAbort();
    call.then(resolve, reject).finally(() => abort.removeEventListener('abort', onAbort));
  });
}
