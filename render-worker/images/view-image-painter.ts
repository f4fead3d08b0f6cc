import type { Image } from 'canvaskit-wasm';
import type { ImageOp } from '#model/elements/base/display-op.ts';
import { multiply, type Affine, type Size } from '#model/kernel/geometry.ts';
import { MM_PER_INCH } from '#model/kernel/units.ts';
import type { ImagePainter } from '../paint/skia-painter.ts';
import type { Skia } from '../skia/load.ts';
import { makeImage } from '../skia/make-image.ts';
import { averagedRows, bitRowsOf, eachRow, type Region } from './area-average.ts';
import { ByteCache } from '../kernel/byte-cache.ts';
import type { ImageLibrary } from './image-library.ts';
import { type ImagePlace, type Orientation, orientationKey, placeImage } from './image-place.ts';
import { DOTS_AT_ONCE, type OneBitImage } from './one-bit-image.ts';
import { lookKey } from './one-bit-bands.ts';

const SPRITE_BYTES = 48 << 20;
/** Sprites of more pixels are made only for the visible part. */
const MAX_SPRITE_PIXELS = 2 << 20;

/** Images of more dots than this, which take some 50 ms, are not made while a picture is painted. */
const PATIENT_DOTS = 4 * DOTS_AT_ONCE;

/** An image painter with sprites in Skia's heap. */
export interface ViewImagePainter extends ImagePainter {
  /** True when images were omitted because making them takes long. Call `make`, then paint everything again. */
  readonly isMissing: boolean;
  /** Makes the omitted images, in steps of some 10 ms. Canceled work continues when the image is requested again. */
  make(): Generator<null, void, void>;
  dispose(): void;
}

/**
 * Shows exactly the dots that will print, averaged to the view's pixels. Sprites are cached for their scale and drawn
 * 1:1, which is the only fast way on the CPU.
 */
export function createViewImagePainter(skia: Skia, library: ImageLibrary, dpi: () => number): ViewImagePainter {
  const sprites = new ByteCache<Image>(SPRITE_BYTES, (image) => image.delete());

  const missing = new Map<string, () => SpriteSteps>();
  /** Sprites that were made once. An evicted one is made again immediately, so that there is a picture. */
  const made = new Set<string>();
  let making: { readonly key: string; readonly steps: SpriteSteps } | null = null;

  /** The picture in dots. */
  function dotsOf(
    op: ImageOp,
    toPixels: Affine,
    place: ImagePlace,
    pxPerMm: number,
  ): Size & { readonly orientation: Orientation } {
    const { orientation } = place;
    if (orientation.turn === undefined) return { ...dotSize(op, toPixels, place, pxPerMm), orientation };
    const perPx = dpi() / MM_PER_INCH / pxPerMm;
    return placeImage(op.rect, multiply({ a: perPx, b: 0, c: 0, d: perPx, e: 0, f: 0 }, toPixels));
  }

  function dotSize(op: ImageOp, toPixels: Affine, place: ImagePlace, pxPerMm: number): Size {
    const dotsPerPx = dpi() / MM_PER_INCH / pxPerMm;
    const { transpose } = place.orientation;
    const across = transpose
      ? op.rect.height * Math.hypot(toPixels.c, toPixels.d)
      : op.rect.width * Math.hypot(toPixels.a, toPixels.b);
    const down = transpose
      ? op.rect.width * Math.hypot(toPixels.a, toPixels.b)
      : op.rect.height * Math.hypot(toPixels.c, toPixels.d);
    return { width: Math.max(1, Math.round(across * dotsPerPx)), height: Math.max(1, Math.round(down * dotsPerPx)) };
  }

  function* steps(
    op: ImageOp,
    dots: Size & { readonly orientation: Orientation },
    { width, height }: ImagePlace,
    region: Region,
  ): SpriteSteps {
    const image = yield* library.oneBitSteps(op, dots.width, dots.height, dots.orientation);
    return image === null ? null : yield* spriteSteps(skia, image, width, height, region);
  }

  function keep(key: string, sprite: Image, { width, height }: Region): Image {
    sprites.set(key, sprite, width * height * 4);
    return sprite;
  }

  return {
    get isMissing() {
      return missing.size > 0;
    },
    *make() {
      const asked = [...missing];
      missing.clear();
      for (const [key, start] of asked) {
        if (making?.key !== key) making = { key, steps: start() };
        const mine = making;
        for (let step = mine.steps.next(); step.done !== true; step = mine.steps.next()) yield null;
        if (making === mine) making = null;
        made.add(key);
      }
    },
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
      if (seen.width <= 0 || seen.height <= 0 || library.size(op.asset) === null) return;
      const dots = dotsOf(op, toPixels, place, pxPerMm);
      // For a large one only the visible part, which usually stays the same between two changes of the label.
      const region = width * height > MAX_SPRITE_PIXELS ? seen : { x: 0, y: 0, width, height };
      const turn = orientationKey(orientation);
      const part = `${region.x} ${region.y} ${region.width} ${region.height}`;
      const key = `${op.asset} ${lookKey(op)} ${dots.width} ${dots.height} ${width} ${height} ${turn} ${part}`;
      let sprite: Image | null | undefined = sprites.get(key);
      if (sprite !== undefined) made.delete(key);
      if (sprite === undefined) {
        const isMade = library.hasOneBit(op, dots.width, dots.height, dots.orientation);
        const rows = isMade ? (dots.height * region.height) / height : dots.height;
        const start = function* (): SpriteSteps {
          const sprite = yield* steps(op, dots, place, region);
          return sprite === null ? null : keep(key, sprite, region);
        };
        if (rows * dots.width > PATIENT_DOTS && !made.delete(key)) {
          missing.set(key, start);
          return;
        }
        sprite = atOnce(start());
      }
      if (sprite !== null) canvas.drawImage(sprite, left + region.x, top + region.y);
    },
    dispose() {
      missing.clear();
      making = null;
      sprites.clear();
    },
  };
}

type SpriteSteps = Generator<null, Image | null, void>;

function atOnce(steps: SpriteSteps): Image | null {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The region of the dots, stretched to `width` x `height`, as premultiplied pixels. */
function* spriteSteps(skia: Skia, image: OneBitImage, width: number, height: number, region: Region): SpriteSteps {
  const { paper, clear, strideBytes } = image;
  const rows = (byteAt: (at: number) => number): (() => Uint8Array) =>
    eachRow(averagedRows(bitRowsOf(image, strideBytes, byteAt), width, height, region));
  const lightRow = rows((at) => (paper[at] as number) & ~(clear?.[at] ?? 0));
  const coverRow = clear === null ? null : rows((at) => ~(clear[at] as number));
  const rgba = new Uint8Array(region.width * region.height * 4);
  const rowsAtOnce = Math.max(1, Math.floor((DOTS_AT_ONCE * height) / (image.width * image.height)));
  let p = 0;
  for (let y = 0; y < region.height; y++) {
    const light = lightRow();
    const cover = coverRow?.();
    for (let x = 0; x < region.width; x++, p += 4) {
      const alpha = cover === undefined ? 255 : (cover[x] as number);
      const value = Math.min(light[x] as number, alpha);
      rgba[p] = value;
      rgba[p + 1] = value;
      rgba[p + 2] = value;
      rgba[p + 3] = alpha;
    }
    if ((y + 1) % rowsAtOnce === 0) yield null;
  }
  const info = {
    width: region.width,
    height: region.height,
    colorType: skia.ColorType.RGBA_8888,
    alphaType: coverRow === null ? skia.AlphaType.Opaque : skia.AlphaType.Premul,
    colorSpace: skia.ColorSpace.SRGB,
  };
  return makeImage(skia, info, rgba, region.width * 4);
}
