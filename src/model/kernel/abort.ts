import { problem } from './problem.ts';
import { err, type Result } from './result.ts';

/** The work's own result, or `aborted` as soon as the signal says so, whether the work heeds it or not. */
export function orAborted<T>(work: Promise<Result<T>>, signal: AbortSignal | undefined): Promise<Result<T>> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => resolve(err(problem('aborted')));
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
