import { rotatedSize, type Size } from '#model/kernel/geometry.ts';
import type { Pointer, Room } from '#model/kernel/wasm-memory.ts';
import { bytesPerBitRow } from '../bits/bit-plane.ts';
import { clearOf, copyRows, packRow, transpose } from '../kernel/kernel.wasm';
import { copyOut, withRoom } from '../kernel/memory.ts';
import { PAPER_FROM } from '../kernel/pack-rows.ts';
import type { AveragedRows, Region, WriteRows } from './area-average.ts';
import type { GrayImage } from './decode-image.ts';
import {
  createEdgeErrors,
  type DiffusionMode,
  type DiffusionState,
  type EdgeErrors,
  GROUP_ROWS,
  openDiffusion,
} from './diffusion.ts';
import { clearOutside, cornerSpan } from './image-corners.ts';
import type { Orientation } from './image-place.ts';
import { scaledRows } from './scaled-rows.ts';
import type { ImageOp } from '#model/elements/base/display-op.ts';

const WHITE = 255;
const GRID = 8;
/** The kernel compares 16 dots at once. */
const LEVELS = 16;

/**
 * For each of 16 dots the gray from which on it is paper. The rows are used in turn for the rows y, y + 1 … of a
 * picture.
 */
type ToneLevels = readonly Uint8Array[];

/** The same level everywhere. 0 leaves no ink, 255 nothing but pure white. */
function oneLevel(paperFrom: number): ToneLevels {
  return [new Uint8Array(LEVELS).fill(paperFrom)];
}

/** Bayer's matrix of 8 x 8: the order in which the dots of a square become paper as it gets lighter. */
function bayerRank(x: number, y: number): number {
  let rank = 0;
  for (let bit = 0; bit < 3; bit++) {
    const across = (x >> bit) & 1;
    const down = (y >> bit) & 1;
    rank |= (((across ^ down) << 1) | down) << (2 * (2 - bit));
  }
  return rank;
}

/** A fixed grid of 8 x 8 dots: no dot depends on another, and even gray is an even pattern. */
const ORDERED_LEVELS: ToneLevels = Array.from({ length: GRID }, (_, y) =>
  Uint8Array.from({ length: LEVELS }, (_, x) => {
    // Paper where gray / 255 is above (2 * rank + 1) / 128.
    return Math.floor(((2 * bayerRank(x % GRID, y) + 1) * WHITE) / (2 * GRID * GRID)) + 1;
  }),
);

/** Some rows of a picture in black and white, as oriented on the label. */
export interface OneBitBand {
  /** 1 = paper, also where the image is transparent and to the right of its width. */
  readonly paper: Uint8Array<ArrayBuffer>;
  /** 1 = transparent, so that what is below shows; null when nothing is transparent. */
  readonly clear: Uint8Array<ArrayBuffer> | null;
  /** Start of the row `y` of the picture in both arrays. It must be one of the band's rows. */
  offsetOf(y: number): number;
}

/**
 * A picture that is made black and white band by band, so that it is never in memory as a whole. Bands may be requested
 * in any order; from the top (for a mirrored picture from the bottom) is fastest.
 */
export interface OneBitBands extends Size {
  readonly strideBytes: number;
  /** Rows of a band, counted from the top, or from the bottom when `fromBottom`; the last one may have fewer. */
  readonly bandRows: number;
  readonly fromBottom: boolean;
  /** Approximate number of bytes kept to make bands, in addition to the image itself. */
  readonly keptBytes: number;
  /**
   * Errors are spread from dot to dot through the upright picture, for any orientation on the label. When a band can't
   * begin without knowing them, this runs through all of them once, before the first band. In steps of some 10 ms.
   */
  prepare(): Generator<null, void, void>;
  /** The band with this row. It is valid until two others were requested: its memory is freed then. */
  bandOf(y: number): OneBitBand;
}

/** Dots made in one step, which takes some 5 ms. */
const DOTS_AT_ONCE = 4 << 20;
/**
 * Minimum columns of a part. A turned picture is made in parts of its columns, and each part costs a little at its
 * borders.
 */
const LEAST_COLUMNS = 1024;
const MOST_ROWS = 512;
/** Number of cached bands: a band of the label rarely begins where one of the picture does. */
const BANDS_KEPT = 2;

/** `width` and `height` are those of the result, as oriented on the label. */
export function createOneBitBands(
  image: GrayImage,
  width: number,
  height: number,
  look: OneBitLook,
  { transpose: turned, flipX, flipY }: Orientation,
): OneBitBands {
  const [across, down] = turned ? [height, width] : [width, height];
  const strideBytes = bytesPerBitRow(width);
  const mode = look.oneBit === 'floydSteinberg' || look.oneBit === 'atkinson' ? look.oneBit : null;
  const levels = look.oneBit === 'ordered' ? ORDERED_LEVELS : oneLevel(look.threshold ?? PAPER_FROM);
  const bandRows = turned
    ? Math.max(LEAST_COLUMNS, multiple(DOTS_AT_ONCE / down, 16))
    : Math.min(MOST_ROWS, Math.max(GROUP_ROWS, multiple(DOTS_AT_ONCE / across, GROUP_ROWS)));
  const count = Math.ceil(height / bandRows);
  // The four corners are alike, so that mirroring makes no difference.
  const corners = look.corners === undefined || !turned ? look.corners : rotatedSize(look.corners, 90);

  /** For the band i, the errors of the rows above it. */
  const states: (DiffusionState | null)[] = [null];
  /** For the band i + 1 of a turned picture, the errors at its start. */
  const edges: EdgeErrors[] =
    turned && mode !== null ? Array.from({ length: count - 1 }, () => createEdgeErrors(down)) : [];
  let hasEdges = edges.length === 0;
  const kept = new Map<number, OneBitBand>();

  function rowsOf(bytes: Uint8Array, region: Region): AveragedRows {
    const tones = bytes === image.alpha ? undefined : look.tones;
    return scaledRows(image, bytes, across, down, look.source, region, tones);
  }

  /** The part of the upright picture that a band shows. */
  function regionOf(band: number): Region {
    const first = band * bandRows;
    const rows = Math.min(bandRows, height - first);
    return turned ? { x: first, y: 0, width: rows, height: down } : { x: 0, y: first, width: across, height: rows };
  }

  /** Runs through rows of the upright picture, from a row with known errors. */
  function pass(mode: DiffusionMode, first: number, rows: number, state: DiffusionState | null): DiffusionState {
    return withRoom((room) => {
      const region = { x: 0, y: first, width: across, height: rows };
      const gray = openGroups(room, rowsOf(image.gray, region));
      const diffusion = openDiffusion(room, mode, across, state, edges.length > 0);
      for (let y = 0; y < rows; y += GROUP_ROWS) {
        gray.write(y);
        diffusion.group(gray.at, gray.stride, first + y);
        if (edges.length > 0) diffusion.takeEdges(first + y, bandRows, edges);
      }
      return diffusion.state();
    });
  }

  function* prepare(): Generator<null, void, void> {
    if (mode === null || hasEdges) return;
    const rows = multiple(DOTS_AT_ONCE / across, GROUP_ROWS);
    let state: DiffusionState | null = null;
    for (let y = 0; y < down; y += rows) {
      state = pass(mode, y, Math.min(rows, down - y), state);
      yield null;
    }
    hasEdges = true;
  }

  function* prepareRows(upTo: number): Generator<null, void, void> {
    if (mode === null) return;
    for (let band = states.length - 1; band < upTo; band++) {
      states[band + 1] = pass(mode, band * bandRows, bandRows, states[band] ?? null);
      yield null;
    }
  }

  function make(band: number): OneBitBand {
    const region = regionOf(band);
    const rows = turned ? region.width : region.height;
    const bytes = rows * strideBytes;
    return withRoom((room) => {
      const paper = room.take(bytes);
      const clear = image.alpha === null ? 0 : room.take(bytes);
      const hasClear = fill(room, band, region, paper, clear);
      const [ink, open] = [paper, clear].map((at, i) => {
        if (at === 0) return corners === undefined ? EMPTY : new Uint8Array(bytes);
        const to = flipX ? room.take(bytes) : at;
        copyRows(at, strideBytes, to, strideBytes, rows, width, flipX, i === 0 ? 0xff : 0);
        return copyOut(to, bytes);
      }) as [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>];
      const first = band * bandRows;
      if (corners !== undefined) {
        for (let row = 0; row < rows; row++) {
          const { from, to } = cornerSpan(corners, width, height, first + row);
          clearOutside(ink, open, row * strideBytes, from, to, width);
        }
      }
      return {
        paper: ink,
        clear: hasClear || corners !== undefined ? open : null,
        offsetOf: (y) => ((flipY ? height - 1 - y : y) - first) * strideBytes,
      };
    });
  }

  /**
   * Makes the band's bits for the picture upright or turned, but not mirrored. Returns whether any of it is
   * transparent.
   */
  function fill(room: Room, band: number, region: Region, paper: Pointer, clear: Pointer): boolean {
    const gray = openGroups(room, rowsOf(image.gray, region));
    const alpha = image.alpha === null ? null : openGroups(room, rowsOf(image.alpha, region));
    const from = turned ? null : (states[band] ?? null);
    const part = { left: edges[band - 1] ?? null, right: edges[band] ?? null };
    const dots =
      mode === null ? openLevels(room, levels, region.width) : openDiffusion(room, mode, region.width, from, false);
    const opaque = alpha === null ? null : openLevels(room, OPAQUE, region.width);
    const words = dots.strideBytes >> 1;
    let hasClear = false;
    for (let y = 0; y < region.height; y += GROUP_ROWS) {
      const rows = Math.min(GROUP_ROWS, region.height - y);
      gray.write(y);
      dots.group(gray.at, gray.stride, region.y + y, part);
      put(dots.bits, paper, y, rows);
      if (alpha === null || opaque === null) continue;
      alpha.write(y);
      opaque.group(alpha.at, alpha.stride, 0);
      hasClear = clearOf(opaque.bits, dots.bits, rows * words) !== 0 || hasClear;
      put(opaque.bits, clear, y, rows);
    }
    // Kept, so that the next band need not run through this one.
    if (mode !== null && !turned && band + 1 < count && 'state' in dots) states[band + 1] ??= dots.state();
    return hasClear;

    function put(bits: Pointer, to: Pointer, y: number, rows: number): void {
      if (turned) transpose(bits, dots.strideBytes, region.width, to, strideBytes, y >> 3);
      else copyRows(bits, dots.strideBytes, to + y * strideBytes, strideBytes, rows, region.width, false, 0);
    }
  }

  return {
    width,
    height,
    strideBytes,
    bandRows,
    fromBottom: flipY,
    keptBytes:
      Math.min(BANDS_KEPT, count) * bandRows * strideBytes * (image.alpha === null && corners === undefined ? 1 : 2) +
      (mode === null ? 0 : turned ? 3 * down * count : 2 * across * count),
    *prepare() {
      if (turned) yield* prepare();
      else if (flipY) yield* prepareRows(count - 1);
    },
    bandOf(y) {
      const band = Math.floor((flipY ? height - 1 - y : y) / bandRows);
      const known = kept.get(band);
      if (known !== undefined) return known;
      for (const _ of turned ? prepare() : prepareRows(band)) continue;
      const made = make(band);
      for (const [oldest, { paper, clear }] of kept) {
        if (kept.size < BANDS_KEPT) break;
        kept.delete(oldest);
        // Freed immediately: a long label has hundreds, more than the garbage collector frees in time.
        paper.buffer.transfer(0);
        clear?.buffer.transfer(0);
      }
      kept.set(band, made);
      return made;
    },
  };
}

const EMPTY = new Uint8Array(0);
/** The alpha from which a dot covers what is below. */
const OPAQUE: ToneLevels = oneLevel(128);

/** Rounded down to a multiple of `of`, but at least `of`. */
function multiple(value: number, of: number): number {
  return Math.max(of, Math.floor(value / of) * of);
}

/** Groups of 8 rows in the kernel's memory. */
function openGroups(room: Room, rows: AveragedRows): { at: Pointer; stride: number; write(y: number): void } {
  const stride = rows.width + 16;
  const at = room.take(GROUP_ROWS * stride);
  const write: WriteRows = rows.open(room);
  return { at, stride, write: (y) => write(y, Math.min(GROUP_ROWS, rows.height - y), at, stride) };
}

/** Like a diffusion, but each dot is decided independently. */
function openLevels(
  room: Room,
  levels: ToneLevels,
  width: number,
): { bits: Pointer; strideBytes: number; group(gray: Pointer, stride: number, first: number): void } {
  const strideBytes = 2 * Math.ceil(width / 16);
  const bits = room.take(GROUP_ROWS * strideBytes);
  const levelsAt = levels.map((row) => room.put(row));
  return {
    bits,
    strideBytes,
    group(gray, stride, first) {
      for (let row = 0; row < GROUP_ROWS; row++) {
        const level = levelsAt[(first + row) % levelsAt.length] as Pointer;
        packRow(gray + row * stride, width, level, bits + row * strideBytes);
      }
    },
  };
}

/** How an image becomes black and white, and the used part of it: everything in an image op except its place. */
export type OneBitLook = Pick<ImageOp, 'oneBit' | 'threshold' | 'source' | 'tones' | 'corners'>;

/** A key of all properties of a look that affect the dots. */
export function lookKey({ oneBit, threshold: level, source, tones, corners }: OneBitLook): string {
  const part = source === undefined ? '' : `${source.x} ${source.y} ${source.width} ${source.height}`;
  const edits = tones === undefined && corners === undefined ? '' : JSON.stringify([tones, corners]);
  return `${oneBit} ${oneBit === 'threshold' ? (level ?? '') : ''} ${part}${edits}`;
}
