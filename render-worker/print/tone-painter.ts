import { ok } from '#model/kernel/result.ts';
import { dotsPerMm, type Dots } from '#model/kernel/units.ts';
import type { DisplayList } from '#model/page/display-list.ts';
import type { FontStore } from '../fonts/font-store.ts';
import type { ImageLibrary } from '../images/image-library.ts';
import { createToneImagePainter } from '../images/tone-image-painter.ts';
import { createSkiaPainter } from '../paint/skia-painter.ts';
import type { Skia } from '../skia/load.ts';
import { RasterSurface } from '../skia/raster-surface.ts';
import type { Bands } from '../bits/band.ts';
import { createBitPlane } from '../bits/bit-plane.ts';
import { packRgbaRows } from '../kernel/pack-rows.ts';

/** Rows of a band. A pixel has four bytes, and a band of the widest label stays below 20 MB. */
const BAND_ROWS = 256;

/** Paints labels in gray or in color, antialiased, with images in their own tones. Symbols stay on whole dots. */
export interface TonePainter {
  bands(list: DisplayList, width: Dots, height: Dots, colour: 'gray' | 'rgb'): Bands;
  dispose(): void;
}

export function createTonePainter(skia: Skia, fonts: FontStore, library: ImageLibrary): TonePainter {
  const painter = createSkiaPainter(skia, fonts);
  const surface = new RasterSurface(skia, 'rgba');
  let asked: 'gray' | 'rgb' = 'gray';
  const images = createToneImagePainter(skia, library, () => asked);

  return {
    *bands(list, width, height, colour) {
      const rowsAtOnce = Math.min(BAND_ROWS, height);
      const whole = createBitPlane(width, rowsAtOnce);
      const channels = colour === 'gray' ? 1 : 3;
      const pixels = new Uint8Array(width * rowsAtOnce * channels);
      const pxPerMm = dotsPerMm(list.dpi);
      for (let top = 0; top < height; top += rowsAtOnce) {
        const rows = Math.min(rowsAtOnce, height - top);
        // Another label may have been painted on the same surface since the last band.
        asked = colour;
        const canvas = surface.resize(width, rowsAtOnce);
        if (!canvas.ok) return canvas;
        canvas.value.clear(skia.WHITE);
        const clip = { x: 0, y: top / pxPerMm, width: list.widthMm, height: rows / pxPerMm };
        const options = { pxPerMm, originXPx: 0, originYPx: -top, antialias: true, images, clip };
        painter.paint(canvas.value, list, { ...options, colors: colour === 'rgb' });
        const rgba = surface.pixels();
        const plane = { ...whole, height: rows, bits: whole.bits.subarray(0, rows * whole.strideBytes) };
        const sent = pixels.subarray(0, rows * width * channels);
        packRgbaRows(rgba, width, rows, { ...plane, offset: 0 }, colour, sent);
        yield { top, plane, pixels: sent };
      }
      return ok(null);
    },
    dispose() {
      painter.dispose();
      surface.dispose();
    },
  };
}
