import { ok, type Result } from '#model/kernel/result.ts';
import type { Dots } from '#model/kernel/units.ts';
import type { DisplayItem, DisplayList } from '#model/page/display-list.ts';
import type { FontStore } from '../fonts/font-store.ts';
import type { ImageLibrary } from '../images/image-library.ts';
import type { Skia } from '../skia/load.ts';
import type { Band } from './band.ts';
import { createBitPainter } from './bit-painter.ts';
import { type BitPlane, clearPlane, createBitPlane } from './bit-plane.ts';

/** A long label is never a whole bitmap. */
export const BAND_ROWS = 512;
/** What does not change from label to label is kept painted for labels of up to this size. */
const MAX_KEPT_BYTES = 8 << 20;

/** Makes black and white labels of display lists. */
export interface LabelPainter {
  /** Fills the plane from its top left: `plane.width` x `plane.height` dots of the label. */
  paint(list: DisplayList, plane: BitPlane): Result<null>;
  /** The same without the plane: bands of rows, top to bottom, each row once. */
  paintBands(list: DisplayList, width: Dots, height: Dots, onBand: (band: Band) => void): Result<null>;
  dispose(): void;
}

/** The first items of the last label that the one before it had too, painted. */
interface KeptStart {
  readonly items: readonly DisplayItem[];
  readonly dpi: number;
  readonly plane: BitPlane;
}

export function createLabelPainter(
  skia: Skia,
  fonts: FontStore,
  library: ImageLibrary,
  bandRows: number = BAND_ROWS,
): LabelPainter {
  const painter = createBitPainter(skia, fonts, library);
  let kept: KeptStart | null = null;
  let last: DisplayList | null = null;

  /** Fills the plane with the items that the label before had too; gives how many they are. */
  function start(list: DisplayList, plane: BitPlane): Result<number> {
    const same = last !== null && last.dpi === list.dpi ? commonStart(last.items, list.items) : 0;
    last = list;
    if (same === 0 || plane.bits.length > MAX_KEPT_BYTES) {
      clearPlane(plane);
      return ok(0);
    }
    const known = kept !== null && kept.dpi === list.dpi && sameSize(kept.plane, plane) ? kept : null;
    if (known === null || known.items.length !== same || commonStart(known.items, list.items) !== same) {
      const made = {
        items: list.items.slice(0, same),
        dpi: list.dpi,
        plane: createBitPlane(plane.width, plane.height),
      };
      kept = null;
      const painted = painter.paint(made.plane, made.items, list.dpi, 0);
      if (!painted.ok) return painted;
      kept = made;
    }
    if (kept !== null) plane.bits.set(kept.plane.bits);
    return ok(same);
  }

  return {
    paint(list, plane) {
      const from = start(list, plane);
      if (!from.ok) return from;
      return painter.paint(plane, from.value === 0 ? list.items : list.items.slice(from.value), list.dpi, 0);
    },
    paintBands(list, width, height, onBand) {
      const band = createBitPlane(width, Math.min(bandRows, height));
      for (let top = 0; top < height; top += bandRows) {
        const rows = Math.min(bandRows, height - top);
        const part = { ...band, height: rows, bits: band.bits.subarray(0, rows * band.strideBytes) };
        clearPlane(part);
        const painted = painter.paint(part, list.items, list.dpi, top);
        if (!painted.ok) return painted;
        onBand({ top, plane: part, pixels: part.bits });
      }
      return ok(null);
    },
    dispose() {
      painter.dispose();
      kept = null;
      last = null;
    },
  };
}

function commonStart(a: readonly DisplayItem[], b: readonly DisplayItem[]): number {
  let n = 0;
  while (n < a.length && n < b.length && a[n] === b[n]) n++;
  return n;
}

function sameSize(a: BitPlane, b: BitPlane): boolean {
  return a.width === b.width && a.height === b.height;
}
