import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { sniffImage } from '#model/template/embedded-image.ts';
import type { FeedbackInfo, FeedbackKind } from '#protocol/api.ts';
import type { ApiClient } from '#services/api/api-client.ts';
import { imageLimitKb } from '#app/ui/background-asset.ts';

interface Feedback {
  readonly kind: FeedbackKind;
  readonly text: string;
  readonly contact: string;
  readonly picture: File | null;
}

/**
 * Uploads the picture, if there is one, and sends the rest with its key. Problems: `image.wrongType`, `image.tooLarge`,
 * `file.unreadable`, and those of the calls.
 */
export async function sendFeedback(
  api: Pick<ApiClient, 'call' | 'uploadTemplate'>,
  { kind, text, contact, picture }: Feedback,
  signal: AbortSignal,
): Promise<Result<FeedbackInfo, Problem>> {
  const image = picture === null ? ok('') : await uploadPicture(api, picture, signal);
  if (!image.ok) return image;
  return api.call('addFeedback', { kind, text, contact, image: image.value }, { signal });
}

/** Resolves to the key. */
async function uploadPicture(
  api: Pick<ApiClient, 'call' | 'uploadTemplate'>,
  picture: File,
  signal: AbortSignal,
): Promise<Result<string, Problem>> {
  const limitKb = await imageLimitKb(api);
  if (picture.size > limitKb * 1024) return err(problem('image.tooLarge', { limitKb }));
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await picture.arrayBuffer());
  } catch {
    return err(problem('file.unreadable'));
  }
  if (sniffImage(bytes) === null) return err(problem('image.wrongType'));
  const token = await api.call('uploadToken', {}, { signal });
  if (!token.ok) return token;
  const kept = await api.uploadTemplate(bytes, picture.name, token.value.data, { signal });
  return kept.ok ? ok(kept.value.key) : kept;
}
