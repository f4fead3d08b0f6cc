import { createHash } from 'node:crypto';
import type { Canvas } from 'canvaskit-wasm';
import type { TextMeasure, ShapeRequest } from '#model/elements/base/layout.ts';
import { expectOk } from '#model/kernel/result.ts';
import { FontStore, type FontSource } from '#render-worker/fonts/font-store.ts';
import { createNodeFontSource } from '#render-worker/fonts/font-source-node.ts';
import { createTextMeasure } from '#render-worker/fonts/text-measure.ts';
import type { Skia } from '#render-worker/skia/load.ts';
import { loadSkiaInNode } from '#render-worker/skia/load-node.ts';
import { RasterSurface, type PixelFormat } from '#render-worker/skia/raster-surface.ts';

export interface SkiaFixture {
  readonly skia: Skia;
  readonly fonts: FontStore;
  readonly measure: TextMeasure;
}

export async function createSkiaFixture(source: FontSource = createNodeFontSource()): Promise<SkiaFixture> {
  const skia = await loadSkiaInNode();
  const fonts = new FontStore(skia, source);
  return { skia, fonts, measure: createTextMeasure(skia, fonts) };
}

/** A text in Roboto, 4 mm high, on one line. */
export function createShapeRequest(over: Partial<ShapeRequest> = {}): ShapeRequest {
  return {
    text: 'Hello',
    family: 'Roboto',
    sizeMm: 4,
    bold: false,
    italic: false,
    letterSpacingMm: 0,
    lineHeight: 0,
    align: 'left',
    wrapMm: null,
    ...over,
  };
}

/** Draws on white paper and returns a copy of the pixels. */
export function drawPixels(
  skia: Skia,
  format: PixelFormat,
  width: number,
  height: number,
  draw: (canvas: Canvas) => void,
): Uint8Array {
  const surface = new RasterSurface(skia, format);
  try {
    const canvas = expectOk(surface.resize(width, height));
    canvas.clear(skia.WHITE);
    draw(canvas);
    return surface.pixels().slice();
  } finally {
    surface.dispose();
  }
}

export function hashOf(pixels: Uint8Array): string {
  return createHash('sha256').update(pixels).digest('hex').slice(0, 16);
}
