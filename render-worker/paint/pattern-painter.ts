import type { Canvas, Image } from 'canvaskit-wasm';
import type { Ink, PathOp } from '#model/elements/base/display-op.ts';
import type { DotPattern } from '#model/elements/base/fill-pattern.ts';
import { applyToRect, boundsOfPoints, type Affine } from '#model/kernel/geometry.ts';
import { dotsPerMm } from '#model/kernel/units.ts';
import { ByteCache } from '../kernel/byte-cache.ts';
import type { Skia } from '../skia/load.ts';
import { makeImage } from '../skia/make-image.ts';
import { insidePath } from './path.ts';
import { pathPoints } from './path-data.ts';
import { shadePattern } from './pattern-shade.ts';
import { placePattern, remainder } from './placed-pattern.ts';

/** Bytes of kept shades, four per pixel: the patterns of a few shapes as large as the screen. */
const SHADE_BYTES = 32 << 20;

/** The position of the label on the canvas. */
interface PatternPlace {
  readonly pxPerMm: number;
  readonly originXPx: number;
  readonly originYPx: number;
}

/** Fills paths with patterns on a canvas of any scale. The pattern's dots are those of the print. */
export class PatternPainter {
  readonly #skia: Skia;
  readonly #shades = new ByteCache<Image>(SHADE_BYTES, (image) => image.delete());

  constructor(skia: Skia) {
    this.#skia = skia;
  }

  /** `toPixels` maps the op's mm to pixels. */
  paint(
    canvas: Canvas,
    op: PathOp,
    pattern: DotPattern,
    toPixels: Affine,
    dpi: number,
    { pxPerMm, originXPx, originYPx }: PatternPlace,
  ): void {
    const bounds = applyToRect(toPixels, boundsOfPoints(pathPoints(op.data)));
    const [left = 0, top = 0, right = 0, bottom = 0] = canvas.getDeviceClipBounds();
    const x0 = Math.max(left, Math.floor(bounds.x));
    const y0 = Math.max(top, Math.floor(bounds.y));
    const width = Math.min(right, Math.ceil(bounds.x + bounds.width)) - x0;
    const height = Math.min(bottom, Math.ceil(bounds.y + bounds.height)) - y0;
    if (width <= 0 || height <= 0) return;
    const perPixel = dotsPerMm(dpi) / pxPerMm;
    const { a, b, c, d, e, f } = toPixels;
    const toDots: Affine = {
      a: a * perPixel,
      b: b * perPixel,
      c: c * perPixel,
      d: d * perPixel,
      e: (e - originXPx) * perPixel,
      f: (f - originYPx) * perPixel,
    };
    const placed = placePattern(pattern, toDots);
    const scale = 1 / perPixel;
    const cellPx = placed.size * scale;
    const across = { scale, origin: remainder(originXPx - x0, cellPx), pixels: width };
    const down = { scale, origin: remainder(originYPx - y0, cellPx), pixels: height };
    const key = [op.ink, placed.key, scale, across.origin, down.origin, width, height].join();
    let shade = this.#shades.get(key);
    if (shade === undefined) {
      shade = this.#image(shadePattern(placed, across, down), width, height, op.ink);
      this.#shades.set(key, shade, 4 * width * height);
    }
    const image = shade;
    insidePath(this.#skia, canvas, op, toPixels, () => canvas.drawImage(image, x0, y0));
  }

  dispose(): void {
    this.#shades.clear();
  }

  /** In the format of the canvas: Skia paints one of coverage alone twenty times more slowly. */
  #image(cover: Uint8Array, width: number, height: number, ink: Ink): Image {
    const { ColorType, AlphaType, ColorSpace } = this.#skia;
    const look = { colorType: ColorType.RGBA_8888, alphaType: AlphaType.Premul, colorSpace: ColorSpace.SRGB };
    const pixels = new Uint8Array(4 * cover.length);
    const light = ink === 'white' ? 1 : 0;
    for (let i = 0, at = 0; i < cover.length; i++, at += 4) {
      const alpha = cover[i] as number;
      pixels[at] = pixels[at + 1] = pixels[at + 2] = alpha * light;
      pixels[at + 3] = alpha;
    }
    return makeImage(this.#skia, { width, height, ...look }, pixels, 4 * width);
  }
}
