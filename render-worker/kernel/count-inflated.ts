import { countInflated, startInflate } from './kernel.wasm';
import { kernelBytes, withRoom } from './memory.ts';

/** Size of the state that the kernel keeps between two calls: `STATE_BYTES` of `assembly/inflate.ts`. */
const STATE_BYTES = 131_472;
/** Offset in the state of the number of read bytes of a piece: `READ` there. */
const READ = 8;
/** Part of the stream that is in the kernel's memory at a time. */
const PIECE_BYTES = 1 << 16;
/** The kernel reads no further beyond the end of a piece. */
const ZEROS_BEHIND = 1024;
const MORE = 0;
const ENDED = 1;

/**
 * True when a zlib stream (RFC 1950), given in `parts`, inflates to `wanted` bytes or more before it ends or is found
 * damaged. It is not inflated, only counted, and no further than to `wanted`; its checksum is not checked.
 */
export function inflatesTo(parts: readonly Uint8Array[], wanted: number): boolean {
  return withRoom((room) => {
    const state = room.take(STATE_BYTES);
    const piece = room.take(PIECE_BYTES + ZEROS_BEHIND);
    startInflate(state);
    let part = 0;
    let taken = 0;
    /** Unread bytes of the piece of the last call: they are at its beginning. */
    let filled = 0;
    for (;;) {
      const bytes = kernelBytes();
      while (filled < PIECE_BYTES) {
        const from = parts[part];
        if (from === undefined) break;
        const some = from.subarray(taken, taken + PIECE_BYTES - filled);
        bytes.set(some, piece + filled);
        filled += some.length;
        taken += some.length;
        if (taken < from.length) break;
        part++;
        taken = 0;
      }
      bytes.fill(0, piece + filled, piece + filled + ZEROS_BEHIND);
      const result = countInflated(state, piece, filled, part === parts.length, wanted);
      if (result !== MORE) return result === ENDED && countOf(bytes, state) >= wanted;
      const read = new DataView(bytes.buffer, state).getInt32(READ, true);
      bytes.copyWithin(piece, piece + read, piece + filled);
      filled -= read;
    }
  });
}

function countOf(bytes: Uint8Array<ArrayBuffer>, state: number): number {
  return Number(new DataView(bytes.buffer, state).getBigUint64(0, true));
}
