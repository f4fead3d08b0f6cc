import type { Pointer, Room } from '#model/kernel/wasm-memory.ts';
import { deflateRows, endDeflate, mostOutput, startDeflate } from './kernel.wasm';
import { copyOut, kernelBytes, withRoom } from './memory.ts';

/** Size of the state that the kernel keeps between two calls: `STATE_BYTES` of `assembly/deflate.ts`. */
const STATE_BYTES = 80;
/** Bytes of rows that are copied into the kernel's memory at a time. */
const PIECE_BYTES = 1 << 18;

/** Deflates an image row by row. */
export interface RowDeflater {
  /**
   * Appends rows of `rowBytes` each; `isLast` ends the zlib stream (RFC 1950). `pixels` may be reused afterwards. The last
   * rows may be none.
   */
  rows(pixels: Uint8Array, offset: number, count: number, isLast: boolean): void;
}

/** Receives a piece of the stream, which is in the kernel's memory only during the call. */
export type TakePiece = (at: Pointer, byteCount: number, isLast: boolean) => void;

/**
 * A deflater for pictures of labels, in which most of a row equals the row above and most of the rest are runs of one
 * byte. It searches for nothing else and uses the fixed Huffman code. `take` receives the stream piece by piece. Rows
 * have the PNG filter byte 0 before them, or nothing as `bare` ones.
 */
export function createRowDeflater(rowBytes: number, take: TakePiece, rowForm: 'png' | 'bare' = 'png'): RowDeflater {
  if (rowBytes < 1) throw new Error('a row has at least one byte');
  const rowsAtOnce = Math.max(1, Math.floor(PIECE_BYTES / rowBytes));
  let state = withRoom((room) => {
    const at = room.take(STATE_BYTES);
    startDeflate(at, rowForm === 'png' ? 1 : 0);
    return copyOut(at, STATE_BYTES);
  });
  /** The last row: the next call needs it in the kernel's memory, right before its rows. */
  const above = new Uint8Array(rowBytes);

  function piece(room: Room, pixels: Uint8Array, isLast: boolean): void {
    const rows = pixels.length / rowBytes;
    const from = room.take(rowBytes + pixels.length) + rowBytes;
    const lastRow = from + pixels.length - rowBytes;
    kernelBytes().set(above, from - rowBytes);
    kernelBytes().set(pixels, from);
    const at = room.put(state);
    const out = room.take(Math.ceil(mostOutput(at, rowBytes, rows)));
    let end = deflateRows(at, from, rowBytes, rows, out);
    if (isLast) end = endDeflate(at, lastRow, rowBytes, end);
    else {
      state = copyOut(at, STATE_BYTES);
      above.set(kernelBytes().subarray(lastRow, lastRow + rowBytes));
    }
    take(out, end - out, isLast);
  }

  return {
    rows(pixels, offset, count, isLast) {
      if (offset + count * rowBytes > pixels.length) throw new Error('rows reach beyond the pixels');
      let done = 0;
      do {
        const rows = Math.min(rowsAtOnce, count - done);
        const from = offset + done * rowBytes;
        done += rows;
        withRoom((room) => piece(room, pixels.subarray(from, from + rows * rowBytes), isLast && done === count));
      } while (done < count);
    },
  };
}

/** Deflates rows of `rowBytes` each, without filter bytes, to a zlib stream. */
export function deflateBareRows(rows: Uint8Array, rowBytes: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  const deflater = createRowDeflater(rowBytes, (at, byteCount) => pieces.push(copyOut(at, byteCount)), 'bare');
  deflater.rows(rows, 0, rows.length / rowBytes, true);
  const stream = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let length = 0;
  for (const piece of pieces) {
    stream.set(piece, length);
    length += piece.length;
  }
  return stream;
}
