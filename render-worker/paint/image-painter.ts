import type { Canvas } from 'canvaskit-wasm';
import type { ImageOp } from '#model/elements/base/display-op.ts';
import type { Affine } from '#model/kernel/geometry.ts';

export interface ImagePaintContext {
  /** Pixels for a millimetre of the label. */
  readonly pxPerMm: number;
  /** False on a print bitmap: the image becomes black and white at these very pixels. */
  readonly antialias: boolean;
}

/** Draws the raster images of a template. */
export interface ImagePainter {
  /** `toPixels` takes the op's millimetres to pixels of the canvas, whose own matrix is the identity. */
  drawImage(canvas: Canvas, op: ImageOp, toPixels: Affine, context: ImagePaintContext): void;
}
