/*
 * Pieces of a page's image, as binary frames: the number of the requested piece (4 bytes, big-endian), then its bytes.
 * An empty piece means that the page was canceled.
 */

const NUMBER_BYTES = 4;

/** The largest image that is sent in its message, in bytes; larger ones are sent in pieces of this size. */
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
