import type { DisplayOp } from '#model/elements/base/display-op.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import type { Dots } from '#model/kernel/units.ts';
import type { DisplayItem, DisplayList } from '#model/page/display-list.ts';
import type { FontStore } from '../fonts/font-store.ts';
import type { ImageLibrary } from '../images/image-library.ts';
import type { Skia } from '../skia/load.ts';
import { type Band, type Bands, eachBand } from '../bits/band.ts';
import { type BitPainter, createBitPainter } from './bit-painter.ts';
import { type BitPlane, clearPlane, createBitPlane } from '../bits/bit-plane.ts';

/** Rows of a band: a long label is never one bitmap in memory. */
export const BAND_ROWS = 512;
/** Labels up to this size keep a painted bitmap of what does not change from one to the next. */
const MAX_KEPT_BYTES = 8 << 20;

/** Paints display lists in black and white. */
export interface LabelPainter {
  /** Fills the plane from its top left: `plane.width` x `plane.height` dots of the label. */
  paint(list: DisplayList, plane: BitPlane): Result<null>;
  /** Paints the label band by band, without a plane for all of it. */
  bands(list: DisplayList, width: Dots, height: Dots): Bands;
  paintBands(list: DisplayList, width: Dots, height: Dots, onBand: (band: Band) => void): Result<null>;
  /** Paints some items on top of the existing content; see `BitPainter`. */
  paintItems: BitPainter['paint'];
  dispose(): void;
}

/** The painted bitmap of the items that the last two labels have in common and that can be painted first. */
interface KeptItems {
  readonly items: readonly DisplayItem[];
  readonly dpi: number;
  readonly plane: BitPlane;
}

interface Apart {
  readonly same: readonly DisplayItem[];
  readonly rest: readonly DisplayItem[];
}

const NOTHING_SAME: Apart = { same: [], rest: [] };

export function createLabelPainter(
  skia: Skia,
  fonts: FontStore,
  library: ImageLibrary,
  bandRows: number = BAND_ROWS,
): LabelPainter {
  const painter = createBitPainter(skia, fonts, library);
  let kept: KeptItems | null = null;
  let last: DisplayList | null = null;

  /** Fills the plane with the items that the previous label had as well. Returns those that remain to be painted. */
  function start(list: DisplayList, plane: BitPlane): Result<readonly DisplayItem[]> {
    const { same, rest } = last !== null && last.dpi === list.dpi ? apart(last.items, list.items) : NOTHING_SAME;
    last = list;
    if (same.length === 0 || plane.bits.length > MAX_KEPT_BYTES) {
      clearPlane(plane);
      return ok(list.items);
    }
    if (kept === null || kept.dpi !== list.dpi || !sameSize(kept.plane, plane) || !sameItems(kept.items, same)) {
      kept = null;
      const made = createBitPlane(plane.width, plane.height);
      const painted = painter.paint(made, same, list.dpi, 0);
      if (!painted.ok) return painted;
      kept = { items: same, dpi: list.dpi, plane: made };
    }
    plane.bits.set(kept.plane.bits);
    return ok(rest);
  }

  return {
    paint(list, plane) {
      const rest = start(list, plane);
      return rest.ok ? painter.paint(plane, rest.value, list.dpi, 0) : rest;
    },
    paintBands: (list, width, height, onBand) => eachBand(bands(list, width, height), onBand),
    bands,
    paintItems: painter.paint,
    dispose() {
      painter.dispose();
      kept = null;
      last = null;
    },
  };

  function* bands(list: DisplayList, width: Dots, height: Dots): Bands {
    const band = createBitPlane(width, Math.min(bandRows, height));
    for (let top = 0; top < height; top += bandRows) {
      const rows = Math.min(bandRows, height - top);
      const part = { ...band, height: rows, bits: band.bits.subarray(0, rows * band.strideBytes) };
      clearPlane(part);
      const painted = painter.paint(part, list.items, list.dpi, top);
      if (!painted.ok) return painted;
      yield { top, plane: part, pixels: part.bits };
    }
    return ok(null);
  }
}

/**
 * The items that both labels have and that can be painted before all others: the ones that a label begins with, and
 * further black ones, as long as everything before them is black too. The order of black on black does not matter.
 */
function apart(before: readonly DisplayItem[], items: readonly DisplayItem[]): Apart {
  const known = new Set(before);
  const same: DisplayItem[] = [];
  const rest: DisplayItem[] = [];
  let black = true;
  for (const item of items) {
    if (known.has(item) && (rest.length === 0 || (black && item.ops.every(isBlack)))) same.push(item);
    else {
      rest.push(item);
      black &&= item.ops.every(isBlack);
    }
  }
  return { same, rest };
}

/** False for an operation that can make dots white. */
function isBlack(op: DisplayOp): boolean {
  if (op.type === 'group') return op.ops.every(isBlack);
  return op.type !== 'image' && op.ink === 'black';
}

function sameItems(a: readonly DisplayItem[], b: readonly DisplayItem[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}

function sameSize(a: BitPlane, b: BitPlane): boolean {
  return a.width === b.width && a.height === b.height;
}
