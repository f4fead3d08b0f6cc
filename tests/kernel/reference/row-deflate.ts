import { createBitOutput } from './bit-output.ts';

/** The farthest a match may reach back (RFC 1951, 2). */
const WINDOW = 32768;
const ADLER_BASE = 65521;
/** Indexes into the sums: the halves of Adler-32, the row's sum, and that sum weighted by the distance to the end. */
const ADLER_A = 0;
const ADLER_B = 1;
const SUM = 2;
const WEIGHTED = 3;
/** A match of this length with the row above is taken without searching for a run of equal bytes. */
const GOOD_MATCH = 24;

/** The remainder for Adler-32. Exact below 2^50, and all sums are. The `%` of doubles would be a slow library call. */
function modulo(value: number): number {
  return value - Math.floor(value / ADLER_BASE) * ADLER_BASE;
}

/** Index of the first of the four bytes, counted from the lowest, that is not 0. */
function firstByte(word: number): number {
  return (31 - Math.clz32(word & -word)) >> 3;
}

/** Deflates an image row by row. */
export interface RowDeflater {
  /** Appends `count` rows. The array may be reused afterwards. */
  rows(pixels: Uint8Array, offset: number, count: number): void;
  /** Returns the whole zlib stream (RFC 1950). The deflater can't be used afterwards. */
  finish(): Uint8Array;
}

/**
 * A deflater for images of labels, in which most of a row equals the row above and most of the rest are runs of one
 * byte. It searches for nothing else, uses the fixed Huffman code, and puts the PNG filter byte 0 before each row. The
 * checksum is updated only for bytes that differ from the row above.
 */
export function createRowDeflater(rowBytes: number): RowDeflater {
  if (rowBytes < 1) throw new Error('a row has at least one byte');
  const out = createBitOutput();
  const distance = rowBytes + 1;
  const canMatchAbove = distance <= WINDOW;
  const above = new Uint8Array(rowBytes);
  const aboveView = new DataView(above.buffer);
  let firstRow = true;
  /** Bytes that equal those one row back and are not written yet, because the match may continue in the next row. */
  let pending = 0;
  /** Number of rows that equal the one above them and are not in the checksum yet. */
  let repeats = 0;
  const sums = Float64Array.of(1, 0, 0, 0);

  out.bytes2(0x78, 0x01);
  // One final block with the fixed code (RFC 1951, 3.2.6), whose length has no limit.
  out.bits(1, 1);
  out.bits(1, 2);

  /** Writes a row. Returns the position from which on it equals the row above. */
  function encodeRow(pixels: Uint8Array, view: DataView, start: number, sameAtFirst: number): number {
    const hasAbove = canMatchAbove && !firstRow;
    let i = 0;
    if (hasAbove) {
      // The filter byte is the same in each row.
      pending += 1 + sameAtFirst;
      i = sameAtFirst;
      flushPending(pixels, start, i);
    } else {
      flushPending(pixels, start, 0);
      out.literal(0);
    }
    while (i < rowBytes) {
      const byte = pixels[start + i] as number;
      const same = hasAbove && byte === above[i] ? sameLength(pixels, view, start, i) : 0;
      if (same > 0 && i + same === rowBytes) {
        // At the end of a row the match may continue in the next.
        pending = same;
        return i;
      }
      const run = same >= GOOD_MATCH ? 0 : runLength(pixels, start, i);
      if (same >= 3 && same >= run) {
        out.match(same, distance);
        i += same;
      } else if (run >= 3) {
        out.match(run, 1);
        i += run;
      } else {
        out.literal(byte);
        i++;
      }
    }
    return rowBytes;
  }

  /** Writes the pending bytes. They end before position `i` of the row and may have begun in the row before. */
  function flushPending(pixels: Uint8Array, start: number, i: number): void {
    const count = pending;
    pending = 0;
    if (count >= 3) {
      out.match(count, distance);
      return;
    }
    // 1 or 2 bytes are too few for a match and are written unchanged. Position -1 is the filter byte.
    for (let k = count; k > 0; k--) {
      const at = i - k;
      out.literal(at >= 0 ? (pixels[start + at] as number) : at === -1 ? 0 : (above[rowBytes - 1] as number));
    }
  }

  /** Number of bytes from `from` on that equal those of the row above. */
  function sameLength(pixels: Uint8Array, view: DataView, start: number, from: number): number {
    let i = from;
    for (; i + 16 <= rowBytes; i += 16) {
      const a = view.getInt32(start + i, true) ^ aboveView.getInt32(i, true);
      const b = view.getInt32(start + i + 4, true) ^ aboveView.getInt32(i + 4, true);
      const c = view.getInt32(start + i + 8, true) ^ aboveView.getInt32(i + 8, true);
      const d = view.getInt32(start + i + 12, true) ^ aboveView.getInt32(i + 12, true);
      if ((a | b | c | d) === 0) continue;
      if (a !== 0) return i - from + firstByte(a);
      if (b !== 0) return i - from + 4 + firstByte(b);
      return i - from + (c !== 0 ? 8 + firstByte(c) : 12 + firstByte(d));
    }
    while (i < rowBytes && pixels[start + i] === above[i]) i++;
    return i - from;
  }

  /** Number of repetitions of the byte before position `i` from there on. Before the first byte is the filter byte. */
  function runLength(pixels: Uint8Array, start: number, i: number): number {
    const before = i === 0 ? 0 : (pixels[start + i - 1] as number);
    let n = i;
    while (n < rowBytes && pixels[start + n] === before) n++;
    return n - i;
  }

  /** Copies the bytes that differ, between `from` and `to`, into the row above and updates its sums. */
  function takeOver(pixels: Uint8Array, view: DataView, start: number, from: number, to: number): void {
    // Local numbers, because every change of a number of the closure would make a new object.
    let more = 0;
    let moreWeighted = 0;
    let i = from;
    while (i < to) {
      if (i + 4 <= to && view.getInt32(start + i, true) === aboveView.getInt32(i, true)) {
        i += 4;
        continue;
      }
      const byte = pixels[start + i] as number;
      const change = byte - (above[i] as number);
      more += change;
      moreWeighted += change * (rowBytes - i);
      above[i] = byte;
      i++;
    }
    sums[SUM] = (sums[SUM] as number) + more;
    sums[WEIGHTED] = (sums[WEIGHTED] as number) + moreWeighted;
  }

  /** Adds `count` rows equal to the last one to the checksum. Filter bytes are 0, so they only count as positions. */
  function addRows(count: number): void {
    const a = sums[ADLER_A] as number;
    const b = sums[ADLER_B] as number;
    const sum = modulo(sums[SUM] as number);
    const rowLength = modulo(rowBytes + 1);
    const first = modulo(a * rowLength + (sums[WEIGHTED] as number));
    // The sum of all rows before counts once for every byte of a row.
    const before = modulo(modulo((count * (count - 1)) / 2) * modulo(sum * rowLength));
    sums[ADLER_B] = modulo(b + modulo(count) * first + before);
    sums[ADLER_A] = modulo(a + modulo(count) * sum);
  }

  return {
    rows(pixels, offset, count) {
      if (offset + count * rowBytes > pixels.length) throw new Error('rows reach beyond the pixels');
      const view = new DataView(pixels.buffer, pixels.byteOffset, pixels.byteLength);
      for (let row = 0; row < count; row++) {
        const start = offset + row * rowBytes;
        const same = sameLength(pixels, view, start, 0);
        if (same === rowBytes && !firstRow && canMatchAbove) {
          pending += rowBytes + 1;
          repeats++;
          continue;
        }
        addRows(repeats);
        out.reserve(rowBytes * 2 + 64);
        const end = encodeRow(pixels, view, start, same);
        takeOver(pixels, view, start, same, end);
        addRows(1);
        repeats = 0;
        firstRow = false;
      }
    },
    finish() {
      out.reserve(64);
      flushPending(above, 0, rowBytes);
      addRows(repeats);
      out.reserve(64);
      out.bits(0, 7);
      out.alignToByte();
      for (const half of [sums[ADLER_B] as number, sums[ADLER_A] as number]) out.bytes2(half >> 8, half & 0xff);
      return out.take();
    },
  };
}
