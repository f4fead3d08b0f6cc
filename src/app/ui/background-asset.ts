import type { TFunction } from 'i18next';
import type { AssetKey } from '#model/kernel/ids.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { sha256Hex } from '#model/kernel/sha256.ts';
import { sniffImage } from '#model/template/embedded-image.ts';
import type { Asset } from '#model/template/template.ts';
import type { ApiClient } from '#services/api/api-client.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';

/** A background image, with its key: the hash of its bytes. */
export interface BackgroundAsset {
  readonly key: AssetKey;
  readonly asset: Asset;
}

/** The limit if the server can't be reached, in kilobytes (specification 1, section 9: "image upload limit 2M"). */
const USUAL_IMAGE_LIMIT_KB = 2048;

/** The server's limit for image files, in kilobytes (`configuration.image_size`). */
export async function imageLimitKb(api: Pick<ApiClient, 'call'>): Promise<number> {
  const configuration = await api.call('configuration', {});
  return configuration.ok ? configuration.value.image_size : USUAL_IMAGE_LIMIT_KB;
}

/** Why an image was rejected, in the specification's wording if there is one. */
export function imageFaultText(t: TFunction, fault: Problem): string {
  if (fault.code === 'image.wrongType') return t('tips:tip39');
  if (fault.code === 'image.tooLarge') return `${t('tips:tip30')}${fault.params?.['limitKb'] ?? ''}${t('tips:tip31')}`;
  return problemText(t, fault);
}

/**
 * Reads a chosen image file. `inspect` checks the image's header before it is decoded.
 * `sniff` detects the accepted types: raster images by default.
 * Problems: `browser.insecure`, `image.wrongType` (tip39), `image.tooLarge` (tip30, the limit, tip31), `file.unreadable`,
 * and those of `inspect`.
 */
export async function readBackground(
  file: Blob,
  limitKb: number,
  inspect: (bytes: Uint8Array) => Promise<Result<unknown>>,
  sniff: (bytes: Uint8Array) => Asset['mime'] | null = sniffImage,
): Promise<Result<BackgroundAsset>> {
  if (!isSecureContext) return err(problem('browser.insecure'));
  if (file.size > limitKb * 1024) return err(problem('image.tooLarge', { limitKb }));
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return err(problem('file.unreadable'));
  }
  const mime = sniff(bytes);
  if (mime === null) return err(problem('image.wrongType'));
  const inspected = await inspect(bytes);
  if (!inspected.ok) return inspected;
  return ok({ key: (await sha256Hex(bytes)) as AssetKey, asset: { mime, bytes } });
}
