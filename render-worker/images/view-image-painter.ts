import type { Image } from 'canvaskit-wasm';
import type { ImageOp } from '#model/elements/base/display-op.ts';
import type { Affine } from '#model/kernel/geometry.ts';
import { MM_PER_INCH } from '#model/kernel/units.ts';
import type { ImagePainter } from '../paint/image-painter.ts';
import type { Skia } from '../skia/load.ts';
import { makeImage } from '../skia/make-image.ts';
import { averageOf, type Region, type RowSource } from './area-average.ts';
import { ByteCache } from './byte-cache.ts';
import type { ImageLibrary } from './image-library.ts';
import { type ImagePlace, placeImage } from './image-place.ts';
import { lookKey, type OneBitImage } from './one-bit-image.ts';

const SPRITE_BYTES = 48 << 20;
/** Larger ones are made only as far as they are seen. */
const MAX_SPRITE_PIXELS = 2 << 20;

/** An image painter with sprites in Skia's heap. */
export interface ViewImagePainter extends ImagePainter {
  dispose(): void;
}

/**
 * Shows the very dots that will print, averaged to the view's pixels. Sprites are kept for their scale and
 * drawn 1:1, the only fast way on the CPU.
 */
export function createViewImagePainter(skia: Skia, library: ImageLibrary, dpi: () => number): ViewImagePainter {
  const sprites = new ByteCache<Image>(SPRITE_BYTES, (image) => image.delete());

  function dotsOf(op: ImageOp, toPixels: Affine, place: ImagePlace, pxPerMm: number): OneBitImage | null {
    const dotsPerPx = dpi() / MM_PER_INCH / pxPerMm;
    const { transpose } = place.orientation;
    const across = transpose
      ? op.rect.height * Math.hypot(toPixels.c, toPixels.d)
      : op.rect.width * Math.hypot(toPixels.a, toPixels.b);
    const down = transpose
      ? op.rect.width * Math.hypot(toPixels.a, toPixels.b)
      : op.rect.height * Math.hypot(toPixels.c, toPixels.d);
    const width = Math.max(1, Math.round(across * dotsPerPx));
    const height = Math.max(1, Math.round(down * dotsPerPx));
    return library.oneBit(op, width, height, place.orientation);
  }

  return {
    drawImage(canvas, op, toPixels, { pxPerMm }) {
      const place = placeImage(op.rect, toPixels);
      const { left, top, width, height, orientation } = place;
      const [clipLeft = 0, clipTop = 0, clipRight = 0, clipBottom = 0] = canvas.getDeviceClipBounds();
      const x = Math.max(0, clipLeft - left);
      const y = Math.max(0, clipTop - top);
      const seen: Region = {
        x,
        y,
        width: Math.min(width, clipRight - left) - x,
        height: Math.min(height, clipBottom - top) - y,
      };
      if (seen.width <= 0 || seen.height <= 0) return;
      const dots = dotsOf(op, toPixels, place, pxPerMm);
      if (dots === null) return;
      // A large one only as far as it is seen, which is the same from one change of the label to the next.
      const region = width * height > MAX_SPRITE_PIXELS ? seen : { x: 0, y: 0, width, height };
      const { transpose, flipX, flipY } = orientation;
      const turn = `${Number(transpose)}${Number(flipX)}${Number(flipY)}`;
      const part = `${region.x} ${region.y} ${region.width} ${region.height}`;
      const key = `${op.asset} ${lookKey(op)} ${dots.width} ${dots.height} ${width} ${height} ${turn} ${part}`;
      let sprite = sprites.get(key);
      if (sprite === undefined) {
        sprite = makeSprite(skia, dots, width, height, region);
        sprites.set(key, sprite, region.width * region.height * 4);
      }
      canvas.drawImage(sprite, left + region.x, top + region.y);
    },
    dispose() {
      sprites.clear();
    },
  };
}

/** The region of the dots, stretched to `width` x `height`, as premultiplied pixels. */
function makeSprite(skia: Skia, image: OneBitImage, width: number, height: number, region: Region): Image {
  const { paper, clear } = image;
  const light = averageOf(
    bitRows(image, (at) => (paper[at] as number) & ~(clear?.[at] ?? 0)),
    width,
    height,
    region,
  );
  const cover =
    clear === null
      ? null
      : averageOf(
          bitRows(image, (at) => ~(clear[at] as number)),
          width,
          height,
          region,
        );
  const rgba = new Uint8Array(region.width * region.height * 4);
  for (let i = 0, p = 0; i < light.length; i++, p += 4) {
    const alpha = cover === null ? 255 : (cover[i] as number);
    const value = Math.min(light[i] as number, alpha);
    rgba[p] = value;
    rgba[p + 1] = value;
    rgba[p + 2] = value;
    rgba[p + 3] = alpha;
  }
  const info = {
    width: region.width,
    height: region.height,
    colorType: skia.ColorType.RGBA_8888,
    alphaType: cover === null ? skia.AlphaType.Opaque : skia.AlphaType.Premul,
    colorSpace: skia.ColorSpace.SRGB,
  };
  return makeImage(skia, info, rgba, region.width * 4);
}

/** Bits as bytes of 0 and 255, a row at a time. */
function bitRows({ width, height, strideBytes }: OneBitImage, byteAt: (at: number) => number): RowSource {
  const bytes = new Uint8Array(strideBytes * 8);
  const row = bytes.subarray(0, width);
  return {
    width,
    height,
    row(y) {
      for (let i = 0; i < strideBytes; i++) {
        const byte = byteAt(y * strideBytes + i);
        for (let bit = 0; bit < 8; bit++) bytes[i * 8 + bit] = (byte & (0x80 >> bit)) === 0 ? 0 : 255;
      }
      return row;
    },
  };
}
