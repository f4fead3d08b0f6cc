import type { Result } from '#model/kernel/result.ts';
import type { ApiProblem } from './api-problem.ts';

export type ApiResult<T> = Result<T, ApiProblem>;
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** A request to the server, by its path there. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: BodyInit;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request's response as `read` takes it, or why there is none. `limit` aborts when it takes too long. */
export type Exchange = <T>(
  request: ApiRequest,
  signal: AbortSignal | undefined,
  read: (response: Response) => Promise<T>,
  limit?: AbortSignal,
) => Promise<ApiResult<T>>;
