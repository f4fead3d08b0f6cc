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
import { sendForm, type SendFormOptions } from '../api/send-form.ts';
import { makeThumbnail } from './thumbnail.ts';

/** The target of an upload: a folder, or a file to replace. */
export type UploadTarget =
  | { readonly type: CloudType; readonly folderId: string }
  | { readonly type: CloudType; readonly replacedId: string };

/** Sends one file to the cloud data. The promise settles, at the latest a minute after the last byte was sent. */
export type CloudUploader = (
  file: File,
  target: UploadTarget,
  options: SendFormOptions,
) => Promise<ApiResult<CloudFile>>;

export interface CloudUploaderOptions {
  readonly api: Pick<ApiClient, 'call'>;
  readonly language: () => string;
  /** Called with the server's message when there is no session (301). */
  readonly onSignedOut: (message: string) => void;
  /** Additional headers of the request. */
  readonly headers?: () => Readonly<Record<string, string>>;
}

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
    const answer = await sendForm(
      UPLOAD_CLOUD_PATH,
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
