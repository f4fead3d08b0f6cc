import type { Canvas } from 'canvaskit-wasm';
import type { Rect } from '#model/kernel/geometry.ts';
import type { DisplayList } from '#model/page/display-list.ts';
import type { ImagePainter } from './image-painter.ts';

export interface PaintOptions {
  /** Pixels for a millimetre of the label. */
  readonly pxPerMm: number;
  /** The label's top left on the canvas. Whole numbers on a print bitmap, also negative ones (a band below the top). */
  readonly originXPx: number;
  readonly originYPx: number;
  /** True for the screen. False for a print bitmap: every pixel is black or white, and edges lie on whole dots. */
  readonly antialias: boolean;
  readonly images: ImagePainter;
  /** In mm of the label: items outside it are passed over. It does not clip pixels. */
  readonly clip?: Rect;
}

/** Turns a display list into pixels: the same way for the view, the print bitmap and every export. */
export interface Painter {
  /** Draws on top of what is there; the canvas' own matrix must be the identity. */
  paint(canvas: Canvas, list: DisplayList, options: PaintOptions): void;
  dispose(): void;
}
