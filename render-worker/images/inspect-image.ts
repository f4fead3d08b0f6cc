import type { ImageSize } from '#model/elements/base/layout.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { isSvg, readSvg } from '#model/template/svg/read-svg.ts';
import type { ImageMime } from '#model/template/template.ts';
import { inspectJpeg } from './inspect-jpeg.ts';
import { inspectPng } from '../bits/inspect-png.ts';

/** As RGBA these are 160 MB of Skia's heap, which never shrinks again. */
export const MAX_IMAGE_PIXELS = 40_000_000;
export const MAX_IMAGE_SIDE_PX = 8192;

/** Facts about an image without decoding it. */
export interface ImageInfo extends ImageSize {
  readonly mime: ImageMime;
}

/**
 * Reads the shapes of an SVG (`readSvg` has its problems), or the structure of a PNG or JPEG without decoding it (a
 * PNG's pixels are inflated, to check that all are there). The size is in pixels of the visible image, with its EXIF
 * orientation applied. Problems: `image.wrongType` for any other file, `image.corrupt` for a truncated or inconsistent
 * one, `image.tooManyPixels` beyond the limits.
 */
export function inspectImage(bytes: Uint8Array): Result<ImageInfo> {
  if (isSvg(bytes)) return inspectDrawing(bytes);
  const inspected = startsWith(bytes, [0x89, 0x50, 0x4e, 0x47])
    ? inspectPng(bytes)
    : startsWith(bytes, [0xff, 0xd8, 0xff])
      ? inspectJpeg(bytes)
      : 'wrongType';
  if (inspected === 'wrongType') return err(problem('image.wrongType'));
  if (inspected === 'corrupt') return err(problem('image.corrupt'));
  const { width, height } = inspected;
  if (width > MAX_IMAGE_SIDE_PX || height > MAX_IMAGE_SIDE_PX || width * height > MAX_IMAGE_PIXELS) {
    return err(
      problem('image.tooManyPixels', {
        width,
        height,
        megapixels: Math.ceil((width * height) / 1e6),
        maxMegapixels: MAX_IMAGE_PIXELS / 1e6,
        maxSide: MAX_IMAGE_SIDE_PX,
      }),
    );
  }
  return inspected.isComplete() ? ok({ width, height, mime: inspected.mime }) : err(problem('image.corrupt'));
}

function inspectDrawing(bytes: Uint8Array): Result<ImageInfo> {
  const drawing = readSvg(bytes);
  if (!drawing.ok) return drawing;
  const { width, height } = drawing.value;
  return ok({ width, height, mime: 'image/svg+xml', drawing: drawing.value });
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, i) => bytes[i] === byte);
}
