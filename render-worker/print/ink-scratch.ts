import type { Canvas } from 'canvaskit-wasm';
import { ok, type Result } from '#model/kernel/result.ts';
import type { Skia } from '../skia/load.ts';
import { RasterSurface } from '../skia/raster-surface.ts';
import type { InkMask } from '../bits/ink.ts';
import { packGrayRows } from '../kernel/pack-rows.ts';

/** Rows that Skia draws at a time. It gets no more of a shape, because its heap does not shrink again. */
const TILE_ROWS = 512;

/** Box of a shape, in whole dots. */
export interface InkBox {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** Turns shapes that only Skia can draw into masks, on one gray surface that is reused and never larger than a tile. */
export interface InkScratch {
  /**
   * The mask of what `draw` paints in black inside the box. It is drawn in tiles of a fixed grid, so a shape has the
   * same dots whichever part of it is requested. The canvas given to `draw` is set up to take the label's dots.
   */
  mask(box: InkBox, draw: (canvas: Canvas) => void): Result<InkMask>;
  dispose(): void;
}

export function createInkScratch(skia: Skia): InkScratch {
  const surface = new RasterSurface(skia, 'gray');

  /** The surface is kept while it is wide enough: a new one for every shape would cost more than the shape. */
  function canvasFor(width: number): Result<Canvas> {
    return surface.resize(width <= surface.width ? surface.width : Math.ceil(width / 256) * 256, TILE_ROWS);
  }

  return {
    mask(box, draw) {
      const left = box.x0 & ~7;
      const width = Math.ceil((box.x1 - left) / 8) * 8;
      const rows = box.y1 - box.y0;
      const strideBytes = width >> 3;
      const bits = new Uint8Array(strideBytes * rows);
      const canvas = canvasFor(width);
      if (!canvas.ok) return canvas;
      const firstTile = Math.floor(box.y0 / TILE_ROWS) * TILE_ROWS;
      for (let tile = firstTile; tile < box.y1; tile += TILE_ROWS) {
        const from = Math.max(box.y0, tile);
        const to = Math.min(box.y1, tile + TILE_ROWS);
        surface.pixels().fill(0xff, (from - tile) * surface.strideBytes, (to - tile) * surface.strideBytes);
        canvas.value.save();
        canvas.value.clipRect(skia.LTRBRect(0, 0, width, TILE_ROWS), skia.ClipOp.Intersect, false);
        canvas.value.translate(-left, -tile);
        draw(canvas.value);
        canvas.value.restore();
        const gray = surface.pixels().subarray((from - tile) * surface.strideBytes);
        const offset = (from - box.y0) * strideBytes;
        packGrayRows(gray, surface.strideBytes, width, to - from, { bits, offset, strideBytes });
      }
      for (let i = 0; i < bits.length; i++) bits[i] = ~(bits[i] as number);
      return ok({ left, top: box.y0, strideBytes, rows, bits });
    },
    dispose: () => surface.dispose(),
  };
}
