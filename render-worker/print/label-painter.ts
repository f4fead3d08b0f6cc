import type { Canvas } from 'canvaskit-wasm';
import { ok, type Result } from '#model/kernel/result.ts';
import type { Dots } from '#model/kernel/units.ts';
import { dotsPerMm } from '#model/kernel/units.ts';
import type { DisplayList } from '#model/page/display-list.ts';
import type { ImageLibrary } from '../images/image-library.ts';
import { createPrintImagePainter } from '../images/print-image-painter.ts';
import type { ImagePainter } from '../paint/image-painter.ts';
import type { Painter } from '../paint/painter.ts';
import type { Skia } from '../skia/load.ts';
import { RasterSurface } from '../skia/raster-surface.ts';
import type { BitPlane } from './bit-plane.ts';
import { type PaintStep, putDots, splitAtDots } from './dot-runs.ts';
import { packGrayRows } from './one-bit.ts';

/** A long label is never a whole bitmap in Skia's heap, which does not shrink again. */
export const BAND_ROWS = 512;
/** Rows of grey are whole words of bits. */
const ROW_ALIGNMENT = 8;

/** Makes black and white labels of display lists. */
export interface LabelPainter {
  /** Fills the plane from its top left: `plane.width` x `plane.height` dots of the label. */
  paint(list: DisplayList, plane: BitPlane): Result<null>;
  /** The same without the plane: bands of packed rows, top to bottom, each valid only during the call. */
  paintBands(
    list: DisplayList,
    width: Dots,
    height: Dots,
    onBand: (bits: Uint8Array, rows: number) => void,
  ): Result<null>;
  dispose(): void;
}

/** One reused grey surface, painted without antialiasing in bands of at most `bandRows`. */
export function createLabelPainter(
  skia: Skia,
  painter: Painter,
  library: ImageLibrary,
  bandRows: number = BAND_ROWS,
): LabelPainter {
  const surface = new RasterSurface(skia, 'gray');
  const images: ImagePainter = createPrintImagePainter(library, surface);

  function paintBand(canvas: Canvas, steps: readonly PaintStep[], dpi: number, top: Dots, rows: number): void {
    const pxPerMm = dotsPerMm(dpi);
    const clip = { x: 0, y: top / pxPerMm, width: surface.width / pxPerMm, height: rows / pxPerMm };
    surface.pixels().fill(0xff);
    for (const step of steps) {
      if (step.type === 'dots') {
        putDots(step.op, surface.pixels(), surface.width, surface.height, top);
      } else {
        const options = { pxPerMm, originXPx: 0, originYPx: -top, antialias: false, images, clip };
        painter.paint(canvas, step.list, options);
      }
    }
  }

  function eachBand(
    list: DisplayList,
    width: Dots,
    height: Dots,
    onBand: (top: Dots, rows: number) => void,
  ): Result<null> {
    const alignedWidth = Math.ceil(width / ROW_ALIGNMENT) * ROW_ALIGNMENT;
    const canvas = surface.resize(alignedWidth, Math.min(bandRows, height));
    if (!canvas.ok) return canvas;
    const steps = splitAtDots(list);
    for (let top = 0; top < height; top += bandRows) {
      const rows = Math.min(bandRows, height - top);
      paintBand(canvas.value, steps, list.dpi, top, rows);
      onBand(top, rows);
    }
    return ok(null);
  }

  return {
    paint(list, plane) {
      const { width, height, strideBytes, bits } = plane;
      return eachBand(list, width, height, (top, rows) =>
        packGrayRows(surface.pixels(), surface.strideBytes, width, rows, bits, top * strideBytes, strideBytes),
      );
    },
    paintBands(list, width, height, onBand) {
      const stride = (width + 7) >> 3;
      const bits = new Uint8Array(stride * Math.min(bandRows, height));
      return eachBand(list, width, height, (_top, rows) => {
        packGrayRows(surface.pixels(), surface.strideBytes, width, rows, bits, 0, stride);
        onBand(bits, rows);
      });
    },
    dispose() {
      surface.dispose();
    },
  };
}
