import { crc32 as sum } from './kernel.wasm';
import { withRoom } from './memory.ts';

/** Bytes that are copied into the kernel's memory at a time. */
const PIECE_BYTES = 1 << 18;

/**
 * CRC-32 as PNG needs it (ISO 3309), of the bytes from `start` up to `end`. `previous` continues an earlier checksum.
 * Gives the same as the portable one in `src/model/kernel/crc32.ts`, faster.
 */
export function crc32(bytes: Uint8Array, start = 0, end: number = bytes.length, previous = 0): number {
  let crc = previous;
  for (let at = start; at < end; at += PIECE_BYTES) {
    const piece = bytes.subarray(at, Math.min(end, at + PIECE_BYTES));
    crc = withRoom((room) => sum(room.put(piece), piece.length, crc)) >>> 0;
  }
  return crc;
}
