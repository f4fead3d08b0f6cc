import { Check } from 'typebox/value';
import { toBase64 } from '#model/kernel/base64.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { antiForgeryHeaders } from '#protocol/anti-forgery.ts';
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
import { createExchange, type ExchangeOptions, type Request } from './exchange.ts';
import { readEnvelope } from './read-envelope.ts';
import { createProtection } from './protection.ts';

export type ApiResult<T> = Result<T, ApiProblem>;
export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The user waits for it: a sign that the product is at work is shown until the answer is here. */
  readonly loading?: boolean;
  /** Nothing of it is shown, even where `loading` is asked for: calls that repeat by themselves. */
  readonly quiet?: boolean;
}

/** The server, as the rest of the program sees it. Every promise settles within 60 seconds; none rejects. */
export interface ApiClient {
  /** Makes a call of the protocol: `call('templateList', { page: 1 })`. Signs and encrypts those that need it. */
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
}

export interface ApiClientOptions extends ExchangeOptions {
  /** Called with the server's message when it knows of no session (301). */
  readonly onSignedOut: (message: string) => void;
  /** Called when a call with `loading` begins; what it gives is called when that call has its answer. */
  readonly onLoading?: () => () => void;
  readonly now?: () => number;
}

export function createApiClient(options: ApiClientOptions): ApiClient {
  const exchange = createExchange(options);
  const token = (): string => JSON.stringify(antiForgeryHeaders(options.cookies?.() ?? ''));

  function refused(text: string, source: CallName | null): ApiProblem | null {
    const envelope = readEnvelope(text);
    if (envelope === null || envelope.code === API_CODES.success) return null;
    if (envelope.code === API_CODES.signedOut) options.onSignedOut(envelope.message);
    return envelopeProblem(envelope, source);
  }

  async function ask<T>(
    request: Request,
    source: CallName | null,
    isAnswer: (data: unknown) => data is T,
    signal: AbortSignal | undefined,
  ): Promise<ApiResult<T>> {
    const sent = token();
    const read = (response: Response): Promise<string> => response.text();
    let text = await exchange(request, signal, read);
    // A refusal brings the right anti-forgery token where the one that was sent was not; nothing has been done yet.
    const isForbidden = text.ok && readEnvelope(text.value)?.code === API_CODES.forbidden;
    if (isForbidden && token() !== sent) text = await exchange(request, signal, read);
    if (!text.ok) return text;
    const problem = refused(text.value, source);
    if (problem !== null) return err(problem);
    const data = readEnvelope(text.value)?.data;
    return isAnswer(data) ? ok(data) : err(transportProblem('server.badAnswer'));
  }

  function callPlainly<T>(
    name: CallName,
    input: unknown,
    isAnswer: (data: unknown) => data is T,
    signal: AbortSignal | undefined,
  ): Promise<ApiResult<T>> {
    const { method, path } = CALLS[name];
    const request: Request =
      method === 'GET'
        ? { method, path: path + queryOf(input) }
        : { method, path, body: JSON.stringify(input), headers: { 'content-type': 'application/json' } };
    return ask(request, name, isAnswer, signal);
  }

  const protection = createProtection(callPlainly, options.now ?? Date.now);

  /** Shows that the product is at work, where the caller asks for it, until the answer is here. */
  async function shown<T>({ loading, quiet }: CallOptions, answer: () => Promise<ApiResult<T>>): Promise<ApiResult<T>> {
    const end = loading === true && quiet !== true ? options.onLoading?.() : undefined;
    try {
      return await answer();
    } finally {
      end?.();
    }
  }

  return {
    call: <Name extends CallName>(name: Name, input: InputOf<Name>, callOptions: CallOptions = {}) => {
      const isAnswer = (data: unknown): data is AnswerOf<Name> => Check(CALLS[name].answer, data);
      return shown(callOptions, () => protection.call(name, input, isAnswer, callOptions.signal));
    },
    uploadPreview: (png, uploadToken, uploadOptions = {}) => {
      const headers = {
        'content-type': 'application/octet-stream',
        authorization: `${UPLOAD_TOKEN_SCHEME} ${uploadToken}`,
      };
      const request: Request = { method: 'POST', path: UPLOAD_IMAGE_PATH, body: toBase64(png), headers };
      return shown(uploadOptions, () => ask(request, null, isUploaded, uploadOptions.signal));
    },
    uploadTemplate: (bytes, fileName, uploadToken, uploadOptions = {}) => {
      const form = new FormData();
      form.set('token', uploadToken);
      form.set('key', fileName);
      form.set('file', new Blob([bytes.slice()]), fileName);
      const request: Request = { method: 'POST', path: UPLOAD_FILE_PATH, body: form };
      return shown(uploadOptions, () => ask(request, null, isUploaded, uploadOptions.signal));
    },
    fetchFile: (path, fileOptions = {}) =>
      shown(fileOptions, async () => {
        const answer = await exchange({ method: 'GET', path }, fileOptions.signal, async (response) => ({
          found: response.ok,
          bytes: new Uint8Array(await response.arrayBuffer()),
        }));
        if (!answer.ok) return answer;
        if (answer.value.found) return ok(answer.value.bytes);
        return err(refused(new TextDecoder().decode(answer.value.bytes), null) ?? transportProblem('server.badAnswer'));
      }),
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
