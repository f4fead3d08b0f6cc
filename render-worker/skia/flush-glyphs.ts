import type { Typeface } from 'canvaskit-wasm';
import type { Skia } from './load.ts';
import { RasterSurface } from './raster-surface.ts';
import { withScope } from './scope.ts';

/** Large, but still drawn as masks: from a size of 256 on Skia fills outlines instead and caches nothing. */
const FIRST_SIZE = 200;
const SIZES = 100;
const GLYPHS = Uint16Array.from({ length: 8 }, (_, glyph) => glyph);
const SIDE_PX = 256;

/**
 * Makes Skia forget the glyphs that it has drawn. Its glyph cache keeps up to 2,048 typefaces alive, each with its
 * whole file, and there is no call to empty it. But the cache also holds at most 2 MB of masks and drops the oldest, so
 * this draws more than that. Takes some tens of milliseconds.
 */
export function flushGlyphs(skia: Skia, typeface: Typeface): void {
  const surface = new RasterSurface(skia, 'rgba');
  try {
    const canvas = surface.resize(SIDE_PX, SIDE_PX);
    // Without memory even for this, there is nothing to save.
    if (!canvas.ok) return;
    withScope((scope) => {
      const font = scope.own(new skia.Font(typeface, FIRST_SIZE));
      const paint = scope.own(new skia.Paint());
      const places = new Float32Array(2 * GLYPHS.length).fill(SIDE_PX / 4);
      for (let i = 0; i < SIZES; i++) {
        font.setSize(FIRST_SIZE + i / 2);
        canvas.value.drawGlyphs(GLYPHS, places, 0, 0, font, paint);
      }
    });
  } finally {
    surface.dispose();
  }
}
