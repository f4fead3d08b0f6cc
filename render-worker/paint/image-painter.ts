import type { Canvas } from 'canvaskit-wasm';
import type { ImageOp } from '#model/elements/base/display-op.ts';
import type { Affine } from '#model/kernel/geometry.ts';

export interface ImagePaintContext {
  /** Pixels per millimeter of the label. */
  readonly pxPerMm: number;
  /** False on a print bitmap, where the image is made black and white at exactly these pixels. */
  readonly antialias: boolean;
}

/** Draws the images of a template. */
export interface ImagePainter {
  /** `toPixels` maps the op's millimeters to pixels of the canvas, whose own matrix is the identity. */
  drawImage(canvas: Canvas, op: ImageOp, toPixels: Affine, context: ImagePaintContext): void;
}
