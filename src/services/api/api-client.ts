import { Check } from 'typebox/value';
import type { AskForPicture } from '#model/data/pictures/address-pictures.ts';
import { toBase64 } from '#model/kernel/base64.ts';
import { err, ok } from '#model/kernel/result.ts';
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
  type PrivilegeName,
} from '#protocol/api.ts';
import { busyWhile } from '../idle.ts';
import { envelopeProblem, transportProblem, type ApiProblem } from './api-problem.ts';
import { createExchange, type ApiResult, type CallOptions, type ExchangeOptions, type Request } from './exchange.ts';
import { askForPicture, pictureOf } from './fetch-picture.ts';
import { fetchWebFile, type FetchWebFileOptions, type WebFile } from './fetch-web-file.ts';
import { readEnvelope } from './read-envelope.ts';
import { createProtection } from './protection.ts';

export type { ApiResult, CallOptions } from './exchange.ts';

/** The client of the server. Every promise settles, none rejects; within 60 seconds except for `fetchWebFile`. */
export interface ApiClient {
  /** Makes a call of the protocol: `call('templateList', { page: 1 })`. Signs and encrypts it if necessary. */
  call<Name extends CallName>(
    name: Name,
    input: InputOf<Name>,
    options?: CallOptions,
  ): Promise<ApiResult<AnswerOf<Name>>>;
  /** Uploads a preview PNG; `token` is from the `uploadToken` call. */
  uploadPreview(png: Uint8Array, token: string, options?: CallOptions): Promise<ApiResult<Uploaded>>;
  /** Uploads a template file, packed or plain. */
  uploadTemplate(
    bytes: Uint8Array,
    fileName: string,
    token: string,
    options?: CallOptions,
  ): Promise<ApiResult<Uploaded>>;
  /** The bytes of a stored file, by the path in a template's `file` or `image`. */
  fetchFile(path: string, options?: CallOptions): Promise<ApiResult<Uint8Array>>;
  /** The file at a web address, which the server fetches (see `fetch-web-file.ts`). */
  fetchWebFile(address: string, options?: FetchWebFileOptions): Promise<ApiResult<WebFile>>;
  /** The picture of a row at a web address, which the server fetches, once. */
  readonly fetchPicture: AskForPicture;
}

export interface ApiClientOptions extends ExchangeOptions {
  /** Called with the server's message when there is no session (301). */
  readonly onSignedOut: (message: string) => void;
  /** Called when a call with `loading` begins; the returned function is called when that call has its answer. */
  readonly onLoading?: () => () => void;
  /** Called when a call is rejected because a members' privilege is missing. */
  readonly onNeedsMember?: (privilege: PrivilegeName) => void;
  readonly now?: () => number;
}

export function createApiClient(options: ApiClientOptions): ApiClient {
  const exchange = createExchange(options);
  const token = async (): Promise<string> => JSON.stringify(antiForgeryHeaders((await options.cookies?.()) ?? ''));

  function refused(text: string, source: CallName | null, isQuiet = false): ApiProblem | null {
    const envelope = readEnvelope(text);
    if (envelope === null || envelope.code === API_CODES.success) return null;
    if (envelope.code === API_CODES.signedOut) options.onSignedOut(envelope.message);
    const problem = envelopeProblem(envelope, source);
    if (problem.privilege !== undefined && !isQuiet) options.onNeedsMember?.(problem.privilege);
    return problem;
  }

  /**
   * Retries once if a rejection brought a new anti-forgery token, because the sent one was wrong; nothing has been done
   * yet.
   */
  async function withRightToken<T>(send: () => Promise<T>, isForbidden: (answer: T) => boolean): Promise<T> {
    const sent = await token();
    const answer = await send();
    return isForbidden(answer) && (await token()) !== sent ? send() : answer;
  }

  async function ask<T>(
    request: Request,
    source: CallName | null,
    isAnswer: (data: unknown) => data is T,
    { signal, quiet }: CallOptions,
  ): Promise<ApiResult<T>> {
    const text = await withRightToken(
      () => exchange(request, signal, (response) => response.text()),
      (answer) => answer.ok && readEnvelope(answer.value)?.code === API_CODES.forbidden,
    );
    if (!text.ok) return text;
    const problem = refused(text.value, source, quiet);
    if (problem !== null) return err(problem);
    const data = readEnvelope(text.value)?.data;
    return isAnswer(data) ? ok(data) : err(transportProblem('server.badAnswer'));
  }

  function callPlainly<T>(
    name: CallName,
    input: unknown,
    isAnswer: (data: unknown) => data is T,
    callOptions: CallOptions,
  ): Promise<ApiResult<T>> {
    const { method, path } = CALLS[name];
    const request: Request =
      method === 'GET'
        ? { method, path: path + queryOf(input) }
        : { method, path, body: JSON.stringify(input), headers: { 'content-type': 'application/json' } };
    return ask(request, name, isAnswer, callOptions);
  }

  const protection = createProtection(callPlainly, options.now ?? Date.now);

  /** Shows a loading indicator, if the caller asks for it, until the answer arrives. */
  async function shown<T>({ loading, quiet }: CallOptions, answer: () => Promise<ApiResult<T>>): Promise<ApiResult<T>> {
    const end = loading === true && quiet !== true ? options.onLoading?.() : undefined;
    try {
      return await busyWhile(answer());
    } finally {
      end?.();
    }
  }

  return {
    call: <Name extends CallName>(name: Name, input: InputOf<Name>, callOptions: CallOptions = {}) => {
      const isAnswer = (data: unknown): data is AnswerOf<Name> => Check(CALLS[name].answer, data);
      const whole = withUser(name, input, options.owner?.() ?? null);
      return shown(callOptions, () => protection.call(name, whole, isAnswer, callOptions));
    },
    uploadPreview: (png, uploadToken, uploadOptions = {}) => {
      const headers = {
        'content-type': 'application/octet-stream',
        authorization: `${UPLOAD_TOKEN_SCHEME} ${uploadToken}`,
      };
      const request: Request = { method: 'POST', path: UPLOAD_IMAGE_PATH, body: toBase64(png), headers };
      return shown(uploadOptions, () => ask(request, null, isUploaded, uploadOptions));
    },
    uploadTemplate: (bytes, fileName, uploadToken, uploadOptions = {}) => {
      const form = new FormData();
      form.set('token', uploadToken);
      form.set('key', fileName);
      form.set('file', new Blob([bytes.slice()]), fileName);
      const request: Request = { method: 'POST', path: UPLOAD_FILE_PATH, body: form };
      return shown(uploadOptions, () => ask(request, null, isUploaded, uploadOptions));
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
    fetchWebFile: (address, how = {}) =>
      shown(how, () =>
        withRightToken(
          () => fetchWebFile(exchange, (text) => refused(text, null), address, how),
          (answer) => !answer.ok && answer.error.apiCode === API_CODES.forbidden,
        ),
      ),
    fetchPicture: (address, signal) =>
      busyWhile(
        withRightToken(
          () => askForPicture(exchange, address, signal),
          (answer) => answer.ok && readEnvelope(answer.value.text)?.code === API_CODES.forbidden,
        ).then((answer) => pictureOf(address, answer, (text) => refused(text, null))),
      ),
  };
}

/** The input with the page's user, if the call accepts one and the caller names none. */
function withUser(name: CallName, input: unknown, owner: string | null): unknown {
  const { method, input: schema } = CALLS[name];
  if (owner === null || method === 'GET' || !('properties' in schema)) return input;
  return Object.hasOwn(schema.properties as object, 'user_id') ? { user_id: owner, ...(input as object) } : input;
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
