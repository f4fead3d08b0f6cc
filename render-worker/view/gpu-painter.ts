import type { Canvas, Image } from 'canvaskit-wasm';
import type { DotsOp } from '#model/elements/base/display-op.ts';
import { multiply, type Affine } from '#model/kernel/geometry.ts';
import { dotsPerMm } from '#model/kernel/units.ts';
import type { DisplayItem } from '#model/page/display-list.ts';
import { ByteCache } from '../kernel/byte-cache.ts';
import type { SkiaPainter, PaintOptions } from '../paint/skia-painter.ts';
import type { Skia } from '../skia/load.ts';
import { makeImage } from '../skia/make-image.ts';
import { DotShades, seenOf, type DotPlace } from './shade-dots.ts';
import type { PixelBox } from './shade-plane.ts';

/** Bytes of cached sprites, one per pixel. What is visible at one time takes little more than the screen has. */
const SPRITE_BYTES = 32 << 20;
const WHITE_PIXEL = -1;

/** Paints the view on a graphics processor: by Skia, except for symbols. */
export interface GpuPainter {
  /** Paints on top of the existing content; the canvas' own matrix must be the identity. */
  paint(canvas: Canvas, items: readonly DisplayItem[], dpi: number, options: PaintOptions): void;
  dispose(): void;
}

/**
 * Symbols are shaded in memory, as on the CPU, and given to the graphics processor as a mask of its pixels. If it drew
 * their hundreds of small rectangles itself, edges would be off by up to a third of a shade, differently on each
 * machine.
 */
export function createGpuPainter(skia: Skia, painter: SkiaPainter): GpuPainter {
  const paint = new skia.Paint();
  const shades = new DotShades();
  const sprites = new ByteCache<Image>(SPRITE_BYTES, (image) => image.delete());
  /** The array of a symbol stays the same object until the symbol is laid out again. */
  const names = new WeakMap<Int32Array, number>();
  let named = 0;

  function nameOf(rects: Int32Array): number {
    const name = names.get(rects) ?? named++;
    names.set(rects, name);
    return name;
  }

  function drawDots(canvas: Canvas, { rects, ink }: DotsOp, place: DotPlace): void {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = canvas.getDeviceClipBounds();
    const box = seenOf(rects, { x0, y0, x1, y1 }, place);
    if (box === null) return;
    const width = box.x1 - box.x0;
    const height = box.y1 - box.y0;
    const inBox = { ...place, originX: place.originX - box.x0, originY: place.originY - box.y0 };
    const key = [nameOf(rects), inBox.scale, inBox.originX, inBox.originY, width, height].join();
    let sprite = sprites.get(key);
    if (sprite === undefined) {
      sprite = makeSprite(skia, shades, rects, inBox, { x0: 0, y0: 0, x1: width, y1: height });
      sprites.set(key, sprite, width * height);
    }
    paint.setColor(ink === 'black' ? skia.BLACK : skia.WHITE);
    canvas.drawImage(sprite, box.x0, box.y0, paint);
  }

  return {
    paint(canvas, items, dpi, options) {
      const { pxPerMm, originXPx: originX, originYPx: originY } = options;
      const label: Affine = { a: pxPerMm, b: 0, c: 0, d: pxPerMm, e: originX, f: originY };
      const place = { scale: pxPerMm / dotsPerMm(dpi), originX, originY };
      for (const item of items) {
        const toPixels = multiply(label, item.transform);
        for (const op of item.ops) {
          if (op.type === 'dots' && op.turn === undefined) drawDots(canvas, op, place);
          else painter.paintOp(canvas, op, toPixels, dpi, options);
        }
      }
    },
    dispose() {
      sprites.clear();
      paint.delete();
    },
  };
}

/** The coverage of each pixel of the box by the symbol. */
function makeSprite(skia: Skia, shades: DotShades, rects: Int32Array, place: DotPlace, box: PixelBox): Image {
  const width = box.x1;
  const height = box.y1;
  const pixels = new Int32Array(width * height).fill(WHITE_PIXEL);
  shades.put({ width, pixels }, box, { type: 'dots', rects, ink: 'black' }, place);
  const cover = Uint8Array.from(pixels, (pixel) => 255 - (pixel & 0xff));
  const { ColorType, AlphaType, ColorSpace } = skia;
  const info = {
    width,
    height,
    colorType: ColorType.Alpha_8,
    alphaType: AlphaType.Premul,
    colorSpace: ColorSpace.SRGB,
  };
  return makeImage(skia, info, cover, width);
}
