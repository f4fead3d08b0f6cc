import { err, ok } from '#model/kernel/result.ts';
import { NET_FILE_NAME_HEADER, NET_FILE_PATH } from '#protocol/api.ts';
import { transportProblem, type ApiProblem } from './api-problem.ts';
import type { ApiResult, CallOptions, Exchange } from './exchange.ts';

/** The result of fetching a web address through the server. */
export type WebFile =
  | { readonly type: 'file'; readonly bytes: Uint8Array<ArrayBuffer>; readonly name: string }
  /** The file has not changed. */
  | { readonly type: 'unchanged' };

export interface FetchWebFileOptions extends CallOptions {
  /** The connection of the existing file. */
  readonly known?: string | undefined;
  /** Receives the progress in bytes; not before the server has all of the file. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * The server may take a minute to fetch the file; after that a connection may be slow, but not without data for longer.
 */
const RESPONSE_TIMEOUT_MS = 90_000;

/**
 * Fetches a file from an address through the server. There is no limit on the total time, only on the time without
 * data.
 */
export async function fetchWebFile(
  exchange: Exchange,
  refused: (text: string) => ApiProblem | null,
  address: string,
  { signal, known, onProgress = () => undefined }: FetchWebFileOptions,
): Promise<ApiResult<WebFile>> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), RESPONSE_TIMEOUT_MS);
  const alive = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), RESPONSE_TIMEOUT_MS);
  };
  const request = {
    method: 'POST',
    path: NET_FILE_PATH,
    body: JSON.stringify({ FileUrl: address }),
    headers: {
      'content-type': 'application/json',
      ...(known === undefined ? {} : { 'if-none-match': `"${known}"` }),
    },
  } as const;
  const read = async (response: Response): Promise<ApiResult<WebFile>> => {
    if (response.status === 304) return ok({ type: 'unchanged' });
    const total = Number(response.headers.get('content-length') ?? 0);
    const bytes = await readAll(response, (done) => {
      alive();
      onProgress(done, total);
    });
    if (response.headers.get('content-type') !== 'application/octet-stream') {
      return err(refused(new TextDecoder().decode(bytes)) ?? transportProblem('server.badAnswer'));
    }
    const name = decodeURIComponent(response.headers.get(NET_FILE_NAME_HEADER) ?? '');
    return ok({ type: 'file', bytes, name: name === '' ? 'file' : name });
  };
  const answer = await exchange(request, signal, read, silence.signal);
  clearTimeout(timer);
  return answer.ok ? answer.value : answer;
}

async function readAll(response: Response, onBytes: (done: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let done = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) break;
    parts.push(part.value);
    done += part.value.length;
    onBytes(done);
  }
  const bytes = new Uint8Array(done);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
