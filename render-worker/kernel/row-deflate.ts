import type { Pointer, Room } from '#model/kernel/wasm-memory.ts';
import { deflateRows, endDeflate, mostOutput, startDeflate } from './kernel.wasm';
import { copyOut, kernelBytes, withRoom } from './memory.ts';

/** Size of the state that the kernel keeps between two calls: `STATE_BYTES` of `assembly/deflate.ts`. */
const STATE_BYTES = 80;
/** Bytes of rows that are copied into the kernel's memory at a time. */
const PIECE_BYTES = 1 << 18;

/** Deflates an image row by row. */
export interface RowDeflater {
  /** Appends rows of `rowBytes` each. `pixels` may be reused afterwards. */
  rows(pixels: Uint8Array, offset: number, count: number): void;
  /** Ends the zlib stream (RFC 1950). The deflater can't be used afterwards. */
  finish(): void;
}

/** Receives a piece of the stream, which is in the kernel's memory only during the call. */
export type TakePiece = (at: Pointer, byteCount: number) => void;

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
  let above = new Uint8Array(rowBytes);

  function write(room: Room, rows: number, work: (state: Pointer, out: Pointer) => Pointer): void {
    const at = room.put(state);
    const out = room.take(Math.ceil(mostOutput(at, rowBytes, rows)));
    take(out, work(at, out) - out);
    state = copyOut(at, STATE_BYTES);
  }

  return {
    rows(pixels, offset, count) {
      if (offset + count * rowBytes > pixels.length) throw new Error('rows reach beyond the pixels');
      for (let done = 0; done < count; done += rowsAtOnce) {
        const rows = Math.min(rowsAtOnce, count - done);
        const from = offset + done * rowBytes;
        withRoom((room) => {
          const aboveAt = room.take(rowBytes * (rows + 1));
          kernelBytes().set(above, aboveAt);
          kernelBytes().set(pixels.subarray(from, from + rows * rowBytes), aboveAt + rowBytes);
          write(room, rows, (at, out) => deflateRows(at, aboveAt + rowBytes, rowBytes, rows, out));
        });
        const last = from + (rows - 1) * rowBytes;
        above.set(pixels.subarray(last, last + rowBytes));
      }
    },
    finish() {
      withRoom((room) => {
        const aboveAt = room.put(above);
        write(room, 0, (at, out) => endDeflate(at, aboveAt, rowBytes, out));
      });
      above = new Uint8Array(0);
    },
  };
}

/** Deflates rows of `rowBytes` each, without filter bytes, to a zlib stream. */
export function deflateBareRows(rows: Uint8Array, rowBytes: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  const deflater = createRowDeflater(rowBytes, (at, byteCount) => pieces.push(copyOut(at, byteCount)), 'bare');
  deflater.rows(rows, 0, rows.length / rowBytes);
  deflater.finish();
  const stream = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let length = 0;
  for (const piece of pieces) {
    stream.set(piece, length);
    length += piece.length;
  }
  return stream;
}
