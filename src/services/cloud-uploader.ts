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
  UPLOAD_LIMITS,
} from '#protocol/api.ts';
import type { ApiClient, ApiResult } from './api/api-client.ts';
import { envelopeProblem, transportProblem } from './api/api-problem.ts';
import { readEnvelope } from './api/read-envelope.ts';
import { sendForm, type SendFormOptions } from './api/send-form.ts';
import { readImageHeader } from '#model/template/image-header.ts';

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

const QUALITY = 0.82;

/**
 * A small JPEG of an image, on white like labels; null if it can't be made. An image with more pixels than a label may
 * have is not decoded.
 */
async function makeThumbnail(image: Blob): Promise<Blob | null> {
  const header = readImageHeader(new Uint8Array(await image.arrayBuffer()));
  const { thumbnailSidePx, thumbnailBytes, imageMaxPixels } = UPLOAD_LIMITS;
  if (header === null || header.widthPx * header.heightPx > imageMaxPixels) return null;
  try {
    const decoded = await createImageBitmap(image);
    const scale = Math.min(1, thumbnailSidePx / Math.max(decoded.width, decoded.height));
    const canvas = new OffscreenCanvas(
      Math.max(1, Math.round(decoded.width * scale)),
      Math.max(1, Math.round(decoded.height * scale)),
    );
    const context = canvas.getContext('2d');
    if (context === null) return null;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(decoded, 0, 0, canvas.width, canvas.height);
    decoded.close();
    const small = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
    return small.size <= thumbnailBytes ? small : null;
  } catch {
    // Not an image after all: the server reports it.
    return null;
  }
}
