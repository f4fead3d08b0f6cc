import { err, ok, type Result } from '#model/kernel/result.ts';
import { readImageHeader } from '#model/template/image-header.ts';
import { UPLOAD_LIMITS } from '#protocol/api.ts';
import { invalid, type ApiError } from '../core/api-error.ts';
import { endOfZip } from '../core/files/zip-directory.ts';

export interface SniffedImage {
  readonly extension: 'png' | 'jpg';
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Signatures by which browsers and other programs take a file for a page, a drawing or a document. */
const OTHER_CONTENT = /<(!doctype|html|head|body|script|svg|iframe|\?php)|%PDF-/i;
const LOOKED_AT_BYTES = 1024;

/**
 * Checks the structure of a PNG or JPEG without decoding it. Rejects polyglots: an image with other data after it, with
 * a page or a document in its first bytes, or with an archive's directory at its end.
 */
export function sniffCloudImage(bytes: Buffer): Result<SniffedImage, ApiError> {
  const header = readImageHeader(bytes);
  if (header === null || header.widthPx === 0 || header.heightPx === 0) return err(invalid('file', 'cloud.notImage'));
  const { mime, widthPx, heightPx, endsAt } = header;
  const { imageMaxSidePx: side, imageMaxPixels } = UPLOAD_LIMITS;
  if (widthPx > side || heightPx > side || widthPx * heightPx > imageMaxPixels) {
    return err(invalid('file', 'upload.tooManyPixels', { side, megapixels: imageMaxPixels / 1_000_000 }));
  }
  const isMore =
    !isPadding(bytes.subarray(endsAt)) ||
    OTHER_CONTENT.test(bytes.toString('latin1', 0, LOOKED_AT_BYTES)) ||
    endOfZip(bytes) !== null;
  if (isMore) return err(invalid('file', 'cloud.moreThanImage'));
  return ok({ extension: mime === 'image/png' ? 'png' : 'jpg', widthPx, heightPx });
}

/** Whether it is a small JPEG, which browsers make of images. */
export function isThumbnail(bytes: Buffer): boolean {
  const sniffed = sniffCloudImage(bytes);
  if (!sniffed.ok || bytes.length > UPLOAD_LIMITS.thumbnailBytes) return false;
  const { extension, widthPx, heightPx } = sniffed.value;
  return extension === 'jpg' && Math.max(widthPx, heightPx) <= UPLOAD_LIMITS.thumbnailSidePx;
}

/** Some cameras pad a file's last block. */
function isPadding(rest: Uint8Array): boolean {
  for (let at = 0; at < rest.length; at++) if (rest[at] !== 0 && rest[at] !== 0xff) return false;
  return true;
}
