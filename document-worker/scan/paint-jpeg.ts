import type { DotArea } from '#model/document/grey-plane.ts';
import type { Pointer, Room } from '#model/kernel/wasm-memory.ts';
import {
  addRow,
  colorRow,
  decodeRow,
  enlargeAcross,
  enlargeBoth,
  grayRow,
  makeTable,
  placeOf,
  rgbaRow,
  resampleAcross,
  resampleGroups,
  startRows,
  startScan,
  tableBytes,
  takeSums,
} from '../kernel/kernel.wasm';
import { kernelBytes, withRoom } from '../kernel/memory.ts';
import type { JpegFrame } from './jpeg-frame.ts';
import { resampleSpans, spanGroups, type Resampling } from './resample-spans.ts';

/** Rows of units that are kept: a row of pixels needs the colors of the rows above and below it. */
const KEPT = 3;
const COMPONENT_WORDS = 8;

/** Pixels in gray, or red, green, blue and 255, row by row. */
export interface PixelPlane {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly bytesOfPixel: 1 | 4;
}

/** The dots of a whole picture on a plane, and those of them that are painted. */
export interface JpegPlace {
  readonly dots: DotArea;
  readonly area: DotArea;
  /** Whether its rows are columns of the plane. */
  readonly isTurned: boolean;
  /** Whether its left side, or its upper one if it is turned, is at the right; and the other one at the bottom. */
  readonly isFlippedX: boolean;
  readonly isFlippedY: boolean;
}

/**
 * Paints a JPEG on a plane, exactly as pdfium does. False if its data are damaged; a part of the area may then be
 * painted.
 */
export function paintJpeg(bytes: Uint8Array, frame: JpegFrame, place: JpegPlace, plane: PixelPlane): boolean {
  const { across, down, isUpward } = resamplings(frame, place);
  const { spans, shares, most } = resampleSpans(down);
  return withRoom((room) => {
    const rows = decodedRows(room, room.put(bytes), bytes.length, frame);
    // A row of a picture that is enlarged belongs to several results.
    const open = Math.ceil(down.toSize / down.size) + 2;
    const sum = rowSummer(room, across, open);
    const { bytesOfPixel } = plane;
    const painted = room.take(across.count * bytesOfPixel);
    let y = 0;
    /** The number of results that are painted. */
    let done = 0;
    for (const pixels of rows) {
      if (pixels === null) return false;
      let isRead = false;
      for (let k = done; k < down.count; k++) {
        const i = isUpward ? down.count - 1 - k : k;
        const [first = 0, last = 0] = [spans[2 * i], spans[2 * i + 1]];
        if (first > y) break;
        if (!isRead) sum.read(pixels);
        isRead = true;
        sum.add(shares[i * most + y - first] ?? 0, i % open);
        if (last !== y) continue;
        sum.take(i % open, bytesOfPixel, painted);
        putRow(kernelBytes().subarray(painted, painted + across.count * bytesOfPixel), i, place, plane);
        done = k + 1;
      }
      if (done === down.count) return true;
      y++;
    }
    return false;
  });
}

/** How the rows and columns of a picture are resized, and whether its last row comes first. */
function resamplings(
  { width, height }: JpegFrame,
  { dots, area, isTurned, isFlippedX, isFlippedY }: JpegPlace,
): { readonly across: Resampling; readonly down: Resampling; readonly isUpward: boolean } {
  const xs = { toSize: dots.width, from: area.x - dots.x, count: area.width };
  const ys = { toSize: dots.height, from: area.y - dots.y, count: area.height };
  if (!isTurned) {
    const across = { ...xs, size: width, isReversed: isFlippedX };
    return { across, down: { ...ys, size: height, isReversed: isFlippedY }, isUpward: isFlippedY };
  }
  // pdfium resizes a turned picture as it is, and flips the results.
  const flipped = (side: typeof xs): typeof xs => ({ ...side, from: side.toSize - side.from - side.count });
  return {
    across: { ...(isFlippedY ? flipped(ys) : ys), size: width },
    down: { ...(isFlippedX ? flipped(xs) : xs), size: height },
    isUpward: false,
  };
}

/** Puts the `i`-th resized row where it belongs. */
function putRow(
  row: Uint8Array,
  i: number,
  { area, isTurned, isFlippedX, isFlippedY }: JpegPlace,
  plane: PixelPlane,
): void {
  const { bytes, width, bytesOfPixel } = plane;
  if (!isTurned) return bytes.set(row, ((area.y + i) * width + area.x) * bytesOfPixel);
  const x = area.x + (isFlippedX ? area.width - 1 - i : i);
  const step = (isFlippedY ? -width : width) * bytesOfPixel;
  let to = ((area.y + (isFlippedY ? area.height - 1 : 0)) * width + x) * bytesOfPixel;
  for (let from = 0; from < row.length; from += bytesOfPixel, to += step) {
    for (let part = 0; part < bytesOfPixel; part++) bytes[to + part] = row[from + part] as number;
  }
}

/** A row of pixels: three planes, which are the same for gray. */
type PixelRow = readonly [red: Pointer, green: Pointer, blue: Pointer];

interface RowSummer {
  /** Sets the row that is added. */
  read(row: PixelRow): void;
  add(share: number, to: number): void;
  /** The pixels of a sum, which becomes zero. */
  take(from: number, bytesOfPixel: 1 | 4, to: Pointer): void;
}

/** Resizes rows across and adds them to one of `count` sums. */
function rowSummer(room: Room, across: Resampling, count: number): RowSummer {
  const given = resampleSpans(across);
  const groups = spanGroups(given);
  const [atSpans, atShares] = [put32(room, groups?.starts ?? given.spans), put32(room, groups?.taps ?? given.shares)];
  const size = across.count;
  const keepsSize = across.size === across.toSize && across.isReversed !== true;
  const resized = [0, 1, 2].map(() => room.take(size));
  const taken = [0, 1, 2].map(() => room.take(size));
  const sums = Array.from({ length: count }, () => [0, 1, 2].map(() => zeroed(room, 4 * size + 32)));
  const isColored = sums.map(() => false);
  let current: readonly Pointer[] = [];
  const partOf = (row: Pointer, i: number): Pointer => {
    if (keepsSize) return row + across.from;
    const to = resized[i] as Pointer;
    if (groups === null) resampleAcross(row, atSpans, atShares, given.most, size, to);
    else resampleGroups(row, atSpans, atShares, given.most, groups.groups, to);
    return to;
  };
  return {
    read([red, green, blue]) {
      const first = partOf(red, 0);
      current = red === green ? [first] : [first, partOf(green, 1), partOf(blue, 2)];
    },
    add(share, to) {
      if (share === 0) return;
      const into = sums[to] as readonly Pointer[];
      const isColor = current.length > 1;
      // Until its first row in color, one sum is the sum of all three.
      if (isColor && !isColored[to]) {
        const bytes = kernelBytes();
        for (const other of into.slice(1))
          bytes.copyWithin(other, into[0] as Pointer, (into[0] as Pointer) + 4 * size + 32);
        isColored[to] = true;
      }
      for (let i = 0; i < (isColored[to] === true ? 3 : 1); i++) {
        addRow(into[i] as Pointer, (current[i] ?? current[0]) as Pointer, share, size);
      }
    },
    take(from, bytesOfPixel, to) {
      const into = sums[from] as readonly Pointer[];
      const isColor = isColored[from] === true;
      if (!isColor && bytesOfPixel === 1) return takeSums(into[0] as Pointer, size, to);
      for (let i = 0; i < (isColor ? 3 : 1); i++) takeSums(into[i] as Pointer, size, taken[i] as Pointer);
      const [red = 0, green = red, blue = red] = isColor ? taken : taken.slice(0, 1);
      (bytesOfPixel === 1 ? grayRow : rgbaRow)(red, green, blue, size, to);
      isColored[from] = false;
    },
  };
}

/** The rows of pixels of a JPEG, each valid until the next one; null once its data are damaged. */
function* decodedRows(room: Room, at: Pointer, size: number, frame: JpegFrame): Generator<PixelRow | null, void> {
  const { width, height, components, restartInterval } = frame;
  const [light] = components;
  if (light === undefined) return;
  const unitWidth = 8 * light.across;
  const unitHeight = 8 * light.down;
  const units = Math.ceil(width / unitWidth);
  const unitRows = Math.ceil(height / unitHeight);
  const tables = putTables(room, at, frame);
  if (tables === null) return yield null;
  const list = room.take(4 * COMPONENT_WORDS * components.length);
  const planes = components.map(({ across, down }) => {
    const stride = units * 8 * across + 32;
    return { stride, down, at: room.take(KEPT * 8 * down * stride) };
  });
  const colors = components.length === 1 ? null : createColorRows(room, frame, units);
  const words = (): Int32Array => new Int32Array(kernelBytes().buffer, list, COMPONENT_WORDS * components.length);
  for (const [i, { across, down, quantizer, firstTable, otherTable }] of components.entries()) {
    const steps = tables.get(32 + quantizer) ?? 0;
    words().set(
      [across, down, tables.get(firstTable) ?? 0, tables.get(otherTable) ?? 0, steps, 0, planes[i]?.stride ?? 0, 0],
      i * COMPONENT_WORDS,
    );
  }
  const hasColor: boolean[] = [];
  startScan(at + frame.scanAt, at + size);
  startRows(restartInterval);
  for (let unitRow = 0; unitRow <= unitRows; unitRow++) {
    if (unitRow < unitRows) {
      for (const [i, { at: plane, down, stride }] of planes.entries()) {
        words()[i * COMPONENT_WORDS + 5] = plane + (unitRow % KEPT) * 8 * down * stride;
      }
      const state = decodeRow(list, components.length, units, restartInterval);
      if (state === 0) return yield null;
      hasColor[unitRow] = state === 2;
    }
    if (unitRow === 0) continue;
    const done = unitRow - 1;
    const [lights, ...others] = planes.map(({ at: plane, stride, down }) => (y: number): Pointer => {
      const rows = 8 * down;
      return plane + ((Math.floor(y / rows) % KEPT) * rows + (y % rows)) * stride;
    });
    const isColor =
      colors !== null && (hasColor[done] === true || hasColor[done - 1] === true || hasColor[unitRow] === true);
    for (let y = done * unitHeight; y < Math.min(height, unitRow * unitHeight); y++) {
      const row = lights?.(y) ?? 0;
      yield isColor ? colors(y, row, others) : [row, row, row];
    }
  }
}

type ColorRows = (y: number, light: Pointer, others: readonly ((y: number) => Pointer)[]) => PixelRow;

function createColorRows(room: Room, { width, height, components }: JpegFrame, units: number): ColorRows {
  const across = components[0]?.across ?? 1;
  const down = components[0]?.down ?? 1;
  const size = units * 8 * across + 64;
  const [enlarged, pixels] = [[0, 1].map(() => room.take(size)), [0, 1, 2].map(() => room.take(size))];
  const sums = room.take(2 * size);
  const [red = 0, green = 0, blue = 0] = pixels;
  const half = Math.ceil(width / across);
  const lastRow = Math.ceil(height / down) - 1;
  return (y, light, others) => {
    const [cb = 0, cr = 0] = others.map((rowAt, i) => {
      if (across === 1) return rowAt(y);
      const to = enlarged[i] as Pointer;
      if (down === 1) enlargeAcross(rowAt(y), half, to);
      else {
        const near = y >> 1;
        const far = Math.min(lastRow, Math.max(0, near + ((y & 1) === 0 ? -1 : 1)));
        enlargeBoth(rowAt(near), rowAt(far), half, sums, to);
      }
      return to;
    });
    colorRow(light, cb, cr, width, red, green, blue);
    return [red, green, blue];
  };
}

/** Huffman tables by their number, and quantizers by 32 and their number; null for a wrong table. */
function putTables(room: Room, at: Pointer, frame: JpegFrame): ReadonlyMap<number, Pointer> | null {
  const made = new Map<number, Pointer>();
  for (const [number, segment] of frame.tables) {
    const table = room.take(tableBytes());
    if (makeTable(at + segment, table, number < 16) === 0) return null;
    made.set(number, table);
  }
  for (const [number, steps] of frame.quantizers) {
    const table = room.take(2 * 64);
    const view = new Uint16Array(kernelBytes().buffer, table, 64);
    for (const [k, step] of steps.entries()) view[placeOf(k)] = step;
    made.set(32 + number, table);
  }
  return made;
}

function put32(room: Room, words: Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>): Pointer {
  return room.put(new Uint8Array(words.buffer));
}

function zeroed(room: Room, size: number): Pointer {
  const at = room.take(size);
  kernelBytes().fill(0, at, at + size);
  return at;
}
