import ky from 'ky';
import { Check } from 'typebox/value';
import { toBase64 } from '#model/kernel/base64.ts';
import { err, ok } from '#model/kernel/result.ts';
import {
  API_CODES,
  CALLS,
  UPLOAD_FILE_PATH,
  UPLOAD_IMAGE_PATH,
  UPLOAD_TOKEN_SCHEME,
  uploaded,
  type AnswerOf,
  type CallName,
  type InputOf,
  type Uploaded,
} from '#protocol/api.ts';
import { envelopeProblem, transportProblem, type ApiProblem } from './api-problem.ts';
import type { ApiRequest, ApiResult, CallOptions, Exchange } from './exchange.ts';
import { fetchWebFile, type FetchWebFileOptions, type WebFile } from './fetch-web-file.ts';
import { readEnvelope } from './read-envelope.ts';

const TIMEOUT_MS = 60_000;

export type { ApiResult, CallOptions } from './exchange.ts';

/**
 * The server, as the rest of the program sees it. Every promise settles, none rejects; within 60 seconds but for
 * `fetchWebFile`.
 */
export interface ApiClient {
  /** Makes a call of the protocol: `call('templateList', { page: 1 })`. */
  call<Name extends CallName>(
    name: Name,
    input: InputOf<Name>,
    options?: CallOptions,
  ): Promise<ApiResult<AnswerOf<Name>>>;
  /** Keeps a preview PNG; `token` is from the `uploadToken` call. */
  uploadPreview(png: Uint8Array, token: string, options?: CallOptions): Promise<ApiResult<Uploaded>>;
  /** Keeps a template file, packed or plain. */
  uploadTemplate(
    bytes: Uint8Array,
    fileName: string,
    token: string,
    options?: CallOptions,
  ): Promise<ApiResult<Uploaded>>;
  /** The bytes of a stored file, by the path that a template's `file` or `image` has. */
  fetchFile(path: string, options?: CallOptions): Promise<ApiResult<Uint8Array>>;
  /** The file at a web address, which the server fetches (see `fetch-web-file.ts`). */
  fetchWebFile(address: string, options?: FetchWebFileOptions): Promise<ApiResult<WebFile>>;
}

export interface ApiClientOptions {
  /** Origin of the server; the page's own when absent. */
  readonly baseUrl?: string;
  /** The language for the `language` header, in which the server's messages come. */
  readonly language: () => string;
  /** Called with the server's message when it knows of no session (301). */
  readonly onSignedOut: (message: string) => void;
  readonly fetch?: typeof globalThis.fetch;
  readonly timeoutMs?: number;
}

export function createApiClient(options: ApiClientOptions): ApiClient {
  const http = ky.create({
    // Only the caller knows whether a call may be repeated. Errors by status are not thrown, because the status is read
    // together with the envelope.
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    credentials: 'include',
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });

  const exchange: Exchange = async (
    request,
    signal,
    read,
    timeout = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
  ) => {
    try {
      const response = await http((options.baseUrl ?? '') + request.path, {
        method: request.method,
        headers: { ...request.headers, language: options.language(), platform: 'web' },
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        ...(request.body === undefined ? {} : { body: request.body }),
      });
      return ok(await read(response));
    } catch {
      // Browsers word network failures differently; only an abort is told apart from them.
      if (signal?.aborted === true) return err(transportProblem('aborted'));
      return err(transportProblem(timeout.aborted ? 'server.timeout' : 'server.unreachable'));
    }
  };

  function refused(text: string): ApiProblem | null {
    const envelope = readEnvelope(text);
    if (envelope === null || envelope.code === API_CODES.success) return null;
    if (envelope.code === API_CODES.signedOut) options.onSignedOut(envelope.message);
    return envelopeProblem(envelope);
  }

  async function ask<T>(
    request: ApiRequest,
    isAnswer: (data: unknown) => data is T,
    signal: AbortSignal | undefined,
  ): Promise<ApiResult<T>> {
    const text = await exchange(request, signal, (response) => response.text());
    if (!text.ok) return text;
    const problem = refused(text.value);
    if (problem !== null) return err(problem);
    const data = readEnvelope(text.value)?.data;
    return isAnswer(data) ? ok(data) : err(transportProblem('server.badAnswer'));
  }

  return {
    call: <Name extends CallName>(name: Name, input: InputOf<Name>, { signal }: CallOptions = {}) => {
      const { method, path, answer } = CALLS[name];
      const request: ApiRequest =
        method === 'GET'
          ? { method, path: path + queryOf(input) }
          : { method, path, body: JSON.stringify(input), headers: { 'content-type': 'application/json' } };
      return ask(request, (data): data is AnswerOf<Name> => Check(answer, data), signal);
    },
    uploadPreview: (png, token, { signal } = {}) =>
      ask(
        {
          method: 'POST',
          path: UPLOAD_IMAGE_PATH,
          body: toBase64(png),
          headers: { 'content-type': 'application/octet-stream', authorization: `${UPLOAD_TOKEN_SCHEME} ${token}` },
        },
        isUploaded,
        signal,
      ),
    uploadTemplate: (bytes, fileName, token, { signal } = {}) => {
      const form = new FormData();
      form.set('token', token);
      form.set('key', fileName);
      form.set('file', new Blob([bytes.slice()]), fileName);
      return ask({ method: 'POST', path: UPLOAD_FILE_PATH, body: form }, isUploaded, signal);
    },
    fetchFile: async (path, { signal } = {}) => {
      const answer = await exchange({ method: 'GET', path }, signal, async (response) => ({
        found: response.ok,
        bytes: new Uint8Array(await response.arrayBuffer()),
      }));
      if (!answer.ok) return answer;
      if (answer.value.found) return ok(answer.value.bytes);
      return err(refused(new TextDecoder().decode(answer.value.bytes)) ?? transportProblem('server.badAnswer'));
    },
    fetchWebFile: (address, how = {}) => fetchWebFile(exchange, refused, address, how),
  };
}

function isUploaded(data: unknown): data is Uploaded {
  return Check(uploaded, data);
}

function queryOf(input: unknown): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input ?? {})) if (typeof value === 'string') query.set(name, value);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
