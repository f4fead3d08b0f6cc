import ky from 'ky';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { antiForgeryHeaders, pageUserHeaders } from '#protocol/anti-forgery.ts';
import { transportProblem, type ApiProblem } from './api-problem.ts';

const TIMEOUT_MS = 60_000;

export type ApiResult<T> = Result<T, ApiProblem>;
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The user waits for it: a loading indicator is shown until the answer arrives. */
  readonly loading?: boolean;
  /** Neither a loading indicator nor a membership dialog is shown: for calls that the user did not ask for. */
  readonly quiet?: boolean;
}

export interface ExchangeOptions {
  /** Origin of the server; the page's own when absent. */
  readonly baseUrl?: string;
  /** The language of the `language` header, in which the server's messages are. */
  readonly language: () => string;
  /** The page's cookies as in `document.cookie`; the anti-forgery token is among them. None when absent. */
  readonly cookies?: () => Promise<string>;
  /** The page's user; null when signed out. No page when absent. */
  readonly owner?: () => string | null;
  readonly fetch?: typeof globalThis.fetch;
  readonly timeoutMs?: number;
}

/** A request to the server, by its path there. */
export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: BodyInit;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A request's response as read by `read`, or why there is none. Never rejects. `limit` aborts when it takes too long;
 * without one it settles within 60 seconds.
 */
export type Exchange = <T>(
  request: Request,
  signal: AbortSignal | undefined,
  read: (response: Response) => Promise<T>,
  limit?: AbortSignal,
) => Promise<ApiResult<T>>;

export function createExchange(options: ExchangeOptions): Exchange {
  const http = ky.create({
    // Only the caller knows whether a call may be repeated. Status errors are not thrown, because the status is read
    // together with the envelope.
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    credentials: 'include',
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
  return async (request, signal, read, limit = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)) => {
    const url = (options.baseUrl ?? '') + request.path;
    const { method } = request;
    const token = method === 'GET' ? {} : antiForgeryHeaders((await options.cookies?.()) ?? '');
    const ofPage = { ...pageUserHeaders(options.owner?.() ?? null), language: options.language(), platform: 'web' };
    const headers = { ...request.headers, ...token, ...ofPage };
    const fault = setUpFault(url, { method, headers });
    if (fault !== null) return err(fault);
    try {
      const response = await http(url, {
        method,
        headers,
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
        ...(request.body === undefined ? {} : { body: request.body }),
      });
      return ok(await read(response));
    } catch {
      // Browsers word network failures differently; only an abort can be distinguished.
      if (signal?.aborted === true) return err(transportProblem('aborted'));
      return err(transportProblem(limit.aborted ? 'server.timeout' : 'server.unreachable'));
    }
  };
}

/** Why the request can't be made, such as an invalid header; null if it can. */
function setUpFault(url: string, init: RequestInit): ApiProblem | null {
  try {
    return new globalThis.Request(url, init).url === '' ? transportProblem('server.notSent', url) : null;
  } catch (cause) {
    return transportProblem('server.notSent', cause instanceof Error ? cause.message : String(cause));
  }
}
