import { averagedRows, eachRow, type Region, rowsOf } from '#render-worker/images/area-average.ts';
import { copyOut } from '#render-worker/kernel/memory.ts';
import { createRowDeflater } from '#render-worker/kernel/row-deflate.ts';

/** A row deflater whose stream is returned as a whole. */
export function createWholeDeflater(rowBytes: number): {
  rows(pixels: Uint8Array, offset: number, count: number): void;
  finish(): Uint8Array;
} {
  const pieces: Uint8Array[] = [];
  const deflater = createRowDeflater(rowBytes, (at, count) => pieces.push(copyOut(at, count)));
  return {
    rows: (pixels, offset, count) => deflater.rows(pixels, offset, count, false),
    finish() {
      deflater.rows(new Uint8Array(0), 0, 0, true);
      return Buffer.concat(pieces);
    },
  };
}

/** A picture of bytes resampled to `toWidth` x `toHeight`, or the region of that. */
export function areaAverage(
  source: Uint8Array,
  width: number,
  height: number,
  toWidth: number,
  toHeight: number,
  region: Region = { x: 0, y: 0, width: toWidth, height: toHeight },
): Uint8Array {
  const out = new Uint8Array(region.width * region.height);
  const next = eachRow(averagedRows(rowsOf(source, { width, height }), toWidth, toHeight, region));
  for (let y = 0; y < region.height; y++) out.set(next(), y * region.width);
  return out;
}
