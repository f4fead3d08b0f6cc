import { err, ok } from '#model/kernel/result.ts';
import { busyWhile } from '../idle.ts';
import { transportProblem } from './api-problem.ts';
import type { ApiResult } from './exchange.ts';

export interface SendFormOptions {
  readonly signal: AbortSignal;
  /** How many bytes of the whole request have been sent. */
  readonly onProgress: (sent: number, total: number) => void;
}

/** A connection without data for this long is broken. */
const RESPONSE_TIMEOUT_MS = 60_000;

/** Sends a form by XMLHttpRequest: `fetch` doesn't report upload progress. Gives the text of the answer. */
export function sendForm(
  path: string,
  body: FormData,
  headers: Readonly<Record<string, string>>,
  { signal, onProgress }: SendFormOptions,
): Promise<ApiResult<string>> {
  const answer = new Promise<ApiResult<string>>((resolve) => {
    const request = new XMLHttpRequest();
    let silence: ReturnType<typeof setTimeout>;
    let silent = false;
    const stop = (): void => request.abort();
    const listen = (): void => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        silent = true;
        stop();
      }, RESPONSE_TIMEOUT_MS);
    };
    const settle = (answer: ApiResult<string>): void => {
      clearTimeout(silence);
      signal.removeEventListener('abort', stop);
      resolve(answer);
    };
    request.open('POST', path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      listen();
      onProgress(loaded, total);
    });
    request.addEventListener('load', () => settle(ok(request.responseText)));
    request.addEventListener('error', () => settle(err(transportProblem('server.unreachable'))));
    request.addEventListener('abort', () => settle(err(transportProblem(silent ? 'server.timeout' : 'aborted'))));
    signal.addEventListener('abort', stop);
    if (signal.aborted) return settle(err(transportProblem('aborted')));
    listen();
    request.send(body);
  });
  return busyWhile(answer);
}
