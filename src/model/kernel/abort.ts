import { problem } from './problem.ts';
import { err, type Result } from './result.ts';

/**
 * Settles with the work's result, or with `aborted` as soon as the signal fires, even if the work ignores the signal.
 */
export function orAborted<T>(work: Promise<Result<T>>, signal: AbortSignal | undefined): Promise<Result<T>> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => resolve(err(problem('aborted')));
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
