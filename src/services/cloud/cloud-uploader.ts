import { Check } from 'typebox/value';
import { err, ok } from '#model/kernel/result.ts';
import {
  API_CODES,
  cloudFile,
  CLOUD_TYPES,
  UPLOAD_CLOUD_PATH,
  UPLOAD_TOKEN_SCHEME,
  type CloudFile,
  type CloudType,
} from '#protocol/api.ts';
import type { ApiClient, ApiResult } from '../api/api-client.ts';
import { envelopeProblem, transportProblem } from '../api/api-problem.ts';
import { readEnvelope } from '../api/read-envelope.ts';
import { makeThumbnail } from './thumbnail.ts';

/** Where an upload goes: into a folder, or into the place of a file that is there. */
export type UploadTarget =
  | { readonly type: CloudType; readonly folderId: string }
  | { readonly type: CloudType; readonly replacedId: string };

export interface UploadOptions {
  readonly signal: AbortSignal;
  /** How many bytes of the whole request have gone out. */
  readonly onProgress: (sent: number, total: number) => void;
}

/** Sends one file to the cloud data. The promise settles, at the latest a minute after the last byte has gone out. */
export type CloudUploader = (file: File, target: UploadTarget, options: UploadOptions) => Promise<ApiResult<CloudFile>>;

export interface CloudUploaderOptions {
  readonly api: Pick<ApiClient, 'call'>;
  readonly language: () => string;
  /** Called with the server's message when it knows of no session (301). */
  readonly onSignedOut: (message: string) => void;
  /** Further headers of the request. */
  readonly headers?: () => Readonly<Record<string, string>>;
}

/** A line that carries nothing for so long is broken. */
const SILENCE_LIMIT_MS = 60_000;

export function createCloudUploader({ api, language, onSignedOut, headers }: CloudUploaderOptions): CloudUploader {
  return async (file, target, { signal, onProgress }) => {
    const form = new FormData();
    if ('folderId' in target) form.set('tid', target.folderId);
    else form.set('id', target.replacedId);
    form.set('name', file.name);
    const thumbnail = target.type === CLOUD_TYPES.images ? await makeThumbnail(file) : null;
    if (thumbnail !== null) form.set('thumbnail', thumbnail, 'thumbnail.jpg');
    form.set('file', file, file.name);
    const token = await api.call('uploadToken', {}, { signal });
    if (!token.ok) return token;
    const answer = await send(
      form,
      {
        ...headers?.(),
        language: language(),
        platform: 'web',
        authorization: `${UPLOAD_TOKEN_SCHEME} ${token.value.data}`,
      },
      { signal, onProgress },
    );
    if (!answer.ok) return answer;
    const envelope = readEnvelope(answer.value);
    if (envelope === null) return err(transportProblem('server.badAnswer'));
    if (envelope.code === API_CODES.signedOut) onSignedOut(envelope.message);
    if (envelope.code !== API_CODES.success) return err(envelopeProblem(envelope, null));
    return Check(cloudFile, envelope.data) ? ok(envelope.data) : err(transportProblem('server.badAnswer'));
  };
}

/** By XMLHttpRequest: `fetch` does not tell how much of a body has gone out. Gives the text of the answer. */
function send(
  body: FormData,
  headers: Readonly<Record<string, string>>,
  { signal, onProgress }: UploadOptions,
): Promise<ApiResult<string>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    let silence: ReturnType<typeof setTimeout>;
    let silent = false;
    const stop = (): void => request.abort();
    const listen = (): void => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        silent = true;
        stop();
      }, SILENCE_LIMIT_MS);
    };
    const settle = (answer: ApiResult<string>): void => {
      clearTimeout(silence);
      signal.removeEventListener('abort', stop);
      resolve(answer);
    };
    request.open('POST', UPLOAD_CLOUD_PATH);
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
}
