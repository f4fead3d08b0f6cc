/*
 * Pieces of a page's image, as binary frames: the number of the piece that was asked for (4 bytes, big-endian), then
 * its bytes. No bytes at all say that the page was given up.
 */

const NUMBER_BYTES = 4;

/** An image of up to so many bytes travels in its message; larger ones in pieces of this size. */
export const PIECE_BYTES: number = 1024 * 1024;

export interface ImagePiece {
  readonly piece: number;
  /** A part of the frame, not a copy. */
  readonly bytes: Uint8Array;
}

export function encodePiece({ piece, bytes }: ImagePiece): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(NUMBER_BYTES + bytes.length);
  new DataView(frame.buffer).setUint32(0, piece);
  frame.set(bytes, NUMBER_BYTES);
  return frame;
}

/** Null for a frame that is too short to have a number. */
export function decodePiece(frame: Uint8Array): ImagePiece | null {
  if (frame.length < NUMBER_BYTES) return null;
  const piece = new DataView(frame.buffer, frame.byteOffset).getUint32(0);
  return { piece, bytes: frame.subarray(NUMBER_BYTES) };
}
