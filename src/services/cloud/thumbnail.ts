import { readImageHeader } from '#model/template/image-header.ts';
import { UPLOAD_LIMITS } from '#protocol/api.ts';

const QUALITY = 0.82;

/**
 * A small JPEG of an image, on white like labels; null if it can't be made. An image with more pixels than a label may
 * have is not decoded.
 */
export async function makeThumbnail(image: Blob): Promise<Blob | null> {
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
