import { crc32 as sum } from './kernel.wasm';
import { withRoom } from './memory.ts';

/** Bytes that are copied into the kernel's memory at a time. */
const PIECE_BYTES = 1 << 16;

/**
 * CRC-32 as zip needs it (ISO 3309). `previous` continues an earlier checksum. Gives the same as the portable one in
 * `src/model/kernel/crc32.ts`, faster.
 */
export function crc32(bytes: Uint8Array, previous = 0): number {
  let crc = previous;
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const piece = bytes.subarray(at, at + PIECE_BYTES);
    crc = withRoom((room) => sum(room.put(piece), piece.length, crc)) >>> 0;
  }
  return crc;
}
