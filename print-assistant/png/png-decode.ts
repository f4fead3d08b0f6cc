import { promisify } from 'node:util';
import { constants, inflate, inflateSync } from 'node:zlib';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { Dots } from '#model/kernel/units.ts';
import { isWithin, PRINT_LIMITS } from '#protocol/page-limits.ts';
import { nextTurn } from '../turns.ts';
import { readPngChunks } from './png-chunks.ts';

const GREYSCALE = 0;
/** Bytes decoded in one slice, which takes some milliseconds. Then other work gets its turn. */
const SLICE_BYTES = 1024 * 1024;

/** A page of up to this many bytes is inflated faster on the main thread than outside of it. */
const SMALL_BYTES = 512 * 1024;
/** Chunk size for larger ones. Each chunk costs a wait and a copy. */
const CHUNK_BYTES = 1024 * 1024;

/** zlib takes no smaller chunks. */
const MIN_CHUNK_BYTES = constants.Z_MIN_CHUNK;

const inflateAside = promisify(inflate);

/**
 * Decodes our print format: 1-bit gray, not interlaced. Everything else is rejected with a reason in plain English.
 * `isExpected` checks the size before anything is inflated, so that a small file cannot claim a huge picture. A large
 * one is inflated outside of the main thread and in slices, so that other clients are answered meanwhile.
 */
export async function decodePng(
  png: Uint8Array,
  isExpected: (widthDots: Dots, heightDots: Dots) => string | null = () => null,
): Promise<Result<Bitmap, string>> {
  const chunks = readPngChunks(png);
  if (!chunks.ok) return chunks;
  const { width, height, bitDepth, colourType, interlaced } = chunks.value.header;
  if (bitDepth !== 1 || colourType !== GREYSCALE || interlaced) return err('PNG is not plain 1-bit grey');
  if (width < 1 || height < 1 || !isWithin(PRINT_LIMITS, width, height)) {
    return err(`PNG of ${width} x ${height} dots`);
  }
  const unexpected = isExpected(width, height);
  if (unexpected !== null) return err(unexpected);
  const rowBytes = Math.ceil(width / 8);
  const size = (rowBytes + 1) * height;
  let filtered: Uint8Array;
  try {
    filtered = await inflated(chunks.value.compressed, size);
  } catch {
    return err('PNG data cannot be inflated');
  }
  if (filtered.length !== size) return err('truncated PNG data');
  const bits = await unfilter(filtered, rowBytes, height);
  return bits.ok ? ok({ widthDots: width, heightDots: height, rowBytes, bits: bits.value }) : bits;
}

/**
 * Frees the dots at once; they can't be read afterwards. Memory outside of the heap that is left to the garbage collector
 * makes it mark everything each hundred pages, which takes longer than printing them into files.
 */
export function freeBits({ bits }: Bitmap): void {
  const { buffer } = bits;
  // Small ones are parts of a buffer that others use.
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0);
}

/** Throws when it is damaged or has more than `size` bytes. */
function inflated(compressed: Uint8Array, size: number): Uint8Array | Promise<Uint8Array> {
  // One chunk with room for one byte more: otherwise the bytes are collected in chunks of 16 KiB and joined, which takes
  // longer than inflating them.
  if (size <= SMALL_BYTES)
    return inflateSync(compressed, { maxOutputLength: size, chunkSize: Math.max(MIN_CHUNK_BYTES, size + 1) });
  return inflateAside(compressed, { maxOutputLength: size, chunkSize: CHUNK_BYTES });
}

/**
 * Reverses the row filters (clause 9.2). A pixel is smaller than a byte: "left" is the previous byte. The bits
 * overwrite the filtered rows, always before what is still to be read: a large page is in memory once.
 */
async function unfilter(filtered: Uint8Array, rowBytes: number, height: number): Promise<Result<Uint8Array, string>> {
  const bits = filtered.subarray(0, rowBytes * height);
  const sliceRows = Math.max(1, Math.floor(SLICE_BYTES / rowBytes));
  for (let y = 0; y < height; y++) {
    if (y > 0 && y % sliceRows === 0) await nextTurn();
    const from = y * (rowBytes + 1);
    const to = y * rowBytes;
    const filter = filtered[from] ?? 0;
    if (filter > 4) return err(`PNG with the unknown filter ${filter}`);
    // Our own pages use only these two filters.
    if (filter === 0) filtered.copyWithin(to, from + 1, from + 1 + rowBytes);
    else if (filter === 2 && y > 0) addRowAbove(filtered, from + 1, to, rowBytes);
    else unfilterRow(filtered, filter, from + 1, to, rowBytes, y);
  }
  return ok(bits);
}

/** Writes the row at `to` over rows that were read before. Bytes wrap around, as the filter requires. */
function addRowAbove(bytes: Uint8Array, from: number, to: number, rowBytes: number): void {
  for (let x = 0; x < rowBytes; x++) bytes[to + x] = (bytes[from + x] ?? 0) + (bytes[to + x - rowBytes] ?? 0);
}

function unfilterRow(bytes: Uint8Array, filter: number, from: number, to: number, rowBytes: number, y: number): void {
  for (let x = 0; x < rowBytes; x++) {
    const left = x === 0 ? 0 : (bytes[to + x - 1] ?? 0);
    const up = y === 0 ? 0 : (bytes[to + x - rowBytes] ?? 0);
    const upLeft = x === 0 || y === 0 ? 0 : (bytes[to + x - rowBytes - 1] ?? 0);
    bytes[to + x] = (bytes[from + x] ?? 0) + predict(filter, left, up, upLeft);
  }
}

/** Expected value of a byte by a row filter, from its neighbors. */
export function predict(filter: number, left: number, up: number, upLeft: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth(left, up, upLeft);
    default:
      return 0;
  }
}

function paeth(left: number, up: number, upLeft: number): number {
  const estimate = left + up - upLeft;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toUpLeft = Math.abs(estimate - upLeft);
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}

/** Packed bits, row by row, most significant bit leftmost, 1 = paper; each row starts at a byte. */
export interface Bitmap {
  readonly widthDots: Dots;
  readonly heightDots: Dots;
  readonly rowBytes: number;
  readonly bits: Uint8Array;
}
